import type { ValueSource } from "../binding.ts";
import type { Call } from "../call.ts";

/** The value that a binding asks for; `undefined` if nobody gives one. */
export function sourceValue(from: ValueSource, call: Call<unknown>): unknown {
  if ("input" in from) return own(call.input, from.input);
  if ("value" in from) return from.value;
  const [first = "", ...rest] = from.context.replace(/^\$context\./, "").split(".");
  if (first !== "variables") return own(call.context.session, sessionMember(first));
  return rest.length === 0 ? call.context.variables : own(call.context.variables, rest.join("."));
}

/** Where the caller gives a value of the context. */
export function contextPlace(reference: string): string {
  const [first = "", ...rest] = reference.replace(/^\$context\./, "").split(".");
  if (first !== "variables") return `session.${sessionMember(first)}`;
  return ["variables", ...(rest.length === 0 ? [] : [rest.join(".")])].join(".");
}

/** What a message calls the source of a value. */
export function sourceName(from: ValueSource): string {
  if ("input" in from) return `"${from.input}"`;
  return "context" in from ? `"${from.context}"` : "the fixed value";
}

/** `$context.session_id` is `sessionId` in `session`. */
function sessionMember(name: string): string {
  return name.replace(/_([a-z])/g, (_found, letter: string) => letter.toUpperCase());
}

function own(object: object | undefined, name: string): unknown {
  return object !== undefined && Object.hasOwn(object, name) ? Reflect.get(object, name) : undefined;
}
