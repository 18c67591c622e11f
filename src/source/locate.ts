import { type LocatedText, locateTexts, placeInText } from "./locate-texts.ts";
import { outerRange } from "./nested-text.ts";
import type { Range, Span } from "./source.ts";
import type { Place, Tree } from "./tree.ts";

/**
 * Finds the span of every place in one pass over each text. Spans are always in files, also for places in nested documents.
 * An origin that is not in its tree throws, since that is a defect of the compiler.
 */
export function locate(places: readonly Place[]): Map<Place, Span> {
  const texts = locateTexts(places);
  return new Map(places.map((place) => [place, spanOf(place, texts)]));
}

function spanOf(place: Place, texts: ReadonlyMap<Tree, LocatedText>): Span {
  const { tree, ...inText } = placeInText(place, texts);
  return inFile(tree, inText.range, texts);
}

function inFile(tree: Tree, range: Range, texts: ReadonlyMap<Tree, LocatedText>): Span {
  const enclosing = texts.get(tree)?.enclosing;
  if (enclosing === undefined) return { source: tree.source, start: range.start, end: range.end };
  return inFile(enclosing.tree, outerRange(enclosing.nested, range), texts);
}
