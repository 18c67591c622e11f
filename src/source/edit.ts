import type { Json } from "./json/json.ts";
import { type EnclosingScalar, type LocatedText, locateTexts, placeInText } from "./locate-texts.ts";
import { outerRange, readNestedText } from "./nested-text.ts";
import type { Range } from "./source.ts";
import { pushAll } from "./text/push-all.ts";
import type { Origin, Tree } from "./tree.ts";
import { writeNested, writeScalar } from "./write-scalar.ts";

/** The replacement of a key or of a value in a tree by a new value. */
export interface Edit {
  readonly origin: Origin;
  readonly value: Json;
}

/**
 * Applies edits, and returns the new texts of the edited files by path. Only the characters of the edited values change, also in
 * nested documents. A value is written in the style of the previous value if possible, so that the inverse edit restores the
 * same bytes. The same edit may occur twice. Different edits of the same range throw.
 */
export function applyEdits(edits: readonly Edit[]): ReadonlyMap<string, string> {
  const texts = locateTexts(edits.map(({ origin }) => origin));
  const replacements = new Map<Tree, Replacement[]>([...texts.keys()].map((tree) => [tree, []]));
  for (const edit of edits) addReplacement(edit, texts, replacements);
  const files = new Map<string, string>();
  // In `texts`, a nested text comes after its outer text. In reverse order, all edits of a tree are known when the tree is processed.
  for (const [tree, { enclosing }] of [...texts].reverse()) {
    const own = inOrder(replacements.get(tree) ?? []);
    if (own.length === 0) continue;
    if (enclosing !== undefined) pushAll(replacements.get(enclosing.tree) ?? [], inEnclosingText(tree, own, enclosing));
    else if (files.has(tree.source.path)) throw new Error(`${tree.source.path} was parsed twice, and both trees were edited`);
    else files.set(tree.source.path, splice(tree.source.text, own));
  }
  return files;
}

/**
 * Selects edits that can be applied together. If the ranges of several edits overlap, only the first of these edits is selected. An edit of
 * a value without a range of its own in the text is never selected.
 */
export function separateEdits<Some extends Edit>(edits: readonly Some[]): Some[] {
  const texts = locateTexts(edits.map(({ origin }) => origin));
  const selected = new Map<Tree, Range[]>();
  return edits.filter(({ origin }) => {
    const { tree, location } = placeInText(origin, texts);
    if (!location?.isExact) return false;
    const others = selected.get(tree) ?? [];
    selected.set(tree, others);
    return addSeparate(location[origin.part], others);
  });
}

/** Inserts a range into sorted ranges, unless it overlaps or touches one of them. Returns whether the range was inserted. */
function addSeparate(range: Range, sorted: Range[]): boolean {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle]?.end ?? 0) < range.start) low = middle + 1;
    else high = middle;
  }
  const next = sorted[low];
  if (next !== undefined && next.start <= range.end) return false;
  sorted.splice(low, 0, range);
  return true;
}

/** New text for a range of a text. */
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

/** Sorts replacements by position and removes duplicates. Two different replacements of overlapping ranges throw. */
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

/**
 * Converts the replacements in a nested text to replacements in the outer text, whose scalar contains the nested text. If the style of the
 * scalar cannot express the new text, the whole scalar is replaced.
 */
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
 * The replacement without the unchanged characters at both ends, such as quotes and line breaks. The end is compared first: if a line
 * is removed, the line break before it is removed with the indentation that follows this line break in the outer text.
 */
function trimmed(text: string, { start, end, text: written }: Replacement): Replacement {
  const limit = Math.min(end - start, written.length);
  let last = 0;
  while (last < limit && text[end - 1 - last] === written[written.length - 1 - last]) last++;
  let first = 0;
  while (first < limit - last && text[start + first] === written[first]) first++;
  return { start: start + first, end: end - last, text: written.slice(first, written.length - last) };
}
