import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runCommand } from "../run-command.ts";

// Users copy the commands that messages propose into their shells. The names in them come from definitions, documents and folders.
const hostile = "x'; touch ran; '$(touch ran)";
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "toolsetc-printed-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function put(path: string, data: unknown) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), JSON.stringify(data));
}

const shop = (scheme: string) => ({
  openapi: "3.0.3",
  info: { title: "Shop", version: "1" },
  servers: [{ url: "http://127.0.0.1:9" }],
  security: [{ [scheme]: [] }],
  components: { securitySchemes: { [scheme]: { type: "apiKey", in: "header", name: "X-Key" } } },
  paths: { "/orders": { get: { operationId: "list", description: "It.", responses: { "200": { description: "It." } } } } },
});

/** The words of a printed command, as a shell reads them. */
function wordsOf(command: string | undefined): readonly string[] {
  expect(command).toBeDefined();
  const { stdout } = spawnSync("bash", ["-c", `printf '%s\\0' ${command}`], { cwd: folder, encoding: "utf8" });
  expect(readdirSync(folder)).not.toContain("ran");
  return stdout.split("\0").slice(0, -1);
}

test("the command that pulls a missing snapshot is printed so that it runs, for any name of a toolset", async () => {
  put("remote.json", { displayName: hostile, mcpToolset: { serverAddress: "https://mcp.example" } });
  const { stdout } = await runCommand(["validate"], { cwd: folder });
  expect(wordsOf(/Run `(toolsetc pull .*)`\./.exec(stdout)?.[1])).toEqual(["toolsetc", "pull", hostile]);
});

test("the flags for a missing credential are printed so that they work, for any name of a scheme", async () => {
  put("shop.json", shop(hostile));
  const { stderr } = await runCommand(["call", "--openapi", "shop.json", "shop.list"], { cwd: folder });
  expect(wordsOf(/(--auth .*)\.$/m.exec(stderr)?.[1])).toEqual(["--auth", `${hostile}=env:NAME`]);
});

test("the command that shows all errors is printed so that it runs, for any name of a folder", async () => {
  put(`${hostile}/toolsetc.yaml`, {});
  put(`${hostile}/shop.json`, shop("key"));
  put(`${hostile}/shop.definition.json`, { displayName: "shop", openApiToolset: { openApiSchema: "shop.json" } });
  put(`${hostile}/remote.json`, { displayName: "remote", mcpToolset: { serverAddress: "https://mcp.example" } });
  const { stderr } = await runCommand(["list", hostile], { cwd: folder });
  expect(wordsOf(/`(toolsetc validate .*)`/.exec(stderr)?.[1])).toEqual(["toolsetc", "validate", hostile]);
});
