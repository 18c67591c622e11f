import { isArray, isObject, type Json, member } from "../source/json/json.ts";
import { type Origin, originOfKey, originOfValue, type Path, type Tree, valueAt } from "../source/tree.ts";

/**
 * A value of a definition and its location. The functions below take the names of fields in camelCase, and find fields in both spellings
 * that proto3 JSON allows, camelCase and snake_case.
 */
export interface Node {
  readonly tree: Tree;
  readonly path: Path;
  readonly value: Json;
}

/** The node at a location. If no value is there, the value of the node is null. */
export function nodeAt({ tree, path }: Pick<Node, "tree" | "path">): Node {
  return { tree, path, value: valueAt(tree, path) ?? null };
}

/** A field of a message; `undefined` if the field is absent or `null`, which has the same meaning in proto3 JSON. */
export function field(node: Node | undefined, name: string): Node | undefined {
  if (node === undefined) return undefined;
  const spelling = member(node.value, name) === undefined ? snakeCase(name) : name;
  const value = member(node.value, spelling);
  return value === undefined || value === null ? undefined : { tree: node.tree, path: [...node.path, spelling], value };
}

/** A nested field. `names` are the names of the fields on the path to the nested field. */
export function fieldAt(node: Node | undefined, names: readonly string[]): Node | undefined {
  return names.reduce(field, node);
}

export function stringValue(node: Node | undefined): string | undefined {
  return typeof node?.value === "string" ? node.value : undefined;
}

export function items(node: Node | undefined): Node[] {
  if (node === undefined || !isArray(node.value)) return [];
  return node.value.map((value, index) => ({ tree: node.tree, path: [...node.path, index], value }));
}

/** The keys and values of a map. Unlike the name of a field, the key of a map has only one spelling. */
export function entries(node: Node | undefined): [string, Node][] {
  if (node === undefined || !isObject(node.value)) return [];
  return Object.entries(node.value).map(([key, value]) => [key, { tree: node.tree, path: [...node.path, key], value }]);
}

export function valueOrigin({ tree, path }: Node): Origin {
  return originOfValue(tree, path);
}

export function keyOrigin({ tree, path }: Node): Origin {
  return originOfKey(tree, path);
}

/** The name of a field in protocol buffers. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The name of a field in JSON: the inverse of `snakeCase`. */
export function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_found, letter: string) => letter.toUpperCase());
}
