import type { Profile, Severity } from "../diagnostic/diagnostic.ts";
import type { Json, JsonObject } from "../source/json.ts";
import type { Origin, Place, Tree } from "../source/tree.ts";

/** `toolsetc.yaml`, its defaults filled in. */
export interface Config {
  /** From the project's root; `undefined` where there is no such file. */
  readonly path: string | undefined;
  /** `undefined` where there is no such file, or none that can be read. */
  readonly tree: Tree | undefined;
  /** Nothing outside this folder is read; from the folder of the file. */
  readonly root: string;
  /** Paths of environment files by name. An exported app without a configuration has its own, named `default`. */
  readonly environments: ReadonlyMap<string, Entry<string>>;
  readonly defaultEnvironment: Entry<string> | undefined;
  readonly naming: "toolset_operation" | "operation";
  readonly targets: readonly TargetConfig[];
  /** Where `pull` fetched a toolset's document or snapshot from. */
  readonly sources: ReadonlyMap<string, Entry<string>>;
  readonly overrides: ReadonlyMap<string, Overrides>;
  /** `undefined`: none, unless a flag names one. */
  readonly profile: Profile | undefined;
  readonly severities: ReadonlyMap<string, Entry<Severity | "off">>;
}

/** A configured value and where it was written; `undefined` where a flag gave it. */
export interface Entry<T> {
  readonly value: T;
  readonly origin: Origin | undefined;
}

export interface TargetConfig {
  readonly target: string;
  readonly out: string;
  readonly options: JsonObject;
  readonly origin: Origin | undefined;
}

/** `tag:issues`, as the configuration or a flag has it. */
export interface Selector {
  readonly value: string;
  readonly origin: Place | undefined;
}

/** What a toolset's entry under `overrides` says. Lists are empty where it says nothing. */
export interface Overrides {
  readonly origin: Origin | undefined;
  readonly include: readonly Selector[];
  readonly exclude: readonly Selector[];
  readonly approval: { readonly required: readonly Entry<string>[]; readonly never: readonly Entry<string>[] };
  /** References to secrets by scheme name. */
  readonly auth: ReadonlyMap<string, Entry<JsonObject>>;
  readonly body: "merged" | "grouped";
  readonly tools: ReadonlyMap<string, ToolOverrides>;
}

export interface ToolOverrides {
  readonly origin: Origin;
  readonly name: Entry<string> | undefined;
  readonly title: Entry<string> | undefined;
  readonly description: Entry<string> | undefined;
  readonly annotations: Entry<JsonObject> | undefined;
  readonly metadata: Entry<JsonObject> | undefined;
  readonly lazy: Entry<boolean> | undefined;
  readonly parameters: ReadonlyMap<
    string,
    { readonly origin: Origin; readonly value: Entry<Json> | undefined; readonly description: Entry<string> | undefined }
  >;
  readonly pick: readonly Entry<string>[];
  readonly maxBytes: Entry<number> | undefined;
}
