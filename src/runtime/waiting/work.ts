import type { HttpBinding, StateOperation, WaitingBinding } from "../binding.ts";
import type { Call } from "../call.ts";
import { ownMember, type UnknownRecord } from "../json.ts";
import { memberInPath } from "../pages/next-input.ts";
import { isHttp, tryParseUrl } from "../try-parse-url.ts";
import type { Answer } from "./answer.ts";
import { createHandles, type Handles } from "./handles.ts";

/** What a call has begun, and how its state is requested. It contains no credentials: each call passes its own. */
export interface Work {
  readonly style: WaitingBinding["style"];
  readonly input: UnknownRecord;
  /** The address of the state, at the origin of the call. */
  readonly address?: string | undefined;
  /** The path of the state, if the response has named it. */
  readonly path?: string | undefined;
}

/** The maximum characters of an id or an address. */
const maxText = 2048;

/** What a call has begun, by its answer; `undefined` if the answer has no id, or no address at the origin of the call. */
export function workBegunBy({ result, headers, url }: Answer, { binding, input }: Call<HttpBinding>): Work | undefined {
  const { style, header, operation } = binding.waiting ?? {};
  if (style === undefined || style === "repeat") return style && { style, input };
  if (style === "header") {
    const address = addressAtOrigin(headers?.get(header ?? "") ?? "", url);
    return address === undefined ? undefined : { style, input: {}, address };
  }
  if (!operation) return undefined;
  const shared = operation.parameters.flatMap(({ from }) => ("input" in from && from.input !== "_waiting" ? [from.input] : []));
  const given = Object.fromEntries(shared.filter((name) => input[name] !== undefined).map((name) => [name, input[name]]));
  if (operation.id.length === 0) return { style, input: given };
  const id = memberInPath(binding.output === "result" ? ownMember(result, "result") : result, operation.id);
  if ((typeof id !== "string" && typeof id !== "number") || id === "" || String(id).length > maxText) return undefined;
  if (style === "operation") return { style, input: { ...given, _waiting: id } };
  const path = namedPath(String(id), operation.path, url);
  return path === undefined ? undefined : { style, input: {}, path };
}

/** The address, if it is one at the origin of `url`. Redirects are judged by the same rule: credentials reach no other service. */
function addressAtOrigin(address: string, url: string): string | undefined {
  const target = address === "" || address.length > maxText ? undefined : tryParseUrl(address, url);
  const isSame =
    target !== undefined && isHttp(target) && target.origin === new URL(url).origin && target.username + target.password === "";
  return isSame ? target.href : undefined;
}

/**
 * The path of what the response names: `operations/7` at `/v1/{name}`, or `/v2/exports/7` at `/exports/{id}`. Its last segments are those
 * of the template, or fill the only parameter at its end. `undefined` if they do not.
 */
function namedPath(name: string, template: string, url: string): string | undefined {
  const address = /^[a-z]+:\/\//i.test(name) ? addressAtOrigin(name, url) : `http://name/${name.replace(/^\/+/, "")}`;
  if (address === undefined || /[?#\\]/.test(name)) return undefined;
  const parts = new URL(address).pathname.split("/").filter((part) => part !== "");
  const wanted = template.split("/").filter((part) => part !== "");
  const last = parts.slice(-wanted.length);
  const fits = last.length === wanted.length && wanted.every((part, index) => part.includes("{") || part === last[index]);
  const fixed = wanted.slice(0, -1);
  const path = fits ? last : fixed.some((part) => part.includes("{")) ? undefined : [...fixed, ...parts];
  // A segment in braces would be taken for a parameter.
  return path === undefined || parts.length === 0 || path.some((part) => /[{}]/.test(part)) ? undefined : `/${path.join("/")}`;
}

/** The call that requests the state of what `call` has begun. */
export function pollOf({ style, input, address, path }: Work, call: Call<HttpBinding>): Call<HttpBinding> {
  if (style === "repeat") return call;
  const { operation } = call.binding.waiting ?? {};
  if (address !== undefined) return { ...call, binding: reading(undefined, call.binding), input, address: new URL(address) };
  return {
    ...call,
    binding: { ...reading(operation ?? undefined, call.binding), ...(path === undefined ? {} : { path, parameters: [] }) },
    input,
  };
}

/** The call that requests the address of a redirect; `undefined` if it is at another origin than the poll. */
export function redirectedPoll(address: string, from: string, call: Call<HttpBinding>): Call<HttpBinding> | undefined {
  const target = addressAtOrigin(address, from);
  return target === undefined ? undefined : { ...call, binding: reading(undefined, call.binding), input: {}, address: new URL(target) };
}

/** The binding of a GET request for the state. An address has the responses and the security of the call itself. */
function reading(operation: StateOperation | undefined, { servers, path, responses, security }: HttpBinding): HttpBinding {
  const own = { servers, path, responses, output: "object", security, parameters: [] } as const;
  return { transport: "http", method: "GET", ...own, ...operation, body: null, pages: null, waiting: null };
}

/** What calls have begun that ended before it. */
export const begunWork: Handles<Work> = /* @__PURE__ */ createHandles();
