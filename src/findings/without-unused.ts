import type { Diagnostic } from "../diagnostic/diagnostic.ts";
import type { OpenApiDocument, Operation, RefusedOperation } from "../document/openapi/read/operation.ts";
import { resolveUri } from "../document/openapi/read/references.ts";
import { findTree } from "../project/documents/documents.ts";
import type { Project } from "../project/project.ts";
import { isArray, isObject, type Json } from "../source/json/json.ts";
import { pushAll } from "../source/text/push-all.ts";
import { type Path, pointerOf, type Tree, type TreeLocation, valueAt, writtenLocation, writtenTree } from "../source/tree.ts";

/** For each document, the keys (method and path template) of the operations that definitions use. */
export type UsedOperations = ReadonlyMap<OpenApiDocument, ReadonlySet<string>>;

/**
 * Removes the findings that concern only operations that no definition uses: those in such an operation, or in a shared component that no
 * used operation refers to. They exist because a document is checked before its operations are selected.
 */
export function withoutUnused(diagnostics: readonly Diagnostic[], used: UsedOperations, project: Project): readonly Diagnostic[] {
  const partial = partlyUsed(used);
  if (partial.length === 0) return diagnostics;
  const reached = reachOf(
    partial.flatMap(({ chosen }) => chosen),
    project,
  );
  const trees = new Set(partial.map(({ document }) => document.tree));
  // A finding in another file than these documents is removed only if an unused operation refers to its location. If there is no such
  // finding, the references of unused operations are not followed.
  const isOfUnusedPath = unusedPaths(partial);
  const isOfDocument = documentFiles(project);
  const isElsewhere = diagnostics.some(({ place }) => "path" in place && !trees.has(place.tree) && isOfDocument(place.tree));
  const unused: Reach = isElsewhere
    ? reachOf(
        partial.flatMap(({ excluded }) => excluded),
        project,
      )
    : new Map();
  return diagnostics.filter(({ place }) => {
    if (!("path" in place)) return true; // A syntax error concerns every operation.
    const { tree, path } = place;
    if (!trees.has(tree) && !unused.has(tree)) return true;
    if (isOfUnusedPath(tree, path)) return false;
    return isReached(reached, tree, path) || (trees.has(tree) ? concernsAll(path) : !isReached(unused, tree, path));
  });
}

/**
 * Returns a function that tests whether a file may be one that a document refers to. This is any file except the configuration, resources,
 * apps, agents and environments.
 */
function documentFiles({ config, resources, apps, environments }: Project): (tree: Tree) => boolean {
  const own = [
    config.tree,
    ...resources.map(({ tree }) => tree),
    ...apps.flatMap(({ tree, agents }) => [tree, ...agents]),
    ...environments.map(({ tree }) => tree),
  ];
  const others = new Set(own);
  return (tree) => !others.has(tree);
}

interface PartlyUsed {
  readonly document: OpenApiDocument;
  readonly chosen: readonly TreeLocation[];
  readonly excluded: readonly TreeLocation[];
  /** The keys of `paths` whose operations are all unused. */
  readonly unusedPaths: ReadonlySet<string>;
}

/** Returns a function that tests whether a location is a whole entry of `paths` whose operations are all unused. */
function unusedPaths(partial: readonly PartlyUsed[]): (tree: Tree, path: Path) => boolean {
  const unused = new Map(partial.map((each) => [each.document.tree, each.unusedPaths]));
  return (tree, [first, path, ...rest]) => first === "paths" && rest.length === 0 && unused.get(tree)?.has(String(path)) === true;
}

/** The documents of which at least one operation is not used. */
function partlyUsed(used: UsedOperations): PartlyUsed[] {
  return [...used].flatMap(([document, keys]) => {
    if (keys.size === document.operationCount) return [];
    const all: readonly (Operation | RefusedOperation)[] = [...document.operations, ...document.refused];
    const isChosen = ({ key }: Operation | RefusedOperation) => keys.has(key);
    const chosen = all.filter(isChosen);
    const unused = all.filter((each) => !isChosen(each));
    const usedPaths = new Set(chosen.map(pathOf));
    const paths = new Set(unused.map(pathOf).filter((path) => !usedPaths.has(path)));
    const places = (operations: typeof all) => operations.flatMap((operation) => placesOf(operation, document));
    return [{ document, chosen: places(chosen), excluded: places(unused), unusedPaths: paths }];
  });
}

/** The path template in the key of an operation, which follows the method. */
function pathOf({ key }: Operation | RefusedOperation): string {
  return key.slice(key.indexOf(" ") + 1);
}

/**
 * The locations of an operation and of the members of its path item that apply to all operations. The locations may be in other files than
 * the document.
 */
function placesOf(operation: Operation | RefusedOperation, document: OpenApiDocument): TreeLocation[] {
  const { tree, path } = "origin" in operation ? operation.origin : operation.node;
  if (document.tree.repaired !== undefined) return [...placesIn(document.tree, operation), ...placesAround(operation, { tree, path })];
  return placesAround(operation, { tree, path });
}

/** The locations of an operation, and of the shared members of its path item, in a repaired document. */
function placesIn(tree: Tree, operation: Operation | RefusedOperation): TreeLocation[] {
  const item = ["paths", pathOf(operation)];
  const method = operation.key.slice(0, operation.key.indexOf(" "));
  const shared = ["$ref", "parameters", "servers", "summary", "description", method.toLowerCase()].map((name) => [...item, name]);
  return [...shared, [...item, "additionalOperations", method]]
    .map((path) => ({ tree, path }))
    .flatMap((place) => [place, writtenLocation(place)]);
}

function placesAround(operation: Operation | RefusedOperation, { tree, path }: TreeLocation): TreeLocation[] {
  const shared = ["parameters", "servers", "summary", "description", "$ref"].map(
    (name): TreeLocation => ({ tree, path: [...path.slice(0, -1), name] }),
  );
  const parameters = "parameters" in operation ? operation.parameters.map(({ origin }) => origin) : [];
  // If only the path template declares a parameter, its origin is the path template, a key in `paths`. All operations of the path share
  // this location, so it is omitted.
  return [{ tree, path }, ...shared, ...parameters.filter(({ part }) => part === "value")];
}

type Reach = ReadonlyMap<Tree, ReadonlySet<string>>;

/** The locations in `from`, and all locations that can be reached from them by references. */
function reachOf(from: readonly TreeLocation[], project: Project): Reach {
  const reached = new Map<Tree, Set<string>>();
  const open = [...from];
  const find = (tree: Tree, uri: string) => findTree(tree, uri, project);
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const pointers = reached.get(place.tree) ?? new Set<string>();
    reached.set(place.tree, pointers);
    const pointer = pointerOf(place.path);
    if (pointers.has(pointer)) continue;
    pointers.add(pointer);
    for (const uri of urisIn(valueAt(writtenTree(place.tree), place.path))) {
      const step = resolveUri(uri, place, find);
      if (step.kind === "found") open.push(step.target);
    }
  }
  return reached;
}

/** All references in a value, including those in the mapping of a discriminator. */
export function urisIn(root: Json | undefined): Set<string> {
  const uris = new Set<string>();
  const open: (Json | undefined)[] = [root];
  while (open.length > 0) {
    const value = open.pop();
    if (isArray(value)) pushAll(open, value);
    else if (isObject(value)) {
      if (typeof value.$ref === "string") uris.add(value.$ref);
      if (isObject(value.mapping)) for (const uri of Object.values(value.mapping)) if (typeof uri === "string") uris.add(uri);
      pushAll(open, Object.values(value));
    }
  }
  return uris;
}

function isReached(reach: Reach, tree: Tree, path: Path): boolean {
  const pointers = reach.get(tree);
  return pointers !== undefined && path.some((_step, index) => pointers.has(pointerOf(path.slice(0, index + 1))));
}

/** Whether a location of a document concerns all of its operations: it is neither in an operation nor in a shared component. */
function concernsAll(path: Path): boolean {
  const [first, second, third] = path;
  if (first === "paths") return third === undefined;
  // Security schemes concern all operations, because requirements refer to schemes by name, not by `$ref`.
  if (first === "components") return third === undefined || second === "securitySchemes";
  return !["definitions", "parameters", "responses"].includes(String(first)) || path.length < 2;
}
