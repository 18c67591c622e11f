import type { Diagnostic } from "../diagnostic/diagnostic.ts";
import type { OpenApiDocument, Operation, RefusedOperation } from "../document/openapi/operation.ts";
import { resolveUri } from "../document/openapi/references.ts";
import { findTree } from "../project/documents.ts";
import type { Project } from "../project/project.ts";
import { isArray, isObject, type Json } from "../source/json.ts";
import { type Path, pointerOf, type Tree, valueAt, writtenLocation, writtenTree } from "../source/tree.ts";

/** The documents that definitions have, each with the keys of its operations that some definition takes. */
export type UsedOperations = ReadonlyMap<OpenApiDocument, ReadonlySet<string>>;

/**
 * The findings without those that concern only operations which no definition uses: what stands in such an operation, or in something
 * shared that no used operation reaches. A document is checked once for all that use it, before anyone has chosen.
 */
export function withoutUnused(diagnostics: readonly Diagnostic[], used: UsedOperations, project: Project): readonly Diagnostic[] {
  const partial = partlyUsed(used);
  if (partial.length === 0) return diagnostics;
  const reached = reachOf(
    partial.flatMap(({ chosen }) => chosen),
    project,
  );
  const trees = new Set(partial.map(({ document }) => document.tree));
  // Only other files that a document refers to ask for a walk through all that nobody uses.
  const isOfUnusedPath = unusedPaths(partial);
  const isOfDocument = documentFiles(project);
  const isElsewhere = diagnostics.some(({ place }) => "path" in place && !trees.has(place.tree) && isOfDocument(place.tree));
  const left: Reach = isElsewhere
    ? reachOf(
        partial.flatMap(({ excluded }) => excluded),
        project,
      )
    : new Map();
  return diagnostics.filter(({ place }) => {
    if (!("path" in place)) return true; // The text itself cannot be read, which concerns all.
    const { tree, path } = place;
    if (!trees.has(tree) && !left.has(tree)) return true;
    if (isOfUnusedPath(tree, path)) return false;
    return isReached(reached, tree, path) || (trees.has(tree) ? concernsAll(path) : !isReached(left, tree, path));
  });
}

/** Whether a tree can be a file that a document refers to: it is none of those that the project has for itself. */
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

interface Place {
  readonly tree: Tree;
  readonly path: Path;
}

interface PartlyUsed {
  readonly document: OpenApiDocument;
  readonly chosen: readonly Place[];
  readonly excluded: readonly Place[];
  /** The entries of `paths` that have operations, none of which is used. */
  readonly unusedPaths: ReadonlySet<string>;
}

/** Whether a place is such an entry as a whole. */
function unusedPaths(partial: readonly PartlyUsed[]): (tree: Tree, path: Path) => boolean {
  const unused = new Map(partial.map((each) => [each.document.tree, each.unusedPaths]));
  return (tree, [first, path, ...rest]) => first === "paths" && rest.length === 0 && unused.get(tree)?.has(String(path)) === true;
}

/** The documents of which some operation is used by nobody. */
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

/** A key is the method and the path. */
function pathOf({ key }: Operation | RefusedOperation): string {
  return key.slice(key.indexOf(" ") + 1);
}

/** Where an operation is written: itself, and what its path item holds for all of its operations. Both may be in other files. */
function placesOf(operation: Operation | RefusedOperation, document: OpenApiDocument): Place[] {
  const { tree, path } = "origin" in operation ? operation.origin : operation.node;
  if (document.tree.repaired !== undefined) return [...placesIn(document.tree, operation), ...placesAround(operation, { tree, path })];
  return placesAround(operation, { tree, path });
}

/** The places in the document that the operation and what is shared with it are put into. */
function placesIn(tree: Tree, operation: Operation | RefusedOperation): Place[] {
  const item = ["paths", pathOf(operation)];
  const method = operation.key.slice(0, operation.key.indexOf(" "));
  const shared = ["$ref", "parameters", "servers", "summary", "description", method.toLowerCase()].map((name) => [...item, name]);
  return [...shared, [...item, "additionalOperations", method]]
    .map((path) => ({ tree, path }))
    .flatMap((place) => [place, writtenLocation(place)]);
}

function placesAround(operation: Operation | RefusedOperation, { tree, path }: Place): Place[] {
  const shared = ["parameters", "servers", "summary", "description", "$ref"].map(
    (name): Place => ({ tree, path: [...path.slice(0, -1), name] }),
  );
  const parameters = "parameters" in operation ? operation.parameters.map(({ origin }) => origin) : [];
  // One that nothing describes comes from the path, which other operations have too.
  return [{ tree, path }, ...shared, ...parameters.filter(({ part }) => part === "value")];
}

type Reach = ReadonlyMap<Tree, ReadonlySet<string>>;

/** The places that these lead to by references, with themselves. */
function reachOf(from: readonly Place[], project: Project): Reach {
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

/** Every reference in a value, also those of a discriminator's mapping. */
export function urisIn(root: Json | undefined): Set<string> {
  const uris = new Set<string>();
  const open: (Json | undefined)[] = [root];
  while (open.length > 0) {
    const value = open.pop();
    if (isArray(value)) open.push(...value);
    else if (isObject(value)) {
      if (typeof value.$ref === "string") uris.add(value.$ref);
      if (isObject(value.mapping)) for (const uri of Object.values(value.mapping)) if (typeof uri === "string") uris.add(uri);
      open.push(...Object.values(value));
    }
  }
  return uris;
}

function isReached(reach: Reach, tree: Tree, path: Path): boolean {
  const pointers = reach.get(tree);
  return pointers !== undefined && path.some((_step, index) => pointers.has(pointerOf(path.slice(0, index + 1))));
}

/** Whether a place of the document's own tree is neither in an operation nor in something that only those who refer to it need. */
function concernsAll(path: Path): boolean {
  const [first, second, third] = path;
  if (first === "paths") return third === undefined;
  // Requirements name schemes without a reference.
  if (first === "components") return third === undefined || second === "securitySchemes";
  return !["definitions", "parameters", "responses"].includes(String(first)) || path.length < 2;
}
