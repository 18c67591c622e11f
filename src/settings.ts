import type { Selection } from "./environment/selection.ts";
import type { RuleFile } from "./project/config/config.ts";
import type { LoadSettings } from "./project/load.ts";
import { wholeProject } from "./project/scope.ts";
import type { ImportedRule } from "./rules/files/file-rule.ts";
import type { JsonObject } from "./source/json/json.ts";
import type { WrittenPaths } from "./targets/emit.ts";

/** The settings of a compilation. */
export interface Settings extends LoadSettings, Selection {
  /** Which operations of the toolsets become tools; with `all`, also those that `include` and `exclude` leave out. */
  readonly operations: "chosen" | "all";
  /**
   * The names of the targets to emit; empty for all targets of the configuration. A target that the configuration does not contain is
   * emitted with default options.
   */
  readonly targets: readonly string[];
  /**
   * Returns default options for the targets that write into the folder `out`, such as the style of imports that fits the TypeScript project
   * of this folder.
   */
  readonly targetDefaults: (out: string, options: JsonObject) => JsonObject;
  /** Whether rules and assertions run. What shows only why tools do not compile does without them: no rule prevents that. */
  readonly runsRules: boolean;
  /** Loads a rule in a file, which runs the code of the project; `undefined` if that is not allowed. */
  readonly importRule: ((file: RuleFile) => Promise<ImportedRule>) | undefined;
  /** Called before each stage and after the last stage, so that the command line can show the progress for large projects. */
  readonly onStage: (stage: Stage) => void;
  /**
   * The paths of the files that former runs wrote to the output folder `out`. If only a part of a project is compiled, files about several
   * toolsets list only the toolsets whose files exist.
   */
  readonly filesIn: (out: string) => WrittenPaths;
  /**
   * Whether the texts of the files for the output folder `out` are read. Else a text is made when it is first read, since most of what is
   * emitted is needed neither for findings nor for the names of files.
   */
  readonly readsTexts: (out: string) => boolean;
}

/** A stage of a compilation that is about to start. `finish` is the time after the last stage, in which the caller processes the result. */
export interface Stage {
  readonly name: "read" | "check" | "compile" | "emit" | "finish";
  /** The number of toolsets and tools that the stage processes, if the number is known. */
  readonly count: number | undefined;
}

/** Settings of a compilation. Omitted settings have the values of `defaultSettings`. */
export type CompileOptions = Partial<Settings>;

export const defaultSettings: Settings = {
  input: { kind: "project" },
  scope: wholeProject,
  operations: "chosen",
  config: undefined,
  files: [],
  baseline: "none",
  environment: undefined,
  set: new Map(),
  profile: undefined,
  importResponse: undefined,
  today: undefined,
  targets: [],
  targetDefaults: () => ({}),
  runsRules: true,
  importRule: undefined,
  onStage: () => {},
  filesIn: () => new Set(),
  readsTexts: () => true,
};
