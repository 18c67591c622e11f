import type { Definition } from "../definition/definition.ts";
import { type Code, type Diagnostic, diagnostic, type Profile } from "../diagnostic/diagnostic.ts";
import type { OpenApiDocument } from "../document/openapi/operation.ts";
import type { Program } from "../ir/ir.ts";
import type { Config } from "../project/config.ts";
import type { Place } from "../source/tree.ts";

/** The input of a rule: the authored definitions and the compiled program. */
export interface RuleContext {
  readonly definitions: readonly Definition[];
  /** The OpenAPI document of a definition, if it has a readable one. */
  readonly documentOf: (definition: Definition) => OpenApiDocument | undefined;
  readonly program: Program;
}

/** A check of the compiled project that no stage depends on. Its findings stop nothing. */
export interface Rule<Params> extends Code<Params> {
  /** The profile that enables the rule; `undefined`: the rule runs where the configuration sets its severity. */
  readonly profile: Profile | undefined;
  readonly check: (subject: RuleContext) => Iterable<RuleMatch<Params>>;
}

export interface RuleMatch<Params> {
  readonly params: Params;
  readonly place: Place;
}

/** A rule whose parameter type is hidden, as an element of the list of rules. */
export interface RunnableRule extends Code<never> {
  readonly profile: Profile | undefined;
  readonly run: (subject: RuleContext) => Diagnostic[];
}

export function rule<Params>(given: Rule<Params>): RunnableRule {
  return { ...given, run: (subject) => [...given.check(subject)].map(({ params, place }) => diagnostic(given, params, place)) };
}

/** Whether a rule runs. One without a profile runs if the configuration gives it a severity. */
export function isEnabled(
  { profile, code }: RunnableRule,
  chosen: Profile | undefined,
  { severities }: Pick<Config, "severities">,
): boolean {
  return profile === undefined ? (severities.get(code)?.value ?? "off") !== "off" : profile === chosen;
}
