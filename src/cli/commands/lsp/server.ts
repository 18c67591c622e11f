import { dirname, join, relative } from "node:path";
import type { Readable, Writable } from "node:stream";
import {
  type Diagnostic,
  DidChangeWatchedFilesNotification,
  LogMessageNotification,
  MessageType,
  TextDocumentSyncKind,
  TextDocuments,
} from "vscode-languageserver";
import { createConnection } from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import type { Finding } from "../../../findings/finding.ts";
import { type FoundProject, findProject } from "../../project/find-project.ts";
import { openProject } from "../../project/open.ts";
import { RootError } from "../../project/root-limit.ts";
import { slashed } from "../../terminal.ts";
import { version } from "../../version.ts";
import { pathOfUri, uriOfPath } from "./open-documents.ts";
import { type ProjectSession, type ShownFindings, startSession } from "./project-session.ts";
import { quickFixes } from "./quick-fixes.ts";
import { serveRequests } from "./requests.ts";
import { rangesOf, toDiagnostic } from "./to-diagnostic.ts";

/** A project with an open file. `findings` contains the findings that were last sent to the editor, by path from the project's root. */
interface EditedProject {
  readonly session: ProjectSession;
  readonly findings: Map<string, readonly (readonly [Finding, Diagnostic])[]>;
  project: ShownFindings["project"] | undefined;
}

/**
 * Serves an editor over two streams (https://microsoft.github.io/language-server-protocol, 3.17). Each open file belongs to the nearest
 * project at or above it, as on the command line. For a file outside any project, nothing is read.
 */
export function startServer(input: Readable, output: Writable): void {
  const connection = createConnection(input, output);
  const documents = new TextDocuments(TextDocument);
  const open = new Map<string, TextDocument>();
  const projects = new Map<string, EditedProject>();
  /** The configurations whose root is not used. */
  const refused = new Set<string>();
  let canWatch = false;
  let canRenameFiles = false;
  let isTrusted = false;

  const fail = (error: unknown) => {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    connection.sendNotification(LogMessageNotification.type, { type: MessageType.Error, message }).catch(() => undefined);
  };

  /** The project of a file, by the URI of the file. */
  function projectOf(uri: string): { readonly edited: EditedProject; readonly path: string } | undefined {
    const file = pathOfUri(uri);
    const found = file === undefined ? undefined : foundProject(dirname(file));
    if (file === undefined || found === undefined) return undefined;
    const key = found.config ?? found.root;
    if (refused.delete(key)) publishRefusal(key, []);
    let edited = projects.get(key);
    // A change of `root` in the configuration requires a new session.
    if (edited === undefined || edited.session.opened.root !== found.root) {
      if (edited !== undefined) forget(edited);
      edited = startProject(found.config === undefined ? found.root : dirname(found.config));
      projects.set(key, edited);
    }
    return { edited, path: slashed(relative(found.root, file)) };
  }

  function startProject(folder: string): EditedProject {
    const session = startSession(openProject(folder, {}), {
      documents: open,
      isTrusted: () => isTrusted,
      show: (shown) => show(edited, shown),
      fail,
    });
    const edited: EditedProject = { session, findings: new Map(), project: undefined };
    return edited;
  }

  function show(edited: EditedProject, { project, findings, files }: ShownFindings): void {
    edited.project = project;
    const uriOf = (path: string) => uriOfPath(join(edited.session.opened.root, path), open);
    const now = new Map<string, Finding[]>();
    for (const finding of findings) {
      const ofFile = now.get(finding.mark.file) ?? [];
      ofFile.push(finding);
      now.set(finding.mark.file, ofFile);
    }
    for (const path of new Set([...edited.findings.keys(), ...now.keys()])) {
      if (!project.files.has(path) && !edited.findings.has(path)) continue;
      if (files !== undefined && !files.has(path)) continue;
      const found = (now.get(path) ?? []).map((finding) => [finding, toDiagnostic(finding, uriOf)] as const);
      if (found.length === 0) edited.findings.delete(path);
      else edited.findings.set(path, found);
      publish(edited, path, found);
    }
  }

  function publish({ session }: EditedProject, path: string, found: readonly (readonly [Finding, Diagnostic])[]): void {
    const file = join(session.opened.root, path);
    const diagnostics = found.map(([, diagnostic]) => diagnostic);
    const document = open.get(file);
    const versioned = document === undefined ? {} : { version: document.version };
    connection.sendDiagnostics({ uri: uriOfPath(file, open), diagnostics, ...versioned }).catch(fail);
  }

  function forget({ session, findings }: EditedProject): void {
    session.close();
    for (const path of findings.keys()) publish({ session, findings, project: undefined }, path, []);
  }

  function changed(uri: string): void {
    try {
      projectOf(uri)?.edited.session.update();
    } catch (error) {
      fail(error);
    }
  }

  /** The project of a folder; `undefined` if its root is not used, which is reported. */
  function foundProject(folder: string): FoundProject | undefined {
    try {
      return findProject(folder, undefined);
    } catch (error) {
      if (!(error instanceof RootError)) throw error;
      refuse(error);
      return undefined;
    }
  }

  /** Reports a root that is not used, in place of the findings of its project. */
  function refuse({ message, place }: RootError): void {
    for (const { file, range } of rangesOf([place])) {
      const edited = projects.get(file);
      if (edited !== undefined) forget(edited);
      projects.delete(file);
      refused.add(file);
      publishRefusal(file, [{ range, severity: 1, source: "toolsetc", message }]);
    }
  }

  function publishRefusal(config: string, diagnostics: Diagnostic[]): void {
    connection.sendDiagnostics({ uri: uriOfPath(config, open), diagnostics }).catch(fail);
  }

  connection.onInitialize(({ capabilities, initializationOptions }) => {
    isTrusted = hasTrust(initializationOptions);
    canWatch = capabilities.workspace?.didChangeWatchedFiles?.dynamicRegistration === true;
    canRenameFiles = capabilities.workspace?.workspaceEdit?.resourceOperations?.includes("rename") === true;
    return {
      serverInfo: { name: "toolsetc", version },
      capabilities: {
        textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
        codeActionProvider: { codeActionKinds: ["quickfix"] },
        hoverProvider: true,
        definitionProvider: true,
        completionProvider: { triggerCharacters: [":", '"', "'", "$", "-", " ", "/", "#"] },
        documentSymbolProvider: true,
        documentFormattingProvider: true,
        renameProvider: { prepareProvider: true },
      },
    };
  });

  connection.onInitialized(() => {
    if (!canWatch) return;
    const watchers = [{ globPattern: "**/*.{yaml,yml,json}" }];
    connection.client.register(DidChangeWatchedFilesNotification.type, { watchers }).catch(fail);
  });

  documents.onDidChangeContent(({ document }) => {
    const file = pathOfUri(document.uri);
    if (file !== undefined) open.set(file, document);
    changed(document.uri);
  });
  documents.onDidSave(({ document }) => changed(document.uri));
  documents.onDidClose(({ document }) => {
    const file = pathOfUri(document.uri);
    if (file !== undefined) open.delete(file);
    changed(document.uri);
  });
  connection.onDidChangeWatchedFiles(({ changes }) => {
    for (const { uri } of changes) changed(uri);
  });

  connection.onCodeAction(({ textDocument: { uri }, range, context: { only } }) => {
    if (only !== undefined && !only.some((kind) => kind === "" || kind === "quickfix")) return [];
    const found = projectOf(uri);
    const project = found?.edited.project;
    // The edits that fix the findings are valid only for the text that was compiled.
    if (found === undefined || project?.files.get(found.path)?.source.text !== documents.get(uri)?.getText()) return [];
    const touches = ({ range: { start, end } }: Diagnostic) => !isBefore(range.end, start) && !isBefore(end, range.start);
    return (found.edited.findings.get(found.path) ?? [])
      .filter(([, diagnostic]) => touches(diagnostic))
      .flatMap(([finding, diagnostic]) => (project === undefined ? [] : quickFixes({ finding, diagnostic, uri }, project)));
  });

  serveRequests({
    connection,
    documents,
    open,
    projectOf: (uri) => {
      const found = projectOf(uri);
      return found && { session: found.edited.session, path: found.path };
    },
    canRenameFiles: () => canRenameFiles,
  });

  documents.listen(connection);
  connection.listen();
}

/** Whether the editor says that its user trusts the workspace: `{ "trustedWorkspace": true }`. */
function hasTrust(options: unknown): boolean {
  return typeof options === "object" && options !== null && "trustedWorkspace" in options && options.trustedWorkspace === true;
}

function isBefore(a: Diagnostic["range"]["start"], b: Diagnostic["range"]["start"]): boolean {
  return a.line < b.line || (a.line === b.line && a.character < b.character);
}
