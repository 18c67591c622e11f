import type { ValueSource } from "../binding.ts";
import type { Call } from "../call.ts";
import { ownMember } from "../json.ts";
import { part } from "../part.ts";

/** The value of a call that `from` refers to; `undefined` if the call has no such value. */
export function sourceValue(from: ValueSource, call: Call<unknown>): unknown {
  if ("input" in from) return ownMember(call.input, from.input);
  return "value" in from ? from.value : part("contextValues", call).value(from.context, call);
}

/** The name, for messages, of where a value comes from. */
export function sourceName(from: ValueSource): string {
  if ("input" in from) return `the argument "${from.input}"`;
  return "context" in from ? `"${from.context}"` : "the fixed value";
}
