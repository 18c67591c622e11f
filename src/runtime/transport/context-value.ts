import type { Call } from "../call.ts";
import { ownMember } from "../json.ts";
import type { MissingOption } from "../missing-option.ts";

/** The value in the context of a call that `reference` names, such as `$context.variables.user`; `undefined` if there is none. */
export function contextValue(reference: string, { context }: Call<unknown>): unknown {
  const { option, name } = contextOption(reference);
  if (option !== "variables") return ownMember(context.session, name ?? "");
  return name === undefined ? context.variables : ownMember(context.variables, name);
}

/** The option of the context in which the caller passes the value that `reference` names. */
export function contextOption(reference: string): MissingOption {
  const [first = "", ...rest] = reference.replace(/^\$context\./, "").split(".");
  if (first !== "variables") return { option: "session", name: sessionMember(first) };
  return rest.length === 0 ? { option: "variables" } : { option: "variables", name: rest.join(".") };
}

/** The name in the option `session` of a value in `$context`: `sessionId` for `session_id`. */
function sessionMember(name: string): string {
  return name.replace(/_([a-z])/g, (_found, letter: string) => letter.toUpperCase());
}
