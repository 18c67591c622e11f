import { existsSync, realpathSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { isSameOrWithin } from "../../host/output-folder.ts";
import { readPlainFile } from "../../host/plain-file.ts";
import { member } from "../../source/json/json.ts";
import { decode, decodedTree } from "../../source/text/decode.ts";
import { shellWord } from "../../source/text/shell-word.ts";
import { originOfValue } from "../../source/tree.ts";
import { relativePath } from "../terminal.ts";
import { isExistingFile } from "./find-path.ts";
import { appMarks, configNames, folderAbove } from "./project-marks.ts";
import { excessOf, RootError } from "./root-limit.ts";

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
 * Throws if the configuration names a root that is too large, unless this root is in the folder `allowRoot`.
 */
export function findProject(folder: string, allowRoot: string | undefined): FoundProject | undefined {
  let app: FoundProject | undefined;
  for (let at: string | undefined = folder; at !== undefined; at = folderAbove(at)) {
    const config = configIn(at);
    if (config !== undefined) return { root: rootOf(config, allowRoot), config };
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
function rootOf(config: string, allowRoot: string | undefined): string {
  const content = readPlainFile(realpathSync(config));
  if (typeof content === "string") return dirname(config);
  const tree = decodedTree(config, decode(content));
  const written = member(tree.data, "root");
  if (typeof written !== "string") return dirname(config);
  const root = resolve(dirname(config), written);
  const place = originOfValue(tree, ["root"]);
  if (!isSameOrWithin(config, root))
    throw new RootError(
      `${relativePath(config)} is not in the folder "${written}", which it names as its \`root\`. Name the folder of this file or a folder above.`,
      place,
    );
  const excess = excessOf({ root, folder: dirname(config), allowRoot });
  if (excess === undefined) return root;
  throw new RootError(
    `${relativePath(config)}: the root "${written}" ${excess}, so nothing was read. A command lists and may read all files in the root. Name a folder in the repository or below your home folder, or pass --allow-root ${shellWord(root)} to the command.`,
    place,
  );
}
