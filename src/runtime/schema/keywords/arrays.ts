import { canonicalJson } from "../../json.ts";
import { counted } from "../../projection/text/counted.ts";
import { matchesSubschema } from "../evaluate.ts";
import { allHold, type Keywords } from "../evaluation.ts";

/** The maximum items of an array that is checked for duplicates. */
const maxUniqueItems = 2_000;

/** The keywords for arrays, without the rare ones. */
export const arrayKeywords: Keywords<readonly unknown[]> = {
  uniqueItems: { check: hasUniqueItems, text: () => "must not have duplicate items." },
  maxItems: {
    check: (items, limit: number) => items.length <= limit,
    text: (limit: number) => `must have at most ${counted(limit, "item")}.`,
  },
  minItems: {
    check: (items, limit: number) => items.length >= limit,
    text: (limit: number) => `must have at least ${counted(limit, "item")}.`,
  },
  prefixItems: {
    check: (items, schemas: readonly unknown[], visit) =>
      allHold(items.slice(0, schemas.length), visit, (value, key) =>
        matchesSubschema(value, { schema: schemas[key], keyword: "prefixItems", key }, visit),
      ),
  },
  items: {
    check: (items, schema: unknown, visit) => {
      const { prefixItems } = visit.schema;
      const first = Array.isArray(prefixItems) ? prefixItems.length : 0;
      return allHold(items.slice(first), visit, (value, index) =>
        matchesSubschema(value, { schema, keyword: "items", key: first + index }, visit),
      );
    },
  },
};

function hasUniqueItems(items: readonly unknown[], isRequired: boolean): boolean {
  return !isRequired || items.length > maxUniqueItems || new Set(items.map(canonicalJson)).size === items.length;
}
