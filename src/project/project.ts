import type { Path, Tree } from "../source/tree.ts";
import type { Config } from "./config.ts";

/** Everything that was read. It is closed: what is not in it was absent, and no later stage reads. */
export interface Project {
  /** By path from the root; `undefined` for a file that something pointed at and that was absent. */
  readonly files: ReadonlyMap<string, Tree | undefined>;
  /** Documents that stand in a value of another tree, by that tree and the value's JSON Pointer. */
  readonly nested: ReadonlyMap<Tree, ReadonlyMap<string, Tree>>;
  readonly config: Config;
  /** What looks like a Toolset or a Tool, in an order that does not depend on the disk. */
  readonly resources: readonly ProjectResource[];
  /** The files of the resources, apps and agents that were asked for. The others are there so that all names are those that the whole project gives. */
  readonly asked: ReadonlySet<Tree>;
  /** What the project has beside, of which only the names are known. */
  readonly elsewhere: readonly ProjectResource[];
  /** Whether a path or a name chose a part of the project. */
  readonly isPart: boolean;
  readonly apps: readonly App[];
  /** The folder of the configuration, with a `/` at its end: what is ours lies there. Empty for the root. */
  readonly base: string;
  /** In the order of the configuration, then by app. */
  readonly environments: readonly EnvironmentFile[];
}

/** An environment file that was read. */
export interface EnvironmentFile {
  readonly name: string;
  /** The root folder of the app that it belongs to; `undefined` where it is for the whole project. */
  readonly app: string | undefined;
  readonly tree: Tree;
}

/** A Toolset or Tool before its structure is checked. */
export interface ProjectResource {
  readonly resource: "toolset" | "tool";
  readonly tree: Tree;
  /** Where the resource stands: not at the root in a CreateToolsetRequest or a JSON-RPC body. */
  readonly path: Path;
  /** The name of its folder in an app, else of its file. */
  readonly fallbackName: string;
  /** The root folder of its app. */
  readonly app: string | undefined;
}

/** An exported app: the folder that holds `app.json` or `app.yaml`. */
export interface App {
  /** From the project's root; empty for the root itself. */
  readonly root: string;
  readonly tree: Tree;
  readonly agents: readonly Tree[];
}
