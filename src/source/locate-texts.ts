import { locateJson } from "./locate-json.ts";
import { locateYaml } from "./locate-yaml.ts";
import { type NestedText, readNestedText } from "./nested-text.ts";
import type { Range } from "./source.ts";
import { type Origin, type Place, type Tree, valueAt, writtenTree } from "./tree.ts";
import { type Found, foundOrigins, want } from "./wanted.ts";

/** What was found in the text of one tree. */
export interface LocatedText {
  readonly found: ReadonlyMap<Place, Found>;
  /** The scalar that holds the text; `undefined` for the text of a file. */
  readonly holder: Holder | undefined;
}

export interface Holder {
  readonly tree: Tree;
  readonly found: Found;
  readonly nested: NestedText;
}

/** Finds the places in the texts of their own trees, and the scalars that hold those texts. Outer trees come first. */
export function locateTexts(places: readonly Place[]): Map<Tree, LocatedText> {
  const texts = new Map<Tree, Wish[]>();
  for (const place of places) wish(place, texts);
  const located = new Map<Tree, LocatedText>();
  for (const [tree, wishes] of texts) {
    located.set(tree, { found: findInText(tree, wishes), holder: holderOf(tree, located) });
  }
  return located;
}

/** The range of a place in the text that it stands in, which for a tree without a text of its own is that around it. */
export function placeInText(place: Place, texts: ReadonlyMap<Tree, LocatedText>): { tree: Tree; range: Range; found: Found | undefined } {
  if ("range" in place) return { tree: place.tree, range: place.range, found: undefined };
  const { tree } = inText(place);
  const found = texts.get(tree)?.found.get(place);
  if (found === undefined) throw new Error(`${tree.source.path} was not searched for ${JSON.stringify(place.path)}`);
  // `key:` with nothing after it has a value of no width; the key is the better place.
  const range = found.value.end > found.value.start ? found[place.part] : found.key;
  return { tree, range, found };
}

/** A place, and the origin in a text that stands for it. */
interface Wish {
  readonly place: Origin;
  readonly origin: Origin;
}

function wish(place: Place, texts: Map<Tree, Wish[]>): void {
  if ("range" in place) {
    wishesFor(place.tree, texts);
    return;
  }
  const origin = inText(place);
  wishesFor(origin.tree, texts).push({ place, origin });
}

function wishesFor(tree: Tree, texts: Map<Tree, Wish[]>): Wish[] {
  const known = texts.get(tree);
  if (known !== undefined) return known;
  // The scalar around a tree is wanted too, and comes first: what is in it needs its place.
  if (tree.within !== undefined) wish(tree.within, texts);
  const wishes: Wish[] = [];
  texts.set(tree, wishes);
  return wishes;
}

/** The same place in the text that it stands in. */
export function inText(origin: Origin): Origin {
  const { path, part } = origin;
  const tree = writtenTree(origin.tree);
  if (tree.format !== "value" || tree.within === undefined) return tree === origin.tree ? origin : { tree, path, part };
  return inText({ tree: tree.within.tree, path: [...tree.within.path, ...path], part });
}

function findInText(tree: Tree, wishes: readonly Wish[]): Map<Place, Found> {
  if (wishes.length === 0) return new Map();
  const wanted = want(wishes.map(({ origin }) => origin));
  const whole = { start: 0, end: tree.source.text.length };
  if (tree.format === "text") wanted.found = { value: whole, key: whole, inFlow: false, isExact: true };
  else if (tree.format === "json")
    locateJson(tree.source.text, wanted, { hasDuplicates: tree.problems.some(({ code }) => code === "duplicate-key") });
  else locateYaml(tree.source.text, tree.data ?? null, wanted);
  const byOrigin = new Map(foundOrigins(wanted));
  return new Map(wishes.map(({ place, origin }) => [place, foundOr(byOrigin.get(origin), origin)]));
}

/**
 * `js-yaml` takes some texts that `yaml` does not, such as brackets that are indented too little. There something may
 * be in the data and yet not be found; what holds it is the place then.
 */
function foundOr(found: Found | undefined, { tree, path }: Origin): Found {
  if (found !== undefined && (found.isExact || valueAt(tree, path) !== undefined)) return found;
  throw new Error(`${tree.source.path} has no ${JSON.stringify(path)}`);
}

function holderOf({ within, source }: Tree, located: ReadonlyMap<Tree, LocatedText>): Holder | undefined {
  if (within === undefined) return undefined;
  const { tree, found } = placeInText(within, located);
  if (found === undefined) throw new Error("A tree stands within a value, which has an origin.");
  const { text } = tree.source;
  return { tree, found, nested: readNestedText({ text, range: found.value, format: tree.format, decoded: source.text }) };
}
