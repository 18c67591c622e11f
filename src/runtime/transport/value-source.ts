import type { ValueSource } from "../binding.ts";
import type { Call } from "../call.ts";
import { ownMember } from "../json.ts";
import type { MissingOption } from "../missing-option.ts";

/** The value of a call that `from` refers to; `undefined` if the call has no such value. */
export function sourceValue(from: ValueSource, call: Call<unknown>): unknown {
  if ("input" in from) return ownMember(call.input, from.input);
  if ("value" in from) return from.value;
  const [first = "", ...rest] = from.context.replace(/^\$context\./, "").split(".");
  if (first !== "variables") return ownMember(call.context.session, sessionMember(first));
  return rest.length === 0 ? call.context.variables : ownMember(call.context.variables, rest.join("."));
}

/** The option of the context in which the caller passes the value that `reference` names. */
export function contextOption(reference: string): MissingOption {
  const [first = "", ...rest] = reference.replace(/^\$context\./, "").split(".");
  if (first !== "variables") return { option: "session", name: sessionMember(first) };
  return rest.length === 0 ? { option: "variables" } : { option: "variables", name: rest.join(".") };
}

/** The name, for messages, of where a value comes from. */
export function sourceName(from: ValueSource): string {
  if ("input" in from) return `the argument "${from.input}"`;
  return "context" in from ? `"${from.context}"` : "the fixed value";
}

/** The name in the option `session` of a value in `$context`: `sessionId` for `session_id`. */
function sessionMember(name: string): string {
  return name.replace(/_([a-z])/g, (_found, letter: string) => letter.toUpperCase());
}
