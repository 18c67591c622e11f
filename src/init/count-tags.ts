import { isObject, itemsIn, type Json, member } from "../source/json/json.ts";

/** The operations of an OpenAPI document, their number, and the number with each tag. The tag with the most operations is first. */
export interface TagCounts {
  readonly selectable: readonly SelectableOperation[];
  readonly operations: number;
  readonly tags: readonly { readonly name: string; readonly operations: number }[];
}

/** What selectors match of an operation. */
export interface SelectableOperation {
  readonly id: string;
  /** `GET /pets/{id}` */
  readonly key: string;
  readonly method: string;
  readonly tags: readonly string[];
}

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"];

export function countTags(document: Json | undefined): TagCounts {
  const counts = new Map<string, number>();
  const paths = member(document, "paths");
  const selectable = Object.entries(isObject(paths) ? paths : {}).flatMap(([path, item]) =>
    methods.flatMap((method) => selectableAt(member(item, method), method.toUpperCase(), path)),
  );
  for (const { tags } of selectable) for (const tag of new Set(tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  const tags = [...counts].map(([name, count]) => ({ name, operations: count }));
  return { selectable, operations: selectable.length, tags: tags.sort((a, b) => b.operations - a.operations) };
}

function selectableAt(operation: Json | undefined, method: string, path: string): SelectableOperation[] {
  if (!isObject(operation)) return [];
  const key = `${method} ${path}`;
  const { operationId } = operation;
  const tags = itemsIn(operation.tags).filter((tag) => typeof tag === "string");
  return [{ id: typeof operationId === "string" ? operationId : key, key, method, tags }];
}
