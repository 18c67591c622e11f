import { escapeUnit } from "../../source/text/escape-unit.ts";

/** A comment of one line. */
export function lineComment(text: string): string {
  return `// ${escapeComment(text).replaceAll("\n", " ")}`;
}

/**
 * A documentation comment of `text` and one line for each of `tags`, with a line feed at its end. The result is empty if both `text` and
 * `tags` are empty.
 */
export function docComment(text: string, tags: readonly string[], indent: string): string {
  const written = escapeComment(text.trim());
  if (tags.length === 0 && !written.includes("\n")) return written === "" ? "" : `/** ${written} */\n${indent}`;
  const lines = written === "" ? [] : written.split("\n");
  if (lines.length === 0 && tags.length === 1) return `/** ${tags[0]} */\n${indent}`;
  let comment = "/**\n";
  for (const line of [...lines, ...tags]) comment += `${indent} *${line === "" ? "" : " "}${line.trimEnd()}\n`;
  return `${comment}${indent} */\n${indent}`;
}

/**
 * Escapes a text for a comment. Letters of all languages are unchanged. Escaped are characters that end a comment or a line, are invisible,
 * or reorder text, and `@` at the start of a line or after a brace, where it would begin a tag such as `{@link …}` or a directive such as
 * `@ts-ignore`.
 */
function escapeComment(text: string): string {
  if (/^[\w\n/ ,.;:'"()[\]{}!?=+$%&|~^`<>-]*$/.test(text)) return text;
  const lines = text.replace(/\r\n?/g, "\n").replaceAll("\t", "  ");
  const shown = /[^\x20-\x7e\n]/.test(lines) ? lines.replace(/[^\x20-\x7e\n]/gu, escapeUnseen) : lines;
  return shown
    .replace(/\*\//g, "*\\/")
    .replace(/([*/])#/g, "$1\\#")
    .replace(/(^[ */]*|\{ *)@/gm, "$1\\@");
}

function escapeUnseen(character: string): string {
  const isSeen = /[\p{L}\p{M}\p{N}\p{P}\p{S}]/u.test(character) && !/\p{Default_Ignorable_Code_Point}/u.test(character);
  return isSeen ? character : character.split("").map(escapeUnit).join("");
}
