import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

// The subpaths of the run-time library stand in package.json. vitest.config.ts reads them there, test/targets/copied-library.test.ts
// compares the option `subpaths`, and this test what TypeScript takes from tsconfig.json.
const root = join(import.meta.dirname, "..");
const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { exports: Record<string, { default: string }> };
const subpaths = Object.entries(exports).filter(([, { default: file }]) => file?.startsWith("./dist/runtime/"));
const { options } = ts.parseJsonConfigFileContent(ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile).config, ts.sys, root);

test("has subpaths", () => expect(subpaths.length).toBeGreaterThan(15));

test.each(subpaths)("%s is its source in tsconfig.json", (subpath, { default: file }) => {
  const { resolvedModule } = ts.resolveModuleName(`toolsetc${subpath.slice(1)}`, join(root, "test/x.ts"), options, ts.sys);
  expect(resolvedModule?.resolvedFileName).toBe(join(root, file.replace("./dist/", "src/").replace(/\.js$/, ".ts")));
});
