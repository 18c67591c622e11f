import { existsSync } from "node:fs";
import { isAbsolute, join } from "node:path";

/** How the language server is started: a file that Node runs, or a program. */
export type ServerCommand =
  | { readonly kind: "module"; readonly file: string; readonly args: readonly string[] }
  | { readonly kind: "program"; readonly program: string; readonly args: readonly string[] };

/** The file of the program in an installed package. It is run by Node itself, so it starts on Windows without a shell. */
const installed = join("node_modules", "toolsetc", "dist", "bin", "main.js");

/**
 * The server of a workspace: what the setting names, else the package in `node_modules` of a folder or of a folder above it, else the program
 * in the PATH. A relative setting is relative to the first folder.
 */
export function serverCommand(folders: readonly string[], setting: string): ServerCommand {
  const args = ["lsp"];
  if (setting !== "") {
    const [first] = folders;
    const isPath = /[\\/]/.test(setting);
    const program = isPath && !isAbsolute(setting) && first !== undefined ? join(first, setting) : setting;
    return /\.[cm]?js$/.test(program) ? { kind: "module", file: program, args } : { kind: "program", program, args };
  }
  const file = folders.flatMap(withParents).map((folder) => join(folder, installed)).find((path) => existsSync(path));
  return file === undefined ? { kind: "program", program: "toolsetc", args } : { kind: "module", file, args };
}

/** A folder and the folders above it: in a monorepo, packages are installed in the folder of the repository. */
function withParents(folder: string): readonly string[] {
  const parent = join(folder, "..");
  return parent === folder ? [folder] : [folder, ...withParents(parent)];
}
