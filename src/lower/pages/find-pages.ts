import type { PagesBinding } from "../../runtime/binding.ts";
import type { NamedSchemas } from "../schemas/schema-source.ts";
import { itemMembers, type ListFacts, type ListField, plainName } from "./list-facts.ts";
import { endsIn, mayContinue, pageStyles } from "./page-styles.ts";

/** How the pages of a list follow each other; `null` if the operation is no list, or if it is not certain how its pages follow. */
export function findPages(facts: ListFacts, schemas: NamedSchemas): PagesBinding | null {
  if (facts.method !== "GET" && facts.method !== "POST" && facts.method !== "QUERY") return null;
  if (!mayContinue(facts)) return null;
  const outputs = facts.outputs();
  const items = itemsOf(outputs, facts.subject);
  if (items === undefined) return null;
  const beside = { ...facts, outputs: outputs.filter((output) => isBeside(output, items)) };
  const ends = endsIn(beside, () => itemMembers(items, schemas));
  for (const styleOf of pageStyles) {
    const found = styleOf(beside, ends);
    if (found !== undefined) {
      const { more, total, totalPages } = ends;
      return {
        ...found,
        items: items.path,
        ...(more && { more: more.path }),
        ...(total && { total: total.path }),
        ...(totalPages && { totalPages: totalPages.path }),
      };
    }
  }
  return null;
}

/** The objects that contain what says how a list continues. */
const containers =
  /^(?:meta|metadata|pagination|paging|pageinfo|paginginfo|paginationinfo|page|pages|nextpage|responsemetadata|resultinfo|resultset|links|next|cursor|cursors|listmetadata|pagingmetadata|paginationmetadata|data|result|response)$/;

/** Whether a member is beside the items, beside the object with them, or in an object that describes how the list continues. */
function isBeside({ path }: ListField, items: ListField): boolean {
  const [outer] = items.path;
  const names = path.slice(0, -1);
  const inner = items.path.length > 1 && names[0] === outer ? names.slice(1) : names;
  return inner.every((name) => containers.test(plainName(name)));
}

/** Names of members with the items of a list. */
const itemNames = [
  "items",
  "data",
  "results",
  "result",
  "values",
  "value",
  "records",
  "entries",
  "list",
  "rows",
  "content",
  "elements",
  "objects",
  "resources",
  "nodes",
  "edges",
  "hits",
];

/** Names of arrays that are no list. */
const noList = /^(?:errors?|warnings?|links|included|includes|facets?|aggregations|fields|columns|headers|sort|filters?|messages?)$/;

/** The array with the items of a page: the only one, or the one that is named like a list or like the path. */
function itemsOf(outputs: readonly ListField[], subject: string): ListField | undefined {
  const arrays = outputs.filter(({ types, path }) => types.has("array") && path.length <= 2);
  for (const depth of [1, 2]) {
    const here = arrays.filter(({ path }) => path.length === depth);
    const named =
      here.find(({ plain }) => plain === subject) ?? itemNames.map((name) => here.find(({ plain }) => plain === name)).find(Boolean);
    if (named !== undefined) return named;
    const candidates = here.filter(({ plain }) => !noList.test(plain));
    if (candidates.length === 1) return candidates[0];
    if (candidates.length > 1) return undefined;
    if (here.length === 1 && depth === 2) return here[0];
  }
  return undefined;
}
