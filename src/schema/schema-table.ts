import { type Json, type JsonObject, member } from "../source/json/json.ts";
import { type Path, pointerOf, type Tree, valueAt, writtenLocation } from "../source/tree.ts";
import type { SchemaPlace } from "./convert/converted.ts";
import type { Grammar } from "./convert/dialect.ts";
import { findIdentifiers, followIdentifier, type Identifiers } from "./convert/identifiers.ts";
import { nameOfPlace, nameSchemas, type SchemaNames } from "./convert/names.ts";

/** A schema that is the target of references. */
export interface ReferencedSchema {
  readonly place: SchemaPlace;
  readonly node: Json;
  readonly names: SchemaNames;
  /** The name that the document gives to the schema; `undefined` for a schema that the document does not name. */
  readonly key: string | undefined;
}

/** The shared schemas of a document: the schemas that the document names, and all other targets of references. */
export interface SchemaTable {
  /**
   * The target of a schema's reference; `undefined` if the schema has no reference, or the reference has no target. `place` is called only
   * if the location is needed.
   */
  readonly target: (schema: JsonObject, tree: Tree, place: () => SchemaPlace) => ReferencedSchema | undefined;
  /** The identifiers in a tree; `undefined` if the tree has none. */
  readonly identifiersOf: (tree: Tree) => Identifiers | undefined;
}

export interface SchemaTableOptions {
  readonly grammar: Grammar;
  readonly named: readonly { readonly key: string; readonly place: SchemaPlace }[];
  readonly follow: (place: SchemaPlace) => SchemaPlace | undefined;
}

export function createSchemaTable({ grammar, named, follow }: SchemaTableOptions): SchemaTable {
  const entries = new Map<Tree, Map<string, ReferencedSchema>>();
  const found = new Map<Tree, Map<string, ReferencedSchema | undefined>>();
  const identifiers = new Map<Tree, Identifiers | undefined>();
  const names = nameSchemas(named);
  for (const [index, { key, place }] of named.entries()) add(place, key, names[index]);

  function add(place: SchemaPlace, key: string | undefined, given: SchemaNames | undefined): ReferencedSchema | undefined {
    const node = valueAt(place.tree, place.path);
    if (node === undefined) return undefined;
    const entry = { place, node, names: given ?? nameOfPlace(place, node), key };
    mapOf(entries, place.tree).set(pointerOf(place.path), entry);
    return entry;
  }

  function entryAt(place: SchemaPlace | undefined): ReferencedSchema | undefined {
    if (place === undefined) return undefined;
    return mapOf(entries, place.tree).get(pointerOf(place.path)) ?? add(place, undefined, undefined);
  }

  function identifiersOf(tree: Tree): Identifiers | undefined {
    if (!grammar.identifiers) return undefined;
    if (!identifiers.has(tree)) identifiers.set(tree, findIdentifiers(tree));
    return identifiers.get(tree);
  }

  function target(schema: JsonObject, tree: Tree, place: () => SchemaPlace): ReferencedSchema | undefined {
    const reference = referenceIn(schema, grammar);
    if (reference === undefined) return undefined;
    if (reference === recursive) return entryAt(recursiveRoot(tree, place().path));
    const own = identifiersOf(tree);
    if (own !== undefined) {
      const from = place();
      return entryAt(followIdentifier(own, reference, from) ?? follow(from));
    }
    if (!grammar.oneRoot) return entryAt(follow(place()));
    // A document repeats the same reference thousands of times, so each reference is resolved once for each file. If a repair inserted the
    // schema from another file, the other file counts.
    const known = mapOf(found, tree.repaired === undefined ? tree : writtenLocation(place()).tree);
    if (!known.has(reference)) known.set(reference, entryAt(follow(place())));
    return known.get(reference);
  }

  return { target, identifiersOf };
}

const recursive = "$recursiveRef";

/**
 * The reference of a schema; `undefined` if the schema has none. `$dynamicRef` is treated like `$ref`; see `dynamicReference`.
 * `$recursiveRef` is the name of `$dynamicRef` in 2019-09, which OpenAPI 3.1 documents still use. If it were ignored, a recursive
 * alternative would accept everything.
 */
export function referenceIn(schema: JsonObject, grammar: Grammar): string | undefined {
  const reference = schema[grammar.reference];
  if (typeof reference === "string" || !grammar.identifiers) return typeof reference === "string" ? reference : undefined;
  if (typeof schema.$dynamicRef === "string") return schema.$dynamicRef;
  return typeof schema.$recursiveRef === "string" ? recursive : undefined;
}

/** The keyword that contains a schema's reference. */
export function referenceKeyword(schema: JsonObject, grammar: Grammar): string {
  if (typeof schema[grammar.reference] === "string") return grammar.reference;
  return typeof schema.$dynamicRef === "string" ? "$dynamicRef" : recursive;
}

/** The innermost schema with `$recursiveAnchor: true` around a path. */
function recursiveRoot(tree: Tree, path: Path): SchemaPlace | undefined {
  for (let length = path.length; length >= 0; length--) {
    const outer = path.slice(0, length);
    if (member(valueAt(tree, outer), "$recursiveAnchor") === true) return { tree, path: outer };
  }
  return undefined;
}

function mapOf<Value>(maps: Map<Tree, Map<string, Value>>, tree: Tree): Map<string, Value> {
  let map = maps.get(tree);
  if (map === undefined) {
    map = new Map();
    maps.set(tree, map);
  }
  return map;
}
