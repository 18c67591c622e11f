import { errorCode, Failure } from "../../../host/failure.ts";
import { terminal } from "../../terminal.ts";

/** Serves an editor until the editor sends `exit` or closes the input; the command ends then. stdout is only for the protocol. */
export async function runLsp(): Promise<number> {
  const { startServer } = await server();
  const { stdin, stdout } = terminal();
  startServer(stdin, stdout);
  return new Promise(() => undefined);
}

/** Loads the server. Its package is an optional dependency. */
async function server(): Promise<typeof import("./server.ts")> {
  try {
    return await import("./server.ts");
  } catch (error) {
    if (errorCode(error) !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new Failure(
      "The language server requires the packages vscode-languageserver and vscode-languageserver-textdocument, which are not installed.",
      "Install both packages: npm install --save-dev vscode-languageserver vscode-languageserver-textdocument.",
    );
  }
}
