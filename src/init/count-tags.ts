import { isObject, itemsIn, type Json, member } from "../source/json/json.ts";

/** The number of operations in an OpenAPI document, and the number with each tag. The tag with the most operations is first. */
export interface TagCounts {
  readonly operations: number;
  readonly tags: readonly { readonly name: string; readonly operations: number }[];
}

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"];

export function countTags(document: Json | undefined): TagCounts {
  const counts = new Map<string, number>();
  const paths = member(document, "paths");
  const operations = Object.values(isObject(paths) ? paths : {}).flatMap((item) =>
    methods.map((method) => member(item, method)).filter(isObject),
  );
  for (const { tags } of operations)
    for (const tag of new Set(itemsIn(tags))) if (typeof tag === "string") counts.set(tag, (counts.get(tag) ?? 0) + 1);
  const tags = [...counts].map(([name, count]) => ({ name, operations: count }));
  return { operations: operations.length, tags: tags.sort((a, b) => b.operations - a.operations) };
}
