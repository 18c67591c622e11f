import { matchesHere } from "../evaluate.ts";
import { type Keywords, type NodeVisit, violationOf } from "../evaluation.ts";

/** The keywords that list alternatives. */
export const unionKeywords: Keywords<unknown> = {
  anyOf: {
    check: (value, schemas: readonly unknown[], visit) =>
      holdsUnion(value, { schemas, keyword: "anyOf", most: Number.POSITIVE_INFINITY }, visit),
  },
  oneOf: { check: (value, schemas: readonly unknown[], visit) => holdsUnion(value, { schemas, keyword: "oneOf", most: 1 }, visit) },
};

interface Union {
  readonly schemas: readonly unknown[];
  readonly keyword: string;
  /** How many alternatives may match. */
  readonly most: number;
}

function holdsUnion(value: unknown, { schemas, keyword, most }: Union, visit: NodeVisit): boolean {
  const { violations } = visit.evaluation;
  const before = violations?.length ?? 0;
  // How many matches decide the result, if nothing else is to be found out.
  const enough = violations === undefined && visit.covered === undefined ? Math.min(most, 1) + Number(most === 1) : schemas.length;
  let count = 0;
  for (const [segment, schema] of schemas.entries()) {
    if (matchesHere(value, { schema, keyword, segment }, visit)) count += 1;
    if (count >= enough) break;
  }
  const isHeld = count > 0 && count <= most;
  if (isHeld) violations?.splice(before);
  else violations?.splice(before, 0, violationOf(keyword, visit, count));
  return isHeld;
}
