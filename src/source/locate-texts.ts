import { locateJson } from "./json/locate-json.ts";
import { type NestedText, readNestedText } from "./nested-text.ts";
import { buildPathTree, locationsOf, type NodeLocation } from "./path-tree.ts";
import type { Range } from "./source.ts";
import { authoredOrigin, type Origin, type Place, type Tree, textTree, valueAt } from "./tree.ts";
import { locateYaml } from "./yaml/locate-yaml.ts";

/** The locations of the requested places in one text. */
export interface LocatedText {
  readonly locations: ReadonlyMap<Place, NodeLocation>;
  /** The scalar that contains this text if it is a nested text; `undefined` for the text of a file. */
  readonly enclosing: EnclosingScalar | undefined;
}

/** The scalar in an outer text whose value is a nested text. */
export interface EnclosingScalar {
  readonly tree: Tree;
  readonly location: NodeLocation;
  readonly nested: NestedText;
}

/**
 * Locates places in the texts of their trees, and also the scalars that contain nested texts. In the result, an outer text comes before its
 * nested texts.
 */
export function locateTexts(places: readonly Place[]): Map<Tree, LocatedText> {
  const texts = new Map<Tree, LocationRequest[]>();
  for (const place of places) addRequest(place, texts);
  const located = new Map<Tree, LocatedText>();
  for (const [tree, requests] of texts) {
    located.set(tree, { locations: findInText(tree, requests), enclosing: enclosingScalarOf(tree, located) });
  }
  return located;
}

/**
 * The range of a place in a text, and the tree of this text. If the tree of the place has no text of its own, this is the outer tree whose
 * text contains the place.
 */
export function placeInText(
  place: Place,
  texts: ReadonlyMap<Tree, LocatedText>,
): { tree: Tree; range: Range; location: NodeLocation | undefined } {
  if ("range" in place) return { tree: textTree(place.tree), range: place.range, location: undefined };
  const { tree } = originInText(place);
  const location = texts.get(tree)?.locations.get(place);
  if (location === undefined) throw new Error(`${tree.source.path} was not searched for ${JSON.stringify(place.path)}`);
  // After `key:` without a value, the range of the value is empty, so the range of the key is used.
  const range = location.value.end > location.value.start ? location[place.part] : location.key;
  return { tree, range, location };
}

/** `place` is the requested origin. `origin` is the same origin, relative to the tree that has the text. */
interface LocationRequest {
  readonly place: Origin;
  readonly origin: Origin;
}

function addRequest(place: Place, texts: Map<Tree, LocationRequest[]>): void {
  if ("range" in place) {
    requestsFor(textTree(place.tree), texts);
    return;
  }
  const origin = originInText(place);
  requestsFor(origin.tree, texts).push({ place, origin });
}

function requestsFor(tree: Tree, texts: Map<Tree, LocationRequest[]>): LocationRequest[] {
  const known = texts.get(tree);
  if (known !== undefined) return known;
  // The enclosing scalar is requested first, since the locations in a nested text depend on the location of this scalar.
  if (tree.within !== undefined) addRequest(tree.within, texts);
  const requests: LocationRequest[] = [];
  texts.set(tree, requests);
  return requests;
}

/**
 * Converts an origin to the same origin relative to the tree that has the text: an embedded object has no text of its own, and the values of
 * a document with overlays are in several texts.
 */
export function originInText(origin: Origin): Origin {
  const authored = authoredOrigin(origin);
  const { tree, path, part } = authored;
  if (tree.format !== "value" || tree.within === undefined) return tree === origin.tree ? origin : authored;
  return originInText({ tree: tree.within.tree, path: [...tree.within.path, ...path], part });
}

function findInText(tree: Tree, requests: readonly LocationRequest[]): Map<Place, NodeLocation> {
  if (requests.length === 0) return new Map();
  const pathTree = buildPathTree(requests.map(({ origin }) => origin));
  const whole = { start: 0, end: tree.source.text.length };
  // A text that was refused, as for nesting too deep, has no data, but its root exists.
  if (tree.format === "text" || tree.data === undefined) pathTree.location = { value: whole, key: whole, inFlow: false, isExact: true };
  if (tree.format === "json")
    locateJson(tree.source.text, pathTree, { hasDuplicates: tree.problems.some(({ code }) => code === "duplicate-key") });
  else if (tree.format !== "text") locateYaml(tree.source.text, tree.data ?? null, pathTree);
  const byOrigin = new Map(locationsOf(pathTree));
  return new Map(requests.map(({ place, origin }) => [place, requireLocation(byOrigin.get(origin), origin)]));
}

/**
 * Checks that an origin exists, and returns its location. `js-yaml` accepts some texts that `yaml` rejects, such as brackets with too
 * little indentation, so a value of the data may have no exact location. Then `location` is that of the innermost located value around it.
 */
function requireLocation(location: NodeLocation | undefined, { tree, path }: Origin): NodeLocation {
  if (location !== undefined && (location.isExact || valueAt(tree, path) !== undefined)) return location;
  throw new Error(`${tree.source.path} has no ${JSON.stringify(path)}`);
}

function enclosingScalarOf({ within, source }: Tree, located: ReadonlyMap<Tree, LocatedText>): EnclosingScalar | undefined {
  if (within === undefined) return undefined;
  const { tree, location } = placeInText(within, located);
  if (location === undefined) throw new Error("A nested tree is inside a value, which has an origin.");
  const { text } = tree.source;
  return { tree, location, nested: readNestedText({ text, range: location.value, format: tree.format, decoded: source.text }) };
}
