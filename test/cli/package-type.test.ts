import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { runCommand } from "../run-command.ts";

// `npm init` of npm 11 writes `"type": "commonjs"`, by which Node reads the modules of the package as CommonJS.
const commonJs = '{ "name": "mine", "type": "commonjs" }';
const config = (options: string) => `targets: [{ target: typescript, out: generated, ${options} }]\n`;
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "toolsetc-type-"));
  put("package.json", commonJs);
  put(
    "device.yaml",
    "displayName: device\nclientFunctionToolset:\n  functions: [{ name: get_time, description: Gets the time., parameters: { type: OBJECT } }]\n",
  );
});
afterEach(() => rmSync(folder, { recursive: true }));

function put(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}
const compile = (...args: string[]) => runCommand(["compile", ...args], { cwd: folder });
const written = () =>
  existsSync(join(folder, "generated/package.json")) ? readFileSync(join(folder, "generated/package.json"), "utf8") : undefined;
const node = (file: string) => {
  const { stdout, stderr, status } = spawnSync(process.execPath, [file], { cwd: folder, encoding: "utf8" });
  return { stdout, stderr, status };
};

test("modules and CommonJS programs in a package of CommonJS can load the JavaScript output", async () => {
  put("toolsetc.yaml", config("emit: js, runtime: copy"));
  expect(await compile()).toMatchObject({ status: 0 });
  put("a.mjs", 'import { getTime } from "./generated/toolsets/device/index.js";\nconsole.log(getTime.name);\n');
  put("b.cjs", 'console.log(require("./generated/toolsets/device/index.js").getTime.name);\n');
  expect(node("a.mjs")).toEqual({ stdout: "device_get_time\n", stderr: "", status: 0 });
  expect(node("b.cjs")).toMatchObject({ stdout: "device_get_time\n", status: 0 });
});

describe("the file package.json beside the generated modules", () => {
  test("is written, recognized by later runs, and removed when it is no longer needed", async () => {
    put("toolsetc.yaml", config("emit: ts"));
    expect((await compile()).stdout).toContain(" new, 0 changed");
    expect(JSON.parse(written() ?? "{}")).toEqual({ type: "module", sideEffects: false });
    expect((await compile()).stdout).toMatch(/generated: 0 new, 0 changed, 0 removed/);
    expect(await compile("--check")).toMatchObject({ status: 0 });
    put("package.json", '{ "name": "mine", "type": "module" }');
    expect((await compile()).stdout).toContain("1 removed");
    expect(written()).toBeUndefined();
  });

  test.each([
    ["the package has no type", "package.json", '{ "name": "mine" }'],
    ["tsc compiles the modules into another folder", "tsconfig.json", '{ "compilerOptions": { "module": "nodenext", "outDir": "dist" } }'],
    [
      "tsc rewrites the extensions of imports",
      "tsconfig.json",
      '{ "compilerOptions": { "module": "nodenext", "rewriteRelativeImportExtensions": true, "outDir": "dist" } }',
    ],
    ["the user has one", "generated/package.json", '{ "type": "module" }\n'],
    ["the configuration says so", "toolsetc.yaml", config("packageType: none")],
  ])("is not written if %s", async (_why, path, text) => {
    put(path, text);
    expect(await compile("--force")).toMatchObject({ status: 0 });
    expect(written()).toBe(path.startsWith("generated/") ? text : undefined);
  });

  test("is written if a tsconfig.json says that TypeScript runs without compilation", async () => {
    put("tsconfig.json", '{ "compilerOptions": { "module": "nodenext", "allowImportingTsExtensions": true, "noEmit": true } }');
    expect(await compile()).toMatchObject({ status: 0 });
    expect(written()).toContain('"module"');
  });
});
