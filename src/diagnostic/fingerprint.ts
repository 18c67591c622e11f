import { sha256 } from "../source/hash.ts";
import { isArray, isObject, type Json, member } from "../source/json.ts";
import { type Path, type Place, placePath, pointerOf, type Tree, writtenTree } from "../source/tree.ts";

/**
 * Identifies a finding by its code, its file and the names on the way to its place: it stays the same if lines move, if a list gets further
 * items, and if messages are reworded. Findings that have all of these in common share it.
 */
export function fingerprintOf(code: string, place: Place): string {
  return sha256([code, place.tree.source.path, namesTo(place.tree, placePath(place))].join("\0"));
}

/** The fingerprint of one of several findings that share one; `index` counts them from 0. */
export function numberedFingerprint(fingerprint: string, index: number): string {
  return index === 0 ? fingerprint : sha256(`${fingerprint}\0${index}`);
}

function namesTo(tree: Tree, path: Path): string {
  const outer = tree.within === undefined ? "" : `${namesTo(tree.within.tree, tree.within.path)}#`;
  let value = writtenTree(tree).data;
  const names = path.map((step) => {
    const isItem = isArray(value);
    value = isArray(value) ? value[Number(step)] : isObject(value) ? member(value, String(step)) : undefined;
    return isItem ? itemName(value) : step;
  });
  return outer + pointerOf(names);
}

/** The members that tell the items of a list apart, in definitions and in OpenAPI documents. */
const naming = ["name", "in", "displayName", "operationId", "id", "$ref", "url", "title"];

function itemName(item: Json | undefined): string {
  if (!isObject(item)) return isArray(item) ? "*" : JSON.stringify(item ?? null);
  const named = naming.flatMap((name) => (typeof item[name] === "string" ? [[name, item[name]]] : []));
  return named.length === 0 ? "*" : JSON.stringify(named);
}
