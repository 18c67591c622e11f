import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { runCommand } from "../run-command.ts";

// A project may lie anywhere from where the command is run, and its configuration has either ending.
const folder = mkdtempSync(join(tmpdir(), "toolsetc-places-"));
const server: Server = createServer((_request, response) =>
  response.end('{"openapi":"3.0.3","info":{"title":"Shop","version":"1"},"paths":{"/a":{"get":{"operationId":"a","responses":{}}}}}'),
);
let address = "";

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const bound = server.address();
  address = `http://127.0.0.1:${typeof bound === "object" ? bound?.port : ""}/openapi.json`;
});
beforeEach(() => {
  put("a/shown.yaml", "displayName: own\nclientFunctionToolset: { functions: [{ name: show, description: Show it. }] }\n");
  mkdirSync(join(folder, "a-long-way-from-it"));
});
afterEach(() => {
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

test.each([
  ["none", {}, ["openapi.json", "shop.yaml", "toolsetc.yaml"]],
  ["toolsetc.yaml", { "a/toolsetc.yaml": "naming: operation\n" }, ["openapi.json", "shop.yaml", "toolsetc.yaml"]],
  ["toolsetc.yml", { "a/toolsetc.yml": "naming: operation\n" }, ["openapi.json", "shop.yaml", "toolsetc.yml"]],
  ["that of a larger root", { "a/toolsetc.yml": "root: ..\n" }, ["openapi.json", "shop.yaml", "toolsetc.yml"]],
])("`pull` writes the first definition beside the configuration: %s", async (_what, files, expected) => {
  for (const [path, text] of Object.entries(files)) put(path, text);
  const { status, stderr } = await run("a-long-way-from-it", "pull", address, "--project", "../a");
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  const there = readdirSync(join(folder, "a"));
  expect(there.filter((name) => name.startsWith("toolsetc"))).toEqual(expected.slice(-1));
  expect(there).toHaveLength(4);
  expect(readFileSync(join(folder, "a", expected.at(-1) ?? ""), "utf8")).toContain(address);
  expect(readdirSync(join(folder, "a-long-way-from-it"))).toEqual([]);
});

test.each(["toolsetc.yaml", "toolsetc.yml"])("the output folder and the root in %s are relative to that file", async (config) => {
  put(`a/${config}`, "root: ..\ntargets: [{ target: manifest, out: made }]\n");
  for (const path of ["../a", `../a/${config}`, "../a/shown.yaml"]) {
    const { status } = await run("a-long-way-from-it", "compile", path);
    expect({ status, isThere: existsSync(join(folder, "a/made")) }).toEqual({ status: 0, isThere: true });
    rmSync(join(folder, "a/made"), { recursive: true });
  }
});

test("the folder of --out is relative to the working directory, as in all flags", async () => {
  put("a/toolsetc.yaml", "naming: operation\n");
  expect(await run(".", "compile", "a", "--out", "made")).toEqual({ status: 0, stderr: "" });
  expect([existsSync(join(folder, "made/index.ts")), existsSync(join(folder, "a/made"))]).toEqual([true, false]);
});

test("a folder with files of the user is written to only with --force, and keeps these files", async () => {
  put("mine/notes.md", "mine");
  const refused = await run(".", "compile", "a", "--out", "mine");
  expect(refused.stderr).toMatch(/contains files that the compiler did not write, such as "notes.md".*--force/s);
  expect([refused.status, readdirSync(join(folder, "mine"))]).toEqual([2, ["notes.md"]]);
  expect(await run(".", "compile", "a", "--out", "mine", "--force")).toEqual({ status: 0, stderr: "" });
  expect(await run(".", "compile", "a", "--out", "mine")).toEqual({ status: 0, stderr: "" });
  expect(readFileSync(join(folder, "mine/notes.md"), "utf8")).toBe("mine");
});

async function run(cwd: string, ...args: string[]) {
  const { status, stderr } = await runCommand(args, { cwd: join(folder, cwd) });
  return { status, stderr };
}

function put(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}
