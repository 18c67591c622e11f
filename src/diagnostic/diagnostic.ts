import type { Json } from "../source/json.ts";
import type { Place } from "../source/tree.ts";

export type Severity = "error" | "warning" | "note";

/** Whose rules count beside our own. `ces`: what CX Agent Studio is known to refuse; `openapi`: what the OpenAPI standard forbids. */
export type Profile = "ces" | "openapi";

/** One kind of finding. It lives in the stage or rule that gives it; `catalog.ts` gathers them all. */
export interface Code<Params> {
  /** Public: users suppress it, scripts match it. It changes only in a major version. */
  readonly code: string;
  /**
   * An error costs a tool or makes a call wrong; all else is a warning. Where the code is also a rule of the standard, an error in an
   * OpenAPI document is one only if some tool is lost by it; see `relevance/`.
   */
  readonly severity: Severity;
  /** The profile whose rule it is, and that makes it an error whatever it costs. */
  readonly errorIn?: Profile;
  /**
   * What its findings are about, where that decides whether they are shown; see `relevance/`. `project`: names that nothing in the project
   * has, which a part of it cannot know. `schema`: a schema as its conversion reads it, after the check of its document.
   */
  readonly scope?: "project" | "schema";
  /** One sentence: what is wrong, in the author's words, with the offending name quoted. */
  readonly message: (params: Params) => string;
  /** Why it matters, then what to do. */
  readonly help: string;
  /** The name or value that was most likely meant, where writing it in the place of the one at fault settles the finding. */
  readonly replacement?: (params: Params) => Json | undefined;
}

export interface Diagnostic {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly help: string;
  readonly place: Place;
  /** Other places that explain this one, such as the first of two duplicates. */
  readonly related: readonly Related[];
  /** The name or value to write instead of the one at its place. */
  readonly replacement: Json | undefined;
  /** The toolset and tool that it is about, where it is about one. */
  readonly toolset: string | undefined;
  readonly tool: string | undefined;
  /** Whether the text at its place may be a secret, which no report shows. */
  readonly isSecret: boolean;
}

export interface Related {
  readonly message: string;
  readonly place: Place;
}

/** What a stage gives: what it accepted, and why it refused the rest. */
export interface Outcome<T> {
  readonly value: T;
  readonly diagnostics: readonly Diagnostic[];
}

/** What a diagnostic may carry beside its place. */
export type Details = Partial<Pick<Diagnostic, "related" | "toolset" | "tool" | "isSecret">>;

export function diagnostic<Params>(kind: Code<Params>, params: NoInfer<Params>, place: Place, details: Details = {}): Diagnostic {
  const { code, severity, message, help } = kind;
  const standard = { related: [], toolset: undefined, tool: undefined, isSecret: false };
  return { code, severity, message: message(params), help, place, replacement: kind.replacement?.(params), ...standard, ...details };
}
