import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { createHost } from "../host/disk.ts";
import type { Host } from "../project/load.ts";
import type { LoadInput } from "../project/load-input.ts";
import { isFile, statsOf } from "./find-path.ts";
import { UsageError } from "./usage-error.ts";

/** What a command works on. */
export interface Opened {
  readonly host: Host;
  /** The absolute path of the project's root. */
  readonly root: string;
  readonly input: LoadInput;
  /** The path of the configuration from the root. */
  readonly config: string | undefined;
  /** The absolute path of the folder that configured paths are from: that of the configuration, else the working directory. */
  readonly base: string;
}

export interface InputOptions {
  readonly openapi?: string;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
}

const configNames = ["toolsetc.yaml", "toolsetc.yml"];

/** What follows a command that is to work on the same. */
export function inputText(path: string, { openapi }: InputOptions): string {
  return openapi === undefined ? path : `--openapi ${openapi}`;
}

/** A bare document, a single definition, a project with a configuration, or any folder. */
export function open(path: string, { openapi, include = [], exclude = [] }: InputOptions): Opened {
  if (openapi !== undefined) {
    if (path !== ".") throw new UsageError(`--openapi stands in the place of a project. Leave out "${path}", or --openapi.`);
    return openDocument(openapi, { include, exclude });
  }
  if (include.length + exclude.length > 0)
    throw new UsageError("--include and --exclude go with --openapi. For a project, toolsetc.yaml has them under `overrides`.");
  return statsOf(path, "file or folder").isDirectory() ? openFolder(resolve(path)) : openFile(resolve(path));
}

function openDocument(path: string, selection: { readonly include: readonly string[]; readonly exclude: readonly string[] }): Opened {
  if (statsOf(path, "file").isDirectory()) throw new UsageError(`"${path}" is a folder. Name the OpenAPI document in it.`);
  const file = resolve(path);
  // A document may refer to files beside and above it, as far as the working directory.
  const root = isWithin(file, process.cwd()) ? process.cwd() : dirname(file);
  return {
    host: createHost(root),
    root,
    input: { kind: "openapi", path: slashed(relative(root, file)), ...selection },
    config: undefined,
    base: process.cwd(),
  };
}

function openFolder(folder: string): Opened {
  const config = configIn(folder);
  if (config === undefined) {
    tellOfProject(folder);
    return { host: createHost(folder), root: folder, input: { kind: "project" }, config: undefined, base: process.cwd() };
  }
  const root = rootOf(config);
  return { host: createHost(root), root, input: { kind: "project" }, config: slashed(relative(root, config)), base: folder };
}

function configIn(folder: string): string | undefined {
  return configNames.map((name) => join(folder, name)).find(isFile);
}

/** A folder is a project of its own, even within another. Who stands in the wrong one would not find out why paths and values are missing. */
function tellOfProject(folder: string): void {
  const configured = above(dirname(folder), (each) => configIn(each) !== undefined);
  const project = configured ?? (isApp(folder) ? undefined : above(dirname(folder), isApp));
  if (project === undefined) return;
  const unused = basename(configIn(project) ?? "app");
  const shown = relative(process.cwd(), project) || ".";
  process.stderr.write(
    `The ${unused} in "${shown}" is not used, since "${relative(project, folder)}" is taken as a project of its own. For the whole one, name "${shown}".\n`,
  );
}

function isApp(folder: string): boolean {
  return existsSync(join(folder, "app.json")) || existsSync(join(folder, "app.yaml"));
}

/** The configuration or the app that a definition belongs to says where paths in it are from. */
function openFile(file: string): Opened {
  if (file === configIn(dirname(file))) return openFolder(dirname(file));
  const project = above(dirname(file), (folder) => configIn(folder) !== undefined);
  if (project !== undefined) {
    const opened = openFolder(project);
    return { ...opened, input: { kind: "file", path: slashed(relative(opened.root, file)) } };
  }
  const app = above(dirname(file), isApp);
  const root = app ?? dirname(file);
  return {
    host: createHost(root),
    root,
    input: { kind: "file", path: slashed(relative(root, file)) },
    config: undefined,
    base: process.cwd(),
  };
}

/** A path that the user gave, as the host takes it. */
export function fromRoot(path: string, { root }: Opened): string {
  return slashed(relative(root, resolve(path)));
}

function above(folder: string, holds: (folder: string) => boolean): string | undefined {
  if (holds(folder)) return folder;
  return dirname(folder) === folder ? undefined : above(dirname(folder), holds);
}

/** The `root` of a configuration decides what the host may read, so it is needed before anything is read through the host. */
function rootOf(config: string): string {
  const [, written = "."] = /^root:[ \t]*["']?([^"'#\r\n]*[^"'#\r\n\s])/m.exec(readFileSync(config, "utf8")) ?? [];
  const root = resolve(dirname(config), written);
  if (!isWithin(config, root)) throw new UsageError(`The root "${written}" in ${config} does not hold the configuration itself.`);
  return root;
}

function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

function slashed(path: string): string {
  return path.split(sep).join("/");
}
