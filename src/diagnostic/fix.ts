import type { Edit } from "../source/edit.ts";
import type { Json } from "../source/json/json.ts";
import { type Origin, type Place, valueAt, writtenTree } from "../source/tree.ts";
import type { Diagnostic } from "./diagnostic.ts";
import type { Mark } from "./mark.ts";

/** A proposed fix of a finding: the text that replaces the text at `mark`. */
export interface Fix {
  readonly title: string;
  readonly mark: Mark;
  readonly text: string;
}

/** A fix as an edit of the source file, which `validate --fix` applies. */
export interface FixEdit extends Edit {
  readonly isSafe: boolean;
}

/** The replacement of a finding as an edit; `undefined` if the finding has no replacement that can be applied. */
export function fixEditOf({ replacement, place, isSecret, isSafeFix }: FixableFinding): FixEdit | undefined {
  if (replacement === undefined || isSecret || "range" in place || place.tree.source.isFlag === true) return undefined;
  if (typeof replacement === "string" && isTaken(replacement, place)) return undefined;
  // Only a key or a scalar can be replaced.
  const previous = writtenAt(place);
  if (previous === undefined || (typeof previous === "object" && previous !== null)) return undefined;
  return { origin: place, value: replacement, isSafe: isSafeFix };
}

type FixableFinding = Pick<Diagnostic, "replacement" | "place" | "isSecret" | "isSafeFix">;

/**
 * The replacement of a finding as new text. The array is empty if the file might not have exactly this name or value after the replacement.
 */
export function fixesOf({ replacement, place, isSecret }: FixableFinding, mark: Mark): Fix[] {
  if (replacement === undefined || isSecret) return [];
  const text = newText(replacement, place, mark);
  if (text === undefined) return [];
  return [{ title: `Write ${typeof replacement === "string" ? JSON.stringify(replacement) : text} instead.`, mark, text }];
}

function newText(replacement: Json, place: Place, mark: Mark): string | undefined {
  // A place with a range but no path is in the value of a flag, which cannot be edited, or in a text file, where names have no quotes.
  if ("range" in place) return place.tree.format === "text" && typeof replacement === "string" ? replacement : undefined;
  return typeof replacement === "string" ? namedText(replacement, place, mark) : valueText(replacement, place, mark);
}

/**
 * The text of the new name, with the quotes of the previous name. If the previous value is not a string, the new name gets double quotes.
 */
function namedText(name: string, place: Origin, mark: Mark): string | undefined {
  if (isTaken(name, place)) return undefined;
  const [quote, written] = unquoted(mark);
  const value = writtenAt(place);
  if (typeof value !== "string") return written === name && /^[\w.+-]+$/.test(name) && !isNested(place) ? `"${name}"` : undefined;
  const isCertain = written === value && (quote === "" ? isPlain(name) : !/["'\\\p{Cc}]/u.test(name));
  return isCertain ? quote + name + quote : undefined;
}

/**
 * The text of a replacement that is not a string: `5` for the string `"5"`. `undefined` if the text at the mark has other characters than
 * the previous value, for example escapes.
 */
function valueText(value: Json, place: Origin, mark: Mark): string | undefined {
  const [, written] = unquoted(mark);
  return String(writtenAt(place)) === written ? JSON.stringify(value) : undefined;
}

/** Whether the origin is in a document inside a string of another file, where quotes may have to be escaped. */
function isNested({ tree }: Origin): boolean {
  return tree.within !== undefined && tree.format !== "value";
}

/** Whether the object that contains the key at the origin already has the key `name`. A duplicate key would be another error. */
function isTaken(name: string, { tree, path, part }: Origin): boolean {
  return part === "key" && valueAt(tree, [...path.slice(0, -1), name]) !== undefined;
}

/** The text at a mark without its quotes, and the quote: `"`, `'`, nothing, or `\"` in a document inside a JSON string. */
function unquoted({ start, end, text }: Mark): readonly [quote: string, name: string | undefined] {
  const written = start.line === end.line ? text.slice(start.column - 1, end.column - 1) : "";
  const found = /^(\\?["']|)(.*)\1$/s.exec(written);
  return [found?.[1] ?? "", found?.[2]];
}

/** The authored key or value at an origin. Its characters in the text may differ, for example by escapes. */
function writtenAt({ tree, path, part }: Origin): Json | undefined {
  return part === "key" ? path.at(-1) : valueAt(writtenTree(tree), path);
}

/** Whether YAML reads a name without quotes as a string in every context (1.2.2 §7.3.3, §10.3.2). */
function isPlain(name: string): boolean {
  return /^[A-Za-z_][\w$./-]*(?::[\w$./-]+)*$/.test(name) && !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(name);
}
