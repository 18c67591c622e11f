import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type CommandResult, runCommand } from "../run-command.ts";

// A server on stdio from its first pull to a call.
const server = join(import.meta.dirname, "../runtime/stdio-server.mjs");
let folder: string;
/** The project after the first pull, and the file in which the server notes its starts. */
const pulled = mkdtempSync(join(tmpdir(), "toolsetc-stdio-cli-"));
const log = join(pulled, "starts.log");
const command = `${process.execPath} ${server} plain ${log}`;

beforeAll(async () => {
  writeFileSync(log, "");
  folder = pulled;
  expect(await run("pull", "--stdio", command, "--var", "SHOP_TOKEN=env:TOKEN")).toMatchObject({
    status: 0,
    stdout: "the_shop:\n  the_shop.yaml\n  snapshots/the_shop.tools.json\n",
  });
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "toolsetc-stdio-cli-"));
  cpSync(pulled, folder, { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true }));
afterAll(() => rmSync(pulled, { recursive: true }));

function run(...args: string[]): Promise<CommandResult> {
  return runCommand(args, { cwd: folder, env: { PATH: process.env["PATH"], TOKEN: "sesame-open" } });
}

const starts = () => readFileSync(log, "utf8").split("\n").length - 1;
const read = (path: string) => readFileSync(join(folder, path), "utf8");

test("`pull --stdio` writes a definition with the name of the MCP server, or with that of --name", async () => {
  expect(read("the_shop.yaml")).toBe(
    `displayName: the_shop\nmcpToolset:\n  stdio: ${JSON.stringify({ command: command.split(" "), env: { SHOP_TOKEN: "$context.variables.SHOP_TOKEN" } })}\n`,
  );
  expect(await run("pull", "--stdio", command)).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("choose another name with --name"),
  });
  expect((await run("pull", "--stdio", command, "--name", "Corner-Shop")).stdout).toContain("Corner-Shop.yaml");
});

test("`validate`, `compile` and a dry run start no program, and CES takes no toolset with one", async () => {
  const before = starts();
  expect(await run("validate")).toMatchObject({ status: 0 });
  expect(await run("compile")).toMatchObject({ status: 0 });
  expect(read("generated/toolsets/the_shop/toolset.ts")).toMatch(/import \{ stdio \} from "@toolsetc\/runtime\/stdio";/);
  expect(read("generated/toolsets/the_shop/toolset.ts")).toMatch(/transport: stdio,/);
  expect(await run("validate", "--profile", "ces")).toMatchObject({ status: 1, stdout: expect.stringContaining("ces-mcp-stdio") });
  const shown = await run("call", "the_shop.find", "--args", '{"words":"tea"}', "--var", "SHOP_TOKEN=env:TOKEN", "--dry-run");
  expect(shown).toMatchObject({ status: 0 });
  expect(shown.stdout).toBe(
    `START ${command}\nSHOP_TOKEN: ***\n\n{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"find","arguments":{"words":"tea"}}}\n`,
  );
  expect(starts()).toBe(before);
});

test("`call` starts the program with its environment variables, and `pull --check` compares its tools", async () => {
  expect(await run("call", "the_shop.find", "--args", '{"words":"tea"}')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("variables.SHOP_TOKEN"),
  });
  const called = await run("call", "the_shop.find", "--args", '{"words":"tea"}', "--var", "SHOP_TOKEN=env:TOKEN");
  expect(called).toMatchObject({ status: 0, stdout: expect.stringMatching(/tea sesame-open \d+/) });
  expect(await run("pull", "the_shop", "--check", "--var", "SHOP_TOKEN=env:TOKEN")).toMatchObject({
    status: 0,
    stdout: "the_shop: snapshots/the_shop.tools.json is current\n",
  });
});

test("`pull` fails for --auth that the program does not need, and saves nothing", async () => {
  const snapshot = join(folder, "snapshots/the_shop.tools.json");
  rmSync(snapshot);
  expect(await run("pull", "the_shop", "--auth", "apiKey=env:TOKEN", "--var", "SHOP_TOKEN=env:TOKEN")).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("--auth apiKey was not used"),
  });
  expect(existsSync(snapshot)).toBe(false);
});
