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
  /** `undefined`: the profile of the configuration. */
  readonly profile: Profile | undefined;
  /** The path of the response of an import into CX Agent Studio, whose messages become findings. */
  readonly importResponse: string | undefined;
  /** `YYYY-MM-DD`. Certificates that expire before it are reported; `undefined`: none are. */
  readonly today: string | undefined;
  /** The targets to emit, with their options from the configuration or by default; empty for all targets of the configuration. */
  readonly targets: readonly string[];
  /** Default options of targets by output folder, such as the form of imports that the project around it resolves. */
  readonly targetDefaults: (out: string) => JsonObject;
  /** Called before each stage, and after the last. A large project takes seconds, and who waits wants to know for what. */
  readonly onStage: (stage: Stage) => void;
  /** Whether a file exists in an output folder. If a part of a project is compiled, shared files include only the toolsets that exist there. */
  readonly isThere: (out: string, path: string) => boolean;
}

/** What a compilation does next; `finish` is what its caller does with the result. */
export interface Stage {
  readonly name: "read" | "check" | "compile" | "emit" | "finish";
  /** The number of toolsets and tools, where it is known. */
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
