import type { Context, Fake } from "../context.ts";
import { ownMember } from "../json.ts";

/** The fake of a tool; `undefined` if the context has none for the tool. */
export function fakeFor(tool: string, { fakes }: Context): Fake | undefined {
  return ownMember(fakes, tool);
}
