import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { createProtocolConnection, type InitializeResult, StreamMessageReader, StreamMessageWriter } from "vscode-languageserver/node";
import { serverCommand } from "../../editors/vscode/src/server.ts";
import { project } from "../example-project.ts";

const read = (path: string) => JSON.parse(readFileSync(join(project, path), "utf8"));
const manifest = read("editors/vscode/package.json");
const root = realpathSync(mkdtempSync(join(tmpdir(), "toolsetc-vscode-")));
const folder = join(root, "packages/shop");
mkdirSync(join(root, "node_modules"), { recursive: true });
mkdirSync(folder, { recursive: true });
symlinkSync(project, join(root, "node_modules/toolsetc"));
afterAll(() => rmSync(root, { recursive: true }));

test("the VS Code extension has the version of the package, and starts only in trusted workspaces", () => {
  expect(manifest.version).toBe(read("package.json").version);
  expect(manifest.capabilities.untrustedWorkspaces.supported).toBe(false);
  // A workspace cannot name a program before it is trusted.
  expect(manifest.contributes.configuration.properties["toolsetc.path"].scope).toBe("machine-overridable");
});

test("the project installs and packs nothing of the VS Code extension", () => {
  const { workspaces, files, dependencies, devDependencies } = read("package.json");
  expect([...workspaces, ...files].filter((path: string) => path.startsWith("editors"))).toEqual([]);
  for (const name of ["vscode-languageclient", "@vscode/vsce", "esbuild"]) {
    expect(manifest.devDependencies).toHaveProperty([name]);
    expect({ ...dependencies, ...devDependencies }).not.toHaveProperty([name]);
  }
});

test("the VS Code extension starts the server of the setting, else of node_modules, else of the PATH", () => {
  const installed = join(root, "node_modules/toolsetc/dist/bin/main.js");
  expect(serverCommand([folder], "")).toEqual({ kind: "module", file: installed, args: ["lsp"] });
  expect(serverCommand([tmpdir()], "")).toEqual({ kind: "program", program: "toolsetc", args: ["lsp"] });
  expect(serverCommand([], "")).toEqual({ kind: "program", program: "toolsetc", args: ["lsp"] });
  expect(serverCommand([folder], "./tools/main.mjs")).toEqual({ kind: "module", file: join(folder, "tools/main.mjs"), args: ["lsp"] });
  expect(serverCommand([folder], "/opt/toolsetc")).toEqual({ kind: "program", program: "/opt/toolsetc", args: ["lsp"] });
  expect(serverCommand([folder], "toolsetc-next")).toEqual({ kind: "program", program: "toolsetc-next", args: ["lsp"] });
});

test("the command of the VS Code extension is a language server that completes and renames", async () => {
  const command = serverCommand([folder], "");
  if (command.kind !== "module") throw new Error("The package is in node_modules.");
  // What the client library of VS Code adds to the arguments of a module.
  const args = [...command.args, "--stdio", `--clientProcessId=${process.pid}`];
  const server = spawn(process.execPath, [command.file, ...args], { cwd: folder, stdio: ["pipe", "pipe", "inherit"] });
  const connection = createProtocolConnection(new StreamMessageReader(server.stdout), new StreamMessageWriter(server.stdin));
  connection.listen();
  const { capabilities }: InitializeResult = await connection.sendRequest("initialize", {
    processId: null,
    rootUri: null,
    capabilities: {},
  });
  expect(capabilities).toMatchObject({ renameProvider: { prepareProvider: true }, documentFormattingProvider: true });
  expect(capabilities.completionProvider).toBeDefined();
  server.kill();
});
