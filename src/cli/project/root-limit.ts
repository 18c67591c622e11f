import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { homeFolder } from "../../host/home-folder.ts";
import { isSameOrWithin, realPath } from "../../host/output-folder.ts";
import type { Place } from "../../source/tree.ts";
import { terminal } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";
import { nearestFolder } from "./repository-root.ts";

/** A configuration whose `root` is not used, so that nothing of its project is read. */
export class RootError extends UsageError {
  /** The key `root`; the path of its source is the absolute path of the configuration. */
  readonly place: Place;

  constructor(message: string, place: Place) {
    super(message);
    this.place = place;
  }
}

/** A root that the configuration in `folder` names, as absolute paths, and the folder that `--allow-root` names. */
interface NamedRoot {
  readonly root: string;
  readonly folder: string;
  readonly allowRoot: string | undefined;
}

/**
 * What makes a root too large, as the end of a sentence; `undefined` if it may be read. The configuration may come from a pull request, and
 * all files in its root are listed and may be read. So a root ends at the repository, and without a repository below the home folder.
 */
export function excessOf({ root, folder, allowRoot }: NamedRoot): string | undefined {
  if (root === folder) return undefined;
  if (allowRoot !== undefined && isSameOrWithin(root, resolve(terminal().cwd(), allowRoot))) return undefined;
  const repository = nearestFolder(folder, (each) => existsSync(join(each, ".git")));
  if (repository !== undefined && !isSameOrWithin(root, repository)) return `is above the Git repository "${repository}"`;
  const home = homeFolder();
  if (home !== undefined && isSameOrWithin(realPath(home), realPath(root))) return "contains your home folder";
  return dirname(root) === root ? "contains the whole file system" : undefined;
}
