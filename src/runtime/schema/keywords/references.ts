import { matchesSubschema } from "../evaluate.ts";
import type { Keywords, NodeVisit } from "../evaluation.ts";

/** The keywords that refer to other schemas. */
export const referenceKeywords: Keywords<unknown> = {
  $ref: { check: (value, reference: string, visit) => holdsReference(value, { reference, keyword: "$ref" }, visit) },
  $dynamicRef: { check: (value, reference: string, visit) => holdsReference(value, { reference, keyword: "$dynamicRef" }, visit) },
};

function holdsReference(
  value: unknown,
  { reference, keyword }: { readonly reference: string; readonly keyword: string },
  visit: NodeVisit,
): boolean {
  return matchesSubschema(value, { schema: visit.evaluation.resolve(visit.schema, reference), keyword }, visit);
}
