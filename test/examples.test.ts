import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { toolsetFoldersOf } from "../src/cli/build/output-folders.ts";
import { version } from "../src/cli/version.ts";
import { compile } from "../src/compile.ts";
import { findingsOf } from "../src/findings/findings-of.ts";
import { createHost } from "../src/host/disk.ts";
import { checkFolder } from "../src/host/output/check.ts";
import { writeFolder } from "../src/host/output/write.ts";
import { isGenerated } from "../src/targets/is-generated.ts";
import { optionsOf } from "./compile-texts.ts";

// What is cheap to know of the projects in examples/; `npm run test:examples` runs them. Their pages are tested with all others.
const root = join(import.meta.dirname, "..");
const update = process.env["UPDATE_GOLDEN"] === "1" && !process.env["CI"];
const names = readdirSync(join(root, "examples"), { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));

test("the folder `examples` has projects to check", () => {
  expect(names.length).toBeGreaterThan(2);
});

describe.each(names)("examples/%s", (name) => {
  const folder = join(root, "examples", name);
  const { dependencies } = readPackage(folder);

  test("is valid", async () => {
    const compilation = await compile(createHost(folder), optionsOf());
    expect(findingsOf(compilation)).toEqual([]);
    expect(compilation.program.toolsets.length).toBeGreaterThan(0);
  });

  test("depends on this version, and on exact versions of others", () => {
    expect(dependencies["toolsetc"]).toBe(readPackage(root).version);
    expect(Object.values(dependencies).filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  });
});

const compiled = names.filter((name) => readdirSync(join(root, "examples", name)).includes("generated"));

// `npm run test:update` writes it anew.
test.each(compiled)("examples/%s has the output that the compiler writes", async (name) => {
  const folder = join(root, "examples", name);
  // The command line takes this from the package.json of the example, which names toolsetc alone.
  const targetDefaults = () => ({ runtime: "toolsetc/runtime" });
  const { outputs } = await compile(createHost(folder), { ...optionsOf(), targetDefaults });
  for (const made of outputs) {
    const { out, files } = made;
    const output = {
      root: folder,
      out: resolve(folder, out),
      files,
      toolsetFolders: toolsetFoldersOf(made),
      extent: "whole",
      isGenerated,
      mayContain: "nothing",
      compiler: version,
    } as const;
    if (update) writeFolder(output);
    expect(checkFolder(output)).toEqual([]);
  }
});

function readPackage(folder: string): { version: string; dependencies: { readonly [name: string]: string } } {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
}
