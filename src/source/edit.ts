import type { Json } from "./json.ts";
import { type EnclosingScalar, type LocatedText, locateTexts, placeInText } from "./locate-texts.ts";
import { outerRange, readNestedText } from "./nested-text.ts";
import { pushAll } from "./push-all.ts";
import type { Range } from "./source.ts";
import type { Origin, Tree } from "./tree.ts";
import { writeNested, writeScalar } from "./write-scalar.ts";

/** A value that replaces another. */
export interface Edit {
  readonly origin: Origin;
  readonly value: Json;
}

/**
 * Applies edits, and returns the new texts of the edited files by path. Only the characters of the edited values change, also in
 * documents inside of documents. A value is written in the style of the previous one if possible, so that the inverse edit
 * restores the same bytes. The same edit may occur twice; contradictory edits throw.
 */
export function applyEdits(edits: readonly Edit[]): ReadonlyMap<string, string> {
  const texts = locateTexts(edits.map(({ origin }) => origin));
  const replacements = new Map<Tree, Replacement[]>([...texts.keys()].map((tree) => [tree, []]));
  for (const edit of edits) addReplacement(edit, texts, replacements);
  const files = new Map<string, string>();
  // Inner trees come after their outer trees. In reverse order, all edits of a tree are known when it is processed.
  for (const [tree, { enclosing }] of [...texts].reverse()) {
    const own = inOrder(replacements.get(tree) ?? []);
    if (own.length === 0) continue;
    if (enclosing !== undefined) pushAll(replacements.get(enclosing.tree) ?? [], inEnclosingText(tree, own, enclosing));
    else if (files.has(tree.source.path)) throw new Error(`${tree.source.path} was parsed twice, and both trees were edited`);
    else files.set(tree.source.path, splice(tree.source.text, own));
  }
  return files;
}

/** Selects edits that can be applied together: of edits of overlapping ranges, the first. Values without a range of their own cannot be edited. */
export function separateEdits<Some extends Edit>(edits: readonly Some[]): Some[] {
  const texts = locateTexts(edits.map(({ origin }) => origin));
  const selected = new Map<Tree, Replacement[]>();
  const isFree = (tree: Tree, { start, end }: Range) => (selected.get(tree) ?? []).every((other) => other.end < start || end < other.start);
  return edits.filter(({ origin }) => {
    const { tree, location } = placeInText(origin, texts);
    if (!location?.isExact) return false;
    const own = { ...location[origin.part], text: "" };
    if (!isFree(tree, own)) return false;
    selected.set(tree, [...(selected.get(tree) ?? []), own]);
    return true;
  });
}

/** New characters for a range of a text. */
interface Replacement extends Range {
  readonly text: string;
}

function addReplacement(
  { origin, value }: Edit,
  texts: ReadonlyMap<Tree, LocatedText>,
  replacements: ReadonlyMap<Tree, Replacement[]>,
): void {
  const { tree, location } = placeInText(origin, texts);
  if (!location?.isExact) throw new Error(`${tree.source.path} cannot be edited at ${JSON.stringify(origin.path)}`);
  const range = location[origin.part];
  const text = writeScalar(value, { text: tree.source.text, range, format: tree.format, inFlow: location.inFlow });
  replacements.get(tree)?.push({ ...range, text });
}

/** Sorted by position, without duplicates. */
function inOrder(replacements: readonly Replacement[]): Replacement[] {
  const sorted = [...replacements].sort((a, b) => a.start - b.start || a.end - b.end);
  return sorted.filter((next, index) => {
    const last = sorted[index - 1];
    if (last === undefined || (last.end <= next.start && last.start < next.start)) return true;
    if (last.start === next.start && last.end === next.end && last.text === next.text) return false;
    throw new Error(`Two edits change the same text, from ${next.start} on`);
  });
}

function splice(text: string, replacements: readonly Replacement[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const replacement of replacements) {
    parts.push(text.slice(at, replacement.start), replacement.text);
    at = replacement.end;
  }
  return [...parts, text.slice(at)].join("");
}

/** Converts the replacements in a nested text to replacements in the outer text: as small as possible, or the whole scalar if its style cannot express the new text. */
function inEnclosingText(tree: Tree, own: readonly Replacement[], { tree: outer, nested, location }: EnclosingScalar): Replacement[] {
  const { text } = outer.source;
  const scalar = { text, range: location.value, format: outer.format, inFlow: location.inFlow };
  const decoded = splice(tree.source.text, own);
  const small = own
    .map((replacement) => trimmed(tree.source.text, replacement))
    .map((replacement) => ({ ...outerRange(nested, replacement), text: writeNested(replacement.text, scalar, nested) }));
  const written = splice(text.slice(0, location.value.end), small).slice(location.value.start);
  const range = { start: 0, end: written.length };
  const isExact = readNestedText({ text: written, range, format: outer.format, decoded }).isExact;
  return isExact ? small : [{ ...location.value, text: writeScalar(decoded, scalar) }];
}

/**
 * The replacement without unchanged characters at both ends, such as quotes and line breaks. The end is compared first, so that the
 * replacement of a removed line includes the preceding line break, with the indentation in the outer text.
 */
function trimmed(text: string, { start, end, text: written }: Replacement): Replacement {
  const limit = Math.min(end - start, written.length);
  let last = 0;
  while (last < limit && text[end - 1 - last] === written[written.length - 1 - last]) last++;
  let first = 0;
  while (first < limit - last && text[start + first] === written[first]) first++;
  return { start: start + first, end: end - last, text: written.slice(first, written.length - last) };
}
