import { isObject, type Json, member } from "../../../source/json/json.ts";
import { originOfKey, type TreeLocation } from "../../../source/tree.ts";
import { checkParameterList } from "../check/check-parameters.ts";
import { duplicatePath, overlappingPathItem, similarPath } from "../operation-codes.ts";
import type { Located, OpenApiVersion } from "./operation.ts";
import { at, type DocumentReader, entriesOf, type FollowedReference, follow, itemsOf } from "./reader.ts";
import { atKey, reportFinding } from "./visit.ts";

/** An operation in the document, with its path item, from which the operation inherits parameters and servers. */
export interface OperationEntry {
  readonly method: string;
  readonly path: string;
  readonly key: string;
  readonly place: Located<Json>;
  readonly item: PathItem;
}

/** A path item merged with the target of its `$ref`. If both have a field, the field of the path item is used. */
export interface PathItem {
  readonly fields: ReadonlyMap<string, Located<Json>>;
  readonly parameters: readonly FollowedReference[];
}

export interface OperationEntries {
  readonly entries: readonly OperationEntry[];
  /** Locations of values that cannot be read and may contain operations. */
  readonly unreadable: readonly TreeLocation[];
}

/** Finds the operations of a document with their path items, and reports conflicts between paths. */
export function findOperations(root: Located, reader: DocumentReader): OperationEntries {
  const paths = entriesOf(at(root, "paths"));
  const isItem = ([path]: (typeof paths)[number]) => path.startsWith("/");
  const read = paths.filter(isItem).map(([path, place]) => readItem(path, place, reader));
  const entries = read.flatMap((item) => item.entries);
  checkPaths(paths, entries, reader);
  const others = paths.filter((entry) => !isItem(entry)).map(([, place]) => place);
  return {
    entries,
    unreadable: [
      ...invalidPathAround({ tree: root.tree, path: [...root.path, "paths"] }, reader),
      ...others,
      ...read.flatMap(({ unreadable }) => unreadable),
    ],
  };
}

function invalidPathAround({ tree, path }: TreeLocation, { invalidPaths }: DocumentReader): TreeLocation[] {
  const invalid = invalidPaths.around(tree, path);
  return invalid === undefined ? [] : [{ tree, path: invalid }];
}

/** The number of operations in a path item. */
export function countOperations(item: Located<Json>, reader: DocumentReader): number {
  const fixed = fixedMethodsOf[reader.version];
  const fields = follow(item, reader).target?.value ?? {};
  const additional = reader.version === "3.2" ? member(fields, "additionalOperations") : undefined;
  return Object.keys(fields).filter((name) => fixed.has(name)).length + (isObject(additional) ? Object.keys(additional).length : 0);
}

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"];
const fixedMethods3 = new Set(methods.slice(0, 8));

/** The names of the methods that are fields of a path item, by version. */
const fixedMethodsOf: Readonly<Record<OpenApiVersion, ReadonlySet<string>>> = {
  "2.0": new Set(methods.slice(0, 7)),
  "3.0": fixedMethods3,
  "3.1": fixedMethods3,
  "3.2": new Set(methods),
};

function readItem(path: string, place: Located<Json>, reader: DocumentReader): OperationEntries {
  const fields = fieldsOf(place, reader);
  const parameters = itemsOf(fields.get("parameters")).map((each) => follow(each, reader));
  checkParameterList(parameters, reader);
  const item = { fields, parameters };
  const fixed = fixedMethodsOf[reader.version];
  const entry = (method: string, at: Located<Json>): OperationEntry => ({ method, path, key: `${method} ${path}`, place: at, item });
  const additional = reader.version === "3.2" ? entriesOf(fields.get("additionalOperations")) : [];
  // An item of `additionalOperations` whose method is a field of the path item, such as "GET", was reported, and is not read.
  const isOwn = ([method]: (typeof additional)[number]) => !fixed.has(method.toLowerCase()) || method !== method.toUpperCase();
  const others = [...Array.from(fields).filter(([name]) => !fixed.has(name)), ...additional.filter((entry) => !isOwn(entry))];
  return {
    entries: [
      ...Array.from(fields).flatMap(([name, at]) => (fixed.has(name) ? [entry(name.toUpperCase(), at)] : [])),
      ...additional.filter(isOwn).map(([method, each]) => entry(method, each)),
    ],
    unreadable: [
      ...follow(place, reader).places.flatMap((on) => invalidPathAround(on, reader)),
      ...others.flatMap(([name, at]) => (looksLikeOperation(name, at) ? [at] : [])),
    ],
  };
}

/** Whether a field that is not a method, such as a misspelled method, contains an operation. */
function looksLikeOperation(name: string, { value }: Located<Json>): boolean {
  return !name.startsWith("x-") && member(value, "responses") !== undefined;
}

function fieldsOf(place: Located<Json>, reader: DocumentReader): Map<string, Located<Json>> {
  const own = new Map(entriesOf(place));
  if (!own.has("$ref")) return own;
  const next = follow(place, reader).target;
  const fields = new Map(entriesOf(next));
  for (const [name, each] of own) {
    if (fields.has(name))
      reportFinding({ session: reader.session, ...place }, { code: overlappingPathItem, params: { name }, spot: atKey(name) });
    fields.set(name, each);
  }
  return fields;
}

/**
 * Reports paths that differ only in the names of their parameters. Such paths match the same URLs, which is forbidden since 3.0 (3.2 §4.8).
 */
function checkPaths(
  paths: readonly (readonly [string, Located<Json>])[],
  entries: readonly OperationEntry[],
  { session, version }: DocumentReader,
): void {
  const methodsOf = new Map<string, Set<string>>();
  for (const { path, method } of entries) methodsOf.set(path, (methodsOf.get(path) ?? new Set()).add(method));
  const seen = new Map<string, string>();
  for (const [path, place] of paths) {
    if (!path.startsWith("/")) continue;
    const shape = path.includes("{") ? path.replaceAll(/\{[^{}]*\}/g, "{}") : path;
    const other = seen.get(shape);
    if (other === undefined) seen.set(shape, path);
    else {
      const related = [{ message: `The path "${other}" is here.`, place: originOfKey(place.tree, [...place.path.slice(0, -1), other]) }];
      const clash = [...(methodsOf.get(path) ?? [])].some((method) => methodsOf.get(other)?.has(method));
      const code = clash && version !== "2.0" ? duplicatePath : similarPath;
      reportFinding({ session, ...place }, { code, params: { path, other }, spot: atKey(), details: { related } });
    }
  }
}
