import type { Profile, Severity } from "../diagnostic/diagnostic.ts";
import type { Json, JsonObject } from "../source/json.ts";
import type { Origin, Place, Tree } from "../source/tree.ts";

/** The content of `toolsetc.yaml`, with defaults. */
export interface Config {
  /** Relative to the project's root; `undefined` if there is no such file. */
  readonly path: string | undefined;
  /** `undefined` if the file is absent or cannot be parsed. */
  readonly tree: Tree | undefined;
  /** The root folder, relative to the configuration file. Nothing outside of it is read. */
  readonly root: string;
  /** The folder of the definitions, relative to the configuration file. */
  readonly definitions: ConfigValue<string> | undefined;
  /** The path of the file that the configuration extends, relative to the configuration. */
  readonly extended: ConfigValue<string> | undefined;
  /** Paths of environment files by name. An exported app without a configuration has one, named `default`. */
  readonly environments: ReadonlyMap<string, ConfigValue<string>>;
  readonly defaultEnvironment: ConfigValue<string> | undefined;
  readonly naming: "toolset_operation" | "operation";
  readonly targets: readonly TargetConfig[];
  /** The addresses from which `pull` fetches documents and snapshots, by toolset. */
  readonly sources: ReadonlyMap<string, ConfigValue<string>>;
  readonly overrides: ReadonlyMap<string, Overrides>;
  /** The configured profile; `undefined` if there is none. A flag may select another profile. */
  readonly profile: Profile | undefined;
  /** Severities by code for the whole project. */
  readonly severities: Severities;
  /** Severities for the files whose paths match, in which `*` matches any characters; the last match wins. */
  readonly pathSeverities: readonly { readonly path: string; readonly severities: Severities }[];
}

/** Severities by code. */
export type Severities = ReadonlyMap<string, ConfigValue<Severity | "off">>;

/** A configured value and its origin, which is `undefined` for the value of a flag. */
export interface ConfigValue<T> {
  readonly value: T;
  readonly origin: Origin | undefined;
}

export interface TargetConfig {
  readonly target: string;
  readonly out: string;
  readonly options: JsonObject;
  readonly origin: Origin | undefined;
}

/** A selector such as `tag:issues`, from the configuration or a flag. */
export interface Selector {
  readonly value: string;
  readonly origin: Place | undefined;
}

/** The entry of a toolset under `overrides`. Absent arrays and maps are empty. */
export interface Overrides {
  readonly origin: Origin | undefined;
  readonly include: readonly Selector[];
  readonly exclude: readonly Selector[];
  readonly approval: { readonly required: readonly ConfigValue<string>[]; readonly never: readonly ConfigValue<string>[] };
  /** References to secrets, by the name of the security scheme. */
  readonly auth: ReadonlyMap<string, ConfigValue<JsonObject>>;
  readonly body: "merged" | "grouped";
  /** Selectors of the tools that agent runtimes with a tool search load on demand. */
  readonly lazy: readonly ConfigValue<string>[];
  /** Overrides by the name of a tool, or by a selector of several tools. */
  readonly tools: ReadonlyMap<string, ToolOverrides>;
  /** Severities by code for the findings of this toolset. */
  readonly severities: Severities;
}

export interface ToolOverrides {
  readonly origin: Origin;
  readonly name: ConfigValue<string> | undefined;
  readonly title: ConfigValue<string> | undefined;
  readonly description: ConfigValue<string> | undefined;
  readonly annotations: ConfigValue<JsonObject> | undefined;
  readonly metadata: ConfigValue<JsonObject> | undefined;
  readonly lazy: ConfigValue<boolean> | undefined;
  /** Overrides by the name of a parameter, in which `*` matches any characters. */
  readonly parameters: ReadonlyMap<string, ParameterOverrides>;
  readonly pick: readonly ConfigValue<string>[];
  readonly maxBytes: ConfigValue<number> | undefined;
}

export interface ParameterOverrides {
  readonly origin: Origin;
  readonly value: ConfigValue<Json> | undefined;
  readonly description: ConfigValue<string> | undefined;
  /** Whether the parameter is hidden from the model and omitted from requests. */
  readonly hide: ConfigValue<boolean> | undefined;
}
