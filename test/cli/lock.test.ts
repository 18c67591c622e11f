import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runCommand } from "../run-command.ts";

const document = `openapi: 3.0.3
info: { title: Shop, version: "1" }
servers: [{ url: https://shop.example }]
paths:
  /items: { get: { operationId: list_items, summary: Lists all items., responses: { "200": { description: It. } } } }
  /items/{id}: { delete: { operationId: delete_item, parameters: [{ name: id, in: path, required: true, schema: { type: string } }], responses: { "204": { description: It. } } } }
`;
let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "toolsetc-lock-"));
  mkdirSync(join(folder, ".git"));
  put("shop.yaml", "displayName: shop\nopenApiToolset: { openApiSchema: shop.openapi.yaml }\n");
  put("shop.openapi.yaml", document);
  put("device.yaml", "displayName: device\nclientFunctionToolset:\n  functions: [{ name: vibrate, description: Vibrates. }]\n");
});

afterEach(() => rmSync(folder, { recursive: true }));

test("`lock` writes one file for each toolset, and changes nothing the second time", async () => {
  expect(await run("lock")).toMatchObject({ status: 0, stderr: "", stdout: expect.stringContaining("added: toolsetc.lock/shop.json") });
  expect(JSON.parse(read("toolsetc.lock/shop.json"))).toMatchObject({ name: "shop", tools: [{ id: "delete_item" }, { id: "list_items" }] });
  expect(await run("lock")).toMatchObject({ status: 0, stdout: "toolsetc.lock: 0 changed, 2 unchanged\n" });
  expect(await run("lock", "--check")).toMatchObject({ status: 0, stdout: "The lock is up to date.\n" });
  expect(await run("validate")).toMatchObject({ status: 0, stdout: expect.not.stringContaining("toolsetc.lock") });
});

test.each([["lock"], ["breaking", "--against", "."]])(
  "`%s` does not fail for findings of rules, assertions or comments, which omit no tool",
  async (...args) => {
    const assertion = "{ name: none, where: { method: [TRACE] }, must: { approval: required }, severity: error, message: No. }";
    put("toolsetc.yaml", `rules: { missing-description: error }\nassertions: [${assertion}]\n`);
    put("shop.yaml", `# toolsetc-ignore missing-description: it has one\n${read("shop.yaml")}`);
    const { diagnostics }: { diagnostics: { code: string }[] } = JSON.parse((await run("validate", "--format", "json")).stdout);
    const codes = ["missing-description", "unmatched-assertion", "unused-suppression"];
    expect(diagnostics.map(({ code }) => code)).toEqual(expect.arrayContaining(codes));
    expect(await run(...args)).toMatchObject({ status: 0, stderr: "" });
  },
);

test("`lock --check` names each changed tool with its changes, and writes nothing", async () => {
  await run("lock");
  const before = read("toolsetc.lock/shop.json");
  put(
    "shop.openapi.yaml",
    document
      .replace("Lists all items.", "Lists every item.")
      .replace(/ +\/items\/\{id\}.*\n/, "  /new: { get: { operationId: new, responses: { '200': { description: It. } } } }\n"),
  );
  const { status, stdout } = await run("lock", "--check");
  expect(status).toBe(1);
  expect(stdout).toContain("outdated: toolsetc.lock/shop.json\n");
  expect(stdout).toMatch(/^ {2}shop_delete_item is removed$/m);
  expect(stdout).toMatch(/^ {2}shop_new is added$/m);
  expect(stdout).toMatch(/^ {2}shop_list_items: description, title$/m);
  expect(read("toolsetc.lock/shop.json")).toBe(before);
  expect(JSON.parse((await run("lock", "--check", "--format", "json")).stdout)).toMatchObject({
    locks: [
      { name: "device", change: "none" },
      { name: "shop", change: "outdated" },
    ],
  });
});

test("`lock --check` reports another value of `breaking`, but not one that an earlier lock does not record", async () => {
  await run("lock");
  expect(read("toolsetc.lock/shop.json")).toContain('"breaking": "typed"');
  put("toolsetc.yaml", "overrides: { shop: { breaking: model } }\n");
  expect(await run("lock", "--check")).toMatchObject({
    status: 1,
    stdout: expect.stringContaining("outdated: toolsetc.lock/shop.json\n  the toolset: breaking\n"),
  });
  put("toolsetc.lock/shop.json", read("toolsetc.lock/shop.json").replace('  "breaking": "typed",\n', ""));
  expect(await run("lock", "--check")).toMatchObject({ status: 0 });
});

test("`lock` replaces a lock with conflict markers, and `lock --check` reports it as outdated", async () => {
  await run("lock");
  const text = read("toolsetc.lock/shop.json");
  put("toolsetc.lock/shop.json", `<<<<<<< HEAD\n${text}=======\n${text}>>>>>>> other\n`);
  expect(await run("lock", "--check")).toMatchObject({ status: 1, stdout: expect.stringContaining("conflict: toolsetc.lock/shop.json") });
  expect(await run("lock")).toMatchObject({ status: 0 });
  expect(read("toolsetc.lock/shop.json")).toBe(text);
});

test("`lock` neither compares nor replaces a lock of a later format", async () => {
  await run("lock");
  const later = read("toolsetc.lock/shop.json").replace(/"formatVersion": "[^"]*"/, '"formatVersion": "99.0"');
  put("toolsetc.lock/shop.json", later);
  for (const args of [["--check"], []])
    expect(await run("lock", ...args)).toMatchObject({ status: 3, stderr: expect.stringMatching(/format 99\.0.*\n.*Use that version/) });
  expect(read("toolsetc.lock/shop.json")).toBe(later);
});

test("`lock` removes the file of a toolset that is gone, and keeps that of one that was not requested", async () => {
  await run("lock");
  rmSync(join(folder, "device.yaml"));
  put("shop.openapi.yaml", document.replace("Lists all items.", "Lists every item."));
  expect(await run("lock", "--toolset", "shop")).toMatchObject({ status: 0 });
  expect(existsSync(join(folder, "toolsetc.lock/device.json"))).toBe(true);
  expect(await run("lock", "--check")).toMatchObject({
    status: 1,
    stdout: expect.stringContaining("left over: toolsetc.lock/device.json"),
  });
  expect(await run("lock")).toMatchObject({ status: 0, stdout: expect.stringContaining("removed: toolsetc.lock/device.json") });
  expect(existsSync(join(folder, "toolsetc.lock/device.json"))).toBe(false);
});

test("`lock` writes nothing while there are errors", async () => {
  put("device.yaml", "displayName: device\nclientFunctionToolset: 1\n");
  expect(await run("lock")).toMatchObject({ status: 1 });
  expect(existsSync(join(folder, "toolsetc.lock"))).toBe(false);
});

test("`lock`, `breaking` and `diff` without definitions suggest no flag that they do not have", async () => {
  rmSync(join(folder, "device.yaml"));
  rmSync(join(folder, "shop.yaml"));
  for (const command of ["lock", "breaking", "diff"]) {
    const { status, stderr } = await run(command);
    expect(status).toBe(1);
    expect(stderr).toMatch(/error\[no-definitions\].*`validate`, `compile`.* also take .*`--openapi <file>`/s);
  }
});

test("`lock --check` after an upgrade of the compiler says so first", async () => {
  await run("lock");
  put(
    "toolsetc.lock/shop.json",
    read("toolsetc.lock/shop.json")
      .replace(/"compiler": "[^"]*"/, '"compiler": "0.0.9"')
      .replace('"title": ""', '"title": "x"'),
  );
  expect((await run("lock", "--check")).stdout).toMatch(
    /^The lock was written by toolsetc 0\.0\.9, but this is version (?:.*\n {2})+.*\noutdated: /,
  );
});

function run(...args: string[]) {
  return runCommand(args, { cwd: folder });
}

function put(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

function read(path: string): string {
  return readFileSync(join(folder, path), "utf8");
}
