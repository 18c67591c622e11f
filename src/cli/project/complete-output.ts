import { dirname, join } from "node:path";
import { completeOutput } from "../../host/output/complete-write.ts";
import { recordName } from "../../host/output/record.ts";
import { isGenerated } from "../../targets/is-generated.ts";
import { isExisting } from "./find-path.ts";

/** The number of folders above a compiled file, up to its output folder: the file of a toolset is in `toolsets/<name>`. */
const depth = 3;

/**
 * Completes the output folder that a path is in, if a run that wrote the folder was interrupted. Every command that reads compiled output
 * does this first, since some files are missing until then. `path` is absolute.
 */
export function completeOutputAt(path: string): void {
  let folder = path;
  for (let steps = 0; steps < depth && !isExisting(join(folder, recordName)); steps++) folder = dirname(folder);
  completeOutput(folder, isGenerated);
}
