import { dirname, relative, resolve } from "node:path";
import { createHost } from "../../host/disk.ts";
import { isSameOrWithin } from "../../host/output-folder.ts";
import type { Host } from "../../project/load.ts";
import type { LoadInput } from "../../project/load-input.ts";
import { shellWord } from "../../source/text/shell-word.ts";
import { slashed, terminal } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";
import { completeOutputAt } from "./complete-output.ts";
import { statsOfInput } from "./find-path.ts";
import { configIn, type FoundProject, findProject } from "./find-project.ts";

/** The project or document that a command works on. */
export interface OpenedProject {
  readonly host: Host;
  /** The absolute path of the project's root. */
  readonly root: string;
  readonly input: LoadInput;
  /** The path of the configuration, relative to the root; `undefined` if there is no configuration. */
  readonly config: string | undefined;
  /**
   * The absolute path of the folder that configured paths are relative to: the folder of the configuration or, without a configuration, the
   * working directory.
   */
  readonly base: string;
  /** The folder of `--allow-root`, in which the root of another project may be too. */
  readonly allowRoot?: string | undefined;
}

export interface InputFlags {
  readonly openapi?: string;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  /** The folder in which a root above the repository or the home folder may be. */
  readonly allowRoot?: string | undefined;
  /** The names of the requested toolsets and tools. If empty, all are requested. */
  readonly toolset?: readonly string[];
}

/** The arguments with which another command reads the same input. Messages suggest such commands. */
export function inputText(path: string, { openapi }: InputFlags): string {
  return openapi === undefined ? shellWord(path) : `--openapi ${shellWord(openapi)}`;
}

/** Opens a bare document, a project, a part of a project, or any folder or file of definitions. */
export function open(path: string, { openapi, include = [], exclude = [], allowRoot }: InputFlags): OpenedProject {
  if (openapi !== undefined) {
    if (path !== ".") throw new UsageError(`The document of --openapi is used instead of a project. Omit the path "${path}" or --openapi.`);
    return openDocument(openapi, { include, exclude });
  }
  if (include.length + exclude.length > 0)
    throw new UsageError(
      "--include and --exclude require --openapi. In a project, set `include` and `exclude` under `overrides` in toolsetc.yaml.",
    );
  const absolute = resolve(terminal().cwd(), path);
  // The output of the target `ces` is a project too.
  completeOutputAt(absolute);
  const project = statsOfInput(path, "file or folder").isDirectory() ? openFolder(absolute, allowRoot) : openFile(absolute, allowRoot);
  return { ...project, allowRoot };
}

function openDocument(
  path: string,
  selection: { readonly include: readonly string[]; readonly exclude: readonly string[] },
): OpenedProject {
  if (statsOfInput(path, "file").isDirectory()) throw new UsageError(`"${path}" is a folder. Name an OpenAPI document in this folder.`);
  const file = resolve(terminal().cwd(), path);
  // A document may refer to files in its folder and in the folders above it, up to the working directory.
  const root = isSameOrWithin(file, terminal().cwd()) ? terminal().cwd() : dirname(file);
  return {
    host: createHost(root),
    root,
    input: { kind: "openapi", path: slashed(relative(root, file)), ...selection },
    config: undefined,
    base: terminal().cwd(),
  };
}

/** Opens the whole project of a path, for commands that look up tools and toolsets by name. */
export function openProject(path: string, options: InputFlags): OpenedProject {
  const opened = open(path, options);
  return opened.input.kind === "folder" ? { ...opened, input: { kind: "project" } } : opened;
}

function openFolder(folder: string, allowRoot: string | undefined): OpenedProject {
  const project = findProject(folder, allowRoot) ?? { root: folder, config: undefined };
  const isWhole = folder === project.root || (project.config !== undefined && isSameOrWithin(dirname(project.config), folder));
  return opened(project, isWhole ? { kind: "project" } : { kind: "folder", path: slashed(relative(project.root, folder)) });
}

/** Opens one definition, with the root of its project or app: paths in the definition are relative to this root. */
function openFile(file: string, allowRoot: string | undefined): OpenedProject {
  const folder = dirname(file);
  if (file === configIn(folder)) return openFolder(folder, allowRoot);
  const project = findProject(folder, allowRoot) ?? { root: folder, config: undefined };
  return opened(project, { kind: "file", path: slashed(relative(project.root, file)) });
}

function opened({ root, config }: FoundProject, input: LoadInput): OpenedProject {
  return {
    host: createHost(root),
    root,
    input,
    config: config === undefined ? undefined : slashed(relative(root, config)),
    base: config === undefined ? terminal().cwd() : dirname(config),
  };
}

/** The absolute path of an output folder. `flag` is relative to the working directory, `configured` to the folder of the configuration. */
export function outputPath(flag: string | undefined, configured: string, { base }: OpenedProject): string {
  return flag === undefined ? resolve(base, configured) : resolve(terminal().cwd(), flag);
}

/** Converts a path of the command line to one relative to the project's root, with slashes, as the host requires. */
export function fromRoot(path: string, { root }: OpenedProject): string {
  return slashed(relative(root, resolve(terminal().cwd(), path)));
}
