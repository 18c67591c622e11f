import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { importForm } from "../../src/host/tsconfig.ts";
import { cpuTime } from "../cpu-time.ts";

let root = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "toolsetc-tsconfig-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const cases: [string, Record<string, string>, string][] = [
  ["no configuration", {}, "ts"],
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
  [
    "extends, from a package that is not installed",
    { "tsconfig.json": `{ "extends": "@a/b/tsconfig.json", "compilerOptions": { "module": "node20" } }` },
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

test.each(cases)("generated imports have the form that the tsconfig.json needs: %s", (_, files, expected) => {
  mkdirSync(join(root, "src/generated"), { recursive: true });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  expect(importForm(join(root, "src/generated")).extension).toBe(expected);
});

// Each took seconds or never ended. `mkfifo` is of every system but Windows.
test.skipIf(process.platform === "win32").each<[string, (path: string) => void]>([
  ["a link to a device without end", (path) => symlinkSync("/dev/zero", path)],
  ["a pipe that nobody writes to", (path) => void execFileSync("mkfifo", [path])],
  ["a file of which nobody knows the end", (path) => truncateSync(path, writeFileSync(path, "{") ?? 8 * 1024 ** 3)],
  ["a long comment", (path) => writeFileSync(path, `{ ,/*${",/*".repeat(200_000)}`)],
  ["many comments behind a comma", (path) => writeFileSync(path, `{ "a": 1${",/**/".repeat(150_000)}x`)],
  ["a string without an end", (path) => writeFileSync(path, `{ ${'"\\"'.repeat(200_000)}`)],
])("a tsconfig.json that is %s is ignored, in bounded time", (_, make) => {
  make(join(root, "tsconfig.json"));
  expect(cpuTime(() => expect(importForm(join(root, "src")).extension).toBe("none"), 2000)).toBeLessThan(2000);
});

test("a tsconfig.json behind a link is read, and a chain of a thousand files is not followed to its end", () => {
  writeFileSync(join(root, "base.json"), `{ "compilerOptions": { "module": "nodenext" } }`);
  symlinkSync("base.json", join(root, "tsconfig.json"));
  expect(importForm(root).extension).toBe("js");
  for (let index = 0; index < 1000; index++) writeFileSync(join(root, `${index}.json`), `{ "extends": "./${index + 1}.json" }`);
  writeFileSync(join(root, "1000.json"), `{ "compilerOptions": { "module": "nodenext" } }`);
  mkdirSync(join(root, "chain"));
  writeFileSync(join(root, "chain/tsconfig.json"), `{ "extends": "../0.json" }`);
  expect(importForm(join(root, "chain")).extension).toBe("none");
});
