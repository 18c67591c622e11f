import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { PassThrough, type Readable, type Writable } from "node:stream";
import { pathToFileURL } from "node:url";
import {
  type ClientCapabilities,
  type CodeAction,
  createProtocolConnection,
  type Diagnostic,
  type Hover,
  type InitializeResult,
  type Location,
  type ProtocolConnection,
  type PublishDiagnosticsParams,
  StreamMessageReader,
  StreamMessageWriter,
  type TextDocumentPositionParams,
  type TextEdit,
} from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { project } from "../example-project.ts";
import { collected, startCommand } from "../run-command.ts";

/** An editor with a project on disk, and a server. */
export interface Editor {
  readonly root: string;
  readonly connection: ProtocolConnection;
  readonly initialized: InitializeResult;
  readonly kill: () => void;
  readonly uri: (path: string) => string;
  readonly open: (path: string, text: string) => void;
  /** Replaces the whole text, or what an edit says. */
  readonly change: (path: string, change: string | TextEdit) => void;
  /** The text as the editor has it. */
  readonly text: (path: string) => string;
  /** The diagnostics of a file as soon as they fulfil a condition, the last of all published ones included. */
  readonly until: (path: string, condition: (found: readonly Diagnostic[]) => boolean) => Promise<readonly Diagnostic[]>;
  /** The position of a text in an open file. */
  readonly at: (path: string, text: string) => TextDocumentPositionParams;
  readonly hover: (path: string, at: string) => Promise<string | undefined>;
  readonly definition: (path: string, at: string) => Promise<readonly Location[]>;
  readonly actions: (path: string, diagnostic: Diagnostic) => Promise<readonly CodeAction[]>;
  /** What the server has published of a file, in order. */
  readonly published: (uri: string) => readonly PublishDiagnosticsParams[];
  /** Asks a server of its own process to end, and returns the exit code. */
  readonly close: () => Promise<number | null>;
}

interface Server {
  readonly stdin: Writable;
  readonly stdout: Readable;
  /** The process that the server is not to outlive. */
  readonly parent: number | null;
  readonly kill: () => void;
  readonly ended: Promise<number | null>;
}

/** The built server, over stdio. */
export function startProgram(cwd: string): Server {
  const main = join(project, "dist/bin/main.js");
  if (!existsSync(main)) throw new Error("There is no build to run. `npm run build` makes it; `npm test` does so by itself.");
  const child = spawn(process.execPath, [main, "lsp", "--stdio"], { cwd, stdio: ["pipe", "pipe", "ignore"] });
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  return { stdin: child.stdin, stdout: child.stdout, parent: process.pid, kill: () => void child.kill(), ended };
}

/** The server of the source in this process, which is ready at once. It is left alone in the end, since `exit` ends its process. */
function startHere(cwd: string): Server {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  const { ended } = startCommand(["lsp", "--stdio"], { cwd }, { stdin, stdout, stderr: collected().stream });
  return { stdin, stdout, parent: null, kill: () => undefined, ended };
}

export async function startEditor(
  files: Readonly<Record<string, string>>,
  capabilities: ClientCapabilities = {},
  initializationOptions?: object,
  startServer: (cwd: string) => Server = startHere,
): Promise<Editor> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "toolsetc-lsp-")));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const server = startServer(root);
  const connection = createProtocolConnection(new StreamMessageReader(server.stdout), new StreamMessageWriter(server.stdin));
  const published: PublishDiagnosticsParams[] = [];
  let notify: (() => void)[] = [];
  connection.onNotification("textDocument/publishDiagnostics", (params: PublishDiagnosticsParams) => {
    published.push(params);
    for (const wake of notify.splice(0)) wake();
  });
  connection.listen();
  const initialized: InitializeResult = await connection.sendRequest("initialize", {
    processId: server.parent,
    rootUri: pathToFileURL(root).href,
    capabilities,
    initializationOptions,
  });
  await connection.sendNotification("initialized", {});

  const documents = new Map<string, TextDocument>();
  const uri = (path: string) => pathToFileURL(join(root, path)).href;
  const documentOf = (path: string) => {
    const document = documents.get(path);
    if (document === undefined) throw new Error(`${path} is not open.`);
    return document;
  };
  const at = (path: string, text: string) => {
    const document = documentOf(path);
    const offset = document.getText().indexOf(text);
    if (offset === -1) throw new Error(`${path} has no ${text}`);
    return { textDocument: { uri: document.uri }, position: document.positionAt(offset + 1) };
  };

  return {
    root,
    connection,
    initialized,
    kill: server.kill,
    uri,
    open: (path, text) => {
      const document = TextDocument.create(uri(path), "yaml", 1, text);
      documents.set(path, document);
      connection.sendNotification("textDocument/didOpen", { textDocument: { uri: document.uri, languageId: "yaml", version: 1, text } });
    },
    change: (path, change) => {
      const document = documentOf(path);
      const changes = [typeof change === "string" ? { text: change } : { range: change.range, text: change.newText }];
      const next = TextDocument.update(document, changes, document.version + 1);
      connection.sendNotification("textDocument/didChange", {
        textDocument: { uri: next.uri, version: next.version },
        contentChanges: changes,
      });
    },
    text: (path) => documentOf(path).getText(),
    until: async (path, condition) => {
      for (;;) {
        const last = published.findLast((each) => each.uri === uri(path));
        if (last !== undefined && condition(last.diagnostics)) return last.diagnostics;
        await new Promise<void>((resolve) => {
          notify = [...notify, resolve];
        });
      }
    },
    at,
    hover: async (path, text) => {
      const hover: Hover | null = await connection.sendRequest("textDocument/hover", at(path, text));
      return hover === null ? undefined : (hover.contents as { value: string }).value;
    },
    definition: (path, text) => connection.sendRequest("textDocument/definition", at(path, text)),
    actions: (path, diagnostic) =>
      connection.sendRequest("textDocument/codeAction", {
        textDocument: { uri: uri(path) },
        range: diagnostic.range,
        context: { diagnostics: [diagnostic] },
      }),
    published: (wanted) => published.filter((each) => each.uri === wanted),
    close: async () => {
      await connection.sendRequest("shutdown");
      await connection.sendNotification("exit");
      const code = await server.ended;
      rmSync(root, { recursive: true });
      return code;
    },
  };
}
