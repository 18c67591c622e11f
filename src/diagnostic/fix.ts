import { type Origin, valueAt } from "../source/tree.ts";
import type { Diagnostic } from "./diagnostic.ts";
import type { Mark } from "./mark.ts";

/** New text for what a mark spans, which would settle a finding. Whoever applies it decides: it is what the message proposes. */
export interface Fix {
  readonly title: string;
  readonly mark: Mark;
  readonly text: string;
}

/** The replacement of a finding as an edit of characters; none where it is not certain that the text then says just this name. */
export function fixesOf({ replacement, place, isSecret }: Pick<Diagnostic, "replacement" | "place" | "isSecret">, mark: Mark): Fix[] {
  // What a flag says is in no file.
  if (replacement === undefined || isSecret || "range" in place || isTaken(replacement, place)) return [];
  const [quote, name] = unquoted(mark);
  const isCertain = name === nameAt(place) && (quote === "" ? isPlain(replacement) : !/["'\\\p{Cc}]/u.test(replacement));
  return isCertain ? [{ title: `Write "${replacement}" instead.`, mark, text: quote + replacement + quote }] : [];
}

/** A second key of one name would be another fault. */
function isTaken(name: string, { tree, path, part }: Origin): boolean {
  return part === "key" && valueAt(tree, [...path.slice(0, -1), name]) !== undefined;
}

/** What stands at a mark, and the quote around it: `\"` in a document that is a text of JSON. */
function unquoted({ start, end, text }: Mark): readonly [quote: string, name: string | undefined] {
  const written = start.line === end.line ? text.slice(start.column - 1, end.column - 1) : "";
  const found = /^(\\?["']|)(.*)\1$/s.exec(written);
  return [found?.[1] ?? "", found?.[2]];
}

/** What the data has at a place, `undefined` where that is no text. With escapes, or where nothing marks the place itself, the text says something else. */
function nameAt({ tree, path, part }: Origin): string | undefined {
  const name = part === "key" ? path.at(-1) : valueAt(tree, path);
  return typeof name === "string" ? name : undefined;
}

/** Whether YAML reads it as a text without quotes, wherever it stands (1.2.2 §7.3.3, §10.3.2). */
function isPlain(name: string): boolean {
  return /^[A-Za-z_][\w$./-]*(?::[\w$./-]+)*$/.test(name) && !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(name);
}
