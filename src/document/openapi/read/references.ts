import { isArray, isObject, type Json, member } from "../../../source/json/json.ts";
import { parseUrl } from "../../../source/text/parse-url.ts";
import {
  authoredTexts,
  type Path,
  parsePointer,
  pointerOf,
  type Tree,
  type TreeLocation,
  valueAt,
  writtenLocation,
} from "../../../source/tree.ts";
import type { FindTree } from "../check/shapes/shape.ts";
import type { Located } from "./operation.ts";

/** The result of resolving one `$ref`. The target may have a `$ref` itself. */
export type Resolution =
  | { readonly kind: "found"; readonly target: Located<Json> }
  /** The referenced file does not exist or cannot be read. The stage that reads files has reported the reason. */
  | { readonly kind: "unread" }
  | { readonly kind: "remote" }
  /** A member on the path of the pointer does not exist: the value `within`, which is `at` this location, has no member `missing`. */
  | { readonly kind: "dangling"; readonly missing: string; readonly within: Json | undefined; readonly at: TreeLocation | undefined };

/** The direct target of the `$ref` of the object at `place`; `undefined` if the object has no `$ref` that can be resolved. */
export function followReference(place: TreeLocation, find: FindTree): Located<Json> | undefined {
  return follow(member(valueAt(place.tree, place.path), "$ref"), place, find);
}

/**
 * The direct target of a schema's `$ref` or `$dynamicRef`. A `$dynamicRef` with a JSON Pointer has the same meaning as a `$ref`
 * (JSON Schema 2020-12 Core §8.2.3.2).
 */
export function followSchemaReference(place: TreeLocation, find: FindTree): Located<Json> | undefined {
  const schema = valueAt(place.tree, place.path);
  return follow(member(schema, "$ref") ?? member(schema, "$dynamicRef"), place, find);
}

function follow(uri: Json | undefined, place: TreeLocation, find: FindTree): Located<Json> | undefined {
  if (typeof uri !== "string") return undefined;
  const step = resolveUri(uri, place, find);
  return step.kind === "found" ? step.target : undefined;
}

/**
 * Resolves a reference: its file (RFC 3986 §5), its JSON Pointer (RFC 6901), and the `$id`s and anchors of JSON Schema 2020-12 Core §8.2.
 */
export function resolveUri(uri: string, location: TreeLocation, find: FindTree): Resolution {
  return resolve(uri, { from: writtenLocation(location), find, budget: { left: maxReferences } });
}

interface ResolutionContext {
  readonly from: TreeLocation;
  readonly find: FindTree;
  /** How many more `$ref`s in the middle of JSON Pointers may be followed. */
  readonly budget: { left: number };
}

function resolve(uri: string, context: ResolutionContext): Resolution {
  const { from, find } = context;
  const hash = uri.indexOf("#");
  const file = hash === -1 ? uri : uri.slice(0, hash);
  const fragment = hash === -1 ? "" : decode(uri.slice(hash + 1));
  const start = file === "" ? ownResource(from) : resourceOf(file, from, find);
  if (start === undefined) return isRemote(file) ? { kind: "remote" } : { kind: "unread" };
  if (start.tree.data === undefined) return { kind: "unread" };
  if (fragment === undefined) return { kind: "dangling", missing: uri.slice(hash + 1), within: undefined, at: undefined };
  if (fragment === "") return { kind: "found", target: located(start) };
  if (!fragment.startsWith("/")) return anchorIn(start, fragment);
  const step = pointerIn(start, fragment, context);
  // A JSON Pointer is relative to the innermost `$id`. Many documents use pointers relative to the root of the file instead, so the root is
  // tried next.
  return step.kind === "found" || start.path.length === 0 || file !== ""
    ? step
    : pointerIn({ tree: start.tree, path: [] }, fragment, context);
}

function isRemote(file: string): boolean {
  return /^[A-Za-z][A-Za-z0-9+.-]+:/.test(file) || file.startsWith("//");
}

function decode(text: string): string | undefined {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined; // The percent-encoding is invalid.
  }
}

function pointerIn({ tree, path }: TreeLocation, pointer: string, context: ResolutionContext): Resolution {
  let value: Json | undefined = valueAt(tree, path);
  const steps: (string | number)[] = [...path];
  const pointed = parsePointer(pointer);
  for (const [position, step] of pointed.entries()) {
    const index = isArray(value) && /^(?:0|[1-9]\d*)$/.test(step) ? Number(step) : undefined;
    const next: Json | undefined = isArray(value) ? value[index ?? -1] : member(value, step);
    if (next === undefined) return behindReference(value, pointed.slice(position), { ...context, from: { tree, path: steps } });
    steps.push(index ?? step);
    value = next;
  }
  return value === undefined ? { kind: "unread" } : { kind: "found", target: located({ tree, path: steps }) };
}

/**
 * Follows a `$ref` in the middle of a JSON Pointer. The standard does not allow this, but all OpenAPI programs do it, and documents that
 * consist of many files rely on it.
 */
function behindReference(value: Json | undefined, rest: readonly string[], context: ResolutionContext): Resolution {
  const dangling: Resolution = { kind: "dangling", missing: rest[0] ?? "", within: value, at: context.from };
  const uri = member(value, "$ref");
  if (typeof uri !== "string" || context.budget.left === 0) return dangling;
  context.budget.left -= 1;
  const step = resolve(uri, context);
  if (step.kind !== "found") return step.kind === "unread" ? step : dangling;
  return pointerIn(step.target, pointerOf(rest), context);
}

/** The maximum number of `$ref`s that are followed in the middle of one JSON Pointer. */
const maxReferences = 40;

function located(location: TreeLocation): Located<Json> {
  const { tree, path } = writtenLocation(location);
  return { tree, path, value: valueAt(tree, path) ?? null };
}

function anchorIn(start: TreeLocation, name: string): Resolution {
  const { anchors } = identifiersOf(start.tree);
  const path = anchors.get(`${pointerOf(start.path)}#${name}`) ?? anchors.get(`#${name}`);
  if (path !== undefined) return { kind: "found", target: located({ tree: start.tree, path }) };
  return { kind: "dangling", missing: name, within: undefined, at: undefined };
}

/** Whether a file has `$id`s, so that the target of a reference also depends on the place of the reference. */
export function hasResources(tree: Tree): boolean {
  return identifiersOf(tree).resources.size > 0;
}

/** The schema resource that contains a place: the innermost schema around it that has an `$id`, else the whole file. */
function ownResource({ tree, path }: TreeLocation): TreeLocation {
  const { roots } = identifiersOf(tree);
  if (roots.size === 0) return { tree, path: [] };
  let length = path.length;
  while (length > 0 && !roots.has(pointerOf(path.slice(0, length)))) length -= 1;
  return { tree, path: path.slice(0, length) };
}

function resourceOf(file: string, from: TreeLocation, find: FindTree): TreeLocation | undefined {
  const { tree } = from;
  const { resources, self } = identifiersOf(tree);
  if (resources.size > 0 || self !== "") {
    const own = ownResource(from);
    const base = own.path.length === 0 ? self : absolute(String(member(valueAt(tree, own.path), "$id")), self);
    const uri = absolute(file, base);
    const root = resources.get(uri) ?? resources.get(file);
    if (root !== undefined) return { tree, path: root };
    if (self !== "" && uri === self) return { tree, path: [] };
  }
  const found = find(tree, file);
  return found === undefined ? undefined : { tree: found, path: [] };
}

/** Resolves a reference relative to a base URI. If this is impossible, the reference is returned unchanged. */
function absolute(reference: string, base: string): string {
  return (parseUrl(reference) ?? parseUrl(reference, base))?.href ?? reference;
}

interface Identifiers {
  /** The document's `$self` (3.2); empty if the document has none. */
  readonly self: string;
  /** The paths of the schemas that have an `$id`, by the absolute URI of the `$id`. */
  readonly resources: ReadonlyMap<string, Path>;
  /** The JSON Pointers of the schemas that have an `$id`. */
  readonly roots: ReadonlySet<string>;
  /**
   * The paths of the schemas that have an anchor. The key consists of the JSON Pointer of the schema resource, `#`, and the name of the
   * anchor.
   */
  readonly anchors: ReadonlyMap<string, Path>;
}

const none: Identifiers = { self: "", resources: new Map(), roots: new Set(), anchors: new Map() };

/** A cache by tree. Trees are immutable. */
const known = new WeakMap<Tree, Identifiers>();

function identifiersOf(tree: Tree): Identifiers {
  const found = known.get(tree) ?? findIdentifiers(tree);
  known.set(tree, found);
  return found;
}

/** Keywords whose values are data, in which an `$id` is an ordinary member. */
const dataKeywords = new Set(["example", "examples", "default", "enum", "const", "value"]);

function findIdentifiers(tree: Tree): Identifiers {
  const version = member(tree.data, "openapi");
  // Before 3.1, schemas have no identifiers. In later versions, few documents have identifiers, so the text is searched first to avoid a
  // traversal.
  if (member(tree.data, "swagger") !== undefined || (typeof version === "string" && version.startsWith("3.0"))) return none;
  if (tree.format !== "value" && !authoredTexts(tree).some((text) => /\$(?:id|anchor|dynamicAnchor|self)\b/.test(text))) return none;

  const self = member(tree.data, "$self");
  const resources = new Map<string, Path>();
  const anchors = new Map<string, Path>();

  function visit(value: Json, path: Path, resource: { base: string; path: Path }): void {
    if (isArray(value)) {
      for (const [index, item] of value.entries()) visit(item, [...path, index], resource);
      return;
    }
    if (!isObject(value)) return;
    let inside = resource;
    if (typeof value.$id === "string") {
      const base = absolute(value.$id.replace(/#$/, ""), resource.base);
      inside = { base, path };
      resources.set(base, path);
    }
    for (const anchor of [value.$anchor, value.$dynamicAnchor]) {
      if (typeof anchor === "string") anchors.set(`${pointerOf(inside.path)}#${anchor}`, path);
    }
    for (const [name, item] of Object.entries(value)) {
      if (dataKeywords.has(name) || name.startsWith("x-")) continue;
      if (name === "properties" && isObject(item)) {
        for (const [property, each] of Object.entries(item)) visit(each, [...path, name, property], inside);
      } else visit(item, [...path, name], inside);
    }
  }

  const base = typeof self === "string" ? self : "";
  visit(tree.data ?? null, [], { base, path: [] });
  return { self: base, resources, roots: new Set([...resources.values()].map(pointerOf)), anchors };
}
