import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import manifest from "../package.json" with { type: "json" };
import runtime from "../src/runtime/package.json" with { type: "json" };
import { adapterNames } from "./adapters/adapter-names.ts";
import { packageEntries } from "./package-entries.ts";

// The entries of the run-time library stand in its package.json. vitest.config.ts reads them there, test/targets/copied-library.test.ts
// compares the option `subpaths`, and this test what TypeScript takes from tsconfig.json and what `toolsetc` exports again.
const root = join(import.meta.dirname, "..");
const { options } = ts.parseJsonConfigFileContent(ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile).config, ts.sys, root);
const entries = [...packageEntries].filter(([name]) => name !== "toolsetc");

test("the package of the run-time library has `exports`", () => expect(entries.length).toBeGreaterThan(30));

test.each(entries)("the import %s leads to its source in tsconfig.json", (name, file) => {
  const { resolvedModule } = ts.resolveModuleName(name, join(root, "test/x.ts"), options, ts.sys);
  expect(resolvedModule?.resolvedFileName).toBe(file);
});

test("the package toolsetc exports its own entries, and each entry of the run-time library", () => {
  const own = Object.keys(manifest.exports).filter((subpath) => subpath !== "." && subpath !== "./package.json");
  const again = entries.map(([name]) => name).filter((name) => name.startsWith("toolsetc/"));
  expect(own.map((subpath) => `toolsetc${subpath.slice(1)}`).sort()).toEqual(again.sort());
});

test("the package toolsetc depends on its version of the run-time library, which depends on no package", () => {
  expect(runtime.version).toBe(manifest.version);
  expect(manifest.dependencies).toMatchObject({ [runtime.name]: runtime.version });
  expect(runtime).not.toHaveProperty("dependencies");
  expect(manifest.peerDependenciesMeta).toMatchObject(runtime.peerDependenciesMeta);
});

test("each adapter runs in test/package/sdks.mjs, except for those listed here", () => {
  // `ces` and `dotcraft` are of services without an SDK; `discover` makes tools for the others. The servers of `mcp` and `mcp-2` are tried
  // by the suites of conformance. `tanstack-ai` lacks a loop.
  const others = "ces discover dotcraft mcp mcp-2 tanstack-ai".split(" ");
  const script = readFileSync(join(root, "test/package/sdks.mjs"), "utf8");
  const run = Array.from(script.matchAll(/^ {2}"?([\w-]+)"?: \[/gm), ([, name = ""]) => name);
  expect([...run, ...others].sort()).toEqual([...adapterNames].sort());
  expect(run.filter((name) => !existsSync(join(root, "test/package/sdks", `${name}.mjs`)))).toEqual([]);
});

// An SDK is an optional peer. An entry that needs only its types, or loads it for the first call, is imported without it.
const loadedSdks: { readonly [entry: string]: readonly string[] } = {
  "./google": ["google-auth-library"],
  "./opentelemetry": ["@opentelemetry/api"],
  "./adapters/mcp": ["@modelcontextprotocol/sdk"],
  "./adapters/mcp-2": ["@modelcontextprotocol/server"],
  "./adapters/langchain": ["@langchain/core"],
  "./adapters/mastra": ["@mastra/core"],
  "./adapters/openai-agents": ["@openai/agents"],
};

test.each(Object.entries(runtime.exports).flatMap(([name, entry]) => (typeof entry === "string" ? [] : [[name, entry.default] as const])))(
  "the import %s loads only SDKs whose functions it calls",
  (name, path) => {
    const loaded = importedBy(path).filter((each) => !/^(?:node:|@cfworker\/json-schema$)/.test(each));
    expect([...new Set(loaded.map((each) => /^(?:@[^/]+\/)?[^/]+/.exec(each)?.[0]))]).toEqual(loadedSdks[name] ?? []);
  },
);

/** The packages that the built JavaScript of an entry imports as it is loaded, directly and indirectly. */
function importedBy(path: string, seen = new Set<string>()): string[] {
  if (seen.has(path)) return [];
  seen.add(path);
  const text = readFileSync(join(root, "src/runtime", path), "utf8");
  const names = Array.from(text.matchAll(/^(?:import|export)\b(?:[^"\n]* from)? "([^"\n]+)";$/gm), ([, name = ""]) => name);
  return names.flatMap((name) => (name.startsWith(".") ? importedBy(join(path, "..", name), seen) : [name]));
}
