import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const readme = readFileSync(join(root, "README.md"), "utf8");
const examples = new Map(
  [
    ...readdirSync(join(root, "test/adapters/examples")).map((file) => `test/adapters/examples/${file}`),
    "test/adapters/ai-sdk-4/example.ts",
    "test/adapters/ai-sdk-5/example.ts",
  ].map((path) => [path, asInReadme(readFileSync(join(root, path), "utf8"))]),
);
const blocks = Array.from(readme.matchAll(/^```ts\n(.*?)^```$/gms), ([, text = ""]) => text);

describe("the README's examples", () => {
  test.each([...examples])("%s stands there as it is run", (_path, text) => {
    expect(blocks).toContain(text);
  });

  test("each adapter has one, of at most ten lines", () => {
    const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { exports: object };
    const adapters = Object.keys(exports).flatMap((path) => /^\.\/([a-z0-9-]+)$/.exec(path)?.[1] ?? []);
    const own = adapters.filter((name) => name !== "runtime");
    expect(own.length).toBeGreaterThan(10);
    const lengths = own.map((name) => {
      const example = [...examples.values()].find((text) => text.includes(`"toolsetc/${name}"`)) ?? "";
      return [name, example.trimEnd().split("\n").length];
    });
    expect(lengths.filter(([, lines]) => Number(lines) < 5 || Number(lines) > 10)).toEqual([]);
  });
});

/** Where the output is, the reader decides. */
function asInReadme(text: string): string {
  return text.replace(/"(?:\.\.\/)+generated\/index\.ts"/, '"./generated/index.js"');
}
