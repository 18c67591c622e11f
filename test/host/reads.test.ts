import { expect, test } from "vitest";
import { isStale, recordReads } from "../../src/host/reads.ts";

const hostOf = (files: Readonly<Record<string, string>>) => ({
  read: async (path: string) => (path in files ? new TextEncoder().encode(files[path]) : ("absent" as const)),
  list: async () => Object.keys(files),
});

test.each([
  ["nothing", { a: "1", b: "2" }, false],
  ["the order in which the system lists files", { b: "2", a: "1" }, false],
  ["a file that was not read", { a: "1", b: "3" }, false],
  ["a file that was read", { a: "2", b: "2" }, true],
  ["a new file", { a: "1", b: "2", c: "3" }, true],
  ["a file that was absent", { a: "1", b: "2", none: "" }, true],
])("whether the inputs of a run have changed is known after a change of %s", async (_what, files, expected) => {
  const host = recordReads(hostOf({ a: "1", b: "2" }));
  await host.list();
  await host.read("a");
  await host.read("none");
  expect(await isStale(host.reads(), hostOf(files))).toBe(expected);
});
