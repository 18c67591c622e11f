import type { Edit } from "../source/edit.ts";
import type { Json } from "../source/json.ts";
import { type Origin, type Place, valueAt, writtenTree } from "../source/tree.ts";
import type { Diagnostic } from "./diagnostic.ts";
import type { Mark } from "./mark.ts";

/** New text for the range of a mark, which would fix a finding. Reports propose it. */
export interface Fix {
  readonly title: string;
  readonly mark: Mark;
  readonly text: string;
}

/** The replacement of a finding as an edit of its source, which `validate --fix` applies. */
export interface FixEdit extends Edit {
  readonly isSafe: boolean;
}

export function fixEditOf({ replacement, place, isSecret, isSafeFix }: FixableFinding): FixEdit | undefined {
  if (replacement === undefined || isSecret || "range" in place || place.tree.source.isFlag === true) return undefined;
  if (typeof replacement === "string" && isTaken(replacement, place)) return undefined;
  // A key is text, and only a single value can be replaced.
  const previous = writtenAt(place);
  if (previous === undefined || (typeof previous === "object" && previous !== null)) return undefined;
  return { origin: place, value: replacement, isSafe: isSafeFix };
}

type FixableFinding = Pick<Diagnostic, "replacement" | "place" | "isSecret" | "isSafeFix">;

/** The replacement of a finding as a text edit; none if the edited text might not have exactly this name or value. */
export function fixesOf({ replacement, place, isSecret }: FixableFinding, mark: Mark): Fix[] {
  if (replacement === undefined || isSecret) return [];
  const text = newText(replacement, place, mark);
  if (text === undefined) return [];
  return [{ title: `Write ${typeof replacement === "string" ? JSON.stringify(replacement) : text} instead.`, mark, text }];
}

function newText(replacement: Json, place: Place, mark: Mark): string | undefined {
  // The value of a flag is in no file. In a plain text, a name stands as it is.
  if ("range" in place) return place.tree.format === "text" && typeof replacement === "string" ? replacement : undefined;
  return typeof replacement === "string" ? namedText(replacement, place, mark) : valueText(replacement, place, mark);
}

/** A name with the same quotes as the previous one. A value that is not a string gets quotes. */
function namedText(name: string, place: Origin, mark: Mark): string | undefined {
  if (isTaken(name, place)) return undefined;
  const [quote, written] = unquoted(mark);
  const value = writtenAt(place);
  if (typeof value !== "string") return written === name && /^[\w.+-]+$/.test(name) && !isNested(place) ? `"${name}"` : undefined;
  const isCertain = written === value && (quote === "" ? isPlain(name) : !/["'\\\p{Cc}]/u.test(name));
  return isCertain ? quote + name + quote : undefined;
}

/** A value without the quotes that make it a string. */
function valueText(value: Json, place: Origin, mark: Mark): string | undefined {
  const [, written] = unquoted(mark);
  return String(writtenAt(place)) === written ? JSON.stringify(value) : undefined;
}

/** Whether quotes may have to be escaped in an outer text. */
function isNested({ tree }: Origin): boolean {
  return tree.within !== undefined && tree.format !== "value";
}

/** Whether the object already has this key; a duplicate would be another error. */
function isTaken(name: string, { tree, path, part }: Origin): boolean {
  return part === "key" && valueAt(tree, [...path.slice(0, -1), name]) !== undefined;
}

/** The text at a mark, and the quote around it: `\"` in a document inside a JSON string. */
function unquoted({ start, end, text }: Mark): readonly [quote: string, name: string | undefined] {
  const written = start.line === end.line ? text.slice(start.column - 1, end.column - 1) : "";
  const found = /^(\\?["']|)(.*)\1$/s.exec(written);
  return [found?.[1] ?? "", found?.[2]];
}

/** The value at a place as it was written. Its characters in the text may differ, as with escapes. */
function writtenAt({ tree, path, part }: Origin): Json | undefined {
  return part === "key" ? path.at(-1) : valueAt(writtenTree(tree), path);
}

/** Whether YAML reads it as a string without quotes in every context (1.2.2 §7.3.3, §10.3.2). */
function isPlain(name: string): boolean {
  return /^[A-Za-z_][\w$./-]*(?::[\w$./-]+)*$/.test(name) && !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(name);
}
