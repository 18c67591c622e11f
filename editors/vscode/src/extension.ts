import { commands, type ExtensionContext, window, workspace } from "vscode";
import { LanguageClient, type ServerOptions, TransportKind } from "vscode-languageclient/node";
import { serverCommand } from "./server.ts";

let client: LanguageClient | undefined;

/** Called by the editor when a workspace with a project is opened and trusted: the manifest supports no other workspaces. */
export async function activate(context: ExtensionContext): Promise<void> {
  context.subscriptions.push(
    commands.registerCommand("toolsetc.restart", restart),
    workspace.onDidChangeConfiguration((change) => (change.affectsConfiguration("toolsetc.path") ? restart() : undefined)),
  );
  await start();
}

export async function deactivate(): Promise<void> {
  await client?.stop();
  client = undefined;
}

async function restart(): Promise<void> {
  await deactivate();
  await start();
}

async function start(): Promise<void> {
  const documents = ["yaml", "json", "jsonc"].map((language) => ({ scheme: "file", language }));
  // Rules in files are code of the workspace, which the server runs only if its user trusts it.
  const initializationOptions = { trustedWorkspace: workspace.isTrusted };
  client = new LanguageClient("toolsetc", "toolsetc", serverOptions(), { documentSelector: documents, initializationOptions });
  try {
    await client.start();
  } catch {
    const help = "npm install --save-dev toolsetc vscode-languageserver vscode-languageserver-textdocument";
    await window.showErrorMessage(`The language server of toolsetc does not start. Install it in the workspace: ${help}`);
  }
}

function serverOptions(): ServerOptions {
  const folders = (workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === "file").map(({ uri }) => uri.fsPath);
  const server = serverCommand(folders, workspace.getConfiguration("toolsetc").get("path", ""));
  const [cwd] = folders;
  const options = cwd === undefined ? {} : { cwd };
  const args = [...server.args];
  return server.kind === "module"
    ? { module: server.file, args, options, transport: TransportKind.stdio }
    : { command: server.program, args, options, transport: TransportKind.stdio };
}
