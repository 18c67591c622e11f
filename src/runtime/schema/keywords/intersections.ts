import { phrasesOf } from "../describe-schema.ts";
import { matchesSubschema } from "../evaluate.ts";
import { allHold, type Keywords } from "../evaluation.ts";

/** The keyword for values that match several schemas. */
export const intersectionKeywords: Keywords<unknown> = {
  allOf: {
    check: (value, schemas: readonly unknown[], visit) =>
      allHold(schemas, visit, (schema) => matchesSubschema(value, { schema, keyword: "allOf" }, visit)),
    phrases: (schemas: readonly unknown[], { nodes, depth }) =>
      schemas.map((each) => phrasesOf(each, nodes, depth)).find((phrases) => phrases !== undefined),
  },
};
