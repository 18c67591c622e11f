import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { compileShop } from "../adapters/dotcraft/shop.ts";

const hasPython = spawnSync("python3", ["--version"]).status === 0;

test.skipIf(!hasPython)("a Python program declares the tools of the file and answers their calls", async () => {
  const folder = mkdtempSync(join(tmpdir(), "dotcraft-"));
  try {
    const file = join(folder, "shop.dotcraft.json");
    writeFileSync(file, JSON.stringify((await compileShop()).fileIn("v2", "shop.dotcraft.json")));
    const steps = [
      { namespace: "shop", tool: "get_item", arguments: { id: 7 } },
      { namespace: "shop", tool: "find_items", arguments: {} },
      { namespace: "shop", tool: "get_item", arguments: {} },
    ];
    const adapters = join(import.meta.dirname, "../adapters/dotcraft");
    const server = [process.execPath, join(adapters, "app-server.mjs")];
    const run = spawnSync("python3", [join(adapters, "client.py"), file, JSON.stringify(steps), ...server], { encoding: "utf8" });
    expect(run.stderr).toBe("");
    expect(JSON.parse(run.stdout)).toEqual([
      { success: true, contentItems: [{ type: "text", text: '{"id": 7, "name": "cup"}' }], structuredContent: { id: 7, name: "cup" } },
      { success: false, errorCode: "UnsupportedTool", errorMessage: expect.any(String) },
      { success: false, errorCode: "AdapterToolCallFailed", errorMessage: "KeyError" },
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
