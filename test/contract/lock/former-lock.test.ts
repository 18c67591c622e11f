import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { version } from "../../../src/cli/version.ts";
import { runCommand } from "../../run-command.ts";

// What only another version of toolsetc changed is never red; what the document changed is.

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "toolsetc-former-"));
  cpSync(join(import.meta.dirname, "former-lock"), folder, { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true }));

const run = (...args: string[]) => runCommand(args, { cwd: folder });

function edit(path: string, from: string, to: string): void {
  const text = readFileSync(join(folder, path), "utf8");
  expect(text).toContain(from);
  writeFileSync(join(folder, path), text.replace(from, to));
}

/** The codes of the findings since the lock, each with its severity, and the exit code. */
async function found(): Promise<{ readonly codes: readonly string[]; readonly status: number }> {
  const { status, stdout } = await run("breaking", "--format", "json");
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: readonly { code: string; severity: string }[] };
  return { codes: diagnostics.map(({ code, severity }) => `${severity} ${code}`).sort(), status };
}

test("a lock of an earlier release has no findings with this one", async () => {
  expect(readFileSync(join(folder, "toolsetc.lock/shop.json"), "utf8")).not.toMatch(/"(?:source|breaking)":/);
  expect(await found()).toEqual({ codes: [], status: 0 });
  expect(await run("lock", "--check")).toMatchObject({ status: 0 });
  expect(await run("lock")).toMatchObject({
    status: 0,
    stdout: expect.stringContaining("written in the present form: toolsetc.lock/shop.json"),
  });
  expect(readFileSync(join(folder, "toolsetc.lock/shop.json"), "utf8")).toMatch(/"source": "[0-9a-f]{64}"/);
});

test("texts that an earlier release wrote differently are one note for each toolset, until a new lock", async () => {
  edit("toolsetc.lock/shop.json", '"description": "Cancels an order."', '"description": "Cancels one order."');
  edit("toolsetc.lock/shop.json", '"description": "Whether it was sent."', '"description": "If it was sent."');
  edit("toolsetc.lock/notes.json", '"description": "Reads a note."', '"description": "Read a note: Reads a note."');
  expect(await found()).toEqual({ codes: ["note rewritten-texts", "note rewritten-texts"], status: 0 });
  expect(await run("lock")).toMatchObject({ status: 0 });
  expect(await found()).toEqual({ codes: [], status: 0 });
});

test("a lock of another version reports a text if the document has changed, not if only its form has", async () => {
  await run("lock");
  for (const name of ["shop", "notes"]) edit(`toolsetc.lock/${name}.json`, `"compiler": "${version}"`, '"compiler": "0.0.9"');
  edit("toolsetc.lock/shop.json", '"description": "Cancels an order."', '"description": "Cancels one order."');
  expect(await found()).toEqual({ codes: ["note rewritten-texts"], status: 0 });
  edit("snapshots/notes.tools.json", "Reads a note.", "Reads each note.");
  expect(await found()).toEqual({ codes: ["error unreviewed-text", "note rewritten-texts"], status: 1 });
  // The document of `sources` too: the summary is the title and the description.
  edit("shop.openapi.yaml", "Cancels an order.", "Cancels any order.");
  expect(await found()).toEqual({ codes: Array.from({ length: 3 }, () => "error unreviewed-text"), status: 1 });
});

test("a tool in the lock that no version could call, and that is now omitted, is a note until a new lock", async () => {
  edit("shop.openapi.yaml", "paths:\n", 'paths:\n  /echo: { trace: { operationId: echo, responses: { "200": { description: It. } } } }\n');
  const lock = JSON.parse(readFileSync(join(folder, "toolsetc.lock/shop.json"), "utf8"));
  const [tool] = lock.tools;
  const echo = { ...tool, id: "echo", localName: "echo", name: "shop_echo", binding: { ...tool.binding, method: "TRACE" } };
  writeFileSync(join(folder, "toolsetc.lock/shop.json"), JSON.stringify({ ...lock, tools: [...lock.tools, echo] }));
  expect(await found()).toEqual({ codes: ["note removed-uncallable-tool"], status: 0 });
  expect(await run("lock")).toMatchObject({ status: 0 });
  expect(await found()).toEqual({ codes: [], status: 0 });
});

test("a tool in the lock that could be called, and is now gone, is reported as removed", async () => {
  const lock = JSON.parse(readFileSync(join(folder, "toolsetc.lock/shop.json"), "utf8"));
  const [tool] = lock.tools;
  const echo = { ...tool, id: "echo", localName: "echo", name: "shop_echo" };
  writeFileSync(join(folder, "toolsetc.lock/shop.json"), JSON.stringify({ ...lock, tools: [...lock.tools, echo] }));
  expect(await found()).toEqual({ codes: ["error removed-tool"], status: 1 });
});
