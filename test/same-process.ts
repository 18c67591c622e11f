import { afterAll, expect, vi } from "vitest";

// The test files of the project "together" run in one process, one after another. What a file left changed would decide about the
// next ones: such a file fails itself. (`vitest` itself restores spies.)
const environment = { ...process.env };
const globals = Object.fromEntries(globalNames().map((name) => [name, Reflect.get(globalThis, name)]));
const prototypes = prototypeMembers();
const folder = process.cwd();

afterAll(() => {
  expect(
    {
      folder: process.cwd(),
      variables: changed(environment, process.env),
      globals: changed(globals, globalThis),
      prototypes: prototypeMembers(),
      hasFakeTimers: vi.isFakeTimers(),
    },
    "This file leaves the process changed for the next test file.",
  ).toEqual({ folder, variables: [], globals: [], prototypes, hasFakeTimers: false });
});

/** Globals that begin with underscores are the runner's own. Added ones are those of the packages that were loaded. */
function globalNames(): string[] {
  return Object.getOwnPropertyNames(globalThis).filter((name) => !name.startsWith("__"));
}

/** Only names, since a variable can contain a secret. */
function changed(before: object, now: object): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(now === globalThis ? {} : now)]);
  return [...names].filter((name) => !Object.is(Reflect.get(before, name), Reflect.get(now, name)));
}

function prototypeMembers(): PropertyKey[][] {
  return [Object, Array, Function, Promise, String].map(({ prototype }) => Reflect.ownKeys(prototype));
}
