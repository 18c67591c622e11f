import { existsSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../../shared/corpus");

/** Whether the corpus of real documents lies beside the project. Its licences differ, so it is not part of it. */
export const hasCorpus = existsSync(root);

/** The path of a file or folder of the corpus. */
export function corpus(path: string): string {
  return join(root, path);
}
