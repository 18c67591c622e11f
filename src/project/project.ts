import type { Origin, Path, Tree } from "../source/tree.ts";
import type { Config } from "./config.ts";

/** All content of a project that was read. Later stages read no files. */
export interface Project {
  /** The trees of files by their paths from the root; `undefined` for a file that is referred to but does not exist. */
  readonly files: ReadonlyMap<string, Tree | undefined>;
  /** Documents inside a value of another tree, by that tree and the value's JSON Pointer. */
  readonly nested: ReadonlyMap<Tree, ReadonlyMap<string, Tree>>;
  readonly config: Config;
  /** The candidates for Toolsets and Tools, in an order that does not depend on the disk. */
  readonly resources: readonly ProjectResource[];
  /** The files of the requested resources, apps and agents. Others are read so that names are the same as in the whole project. */
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
  /** The root folder of the app that the environment belongs to; `undefined` for an environment of the whole project. */
  readonly app: string | undefined;
  readonly tree: Tree;
}

/** A Toolset or Tool before its structure is checked. */
export interface ProjectResource {
  readonly resource: "toolset" | "tool";
  readonly tree: Tree;
  /** The path of the resource in the tree. It is not empty in a CreateToolsetRequest or a JSON-RPC body. */
  readonly path: Path;
  /** The name of the folder of the resource in an app; outside of an app, the name of its file. */
  readonly fallbackName: string;
  /** The root folder of the app that contains the resource; `undefined` outside of an app. */
  readonly app: string | undefined;
}

/** An exported app: a folder with `app.json` or `app.yaml`. */
export interface App {
  /** Relative to the project's root; empty for the root itself. */
  readonly root: string;
  readonly tree: Tree;
  readonly agents: readonly Tree[];
  /** The content that only CX Agent Studio reads; `undefined` if it was not loaded. */
  readonly content: AppContent | undefined;
}

/** The parts of an app from which nothing is compiled. */
export interface AppContent {
  /** Guardrails, evaluations and so on. */
  readonly resources: readonly AppResource[];
  /** The instructions and the Python code of its resources. */
  readonly texts: readonly AppText[];
}

/** The collections of an app whose resources are not tools. */
export type AppCollection = "guardrails" | "evaluations" | "evaluationExpectations" | "evaluationDatasets" | "examples";

/** A resource of an app that is not a tool. */
export interface AppResource {
  readonly collection: AppCollection;
  readonly tree: Tree;
  /** The name of the folder of the resource. */
  readonly fallbackName: string;
}

/** A long text of an app, such as an instruction. */
export interface AppText {
  /** The field that contains the text or the path of its file. */
  readonly field: Origin;
  /** The path as written, relative to the root of the app; `undefined` if the field contains the text itself. */
  readonly path: string | undefined;
  /** The tree of the file at `path`; `undefined` if the file does not exist, or the field contains the text itself. */
  readonly tree: Tree | undefined;
}
