import type { Files } from "../../runtime/files/files.ts";
import { statsOfInput } from "../project/find-path.ts";
import { absolutePath } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";

/** The files in the folders that the user allows with --files; `undefined` if there are none. */
export async function filesIn(folders: readonly string[]): Promise<Files | undefined> {
  if (folders.length === 0) return undefined;
  const other = folders.find((folder) => !statsOfInput(folder, "file or folder").isDirectory());
  if (other !== undefined) throw new UsageError(`--files takes a folder, but "${other}" is a file.`);
  const { files } = await import("../../runtime/files/files.ts");
  return files({ folders: folders.map(absolutePath) });
}
