import type { Json } from "../source/json.ts";
import type { Place } from "../source/tree.ts";

/** An `error` omits a tool or would make a call wrong. A `warning` should be corrected. A `note` informs. */
export type Severity = "error" | "warning" | "note";

/** Additional rules to check. `ces`: what CX Agent Studio is known to reject; `openapi`: what the OpenAPI standard forbids. */
export type Profile = "ces" | "openapi";

/** A kind of diagnostic, defined by the stage or rule that reports it. `diagnostic-codes.ts` collects all of them. */
export interface Code<Params> {
  /** Public: users suppress it and scripts match it, so it changes only in a major version. */
  readonly code: string;
  /**
   * An error prevents a tool or makes its calls wrong; everything else is a warning. If the code is also a rule of the standard, an error in an
   * OpenAPI document remains an error only if it prevents a tool; see `relevance/`.
   */
  readonly severity: Severity;
  /** The profile that contains this code as a rule: under the profile, it is always an error. */
  readonly errorIn?: Profile;
  /**
   * What the findings are about, for the decision in `relevance/` whether they are shown. `project`: names that the project does not define; only
   * the whole project shows whether it defines them. `schema`: a schema during its conversion, after the check of its document.
   */
  readonly scope?: "project" | "schema";
  /** One sentence that describes the error, with the invalid name in quotes. */
  readonly message: (params: Params) => string;
  /** What the finding results in, then what to do. */
  readonly help: string;
  /** The name or value that was probably intended, if it fixes the finding when it replaces the invalid one. */
  readonly replacement?: (params: Params) => Json | undefined;
  /**
   * Whether the replacement does not change the output, or only removes what the finding names, such as invisible characters. `--fix` applies
   * safe fixes; with `--unsafe` it also applies replacements that may be wrong.
   */
  readonly isSafeFix?: true;
}

/** An error, warning or note about the project, with its place. */
export interface Diagnostic {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly help: string;
  readonly place: Place;
  /** Other places that explain the diagnostic, such as the first of two duplicates. */
  readonly related: readonly Related[];
  /** The name or value that should replace the one at `place`. */
  readonly replacement: Json | undefined;
  /** The `isSafeFix` of the code. */
  readonly isSafeFix: boolean;
  /** The toolset and the tool that the diagnostic concerns, if any. */
  readonly toolset: string | undefined;
  readonly tool: string | undefined;
  /** The toolsets that the diagnostic concerns, if several share the document. */
  readonly sharedBy?: readonly string[];
  /** Whether the text at `place` may be a secret. Reports mask this text. */
  readonly isSecret: boolean;
}

/** A further place that explains a diagnostic, and how it is related. */
export interface Related {
  readonly message: string;
  readonly place: Place;
}

/** The result of a stage: what the stage accepted, and diagnostics for everything that it rejected. */
export interface Outcome<T> {
  readonly value: T;
  readonly diagnostics: readonly Diagnostic[];
}

/** Optional members of a diagnostic. */
export type Details = Partial<Pick<Diagnostic, "related" | "toolset" | "tool" | "isSecret">>;

export function diagnostic<Params>(kind: Code<Params>, params: NoInfer<Params>, place: Place, details: Details = {}): Diagnostic {
  const { code, severity, message, help, isSafeFix = false } = kind;
  const standard = { related: [], toolset: undefined, tool: undefined, isSecret: false };
  return {
    code,
    severity,
    message: message(params),
    help,
    place,
    replacement: kind.replacement?.(params),
    isSafeFix,
    ...standard,
    ...details,
  };
}
