import type { HttpBinding, ParameterBinding } from "../binding.ts";
import type { Call } from "../call.ts";
import { ownMember } from "../json.ts";
import { idempotentMethods } from "./retry.ts";

/** The headers by which services recognize a repeated request: `Idempotency-Key` and its spellings, and the one of PayPal. */
const names = /^(?:x-)?idempotency-?(?:key|token|id)$|^paypal-request-id$/i;

/** Whether a parameter is a header by whose value the service recognizes a repeated request. */
export function isIdempotencyKey({ in: location, from, name }: ParameterBinding): boolean {
  return location === "header" && "input" in from && names.test(name);
}

/** The key of each call without one from the caller, by its input: the hook `around` may repeat a call, but each call has its own input. */
const keys = /* @__PURE__ */ new WeakMap<object, string>();

/**
 * A call that is not idempotent, with a key by which the service recognizes its repetitions: the argument of the caller, or else a key that
 * is made once for the call. `undefined` if the operation has no header for it, or if its schema does not accept the key.
 */
export function withIdempotencyKey(call: Call<HttpBinding>): Call<HttpBinding> | undefined {
  const { method, parameters } = call.binding;
  const from = idempotentMethods.includes(method) ? undefined : parameters.find(isIdempotencyKey)?.from;
  if (from === undefined || !("input" in from)) return undefined;
  const given = ownMember(call.input, from.input);
  if (given !== undefined) return typeof given === "string" && given.trim() !== "" ? call : undefined;
  // Node 18 and pages without TLS have no `randomUUID`. Without a key, the call is not repeated.
  const key = keys.get(call.input) ?? globalThis.crypto?.randomUUID?.();
  const input = { ...call.input, [from.input]: key };
  if (key === undefined || call.inputSchema["~standard"].validate(input).issues !== undefined) return undefined;
  keys.set(call.input, key);
  return { ...call, input };
}
