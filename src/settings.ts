import type { Profile } from "./diagnostic/diagnostic.ts";
import type { Selection } from "./environment/selection.ts";
import type { LoadInput } from "./project/load-input.ts";
import { type Scope, wholeProject } from "./project/scope.ts";
import type { JsonObject } from "./source/json/json.ts";

/** The settings of a compilation. */
export interface Settings extends Selection {
  /** What to compile: a project, a part of a project, or an OpenAPI document without a project. */
  readonly input: LoadInput;
  /** Which toolsets and tools to compile. */
  readonly scope: Scope;
  /** The path of the configuration; `undefined` for `toolsetc.yaml` in the root folder. */
  readonly config: string | undefined;
  /** Additional files to read, such as an environment that a flag selects. */
  readonly files: readonly string[];
  /** The profile of additional rules; `undefined` selects the profile in the configuration. */
  readonly profile: Profile | undefined;
  /** The path of a file with the response of an import into CX Agent Studio. The messages in the response become findings. */
  readonly importResponse: string | undefined;
  /** The current date as `YYYY-MM-DD`. Certificates that expire before this day are reported. If `undefined`, expiry is not checked. */
  readonly today: string | undefined;
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
  /** Called before each stage and after the last stage, so that the command line can show the progress for large projects. */
  readonly onStage: (stage: Stage) => void;
  /**
   * Whether a file exists in the output folder `out`. If only a part of a project is compiled, files about several toolsets list only the
   * toolsets whose files exist.
   */
  readonly isThere: (out: string, path: string) => boolean;
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
  config: undefined,
  files: [],
  environment: undefined,
  set: new Map(),
  profile: undefined,
  importResponse: undefined,
  today: undefined,
  targets: [],
  targetDefaults: () => ({}),
  onStage: () => {},
  isThere: () => false,
};
