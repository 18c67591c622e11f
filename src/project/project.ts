import type { Origin, Path, Tree } from "../source/tree.ts";
import type { Config } from "./config.ts";

/** Everything that was read. A file that is not in it is absent, and no later stage reads files. */
export interface Project {
  /** By path from the root; `undefined` for a file that is referred to and absent. */
  readonly files: ReadonlyMap<string, Tree | undefined>;
  /** Documents inside a value of another tree, by that tree and the value's JSON Pointer. */
  readonly nested: ReadonlyMap<Tree, ReadonlyMap<string, Tree>>;
  readonly config: Config;
  /** The candidates for Toolsets and Tools, in an order that does not depend on the disk. */
  readonly resources: readonly ProjectResource[];
  /** The requested resources, apps and agents. The others are read so that names are the same as in the whole project. */
  readonly requested: ReadonlySet<Tree>;
  /** The resources of the project that are not read, except for their names. */
  readonly elsewhere: readonly ProjectResource[];
  /** Whether a path or a name selected a part of the project. */
  readonly isPart: boolean;
  readonly apps: readonly App[];
  /** The folder of the configuration, of snapshots and of the lock, with a `/` at its end. Empty for the root. */
  readonly base: string;
  /** In the order of the configuration, then by app. */
  readonly environments: readonly EnvironmentFile[];
}

/** An environment file that was read. */
export interface EnvironmentFile {
  readonly name: string;
  /** The root folder of its app; `undefined` where it is for the whole project. */
  readonly app: string | undefined;
  readonly tree: Tree;
}

/** A Toolset or Tool before its structure is checked. */
export interface ProjectResource {
  readonly resource: "toolset" | "tool";
  readonly tree: Tree;
  /** The path of the resource in the tree: not the root in a CreateToolsetRequest or a JSON-RPC body. */
  readonly path: Path;
  /** The name of its folder in an app, else of its file. */
  readonly fallbackName: string;
  /** The root folder of its app. */
  readonly app: string | undefined;
}

/** An exported app: the folder that holds `app.json` or `app.yaml`. */
export interface App {
  /** Relative to the project's root; empty for the root itself. */
  readonly root: string;
  readonly tree: Tree;
  readonly agents: readonly Tree[];
  /** What only CX Agent Studio reads; `undefined` if it was not loaded. */
  readonly content: AppContent | undefined;
}

/** The parts of an app from which nothing is compiled. */
export interface AppContent {
  /** Guardrails, evaluations and so on. */
  readonly resources: readonly AppResource[];
  /** The instructions and the Python code of its resources. */
  readonly texts: readonly AppText[];
}

/** The collections of an app whose resources make no tools. */
export type AppCollection = "guardrails" | "evaluations" | "evaluationExpectations" | "evaluationDatasets" | "examples";

export interface AppResource {
  readonly collection: AppCollection;
  readonly tree: Tree;
  /** The name of its folder. */
  readonly fallbackName: string;
}

export interface AppText {
  /** The field that holds it, or the path of its file. */
  readonly field: Origin;
  /** The path as written, relative to the root of the app; `undefined` where the field holds the text itself. */
  readonly path: string | undefined;
  /** The file; `undefined` where there is none. */
  readonly tree: Tree | undefined;
}
