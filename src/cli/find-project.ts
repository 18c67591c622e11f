import { existsSync, realpathSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { readPlainFile } from "../host/plain-file.ts";
import { decode, decodedTree } from "../source/decode.ts";
import { member } from "../source/json.ts";
import { isExistingFile, isInFolder } from "./find-path.ts";
import { appMarks, configNames, folderAbove } from "./project-marks.ts";
import { terminal } from "./terminal.ts";
import { UsageError } from "./usage-error.ts";

/** The project that a path belongs to. */
export interface FoundProject {
  /** The absolute path of its root. */
  readonly root: string;
  /** The absolute path of its configuration. */
  readonly config: string | undefined;
}

/**
 * The nearest configuration at or above a folder, else the nearest exported app that contains it; `undefined` where there is neither.
 * The search ends at the root of a git repository. It does not leave folders that are not part of a project (installed packages,
 * hidden folders, output of the compiler), nor enter a folder that all users of the machine share, such as `/tmp`.
 */
export function findProject(folder: string): FoundProject | undefined {
  let app: FoundProject | undefined;
  for (let at: string | undefined = folder; at !== undefined; at = folderAbove(at)) {
    const config = configIn(at);
    if (config !== undefined) return { root: rootOf(config), config };
    app ??= isApp(at) ? { root: at, config: undefined } : undefined;
  }
  return app;
}

export function configIn(folder: string): string | undefined {
  return configNames.map((name) => join(folder, name)).find(isExistingFile);
}

function isApp(folder: string): boolean {
  const has = (names: readonly string[]) => names.some((name) => existsSync(join(folder, name)));
  return has(appMarks.files) && has(appMarks.folders);
}

/** The `root` of a configuration decides what the host may read, so it is needed before anything is read through the host. */
function rootOf(config: string): string {
  const content = readPlainFile(realpathSync(config));
  const written = typeof content === "string" ? undefined : member(decodedTree(config, decode(content)).data, "root");
  if (typeof written !== "string") return dirname(config);
  const root = resolve(dirname(config), written);
  if (isInFolder(config, root)) return root;
  throw new UsageError(`The root "${written}" in ${relative(terminal().cwd(), config)} does not contain the configuration itself.`);
}
