import { describe, expect, test } from "vitest";
import { recordReads } from "../../src/host/reads.ts";
import { compileChanged } from "../../src/incremental/compile-changed.ts";
import type { StoredToolset } from "../../src/incremental/stored-toolsets.ts";
import type { CompileOptions } from "../../src/settings.ts";
import { memoryHost, optionsOf } from "../compile-texts.ts";

const texts = {
  "shop.yaml": "displayName: shop\nclientFunctionToolset: { functions: [{ name: ring, description: Rings the bell. }] }\n",
  "response.json": "{}",
};

function run(options: CompileOptions, stored: readonly StoredToolset[]) {
  const host = recordReads(memoryHost(texts));
  return compileChanged(host, optionsOf(options), (key) => stored.find((each) => each.key === key));
}

/** The number of toolsets that a run restores from those that another one stored. */
async function restored(before: CompileOptions, after: CompileOptions): Promise<number> {
  const { toStore } = await run(before, []);
  return (
    await run(
      after,
      toStore(() => 0),
    )
  ).compilation.restored.size;
}

const importRule = async () => ({ exported: undefined });

describe("a later run restores a toolset", () => {
  test("from a run with the same settings", async () => expect(await restored({}, {})).toBe(1));

  test.each<[string, CompileOptions]>([
    ["that may run the code of the project", { importRule }],
    ["that reads the response of an import", { importResponse: "response.json" }],
    ["that compiles also operations that the configuration excludes", { operations: "all" }],
    ["with another profile", { profile: "ces" }],
    ["on another day", { today: "2026-01-02" }],
  ])("neither from nor in a run %s", async (_how, settings) => {
    expect(await restored({}, settings)).toBe(0);
    expect(await restored(settings, {})).toBe(0);
  });

  test.each<[string, CompileOptions]>([
    ["code of the project ran", { importRule }],
    ["the response of an import was read", { importResponse: "response.json" }],
  ])("never if %s", async (_how, settings) => {
    expect(await restored(settings, settings)).toBe(0);
  });
});
