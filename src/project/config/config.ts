import type { Profile, Severity } from "../../diagnostic/diagnostic.ts";
import type { Use } from "../../diagnostic/use.ts";
import type { Json, JsonObject } from "../../source/json/json.ts";
import type { Origin, Place, Tree } from "../../source/tree.ts";

/** The content of `toolsetc.yaml`, with defaults. */
export interface Config {
  /** The path of the configuration file, relative to the project's root; `undefined` if the project has no configuration file. */
  readonly path: string | undefined;
  /** The tree of the configuration file; `undefined` if the file is absent or cannot be read. */
  readonly tree: Tree | undefined;
  /** The paths of the configuration file and of the files that it extends, also of those that cannot be read. */
  readonly files: readonly string[];
  /** The project's root folder, relative to the configuration file. The command line reads no file outside of it. */
  readonly root: string;
  /** The folder of the definitions, relative to the configuration file. */
  readonly definitions: ConfigValue<string> | undefined;
  /** The path of the configuration file that this configuration extends, relative to this configuration file. */
  readonly extended: ConfigValue<string> | undefined;
  /**
   * The paths of the configured environment files, by the name of the environment. If none is configured, the environment `default` is the
   * `environment.json` of the project and of each exported app.
   */
  readonly environments: ReadonlyMap<string, ConfigValue<string>>;
  readonly defaultEnvironment: ConfigValue<string> | undefined;
  readonly naming: "toolset_operation" | "operation";
  readonly targets: readonly RequestedTarget[];
  /** The URLs from which `pull` fetches documents and snapshots, by the name of the toolset. */
  readonly sources: ReadonlyMap<string, ConfigValue<string>>;
  /** The paths of the overlays of OpenAPI documents, relative to the file that names them, by the name of the toolset. */
  readonly overlays: ReadonlyMap<string, readonly ConfigValue<string>[]>;
  readonly overrides: ReadonlyMap<string, Overrides>;
  /** The configured profile; `undefined` if no profile is configured. A flag may select another profile. */
  readonly profile: Profile | undefined;
  /** Who uses the tools, which decides what counts as a breaking change; `undefined` if nothing is configured. */
  readonly breaking: Use | undefined;
  /** The severities of the whole project, by diagnostic code. */
  readonly severities: Severities;
  /** The lowest severities that findings may have, by diagnostic code. Nothing lowers or hides such findings. */
  readonly locked: ReadonlyMap<string, LockedSeverity>;
  /**
   * The severities of files whose paths match a pattern, in which `*` matches any characters. If several matching patterns have a severity
   * for a code, the last one is used.
   */
  readonly pathSeverities: readonly { readonly path: string; readonly severities: Severities }[];
  /** The path of the file with known findings, from the project's root. */
  readonly baseline: ConfigValue<string> | undefined;
  /** The most warnings that a toolset may have, by the name of the toolset. */
  readonly budgets: ReadonlyMap<string, ConfigValue<number>>;
  readonly assertions: readonly ProjectAssertion[];
  /** The files with rules of the project's own, first those of the extended configuration. */
  readonly ruleFiles: readonly RuleFile[];
}

/** A file with a rule of the project's own. It is code, so nothing but `settings.importRule` loads it. */
export interface RuleFile {
  /** The code of the findings: the name of the file. */
  readonly code: string;
  /** The path of the file from the project's root. It begins with `../` if an extended configuration outside of the project names it. */
  readonly path: string;
  /** The entry of the configuration. */
  readonly origin: Origin;
}

/** What must hold for everything of one sort that is compiled. */
export interface ProjectAssertion {
  /** The code of its findings. */
  readonly name: string;
  /** The sort of what it is about. */
  readonly each: "tool" | "argument" | "result" | "server" | "credential" | "toolset";
  /** Conditions by the names of facts: those that select what it is about, and those that must hold for it. */
  readonly where: JsonObject;
  readonly must: JsonObject;
  readonly severity: Severity;
  readonly isLocked: boolean;
  /** The reason for the assertion; empty if none is written. */
  readonly message: string;
  /** The place of its name. */
  readonly origin: Origin;
}

/** A locked severity and the entry that locks it. */
export interface LockedSeverity {
  readonly severity: Severity;
  readonly origin: Origin;
}

/** Severities by diagnostic code. */
export type Severities = ReadonlyMap<string, ConfigValue<Severity | "off">>;

/** A configured value and its origin. The origin of the value of a flag is `undefined`. */
export interface ConfigValue<T> {
  readonly value: T;
  readonly origin: Origin | undefined;
}

/** A requested target: an entry of the configuration, or a target that a flag names. */
export interface RequestedTarget {
  readonly target: string;
  readonly out: string;
  readonly options: JsonObject;
  /** The origin of the entry; `undefined` if the entry is not in the configuration. */
  readonly origin: Origin | undefined;
}

/** A selector such as `tag:issues`, from the configuration or a flag. */
export interface Selector {
  readonly value: string;
  readonly origin: Place | undefined;
}

/** The configuration of one toolset under `overrides`. Arrays and maps that it omits are empty. */
export interface Overrides {
  readonly origin: Origin | undefined;
  readonly breaking: Use | undefined;
  readonly include: readonly Selector[];
  readonly exclude: readonly Selector[];
  readonly approval: { readonly required: readonly ConfigValue<string>[]; readonly never: readonly ConfigValue<string>[] };
  /** References to secrets, by the name of the security scheme that uses the secret. */
  readonly auth: ReadonlyMap<string, ConfigValue<JsonObject>>;
  readonly body: "merged" | "grouped";
  /** Selectors of the tools that are loaded on demand by agent runtimes with a tool search. */
  readonly lazy: readonly ConfigValue<string>[];
  /** Overrides of tools. A key is the name of a tool, or a selector of several tools. */
  readonly tools: ReadonlyMap<string, ToolOverrides>;
  /** The severities of findings about this toolset, by diagnostic code. */
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
  /** Overrides of parameters. A key is the name of a parameter, in which `*` matches any characters. */
  readonly parameters: ReadonlyMap<string, ParameterOverrides>;
  readonly pick: readonly ConfigValue<string>[];
  readonly maxBytes: ConfigValue<number> | undefined;
  /** How the pages of the list follow each other, in place of what is recognized. `false`: the tool has no pages. */
  readonly pages: ConfigValue<JsonObject | false> | undefined;
  /** How many pages a call follows. `false`: one. */
  readonly collect: ConfigValue<JsonObject | false> | undefined;
  /** How long a call waits for its result. `false`: it returns the first response. */
  readonly wait: ConfigValue<JsonObject | false> | undefined;
}

export interface ParameterOverrides {
  readonly origin: Origin;
  readonly value: ConfigValue<Json> | undefined;
  readonly description: ConfigValue<string> | undefined;
  /** Whether the parameter is hidden from the model and omitted from requests. */
  readonly hide: ConfigValue<boolean> | undefined;
}
