import { existsSync, realpathSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { isSameOrWithin } from "../host/output-folder.ts";
import { readPlainFile } from "../host/plain-file.ts";
import { decode, decodedTree } from "../source/decode.ts";
import { member } from "../source/json.ts";
import { isExistingFile } from "./find-path.ts";
import { appMarks, configNames, folderAbove } from "./project-marks.ts";
import { terminal } from "./terminal.ts";
import { UsageError } from "./usage-error.ts";

/** The project that contains a path. */
export interface FoundProject {
  /** The absolute path of the project's root. */
  readonly root: string;
  /** The absolute path of the configuration; `undefined` if the project has none. */
  readonly config: string | undefined;
}

/**
 * Finds the project of a folder: the nearest configuration at or above it, else the nearest exported app at or above it.
 * The search goes up to the root of the git repository. It also ends at folders that are not part of a project (installed packages,
 * hidden folders, output of the compiler), and below a folder that all users of the machine share, such as `/tmp`.
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

/**
 * The root folder of the project with this configuration. The key `root` is read before the host is created, since the host may read only
 * files in this folder.
 */
function rootOf(config: string): string {
  const content = readPlainFile(realpathSync(config));
  const written = typeof content === "string" ? undefined : member(decodedTree(config, decode(content)).data, "root");
  if (typeof written !== "string") return dirname(config);
  const root = resolve(dirname(config), written);
  if (isSameOrWithin(config, root)) return root;
  throw new UsageError(
    `${relative(terminal().cwd(), config)} is not in the folder "${written}", which it names as its \`root\`. Name the folder of this file or a folder above.`,
  );
}
