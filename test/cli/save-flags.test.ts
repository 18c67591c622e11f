import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { filesIn } from "../example-project.ts";
import { runCommand } from "../run-command.ts";

const shop = `openapi: 3.0.3
info: { title: Shop, version: "1" }
servers: [{ url: https://shop.example }]
paths:
  /orders: { get: { operationId: listOrders, tags: [orders], responses: { "200": { description: The orders. } } } }
  /old: { delete: { operationId: dropOrders, tags: [orders], responses: { "200": { description: Gone. } } } }
  /users: { get: { operationId: listUsers, tags: [users], responses: { "200": { description: The users. } } } }
`;
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "toolsetc-save-"));
  mkdirSync(join(folder, "api"));
  writeFileSync(join(folder, "api/shop.openapi.yaml"), shop);
  writeFileSync(join(folder, "prod.json"), "{}\n");
});
afterEach(() => rmSync(folder, { recursive: true }));

const compile = (...args: string[]) => runCommand(["compile", ...args], { cwd: folder });

test.each([
  [[], "generated"],
  [["--include", "tag:orders", "--exclude", "method:DELETE", "--out", "tools"], "tools"],
  [["--env", "prod.json", "--profile", "openapi"], "generated"],
])("`compile` writes the same output after `--save` as with the flags --openapi … %j, byte for byte", async (args, out) => {
  const given = ["--openapi", "api/shop.openapi.yaml", ...args, "--save"];
  const saved = await compile(...given);
  expect({ status: saved.status, stderr: saved.stderr }).toEqual({ status: 0, stderr: "" });
  expect(saved.stdout).toContain("saved: toolsetc.yaml\nsaved: toolsets/shop.yaml\n");
  const before = filesIn(folder);
  expect(Object.keys(before)).toContain(`${out}/toolsets/shop/index.ts`);
  rmSync(join(folder, out), { recursive: true });
  expect((await compile()).status).toBe(0);
  expect(filesIn(folder)).toEqual(before);
  // Saving the same again changes nothing.
  expect((await compile(...given)).stdout).not.toContain("saved:");
  expect(filesIn(folder)).toEqual(before);
  expect((await runCommand(["fmt", "--check"], { cwd: folder })).status).toBe(0);
});

test("`compile --save` writes the same tools as without --save", async () => {
  await compile("--openapi", "api/shop.openapi.yaml", "--include", "tag:orders", "--out", "a");
  await compile("--openapi", "api/shop.openapi.yaml", "--include", "tag:orders", "--out", "b", "--save");
  const [a, b] = [filesIn(join(folder, "a")), filesIn(join(folder, "b"))];
  // Only the line that names the definition differs, and the record of hashes.
  const tools = (files: Record<string, string>) =>
    Object.entries(files).flatMap(([path, text]) =>
      path.endsWith(".written.json") ? [] : [[path, text.replace(/^\/\/ Generated.*\n/, "")]],
    );
  expect(tools(b)).toEqual(tools(a));
});

test("`compile --save` keeps what an existing configuration has", async () => {
  writeFileSync(join(folder, "toolsetc.yaml"), "naming: operation # mine\n");
  await compile("--openapi", "api/shop.openapi.yaml", "--include", "tag:orders", "--save");
  expect(readFileSync(join(folder, "toolsetc.yaml"), "utf8")).toBe(
    "naming: operation # mine\noverrides:\n  shop:\n    include:\n      - tag:orders\n",
  );
});

test.each([
  [["--save"], "it requires --openapi <file>"],
  [["--openapi", "api/shop.openapi.yaml", "--save", "--check"], "--check writes nothing"],
  [["--openapi", "api/shop.openapi.yaml", "--save", "--set", "a=b"], "--save cannot save --set"],
  [["--openapi", "api/shop.openapi.yaml", "--save", "--env", "prod"], "use --env environments/prod.json"],
  [["--openapi", "../shop.openapi.yaml", "--save"], "There is no file"],
  [["--openapi", "api/shop.openapi.yaml", "--save", "--include", "tag:users"], "Change these settings in the file yourself: overrides:"],
])("`compile` with %j is refused, and writes nothing", async (args, message) => {
  const text = 'overrides: { other: { include: ["tag:orders"] } }\n';
  writeFileSync(join(folder, "toolsetc.yaml"), text);
  const { status, stderr } = await compile(...args);
  expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining(message) });
  expect(readFileSync(join(folder, "toolsetc.yaml"), "utf8")).toBe(text);
  expect(existsSync(join(folder, "toolsets"))).toBe(false);
});
