import type { Tree } from "../../source/tree.ts";
import { type CheckedOpenApi, checkOpenApi } from "./check-openapi.ts";
import type { FindTree } from "./shapes/shape.ts";

interface Known {
  readonly checked: CheckedOpenApi;
  /** What `find` returned during the check: for each referring tree, the tree of each URI. */
  readonly found: ReadonlyMap<Tree, ReadonlyMap<string, Tree | undefined>>;
}

/** A cache by tree. Trees are immutable. */
const known = new WeakMap<Tree, Known>();

/** Checks a document. The result is reused for the same tree, as long as its references lead to the same trees. */
export function checkOnce(tree: Tree, find: FindTree): CheckedOpenApi {
  const before = known.get(tree);
  if (before !== undefined && [...before.found].every(([from, uris]) => [...uris].every(([uri, to]) => find(from, uri) === to)))
    return before.checked;
  const found = new Map<Tree, Map<string, Tree | undefined>>();
  const checked = checkOpenApi(tree, (from, uri) => {
    const uris = found.get(from) ?? new Map<string, Tree | undefined>();
    found.set(from, uris);
    if (!uris.has(uri)) uris.set(uri, find(from, uri));
    return uris.get(uri);
  });
  known.set(tree, { checked, found });
  return checked;
}
