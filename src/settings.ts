import type { Profile } from "./diagnostic/diagnostic.ts";
import type { Selection } from "./environment/selection.ts";
import type { LoadInput } from "./project/load-input.ts";
import { type Scope, wholeProject } from "./project/scope.ts";
import type { JsonObject } from "./source/json.ts";

/** The settings of a compilation. */
export interface Settings extends Selection {
  /** A project, a part of one, or a bare OpenAPI document. */
  readonly input: LoadInput;
  /** The requested toolsets and tools. */
  readonly scope: Scope;
  /** The path of the configuration; `undefined` for `toolsetc.yaml` at the root. */
  readonly config: string | undefined;
  /** Additional files to read, such as an environment that a flag selects. */
  readonly files: readonly string[];
  /** If `undefined`, the profile of the configuration is used. */
  readonly profile: Profile | undefined;
  /** The path of the response of an import into CX Agent Studio, whose messages become findings. */
  readonly importResponse: string | undefined;
  /** `YYYY-MM-DD`. Certificates that expire before this day are reported. If `undefined`, expiry is not checked. */
  readonly today: string | undefined;
  /** The targets to emit, with their options from the configuration or by default; empty for all targets of the configuration. */
  readonly targets: readonly string[];
  /** Returns default options for targets with this output folder, such as the form of imports that fits the TypeScript project around the folder. */
  readonly targetDefaults: (out: string) => JsonObject;
  /** Called before each stage, and after the last, so that the command line can show the progress of large projects. */
  readonly onStage: (stage: Stage) => void;
  /** Whether a file exists in an output folder. If a part of a project is compiled, shared files include only the toolsets that exist there. */
  readonly isThere: (out: string, path: string) => boolean;
}

/** The next stage of a compilation. `finish` is the time in which the caller processes the result. */
export interface Stage {
  readonly name: "read" | "check" | "compile" | "emit" | "finish";
  /** The number of toolsets and tools that the stage processes, if the number is known. */
  readonly count: number | undefined;
}

/** Omitted settings have the values of `defaultSettings`. */
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
