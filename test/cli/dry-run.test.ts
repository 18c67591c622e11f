import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { filesIn } from "../example-project.ts";
import { runCommand } from "../run-command.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "toolsetc-dry-run-"));
  const definition = "displayName: shop\nopenApiToolset:\n  openApiSchema: shop.openapi.yaml\n  url: https://shop.example\n";
  const document = `openapi: 3.0.3
info: { title: Shop, version: "1" }
servers: [{ url: https://shop.example }]
paths: { /orders: { get: { operationId: list_orders, responses: { "200": { description: The orders. } } } } }
`;
  writeFileSync(join(folder, "shop.yaml"), definition);
  writeFileSync(join(folder, "shop.openapi.yaml"), document);
  writeFileSync(join(folder, "toolsetc.yaml"), "environments: { dev: dev.json }\n");
  writeFileSync(join(folder, "dev.json"), "{}\n");
});
afterEach(() => rmSync(folder, { recursive: true }));

const run = (...args: string[]) => runCommand(args, { cwd: folder });

test("`export` and `import` with --dry-run print what would change, and write nothing", async () => {
  const before = filesIn(folder);
  const exported = await run("export", "--dry-run");
  expect(exported).toMatchObject({ status: 0 });
  expect(exported.stdout).toContain("Nothing was written. These values would change:\n");
  expect(exported.stdout).toContain("  shop.yaml:4: https://shop.example → $env_var\n");
  expect(exported.stdout).toContain("dev.json would be:\n{");
  expect(filesIn(folder)).toEqual(before);

  expect(await run("export")).toMatchObject({ status: 0 });
  const after = filesIn(folder);
  expect(after).not.toEqual(before);
  expect((await run("import", "--dry-run")).stdout).toContain("  shop.yaml:4: $env_var → https://shop.example\n");
  expect(filesIn(folder)).toEqual(after);
  expect((await run("export", "--dry-run")).stdout).toContain("Nothing to change.");
});
