import type { Context, Fake } from "../context.ts";

/** What answers in the place of a tool. */
export function fakeFor(tool: string, { fakes }: Context): Fake | undefined {
  return fakes !== undefined && Object.hasOwn(fakes, tool) ? fakes[tool] : undefined;
}
