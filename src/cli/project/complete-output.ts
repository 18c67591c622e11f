import { dirname } from "node:path";
import { completeOutput } from "../../host/output/complete-write.ts";
import { isOutputFolder } from "../../host/output/record.ts";
import { isGenerated } from "../../targets/is-generated.ts";
import { outputDepth } from "./project-marks.ts";

/**
 * Completes the output folder that a path is in, if a run that wrote the folder was interrupted. Every command that reads compiled output
 * does this first, since some files are missing until then. `path` is absolute.
 */
export function completeOutputAt(path: string): void {
  let folder = path;
  for (let steps = 0; steps < outputDepth && !isOutputFolder(folder); steps++) folder = dirname(folder);
  completeOutput(folder, isGenerated);
}
