import type { Json } from "../source/json.ts";
import type { Place } from "../source/tree.ts";

export type Severity = "error" | "warning" | "note";

/** Additional rules to check. `ces`: what CX Agent Studio is known to reject; `openapi`: what the OpenAPI standard forbids. */
export type Profile = "ces" | "openapi";

/** One kind of diagnostic. It is defined by the stage or rule that reports it; `diagnostic-codes.ts` collects them all. */
export interface Code<Params> {
  /** Public: users suppress it, scripts match it. It changes only in a major version. */
  readonly code: string;
  /**
   * An error removes a tool or makes a call wrong; everything else is a warning. If the code is also a rule of the standard, an error in an
   * OpenAPI document stays one only if it removes a tool; see `relevance/`.
   */
  readonly severity: Severity;
  /** The profile whose rule it is. Under this profile it is always an error. */
  readonly errorIn?: Profile;
  /**
   * What its findings are about, if that decides whether they are shown; see `relevance/`. `project`: names that are not defined in the project,
   * which a part of it cannot decide. `schema`: a schema during its conversion, after the check of its document.
   */
  readonly scope?: "project" | "schema";
  /** One sentence: what is wrong, in the author's words, with the offending name quoted. */
  readonly message: (params: Params) => string;
  /** Why it matters, then what to do. */
  readonly help: string;
  /** The name or value that was most likely meant, if replacing the invalid one by it fixes the finding. */
  readonly replacement?: (params: Params) => Json | undefined;
  /**
   * Whether the replacement changes nothing that is compiled, or only what the finding names, such as invisible characters. `--fix` applies
   * it; one that may be a wrong guess needs `--unsafe` too.
   */
  readonly isSafeFix?: true;
}

export interface Diagnostic {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly help: string;
  readonly place: Place;
  /** Other places that explain this one, such as the first of two duplicates. */
  readonly related: readonly Related[];
  /** The name or value that should replace the one at its place. */
  readonly replacement: Json | undefined;
  /** As in its code. */
  readonly isSafeFix: boolean;
  /** The toolset and tool that it is about, if any. */
  readonly toolset: string | undefined;
  readonly tool: string | undefined;
  /** The toolsets that share the document that it is about, if there are several. */
  readonly sharedBy?: readonly string[];
  /** Whether the text at its place may be a secret. Reports mask it. */
  readonly isSecret: boolean;
}

export interface Related {
  readonly message: string;
  readonly place: Place;
}

/** The result of a stage: what it accepted, and why it rejected the rest. */
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
