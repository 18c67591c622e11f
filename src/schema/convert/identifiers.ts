import { isArray, isObject, type Json } from "../../source/json/json.ts";
import { parseUrl } from "../../source/text/parse-url.ts";
import { percentDecoded } from "../../source/text/percent.ts";
import { authoredTexts, type Path, parsePointer, startsWith, type Tree, valueAt } from "../../source/tree.ts";
import type { SchemaPlace } from "./converted.ts";

/** The schemas of a tree that have an identifier: JSON Schema 2020-12 Core, section 8.2. */
export interface Identifiers {
  /** The schemas with an `$id`, by their absolute URI. */
  readonly resources: ReadonlyMap<string, SchemaResource>;
  /** The schema resource that contains a path: the innermost schema with an `$id`, or the document if no such schema contains the path. */
  readonly around: (path: Path) => SchemaResource;
}

export interface SchemaResource {
  readonly uri: string;
  readonly path: Path;
  readonly anchors: Map<string, Path>;
  readonly dynamicAnchors: Set<string>;
}

/** Members that contain data, not schemas. */
const dataKeywords: ReadonlySet<string> = new Set(["default", "example", "examples", "enum", "const", "value"]);

/** Finds the identifiers in a tree; `undefined` if the tree has none, like most trees. */
export function findIdentifiers(tree: Tree): Identifiers | undefined {
  // Searching the text is a hundred times as fast as visiting all values.
  if (!authoredTexts(tree).some((text) => /["']?\$(?:id|anchor|dynamicAnchor)["']?\s*:/.test(text))) return undefined;
  const root: SchemaResource = { uri: "document:/", path: [], anchors: new Map(), dynamicAnchors: new Set() };
  const resources = new Map<string, SchemaResource>();
  const path: (string | number)[] = [];

  const walk = (node: Json, outer: SchemaResource): void => {
    if (isArray(node)) {
      for (const [index, item] of node.entries()) inside(index, item, outer);
    } else if (isObject(node)) {
      const own = enter(node, outer);
      for (const key of Object.keys(node)) if (!dataKeywords.has(key)) inside(key, node[key] ?? null, own);
    }
  };
  const inside = (step: string | number, node: Json, resource: SchemaResource): void => {
    if (typeof node !== "object" || node === null) return;
    path.push(step);
    walk(node, resource);
    path.pop();
  };
  const enter = (node: { readonly [key: string]: Json }, outer: SchemaResource): SchemaResource => {
    const { $id, $anchor, $dynamicAnchor } = node;
    let resource = outer;
    if (typeof $id === "string" && $id.startsWith("#"))
      outer.anchors.set($id.slice(1), [...path]); // In draft-07, such an `$id` is an anchor.
    else if (typeof $id === "string") {
      resource = { uri: absolute($id, outer.uri), path: [...path], anchors: new Map(), dynamicAnchors: new Set() };
      if (!resources.has(resource.uri)) resources.set(resource.uri, resource);
      all.push(resource);
    }
    if (typeof $anchor === "string") resource.anchors.set($anchor, [...path]);
    if (typeof $dynamicAnchor === "string") {
      resource.anchors.set($dynamicAnchor, [...path]);
      resource.dynamicAnchors.add($dynamicAnchor);
    }
    return resource;
  };

  const all: SchemaResource[] = [root];
  walk(tree.data ?? null, root);
  return { resources, around: (at) => all.findLast((resource) => startsWith(at, resource.path)) ?? root };
}

/**
 * Resolves a reference by the identifiers in its tree. If the reference does not lead to a schema by these identifiers, the result is
 * `undefined`, and the caller resolves the reference as in a tree without identifiers.
 */
export function followIdentifier(identifiers: Identifiers, reference: string, from: SchemaPlace): SchemaPlace | undefined {
  const [address = "", fragment = ""] = split(reference);
  const base = identifiers.around(from.path);
  const resource = address === "" ? base : identifiers.resources.get(absolute(address, base.uri));
  if (resource === undefined) return undefined;
  const path =
    fragment === "" || fragment.startsWith("/")
      ? [...resource.path, ...parsePointer(percentDecoded(fragment))]
      : resource.anchors.get(percentDecoded(fragment));
  // In a schema with an `$id`, a pointer that begins at the document's root is a common mistake. The result is then `undefined`, so that
  // the reference is resolved as in a tree without identifiers.
  return path === undefined || valueAt(from.tree, path) === undefined ? undefined : { tree: from.tree, path };
}

function split(reference: string): [string, string] {
  const at = reference.indexOf("#");
  return at === -1 ? [reference, ""] : [reference.slice(0, at), reference.slice(at + 1)];
}

function absolute(reference: string, base: string): string {
  return parseUrl(reference, base)?.href.replace(/#$/, "") ?? reference;
}
