import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { initSource } from "../../src/cli/commands/init/find-sources.ts";
import { createProgram } from "../../src/cli/program.ts";
import { withTerminal } from "../../src/cli/terminal.ts";
import { openApiDocuments } from "../corpus/corpus.ts";
import { runCommand } from "../run-command.ts";

// Keys may have any order, so the version may be the last of them, after more text than any program wants to search.
const info = { title: "Shop", version: "1", description: "Orders of the shop. ".repeat(2_000) };
const paths = { "/orders": { get: { operationId: "listOrders", summary: "List orders", responses: { 200: { description: "Orders." } } } } };
const document = { info, servers: [{ url: "https://shop.example" }], paths, openapi: "3.0.3" };
const yaml = [
  `info: { title: Shop, version: "1", description: "${info.description}" }`,
  `servers: [{ url: https://shop.example }]`,
  `paths: ${JSON.stringify(paths)}`,
  `openapi: 3.0.3`,
];
const texts = new Map([
  ["last.json", JSON.stringify(document, null, 2)],
  ["minified.json", JSON.stringify(document)],
  ["last.yaml", `${yaml.join("\n")}\n`],
  ["indented.yaml", `# All keys are indented.\n${yaml.map((line) => `  ${line}\n`).join("")}`],
  ["flow.yaml", `---\n{ ${yaml.slice(0, 3).join(",\n")},\n'openapi': 3.0.3 }\n`],
  ["marked.json", `\ufeff${JSON.stringify(document, null, "\t")}`],
  ["without-extension", JSON.stringify(document)],
]);

/** The commands whose argument may be a document. A new command with `[path]` and `--openapi` is one of them. */
const commands = createProgram().commands.filter(
  ({ registeredArguments: [first], options }) => first?.name() === "path" && options.some(({ long }) => long === "--openapi"),
);

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "toolsetc-document-"));
  for (const [name, text] of texts) writeFileSync(join(folder, name), text);
});
afterAll(() => rmSync(folder, { recursive: true }));

describe.each([...texts.keys()])("the path of the OpenAPI document %s", (name) => {
  test.each(commands.map((command) => command.name()))("given to `%s` does what the flag --openapi does", async (command) => {
    const run = async (...input: string[]) => {
      const { status, stdout, stderr } = await runCommand([command, ...input], { cwd: folder });
      return {
        status,
        stdout: stdout.replace(/ in [\d.]+ s$/m, "").replace(/: \d+ new, \d+ changed, \d+ removed, \d+ unchanged$/m, ""),
        stderr,
      };
    };
    const flags = command === "catalog" ? ["--out", "page.html"] : [];
    const expected = await run("--openapi", name, ...flags);
    expect(expected.status).toBe(0);
    expect(await run(name, ...flags)).toEqual(expected);
  });

  test("given to `init` creates a toolset", async () => {
    expect(await initialized(name, "init", name, "--name", "shop")).toEqual({ status: 0, stderr: "", isNew: true });
  });
});

test.each([...texts.keys()].filter((name) => name.includes(".")))("`init` finds the document %s", async (name) => {
  expect(await initialized(name, "init", "--name", "shop")).toEqual({ status: 0, stderr: "", isNew: true });
});

/** Runs `init` in a folder that contains only this document. */
async function initialized(name: string, ...args: string[]) {
  const cwd = mkdtempSync(join(folder, "init-"));
  writeFileSync(join(cwd, name), texts.get(name) ?? "");
  const { status, stdout, stderr } = await runCommand(args, { cwd });
  return { status, stderr, isNew: stdout.includes("new: toolsets/shop.yaml") };
}

test.each(openApiDocuments)("`init` takes the document $file", ({ folder: cwd, file }) => {
  const terminal = { ...process, cwd: () => cwd, once: process.once, off: process.off };
  expect(withTerminal(terminal, () => initSource(file))).toEqual({ kind: "document", path: file });
});

test("a file that only mentions OpenAPI is not taken for a document", async () => {
  const mentions = new Map([
    ["package-lock.json", JSON.stringify({ name: "x", packages: { openapi: { version: "3.0.0" } } }, null, 2)],
    ["orders.yaml", "displayName: orders\nopenApiToolset:\n  openApiSchema: |\n    openapi: 3.0.3\n    paths: {}\n"],
    ["notes.json", '{"openApiToolset": {"openApiSchema": "openapi: 3.0.3\\npaths: {}"}}'],
  ]);
  for (const [name, text] of mentions) {
    writeFileSync(join(folder, name), text);
    const { status, stderr } = await runCommand(["init", name], { cwd: folder });
    expect({ name, status, stderr }).toEqual({ name, status: 2, stderr: expect.stringContaining("neither an OpenAPI document nor") });
  }
});
