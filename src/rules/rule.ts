import type { Definition } from "../definition/definition.ts";
import { type Code, type Diagnostic, diagnostic, type Profile } from "../diagnostic/diagnostic.ts";
import type { OpenApiDocument } from "../document/openapi/operation.ts";
import type { Program } from "../ir/ir.ts";
import type { Place } from "../source/tree.ts";

/** What a rule reads: the definitions as authored, and what became of them. */
export interface RuleContext {
  readonly definitions: readonly Definition[];
  /** The OpenAPI document of a definition, if it has one that could be read. */
  readonly documentOf: (definition: Definition) => OpenApiDocument | undefined;
  readonly program: Program;
}

/** An opinion on the finished project that no stage needs. It gates nothing. */
export interface Rule<Params> extends Code<Params> {
  /** The profile that the rule belongs to; `undefined`: it is a matter of taste, and runs where the configuration gives it a severity. */
  readonly profile: Profile | undefined;
  readonly check: (subject: RuleContext) => Iterable<RuleMatch<Params>>;
}

export interface RuleMatch<Params> {
  readonly params: Params;
  readonly place: Place;
}

/** A rule as the list of rules holds it, where what its message takes no longer matters. */
export interface RunnableRule extends Code<never> {
  readonly profile: Profile | undefined;
  readonly run: (subject: RuleContext) => Diagnostic[];
}

export function rule<Params>(given: Rule<Params>): RunnableRule {
  return { ...given, run: (subject) => [...given.check(subject)].map(({ params, place }) => diagnostic(given, params, place)) };
}
