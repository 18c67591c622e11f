import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import manifest from "../package.json" with { type: "json" };
import runtime from "../src/runtime/package.json" with { type: "json" };
import { packageEntries } from "./package-entries.ts";

// The entries of the run-time library stand in its package.json. vitest.config.ts reads them there, test/targets/copied-library.test.ts
// compares the option `subpaths`, and this test what TypeScript takes from tsconfig.json and what `toolsetc` exports again.
const root = join(import.meta.dirname, "..");
const { options } = ts.parseJsonConfigFileContent(ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile).config, ts.sys, root);
const entries = [...packageEntries].filter(([name]) => name !== "toolsetc");

test("the run-time library has entries", () => expect(entries.length).toBeGreaterThan(30));

test.each(entries)("%s is its source in tsconfig.json", (name, file) => {
  const { resolvedModule } = ts.resolveModuleName(name, join(root, "test/x.ts"), options, ts.sys);
  expect(resolvedModule?.resolvedFileName).toBe(file);
});

test("toolsetc exports every entry of the run-time library again", () => {
  const own = Object.keys(manifest.exports).filter((subpath) => subpath !== "." && subpath !== "./package.json");
  const again = entries.map(([name]) => name).filter((name) => name.startsWith("toolsetc/"));
  expect(own.map((subpath) => `toolsetc${subpath.slice(1)}`).sort()).toEqual(again.sort());
});

test("toolsetc depends on its own version of the run-time library, and on what that needs", () => {
  expect(runtime.version).toBe(manifest.version);
  expect(manifest.dependencies).toMatchObject({ [runtime.name]: runtime.version, ...runtime.dependencies });
  expect(Object.keys(runtime.dependencies)).toEqual(["@cfworker/json-schema"]);
  expect(manifest.peerDependenciesMeta).toMatchObject(runtime.peerDependenciesMeta);
});
