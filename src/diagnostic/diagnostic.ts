import type { Json } from "../source/json/json.ts";
import type { Place } from "../source/tree.ts";

/** `error`: a tool is omitted, or its calls would be wrong. `warning`: the input should be corrected. `note`: information. */
export type Severity = "error" | "warning" | "note";

/** A set of additional rules to check. `ces`: what CX Agent Studio is known to reject. `openapi`: what the OpenAPI standard forbids. */
export type Profile = "ces" | "openapi";

/** A kind of diagnostic, defined by the stage or rule that reports it. `diagnostic-codes.ts` collects all of them. */
export interface Code<Params> {
  /** The name of the code. It changes only in a major version, because users write it in suppressions and scripts. */
  readonly code: string;
  /**
   * The default severity: `error` if a tool is omitted or its calls would be wrong. If `errorIn` is set, an error in an OpenAPI document
   * becomes a warning unless it prevents a tool; see `findings/severities.ts`.
   */
  readonly severity: Severity;
  /** The profile in which findings with this code are always errors. */
  readonly errorIn?: Profile;
  /**
   * What findings with this code are about; `findings/` uses it to decide which findings are shown. `project`: a name that the project
   * does not define, which is certain only if the whole project is read; it is not shown if only a part was requested, so an error that
   * omits a toolset must not have it. `schema`: a schema during its conversion, after the check of its
   * document.
   */
  readonly scope?: "project" | "schema";
  /** One sentence that describes the error, with the invalid name in quotes. */
  readonly message: (params: Params) => string;
  /**
   * What findings at many places of a file have in common, such as a wrong name that is written everywhere. Findings of a file with equal
   * causes are shown as one. `undefined` if a finding has a cause of its own.
   */
  readonly cause?: (params: Params) => string | undefined;
  /** The consequences of the problem, then what the user can do. */
  readonly help: string;
  /** The name or value that was probably intended, if replacing the invalid one with it fixes the problem. */
  readonly replacement?: (params: Params) => Json | undefined;
  /**
   * Whether the replacement leaves the output unchanged, or only removes what the finding names, such as invisible characters. `--fix`
   * applies only such fixes; with `--unsafe` it also applies replacements that may be wrong.
   */
  readonly isSafeFix?: true;
}

/** An error, warning or note about the project, with its place. */
export interface Diagnostic extends Pick<Code<never>, "code" | "severity" | "errorIn" | "scope" | "help"> {
  readonly message: string;
  readonly place: Place;
  /** What the diagnostic has in common with others; see `Code`. Absent if it has a cause of its own. */
  readonly cause?: string;
  /** The place of the diagnostic that this one follows from, such as the value without which an operation is omitted; absent if there is none. */
  readonly causedAt?: Place;
  /** Other places that explain the diagnostic, such as the first of two duplicates. */
  readonly related: readonly Related[];
  /** The name or value that should replace the one at `place`. */
  readonly replacement: Json | undefined;
  /** Whether `--fix` may apply the replacement without `--unsafe`: the value of `isSafeFix` of the diagnostic code. */
  readonly isSafeFix: boolean;
  /** The parameter that a fix may pin in the configuration, which changes what is compiled; absent if there is no such fix. */
  readonly pin?: PinnedParameter;
  /** The toolset and the tool that the diagnostic concerns, if any. */
  readonly toolset: string | undefined;
  readonly tool: string | undefined;
  /** The toolsets that the diagnostic concerns, if several toolsets share the document with the problem. */
  readonly sharedBy?: readonly string[];
  /** Whether the text at `place` may be a secret. Reports mask this text. */
  readonly isSecret: boolean;
}

/** A parameter that gets one value in all tools of a toolset. */
export interface PinnedParameter {
  readonly toolset: string;
  readonly parameter: string;
  readonly value: Json;
}

/** Another place that explains a diagnostic, with a message that says how. */
export interface Related {
  readonly message: string;
  readonly place: Place;
}

/** The result of a stage: what the stage accepted, and diagnostics for everything that it rejected. */
export interface Outcome<T> {
  readonly value: T;
  readonly diagnostics: readonly Diagnostic[];
}

/** The result of a stage that treats all toolsets: `diagnostics` has those that each depend on one toolset, or on some that share a file. */
export interface ProjectOutcome<T> extends Outcome<T> {
  /** Those that depend on the whole project, or on no toolset. */
  readonly ofProject: readonly Diagnostic[];
}

/** The members of a diagnostic that the caller of `diagnostic` may omit. */
export type Details = Partial<Pick<Diagnostic, "related" | "toolset" | "tool" | "isSecret" | "pin" | "causedAt">>;

export function diagnostic<Params>(kind: Code<Params>, params: NoInfer<Params>, place: Place, details: Details = {}): Diagnostic {
  const { code, severity, errorIn, scope, message, help, isSafeFix = false } = kind;
  const cause = kind.cause?.(params);
  const standard = { related: [], toolset: undefined, tool: undefined, isSecret: false };
  return {
    code,
    severity,
    ...(errorIn && { errorIn }),
    ...(scope && { scope }),
    ...(cause !== undefined && { cause }),
    message: message(params),
    help,
    place,
    replacement: kind.replacement?.(params),
    isSafeFix,
    ...standard,
    ...details,
  };
}
