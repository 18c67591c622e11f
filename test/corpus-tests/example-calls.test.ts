import { statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openApiDocuments } from "../corpus/corpus.ts";
import { wordsOf } from "../documentation/check-commands.ts";
import { runCommand } from "../run-command.ts";

// The command line that `show` prints for a tool should be one that `call` takes, whatever the document is like.

/** Larger documents would be compiled for seconds by each command. */
const largest = 1_500_000;
const documents = openApiDocuments.filter(({ folder, file }) => statSync(join(folder, file)).size < largest);

let calls = 0;

describe("the call that `show` prints", () => {
  test.each(documents)("is taken by `call` for three tools of $file", { timeout: 120_000 }, async ({ folder: cwd, file }) => {
    const listed = await runCommand(["list", "--openapi", file, "--format", "json"], { cwd });
    if (listed.stdout === "") return; // The document has no tools.
    const { tools } = JSON.parse(listed.stdout) as { tools: { toolset: string; id: string }[] };
    const chosen = new Set([tools[0], tools[tools.length >> 1], tools.at(-1)].flatMap((tool) => tool ?? []));
    for (const { toolset, id } of chosen) {
      const shown = await runCommand(["show", `${toolset}.${id}`, "--openapi", file, "--format", "json"], { cwd });
      const { call } = JSON.parse(shown.stdout).tool as { call: string | null };
      if (call === null) continue; // No arguments are valid, or none were found.
      const env = Object.fromEntries([...call.matchAll(/=env:(\w+)/g)].map(([, name = ""]) => [name, "a:b"]));
      calls++;
      const { status, stderr } = await runCommand([...wordsOf(call).slice(1), "--dry-run"], { cwd, env });
      expect({ call, status, stderr: status === 0 ? "" : stderr }).toEqual({ call, status: 0, stderr: "" });
    }
  });

  test("was tried for most documents", () => {
    expect(calls).toBeGreaterThan(documents.length);
  });
});
