import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { runCommand } from "../run-command.ts";
import { newServer, oldServer } from "../runtime/mcp-era-servers.ts";

// Servers of one revision alone, from the first pull to a call.
const folder = mkdtempSync(join(tmpdir(), "toolsetc-eras-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function run(cwd: string, ...args: string[]): Promise<string> {
  const { status, stdout, stderr } = await runCommand(args, { cwd });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return stdout;
}

test.each([
  ["2026-07-28", () => newServer()],
  ["2025-11-25", () => oldServer("2025-11-25")],
  ["2024-11-05", () => oldServer("2024-11-05")],
])("a server of MCP %s is pulled, compiled and called", { timeout: 60_000 }, async (revision, start) => {
  const server = await start();
  try {
    const project = mkdtempSync(join(folder, "project-"));
    expect(await run(project, "pull", server.address)).toBe("shop:\n  shop.yaml\n  snapshots/shop.tools.json\n  toolsetc.yaml\n");
    expect(JSON.parse(readFileSync(join(project, "snapshots/shop.tools.json"), "utf8")).tools).toMatchObject([{ name: "find" }]);
    expect(await run(project, "compile")).toMatch(/^shop +mcp +1 +1 +~/m);
    expect(JSON.parse(await run(project, "call", "shop.find", "--args", '{"words":"tea"}'))).toEqual({ result: '{"words":"tea"}' });
    expect(await run(project, "pull", "shop", "--check")).toBe("shop: snapshots/shop.tools.json is current\n");
    const versions = server.arrivals.map(({ headers }) => headers["mcp-protocol-version"]);
    expect(versions.at(-1)).toBe(revision);
  } finally {
    await server.close();
  }
});
