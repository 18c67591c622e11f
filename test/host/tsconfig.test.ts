import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { importExtension } from "../../src/host/tsconfig.ts";

let root = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "toolsetc-tsconfig-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const cases: [string, Record<string, string>, string][] = [
  ["no configuration", {}, "js"],
  ["nodenext", { "tsconfig.json": `{ "compilerOptions": { "module": "NodeNext" } }` }, "js"],
  ["bundler", { "tsconfig.json": `{ "compilerOptions": { "module": "esnext", "moduleResolution": "bundler" } }` }, "none"],
  ["node10", { "tsconfig.json": `{ "compilerOptions": { "moduleResolution": "node" } }` }, "none"],
  [
    "comments and trailing commas",
    {
      "tsconfig.json": `\ufeff{ // "x"\n "compilerOptions": { /* , */ "moduleResolution": "Node16", "paths": { "a//b/*": ["x,}"], }, }, }`,
    },
    "js",
  ],
  [
    "extensions of TypeScript",
    { "tsconfig.json": `{ "compilerOptions": { "module": "nodenext", "allowImportingTsExtensions": true } }` },
    "ts",
  ],
  [
    "extends, relative",
    { "tsconfig.json": `{ "extends": "./base" }`, "base.json": `{ "compilerOptions": { "module": "nodenext" } }` },
    "js",
  ],
  [
    "extends, from a package",
    { "tsconfig.json": `{ "extends": ["@a/b"] }`, "node_modules/@a/b/tsconfig.json": `{ "compilerOptions": { "module": "node20" } }` },
    "js",
  ],
  ["extends itself", { "tsconfig.json": `{ "extends": "./tsconfig.json" }` }, "none"],
  [
    "references",
    {
      "tsconfig.json": `{ "files": [], "references": [{ "path": "./app.json" }] }`,
      "app.json": `{ "compilerOptions": { "module": "nodenext" } }`,
    },
    "js",
  ],
  ["what cannot be read", { "tsconfig.json": "{" }, "none"],
];

test.each(cases)("%s", (_, files, expected) => {
  mkdirSync(join(root, "src/generated"), { recursive: true });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  expect(importExtension(join(root, "src/generated"))).toBe(expected);
});
