import { phrasesOf } from "../describe-schema.ts";
import { matchesSubschema } from "../evaluate.ts";
import type { Alternative, DescribedSchema, Keywords, KeywordViolation, NodeVisit } from "../evaluation.ts";

/** The keywords that list alternatives. */
export const unionKeywords: Keywords<unknown> = {
  anyOf: {
    check: (value, schemas: readonly unknown[], visit) =>
      holdsUnion(value, { schemas, keyword: "anyOf", most: Number.POSITIVE_INFINITY }, visit),
    phrases: alternativePhrases,
  },
  oneOf: {
    check: (value, schemas: readonly unknown[], visit) => holdsUnion(value, { schemas, keyword: "oneOf", most: 1 }, visit),
    phrases: alternativePhrases,
  },
};

/** The maximum number of alternatives of a union that a description names. */
const maxAlternatives = 10;

function alternativePhrases(schemas: readonly unknown[], { nodes, depth }: DescribedSchema): readonly string[] | undefined {
  // A description of more alternatives would not be short, and would take long to make: each alternative may be a large union.
  if (schemas.length > maxAlternatives) return undefined;
  const alternatives = schemas.map((each) => phrasesOf(each, nodes, depth));
  return alternatives.every((each) => each !== undefined) ? alternatives.flat() : undefined;
}

interface Union {
  readonly schemas: readonly unknown[];
  readonly keyword: string;
  /** How many alternatives may match. */
  readonly most: number;
}

function holdsUnion(value: unknown, { schemas, keyword, most }: Union, visit: NodeVisit): boolean {
  const { evaluation } = visit;
  const { violations } = evaluation;
  // How many matches decide the result, if nothing else is to be found out.
  const enough = violations === undefined && visit.covered === undefined ? Math.min(most, 1) + Number(most === 1) : schemas.length;
  const alternatives: Alternative[] = [];
  let count = 0;
  for (const schema of schemas) {
    const own: KeywordViolation[] | undefined = violations && [];
    const isMatch = matchesSubschema(
      value,
      { schema, keyword },
      own === undefined ? visit : { ...visit, evaluation: { ...evaluation, violations: own } },
    );
    if (own !== undefined) alternatives.push({ schema, isMatch, violations: own });
    if (isMatch) count += 1;
    if (count >= enough) break;
  }
  const isHeld = count > 0 && count <= most;
  if (!isHeld) violations?.push({ keyword, visit, alternatives });
  return isHeld;
}
