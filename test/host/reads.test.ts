import { expect, test } from "vitest";
import { changedPaths, isSameContent, isStale, readAgain, recordReads } from "../../src/host/reads.ts";
import type { Host } from "../../src/project/load.ts";

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

/** A host whose only file is removed after the first request that follows `startRemoving`. */
function hostWithFile() {
  let isThere = true;
  let isRemoving = false;
  function answer<Value>(value: Value): Promise<Value> {
    if (isRemoving) isThere = false;
    return Promise.resolve(value);
  }
  const host: Host = {
    list: () => answer(isThere ? ["a.yaml"] : []),
    read: () => answer(isThere ? new TextEncoder().encode("a") : "absent"),
  };
  function startRemoving() {
    isRemoving = true;
  }
  return { host, startRemoving };
}

test("a file that is removed while the inputs are read again is reported as changed", async () => {
  const { host, startRemoving } = hostWithFile();
  const recording = recordReads(host);
  for (const path of await recording.list()) await recording.read(path);
  const before = recording.reads();
  startRemoving();
  const now = await readAgain(before, host);
  expect(isSameContent(before, now)).toBe(false);
  expect(changedPaths(before, now)).toEqual(["a.yaml"]);
});
