import { isArray, isObject, type Json, member } from "../source/json/json.ts";
import { placePath } from "../source/problem-index.ts";
import { sha256 } from "../source/text/hash.ts";
import { type Path, type Place, pointerOf, type Tree, writtenTree } from "../source/tree.ts";

/**
 * Identifies a finding by its code, its file and its path, where names identify array items. The fingerprint does not change if lines move,
 * if items are added to an array, or if messages are reworded. Findings with the same code, file and path have the same fingerprint.
 */
export function fingerprintOf(code: string, place: Place): string {
  return sha256([code, place.tree.source.path, namedPath(place.tree, placePath(place))].join("\0"));
}

/** Identifies a cause by its code and its file. The fingerprint does not depend on the places with this cause, nor on their number. */
export function causeFingerprint(code: string, place: Place, cause: string): string {
  return sha256(["cause", code, place.tree.source.path, cause].join("\0"));
}

/** Distinguishes findings that have the same fingerprint. `index` is the number of earlier findings with this fingerprint. */
export function numberedFingerprint(fingerprint: string, index: number): string {
  return index === 0 ? fingerprint : sha256(`${fingerprint}\0${index}`);
}

/** The path from the root of the file, with names instead of array indices. */
function namedPath(tree: Tree, path: Path): string {
  const outer = tree.within === undefined ? "" : `${namedPath(tree.within.tree, tree.within.path)}#`;
  let value = writtenTree(tree).data;
  const names = path.map((step) => {
    const isItem = isArray(value);
    value = isArray(value) ? value[Number(step)] : isObject(value) ? member(value, String(step)) : undefined;
    return isItem ? itemName(value) : step;
  });
  return outer + pointerOf(names);
}

/** The members of array items that identify the items, in definitions and in OpenAPI documents. */
const identifyingMembers = ["name", "in", "displayName", "operationId", "id", "$ref", "url", "title"];

function itemName(item: Json | undefined): string {
  if (!isObject(item)) return isArray(item) ? "*" : JSON.stringify(item ?? null);
  const named = identifyingMembers.flatMap((name) => (typeof item[name] === "string" ? [[name, item[name]]] : []));
  return named.length === 0 ? "*" : JSON.stringify(named);
}
