import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { isSameOrWithin } from "../../host/output-folder.ts";
import { terminal } from "../terminal.ts";

/**
 * The folder that the paths in reports are relative to: the root of the Git repository of the working directory, else the folder into which
 * the CI job has copied the repository, else the working directory. Does not run git, which a CI image may lack.
 */
export function repositoryRoot(): string {
  const { env } = terminal();
  const folder = terminal().cwd();
  const ofJob = [env["GITHUB_WORKSPACE"], env["CI_PROJECT_DIR"]].find((each) => each && isSameOrWithin(folder, resolve(each)));
  return nearestFolder(folder, (each) => existsSync(join(each, ".git"))) ?? (ofJob === undefined ? folder : resolve(ofJob));
}

/** The nearest folder, at or above `folder`, that meets the condition. */
export function nearestFolder(folder: string, isWanted: (folder: string) => boolean): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    if (isWanted(at)) return at;
    if (dirname(at) === at) return undefined;
  }
}
