import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/** Longer files in `src` with their lines, which may become fewer, and what makes one idea of them. */
const exceptions: { readonly [path: string]: { readonly lines: number; readonly reason: string } } = {
  "runtime/binding.ts": { lines: 272, reason: "The types of what generated modules pass to the library, without code." },
  "targets/manifest-schema.ts": { lines: 303, reason: "One JSON Schema, whose definitions refer to each other." },
};
const most = 250;

const source = join(import.meta.dirname, "../src");
const lengths = new Map(
  readdirSync(source, { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => path.endsWith(".ts") && !/(?:^|\/)(?:compiled|node_modules)\//.test(path))
    .map((path) => [path, readFileSync(join(source, path), "utf8").trimEnd().split("\n").length]),
);

test(`a file of the source has at most ${most} lines`, () => {
  expect(lengths.size).toBeGreaterThan(500);
  const tooLong = [...lengths].filter(([path, lines]) => lines > (exceptions[path]?.lines ?? most));
  expect(tooLong.map(([path, lines]) => `${path} has ${lines} lines. What is the second idea in it?`)).toEqual([]);
});

test("each exception from the limit of lines is still needed", () => {
  expect(Object.keys(exceptions).filter((path) => (lengths.get(path) ?? 0) <= most)).toEqual([]);
});
