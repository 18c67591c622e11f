import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runCommand } from "../run-command.ts";

const folder = mkdtempSync(join(tmpdir(), "toolsetc-"));

beforeAll(() => {
  const files = {
    "toolsetc.yaml": "environments: { dev: dev.json, prod: prod.json }\n",
    "dev.json": withUrl("https://dev.example.com"),
    "prod.json": withUrl("https://shop.example.com"),
    "orders.yaml": "displayName: orders\nopenApiToolset: { openApiSchema: openapi.yaml }\n",
    "fixed.yaml": "displayName: fixed\nopenApiToolset: { openApiSchema: openapi.yaml, url: https://fixed.example.com }\n",
    "openapi.yaml": `openapi: 3.0.3
info: { title: Orders, version: "1" }
servers: [{ url: $env_var }]
paths: { /orders: { get: { operationId: list_orders, summary: Lists orders., responses: { "204": { description: None. } } } } }
`,
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
});

afterAll(() => rmSync(folder, { recursive: true }));

function withUrl(url: string): string {
  return JSON.stringify({ toolsets: { orders: { openApiToolset: { url } } } });
}

const local = ["--base-url", "http://localhost:4000"];

test.each([
  [["orders.list_orders", "--env", "prod"], "an environment"],
  [["orders.list_orders"], "a placeholder, without an environment"],
  [["fixed.list_orders"], "the definition"],
])("calls the base URL of the command line instead of another: %j, %s", async (args, _other) => {
  const made = await runCommand(["call", ...args, "--dry-run", ...local], { cwd: folder });
  expect(made).toMatchObject({ status: 0, stdout: expect.stringContaining("GET http://localhost:4000/orders") });
});
