import type { Context, Fake } from "../context.ts";

/** The fake of a tool; `undefined` if the context has none for the tool. */
export function fakeFor(tool: string, { fakes }: Context): Fake | undefined {
  return fakes !== undefined && Object.hasOwn(fakes, tool) ? fakes[tool] : undefined;
}
