import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Compilation, compile } from "../../src/compile.ts";
import { createHost } from "../../src/host/disk.ts";
import type { Host } from "../../src/project/load.ts";
import type { CompileOptions } from "../../src/settings.ts";
import { targetNames } from "../../src/targets/emit.ts";
import { optionsOf } from "../compile-texts.ts";
import { openApiDocuments } from "../corpus/corpus.ts";
import { isLong } from "../long.ts";

// A run without output makes no texts. Its findings and the names of its files must be those of a run that makes them.

describe("a run that reads no text of a file", () => {
  const root = join(import.meta.dirname, "../golden");
  const cases = readdirSync(root).filter((name) => !existsSync(join(root, name, "case.json")) || isPlain(join(root, name, "case.json")));
  // One case shows every kind of definition with every target; of the others, a sample.
  const tried = cases.filter((name, index) => isLong || index % 3 === 0 || name === "every-kind");

  test.each(tried)("has the same findings and files as a run that reads them, in the case %s", async (name) => {
    await expectSame(createHost(join(root, name, "input")), {});
  });

  test.each(["ts", "js"])("has the same findings and files with a copied library and without manifests, as %s", async (emit) => {
    const targetDefaults = () => ({ emit, runtime: "copy", manifest: false });
    await expectSame(createHost(join(root, "every-kind", "input")), { targetDefaults, targets: ["typescript"] });
  });

  test.each(openApiDocuments)("has the same findings and files for $file", { timeout: 60_000 }, async ({ folder, file }) => {
    await expectSame(createHost(folder), { input: { kind: "openapi", path: file, include: [], exclude: [] }, targets: ["typescript"] });
  });
});

test("the files of each target that can be summarized are, without making their texts", async () => {
  const host = createHost(join(import.meta.dirname, "../golden/every-kind/input"));
  for (const target of targetNames) {
    const { outputs } = await compile(host, optionsOf({ targets: [target], readsTexts: () => false }));
    const isOnDemand = outputs.some(({ files }) => files.some((file) => Object.getOwnPropertyDescriptor(file, "text")?.get !== undefined));
    expect(isOnDemand, target).toBe(["typescript", "manifest"].includes(target));
  }
});

function isPlain(file: string): boolean {
  return JSON.parse(readFileSync(file, "utf8")).unread === undefined;
}

async function expectSame(host: Host, options: CompileOptions): Promise<void> {
  const made = await compile(host, optionsOf({ targets: targetNames, ...options }));
  const onDemand = await compile(host, optionsOf({ targets: targetNames, ...options, readsTexts: () => false }));
  expect(onDemand.ungrouped).toEqual(made.ungrouped);
  expect(onDemand.outputs.map(summarized)).toEqual(made.outputs.map(summarized));
  // Texts are the same when they are read.
  expect(onDemand.outputs.map(texts)).toEqual(made.outputs.map(texts));
}

function summarized({ files, ...output }: Compilation["outputs"][number]) {
  return { ...output, files: files.map(({ path, toolset, tools, libraryEntries }) => ({ path, toolset, tools, libraryEntries })) };
}

function texts({ files }: Compilation["outputs"][number]) {
  return files.map(({ text }) => text);
}
