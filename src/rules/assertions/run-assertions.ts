import type { Definitions } from "../../definition/check-definitions.ts";
import { type Code, type Diagnostic, diagnostic, type Outcome } from "../../diagnostic/diagnostic.ts";
import { invalidValue } from "../../diagnostic/structure.ts";
import type { ProgramSummary } from "../../ir/ir.ts";
import type { Config, ProjectAssertion } from "../../project/config/config.ts";
import { mayBacktrack } from "../../schema/patterns/backtracking.ts";
import { isValidPattern } from "../../schema/patterns/pattern.ts";
import type { JsonObject } from "../../source/json/json.ts";
import { originOfValue, type Tree } from "../../source/tree.ts";
import { isEnabled } from "../is-enabled.ts";
import type { RuleContext, RuleEntry } from "../rule.ts";
import { takenName, unmatchedAssertion } from "./codes.ts";
import { type FactTest, factInWords, factTest, patternsIn } from "./fact-test.ts";
import { type Subject, subjectsOf } from "./subjects.ts";

/** The names of the assertions that are about something in a toolset, by the tree of its definition. */
export type MatchedAssertions = ReadonlyMap<Tree, readonly string[]>;

const none: Outcome<MatchedAssertions> = { value: new Map(), diagnostics: [] };

/** Checks the assertions of the configuration over all definitions that compiled, and finds out which of them are about something. */
export function runAssertions(context: RuleContext): Outcome<MatchedAssertions> {
  const assertions = runnable(context.project.config).map(prepared);
  if (assertions.length === 0) return none;
  const diagnostics: Diagnostic[] = [];
  const matched = new Map<Tree, readonly string[]>();
  for (const definition of context.definitions) {
    const toolset = context.toolsetOf(definition);
    if (toolset === undefined) continue;
    const names = new Set<string>();
    for (const { assertion, where, must } of assertions) {
      for (const subject of subjectsOf[assertion.each]({ definition, toolset, context })) {
        if (!where.every(({ name, test }) => test.holds(subject.fact(name)))) continue;
        names.add(assertion.name);
        const broken = must.filter(({ name, test }) => !test.holds(subject.fact(name)));
        if (broken.length > 0) diagnostics.push({ ...violationOf(assertion, broken, subject), toolset: toolset.name });
      }
    }
    matched.set(definition.node.tree, [...names]);
  }
  return { value: matched, diagnostics };
}

/** The findings about the assertions themselves. `codes` are the names that findings of other origin have. */
export function checkAssertions({ assertions }: Config, codes: ReadonlySet<string>): Diagnostic[] {
  return assertions.flatMap((assertion) => [
    ...(codes.has(assertion.name) ? [diagnostic(takenName, assertion, assertion.origin)] : []),
    ...patternProblems(assertion),
  ]);
}

/**
 * The findings about assertions that are about nothing: that are not in `matched`, which has a list for each toolset. There are none if a
 * part did not compile, as they may be about that part.
 */
export function unmatchedAssertions(
  matched: readonly (readonly string[])[],
  config: Config,
  { accepted, rejected, summary }: Definitions & { readonly summary: ProgramSummary },
): Diagnostic[] {
  const isWhole = accepted.length > 0 && rejected.length === 0 && accepted.length === summary.toolsets.length;
  if (!isWhole || summary.toolsets.some(({ account }) => account.failed > 0)) return [];
  const names = new Set(matched.flat());
  return runnable(config)
    .filter(({ name }) => !names.has(name))
    .map(({ name, each, where, origin }) =>
      diagnostic(unmatchedAssertion, { name, each, hasConditions: Object.keys(where).length > 0 }, origin),
    );
}

/** The code of the findings of an assertion. */
export function codeOfAssertion({ name, severity, message }: ProjectAssertion): Code<Violation> & RuleEntry {
  return {
    code: name,
    severity,
    set: "recommended",
    summary: message === "" ? `what breaks the assertion \`${name}\`` : message,
    price: 0,
    message: ({ words }) =>
      message === "" ? `${words.slice(0, 1).toUpperCase()}${words.slice(1)}.` : `${message.replace(/[.:]$/, "")}: ${words}.`,
    help: `This is the assertion "${name}" in the configuration. Change what it names; or correct the assertion, if it asks for too much.`,
  };
}

interface Violation {
  readonly words: string;
}

interface Condition {
  readonly name: string;
  readonly test: FactTest;
}

function prepared(assertion: ProjectAssertion): {
  readonly assertion: ProjectAssertion;
  readonly where: Condition[];
  readonly must: Condition[];
} {
  return { assertion, where: conditionsOf(assertion.where), must: conditionsOf(assertion.must) };
}

function conditionsOf(written: JsonObject): Condition[] {
  return Object.entries(written).map(([name, value]) => ({ name, test: factTest(value) }));
}

function violationOf(assertion: ProjectAssertion, broken: readonly Condition[], { inWords, place, tool, fact }: Subject): Diagnostic {
  const parts = broken.map(({ name, test }) => `\`${name}\` ${factInWords(fact(name))} and must ${test.must(fact(name))}`);
  const related = [{ message: `The assertion "${assertion.name}" is here.`, place: assertion.origin }];
  return diagnostic(codeOfAssertion(assertion), { words: `of ${inWords()}, ${parts.join(", ")}` }, place(), { tool: tool?.id, related });
}

/** The assertions that are neither turned off nor wrong. */
function runnable(config: Config): ProjectAssertion[] {
  return config.assertions.filter(
    (assertion) => isEnabled({ set: "recommended", code: assertion.name }, undefined, config) && patternProblems(assertion).length === 0,
  );
}

function patternProblems({ where, must, origin: { tree, path } }: ProjectAssertion): Diagnostic[] {
  const found = Object.entries({ where, must }).flatMap(([key, condition]) =>
    patternsIn(condition).map((each) => ({ ...each, path: [...path.slice(0, -1), key, ...each.path] })),
  );
  return found.flatMap(({ pattern, path }) => {
    const reason = !isValidPattern(pattern)
      ? "is not a valid JavaScript regular expression with the flag u"
      : mayBacktrack(pattern)
        ? "is a regular expression that can take very long to match some texts"
        : undefined;
    return reason === undefined ? [] : [diagnostic(invalidValue, { reason }, originOfValue(tree, path))];
  });
}
