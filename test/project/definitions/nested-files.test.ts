import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runCommand } from "../../run-command.ts";

// Files that a project may have, each nested deeper than the parser allows. No command may end with a bug for one of them.

const yaml = (key: string) => `${key}:\n  ${"- ".repeat(101)}[]\n`;
const json = (key: string) => `{"${key}":${"[".repeat(101)}${"]".repeat(101)}}`;
const app = "displayName: app\nrootAgent: guide\n";
const server = "displayName: shop\nmcpToolset: { serverAddress: https://shop.example.com/mcp }\n";
const connection = "displayName: shop\nconnectorToolset: { connection: projects/p/locations/l/connections/c }\n";

const projects: readonly (readonly [file: string, files: { readonly [path: string]: string }])[] = [
  ["app.yaml without toolsets", { "app.yaml": yaml("rootAgent"), "agents/guide/guide.yaml": "displayName: guide\n" }],
  ["app.yaml with a toolset", { "app.yaml": yaml("rootAgent"), "toolsets/shop/shop.yaml": server }],
  ["an agent", { "app.yaml": app, "agents/guide/guide.yaml": yaml("tools") }],
  ["a guardrail", { "app.yaml": app, "guardrails/g/g.yaml": yaml("x") }],
  ["a toolset of an app", { "app.yaml": app, "toolsets/shop/shop.yaml": yaml("x") }],
  ["environment.json", { "environment.json": json("toolsets"), "shop.yaml": server }],
  ["an environment in YAML", { "toolsetc.yaml": "environments: { dev: dev.yaml }\n", "dev.yaml": yaml("toolsets"), "shop.yaml": server }],
  ["toolsetc.yaml", { "toolsetc.yaml": yaml("targets"), "shop.yaml": server }],
  ["an extended configuration", { "toolsetc.yaml": "extends: base.yaml\n", "base.yaml": yaml("targets"), "shop.yaml": server }],
  ["tsconfig.json", { "tsconfig.json": json("compilerOptions"), "shop.yaml": server }],
  ["a lock", { "toolsetc.lock/shop.json": json("tools"), "shop.yaml": server }],
  ["a record of written files", { "generated/.written.json": json("files"), "shop.yaml": server }],
  ["a snapshot of tools", { "snapshots/shop.tools.json": json("tools"), "shop.yaml": server }],
  ["a snapshot of a connection", { "snapshots/shop.connection.json": json("tools"), "shop.yaml": connection }],
];

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "toolsetc-nested-"));
  mkdirSync(join(folder, ".git"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test.each(projects)("files nested a hundred levels deep are no bug in any command: %s", async (_file, files) => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  for (const command of ["validate", "compile", "ci", "list", "lock", "breaking"]) {
    const { status, stdout, stderr } = await runCommand([command], { cwd: folder });
    expect(status, `${command}: ${stdout}${stderr}`).toBeLessThan(70);
  }
});
