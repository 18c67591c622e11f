import type { Origin, Path, Tree } from "../source/tree.ts";
import type { Config } from "./config/config.ts";

/** All content of a project that was read. Stages after loading read no files. */
export interface Project {
  /**
   * The trees of files by their paths, which are relative to the project's root. `undefined` for a path that was requested but cannot be
   * read.
   */
  readonly files: ReadonlyMap<string, Tree | undefined>;
  /** The documents inside definitions, by the definition's tree and the document's JSON Pointer. */
  readonly nested: ReadonlyMap<Tree, ReadonlyMap<string, Tree>>;
  readonly config: Config;
  /** The candidates for Toolsets and Tools, in an order that does not depend on the disk. */
  readonly resources: readonly ProjectResource[];
  /**
   * The trees of the requested resources, apps and agents. Other resources may be loaded too, so that names are the same as in the whole
   * project.
   */
  readonly requested: ReadonlySet<Tree>;
  /** The resources of the project of which only the names are used. */
  readonly elsewhere: readonly ProjectResource[];
  /** Whether only a part of the project was requested, by a path or by a name. */
  readonly isPart: boolean;
  readonly apps: readonly App[];
  /** The folder of the configuration, of the snapshots and of the lock, with a `/` at its end. The empty string for the project's root. */
  readonly base: string;
  /** The environments, in the order of the configuration, then by app. */
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
  /**
   * The path of the resource in the tree. It is empty unless the resource is inside a CreateToolsetRequest, a CreateToolRequest or a
   * JSON-RPC body.
   */
  readonly path: Path;
  /**
   * The name of the resource if it has no display name: the name of its folder in an app, the id in its CreateToolsetRequest or
   * CreateToolRequest, or the name of its file.
   */
  readonly fallbackName: string;
  /** The root folder of the app that contains the resource; `undefined` for a resource outside of exported apps. */
  readonly app: string | undefined;
}

/** An exported app: a folder with `app.json` or `app.yaml`. */
export interface App {
  /** The path of the app's folder, relative to the project's root. The empty string if the app is in the project's root. */
  readonly root: string;
  readonly tree: Tree;
  readonly agents: readonly Tree[];
  /** The content that only CX Agent Studio reads; `undefined` if this content was not loaded. */
  readonly content: AppContent | undefined;
}

/** The content of an app from which nothing is compiled. */
export interface AppContent {
  /** The guardrails, evaluations and other resources that are not tools. */
  readonly resources: readonly AppResource[];
  /** The instructions and the Python code in all resources of the app. */
  readonly texts: readonly AppText[];
}

/** The collections of an app whose resources are not tools. */
export type AppCollection = "guardrails" | "evaluations" | "evaluationExpectations" | "evaluationDatasets" | "examples";

/** A resource of an app that is neither a tool nor an agent. */
export interface AppResource {
  readonly collection: AppCollection;
  readonly tree: Tree;
  /** The name of the resource's folder. */
  readonly fallbackName: string;
}

/** A long text of an app, such as an instruction. */
export interface AppText {
  /** The field that contains the text itself, or the path of the file with the text. */
  readonly field: Origin;
  /** The path in the field, relative to the root of the app; `undefined` if the field contains the text itself. */
  readonly path: string | undefined;
  /** The tree of the file with the text; `undefined` if the file cannot be read, or if the field contains the text itself. */
  readonly tree: Tree | undefined;
}
