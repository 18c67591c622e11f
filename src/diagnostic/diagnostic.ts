import type { Edit } from "../source/edit.ts";
import type { Place } from "../source/locate.ts";

export type Severity = "error" | "warning" | "note";

/** One kind of finding. It lives in the stage or rule that gives it; `catalog.ts` gathers them all. */
export interface Code<Params> {
  /** Public: users suppress it, scripts match it. It changes only in a major version. */
  readonly code: string;
  readonly severity: Severity;
  /** One sentence: what is wrong, in the author's words, with the offending name quoted. */
  readonly message: (params: Params) => string;
  /** Why it matters, then what to do. */
  readonly help: string;
}

export interface Diagnostic {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly help: string;
  readonly place: Place;
  /** Other places that explain this one, such as the first of two duplicates. */
  readonly related: readonly Related[];
  readonly fixes: readonly Fix[];
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

/** A change of text that would settle a finding. */
export interface Fix {
  readonly title: string;
  readonly edits: readonly Edit[];
}

/** What a stage gives: what it accepted, and why it refused the rest. */
export interface Outcome<T> {
  readonly value: T;
  readonly diagnostics: readonly Diagnostic[];
}

/** What a diagnostic may carry beside its place. */
export type Details = Partial<Pick<Diagnostic, "related" | "fixes" | "toolset" | "tool" | "isSecret">>;

export function diagnostic<Params>(kind: Code<Params>, params: NoInfer<Params>, place: Place, details: Details = {}): Diagnostic {
  const { code, severity, message, help } = kind;
  const standard = { related: [], fixes: [], toolset: undefined, tool: undefined, isSecret: false };
  return { code, severity, message: message(params), help, place, ...standard, ...details };
}
