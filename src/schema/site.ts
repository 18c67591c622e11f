import { isArray, isObject, type Json, type JsonObject } from "../source/json.ts";
import type { Tree } from "../source/tree.ts";
import type { SchemaPlace } from "./converted.ts";
import type { Grammar } from "./dialect.ts";
import { type Entry, referenceIn, type Table } from "./table.ts";

/** A schema as it was written, with its place, which a reference in it may need to be followed. */
export interface Site {
  readonly node: Json;
  readonly tree: Tree;
  readonly place: () => SchemaPlace;
}

/** What it takes to follow references. */
export interface Following {
  readonly table: Table;
  readonly grammar: Grammar;
}

export function siteUnder({ tree, place }: Site, node: Json, ...steps: readonly (string | number)[]): Site {
  return {
    node,
    tree,
    place: () => {
      const outer = place();
      return { tree: outer.tree, path: [...outer.path, ...steps] };
    },
  };
}

export function siteOf({ node, place }: Entry): Site {
  return { node, tree: place.tree, place: () => place };
}

export function targetOfSite({ node, tree, place }: Site, { table }: Following): Entry | undefined {
  return isObject(node) ? table.target(node, tree, place) : undefined;
}

/** Whether what stands beside the reference of a schema says nothing, because there is one. */
export function isBareReference(node: JsonObject, { grammar }: Following): boolean {
  return !grammar.siblingsCount && referenceIn(node, grammar) !== undefined;
}

/** One of the schemas that hold for the same value. */
export interface Conjunct extends Site {
  readonly node: JsonObject;
}

/**
 * All schemas that hold for a value of these: they themselves, what they refer to and what they are all of. Alternatives are not looked
 * into. `undefined` where one of them accepts nothing.
 */
export function conjunctsOf(sites: readonly Site[], following: Following): readonly Conjunct[] | undefined {
  const found = new Map<Json, Conjunct | undefined>();
  return sites.every((site) => gather(site, following, found)) ? [...found.values()].filter((each) => each !== undefined) : undefined;
}

/** What only refers to another says nothing itself; that it was met is noted, as references may lead back to it. */
function gather(site: Site, following: Following, found: Map<Json, Conjunct | undefined>): boolean {
  const { node } = site;
  if (!isObject(node)) return node !== false;
  if (found.has(node)) return true;
  const isBare = isBareReference(node, following);
  found.set(node, isBare ? undefined : { ...site, node });
  const target = targetOfSite(site, following);
  if (isBare) return target === undefined || gather(siteOf(target), following, found);
  if (target !== undefined && !gather(siteOf(target), following, found)) return false;
  const parts = isArray(node.allOf) ? node.allOf : [];
  return parts.every((part, index) => gather(siteUnder(site, part, "allOf", index), following, found));
}
