import { existsSync, realpathSync } from "node:fs";
import { basename, relative, resolve } from "node:path";
import { lockFolder } from "../../contract/lock/lock-file.ts";
import { createHost } from "../../host/disk.ts";
import { createGitHost, findBase } from "../../host/process/git.ts";
import { defaultConfig } from "../../project/config/read-config.ts";
import type { Project } from "../../project/project.ts";
import { shellWord } from "../../source/text/shell-word.ts";
import type { CommonOptions } from "../options.ts";
import { statsOfInput } from "../project/find-path.ts";
import { slashed, terminal } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";
import type { PresentVersion } from "./compared-version.ts";
import { type ComparedBase, readLockFolder, withCommit } from "./read-base.ts";

/** Whether a path of the command line is that of a folder of locks. */
export function isLock(path: string): boolean {
  return basename(resolve(terminal().cwd(), path)) === basename(lockFolder) && existsSync(resolve(terminal().cwd(), path));
}

/** A project without files: no configuration changes the severities of the findings about a lock. */
const noProject: Project = {
  files: new Map(),
  nested: new Map(),
  config: defaultConfig,
  resources: [],
  requested: new Set(),
  elsewhere: [],
  isPart: false,
  apps: [],
  base: "",
  environments: [],
};

/**
 * Reads a lock and the lock that it is compared with, which is in another folder, or in the same folder of a revision. No definition, document
 * or configuration is read.
 */
export async function openLocks(
  path: string,
  against: string | undefined,
  { toolset = [] }: Pick<CommonOptions, "toolset">,
): Promise<readonly [next: PresentVersion, base: ComparedBase]> {
  if (against === undefined || against.startsWith("-"))
    throw new UsageError(
      `A lock is compared with another lock. Name its folder or a revision: ${shellWord(path)} --against origin/main. The lock of a project is compared with the project by naming the project.`,
    );
  if (toolset.length > 0)
    throw new UsageError("--toolset selects definitions, and a lock has none. All toolsets of two locks are compared.");
  if (!statsOfInput(path, "file or folder").isDirectory()) throw new UsageError(`"${path}" is a file, not a folder of locks.`);
  const root = resolve(terminal().cwd(), path);
  const host = createHost(root);
  const { toolsets, ...next } = await readLockFolder({ folder: "", prefix: "", host, name: path });
  const places = new Map(toolsets.map(({ name, origin }) => [name, origin]));
  const present = { ...next, places, toolsets, root, host, project: noProject, agents: [], lock: "" };
  return [present, await readOther(against, present)];
}

async function readOther(against: string, { root, host }: Pick<PresentVersion, "root" | "host">): Promise<ComparedBase> {
  const folder = resolve(terminal().cwd(), against);
  if (existsSync(folder)) {
    if (!isLock(against))
      throw new UsageError(
        `"${against}" is no lock. A lock is compared with the folder ${basename(lockFolder)} of another version, or with a revision.`,
      );
    return readLockFolder({ folder: `${slashed(relative(root, folder))}/`, prefix: "", host: createHost(folder), name: against });
  }
  const base = findBase(root, against);
  const inside = slashed(relative(realpathSync(base.root), realpathSync(root)));
  return readLockFolder({ folder: "", prefix: "", host: createGitHost(base, `${inside}/`, host), name: withCommit(against, base.commit) });
}
