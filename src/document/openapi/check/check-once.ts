import type { Tree } from "../../../source/tree.ts";
import { type CheckedOpenApi, checkOpenApi } from "./check-openapi.ts";
import type { FindTree } from "./shapes/shape.ts";

interface Known {
  readonly checked: CheckedOpenApi;
  /** The results of `find` during the check: for each tree with references, the tree that each URI refers to. */
  readonly found: ReadonlyMap<Tree, ReadonlyMap<string, Tree | undefined>>;
}

/** A cache of results by the tree of the document. Trees are immutable. */
const known = new WeakMap<Tree, Known>();

/**
 * Checks a document. If the same tree was checked before and its references still lead to the same trees, the former result is returned.
 */
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
