import { existsSync, readdirSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { plainText } from "../../host/plain-file.ts";
import { knownDefinitions } from "../../init/known-definitions.ts";
import { isObject, member } from "../../source/json/json.ts";
import { parseTree } from "../../source/parse-tree.ts";
import type { File } from "../../targets/target.ts";
import { relativePath, terminal } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";
import { configIn, findProject } from "./find-project.ts";

/**
 * Reads the configuration and the definitions in `folder`, for commands that create a project there. Throws if the folder belongs to a
 * project of a folder above.
 */
export function openOwnProject(folder: string, allowRoot: string | undefined) {
  const above = findProject(folder, allowRoot)?.config;
  if (above !== undefined && dirname(above) !== folder)
    throw new UsageError(
      `This folder belongs to the project of ${relative(folder, above)}. Run the command in ${relative(folder, dirname(above))}, or add a definition to that project.`,
    );
  const config = configIn(folder);
  const path = config === undefined ? "toolsetc.yaml" : relative(folder, config);
  const text = config === undefined ? undefined : plainText(config);
  const sources = member(parseTree({ path, text: text ?? "" }).data, "sources");
  const addresses = Object.entries(isObject(sources) ? sources : {}).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string",
  );
  return { path, text, addresses: new Map(addresses), known: knownDefinitions([...filesIn(folder, ""), ...filesIn(folder, "toolsets/")]) };
}

function filesIn(folder: string, below: string): File[] {
  if (!existsSync(join(folder, below))) return [];
  const names = readdirSync(join(folder, below)).filter((name) => /\.(?:json|ya?ml)$/.test(name));
  return names.flatMap((name) => {
    const text = plainText(join(folder, below, name));
    return text === undefined ? [] : [{ path: `${below}${name}`, text }];
  });
}

/** Converts a path to one relative to the working directory, with slashes. Throws if it is outside: a project reads only its own folder. */
export function pathInProject(given: string): string {
  const folder = terminal().cwd();
  const path = relativePath(resolve(folder, given));
  if (path !== ".." && !path.startsWith("../")) return path;
  throw new UsageError(
    `"${given}" is outside the working directory, and a project reads no files outside its own folder. Run the command in a folder that contains the file, or copy the file into the working directory.`,
  );
}
