import type { CST } from "yaml";
import { endOf, isOnLines, isTrivia, writeInline } from "./format-yaml-inline.ts";
import { formatBlockScalar } from "./format-yaml-scalar.ts";
import { yamlLibrary } from "./yaml-library.ts";
import { createYamlWriter, type YamlWriter } from "./yaml-writer.ts";

/**
 * Formats the text of a valid YAML document. Only white space and equivalent quotes change: two spaces of indentation, also for the items
 * of a sequence; at most one blank line; double quotes; `{ a: 1 }` and `[a, b]`. A flow collection that spans several lines gets a line for
 * each item. All other line breaks are kept. Each token, comments included, is written once and in the order of the text, so that none is
 * lost.
 */
export function formatYamlText(text: string): string {
  const { Parser } = yamlLibrary();
  const tokens = [...new Parser().parse(text.replace(/^\ufeff/, "").replaceAll("\r\n", "\n"))];
  // A document that is a single scalar follows other rules of indentation. It is not formatted, since no file of a project consists of one
  // scalar.
  if (!tokens.some((token) => token.type === "document" && isCollection(token.value))) return text;
  const writer = createYamlWriter();
  for (const token of tokens) writeTop(token, writer);
  return writer.text();
}

/** A block collection that contains the current token: its column in the text, and the column at which it is written. */
interface Level {
  readonly from: number;
  readonly column: number;
}

const outermost = () => 0;

function writeTop(token: CST.Token, writer: YamlWriter): void {
  switch (token.type) {
    case "document":
      writeDocument(token, writer);
      return;
    case "doc-end":
    case "directive":
      writer.startLine();
      writer.write(token.source.trimEnd(), 0);
      if (token.type === "doc-end") writeAll(token.end, writer, outermost);
      return;
    default:
      writeAll([token as CST.SourceToken], writer, outermost); // The cast is safe: all other top-level tokens are of this type.
  }
}

function writeDocument({ start, value, end }: CST.Document, writer: YamlWriter): void {
  for (const token of start) {
    if (token.type === "doc-start") writer.startLine();
    write(token, writer, outermost);
  }
  if (isBlock(value) && start.some((token) => token.type === "doc-start" || isProperty(token))) writer.startLine();
  if (value !== undefined) writeValue(value, 0, [], writer);
  writeAll(end, writer, outermost);
}

function writeValue(value: CST.Token, column: number, levels: readonly Level[], writer: YamlWriter): void {
  switch (value.type) {
    case "block-map":
      writeMap(value, column, levels, writer);
      return;
    case "block-seq":
      writeSequence(value, column, levels, writer);
      return;
    case "block-scalar":
      writeBlockScalar(value, column, writer);
      return;
    default:
      writeInline(value, column, writer);
      writeAll(endOf(value), writer, ({ indent }) => commentColumn(indent, levels));
  }
}

function writeMap({ items, indent }: CST.BlockMap, column: number, outer: readonly Level[], writer: YamlWriter): void {
  const levels = [...outer, { from: indent, column }];
  for (const [index, { start, key, sep = [], value }] of items.entries()) {
    if (index > 0) writer.startLine();
    const isEntry = key !== undefined || sep.length > 0;
    writeAll(start, writer, isEntry ? () => column : (comment) => commentColumn(comment.indent, levels), column);
    const isExplicit = start.some(({ type }) => type === "explicit-key-ind");
    if (key) writeValue(key, isExplicit ? column + 2 : column, levels, writer);
    const colon = sep.findIndex(({ type }) => type === "map-value-ind");
    if (colon === -1) {
      writeAll(sep, writer, () => column);
      continue;
    }
    writeAll(sep.slice(0, colon), writer, () => column);
    if (key) writer.glue();
    writer.write(":", column);
    const place =
      value === undefined || isBlock(value) || isOnLines(value) ? "next line" : value.type === "block-scalar" ? "same line" : "as written";
    writeContent({ before: sep.slice(colon + 1), value, place, indent, column, levels }, writer);
  }
}

function writeSequence({ items, indent }: CST.BlockSequence, column: number, outer: readonly Level[], writer: YamlWriter): void {
  const levels = [...outer, { from: indent, column }];
  for (const [index, { start, value }] of items.entries()) {
    if (index > 0) writer.startLine();
    const dash = start.findIndex(({ type }) => type === "seq-item-ind");
    if (dash === -1) {
      writeAll(start, writer, (comment) => commentColumn(comment.indent, levels));
      continue;
    }
    writeAll(start.slice(0, dash + 1), writer, () => column, column);
    const before = start.slice(dash + 1);
    // An anchor or tag on the same line as the first key of the mapping would apply to that key, so the mapping starts on the next line.
    const place = isBlock(value) && before.some(isProperty) ? "next line" : "same line";
    writeContent({ before, value, place, indent, column, levels }, writer);
  }
}

interface Content {
  /** White space, comments, an anchor and a tag between the `:` or `-` and the value. */
  readonly before: readonly CST.SourceToken[];
  readonly value: CST.Token | undefined;
  readonly place: "same line" | "next line" | "as written";
  /** The column of the surrounding collection in the text. */
  readonly indent: number;
  readonly column: number;
  readonly levels: readonly Level[];
}

/** Writes the tokens after the `:` of a mapping entry or the `-` of a sequence entry. */
function writeContent({ before, value, place, indent, column, levels }: Content, writer: YamlWriter): void {
  const isIn = (comment: CST.SourceToken) => value !== undefined || comment.indent > indent;
  for (const token of before) {
    if (token.type === "newline" && value !== undefined) writer.startNextLine();
    else {
      if (isProperty(token)) writer.join();
      write(token, writer, (comment) => (isIn(comment) ? column + 2 : column), column + 2);
    }
  }
  if (value === undefined) return;
  if (place === "next line") writer.startNextLine();
  else if (place === "same line") writer.join();
  writeValue(value, column + 2, levels, writer);
}

function writeBlockScalar(scalar: CST.BlockScalar, column: number, writer: YamlWriter): void {
  const { header, comment, lines, isFollowedByBlank } = formatBlockScalar(scalar, column);
  writer.write(header, column);
  if (comment !== undefined) writer.comment(comment, column);
  writer.lines(lines);
  writer.startNextLine();
  if (isFollowedByBlank) writer.countBreak();
}

function writeAll(
  tokens: readonly CST.SourceToken[] | undefined,
  writer: YamlWriter,
  columnOf: (comment: CST.SourceToken) => number,
  column = 0,
): void {
  for (const token of tokens ?? []) write(token, writer, columnOf, column);
}

function write(token: CST.SourceToken, writer: YamlWriter, columnOf: (comment: CST.SourceToken) => number, column = 0): void {
  if (token.type === "newline") writer.countBreak();
  else if (token.type === "comment") writer.comment(token.source, columnOf(token));
  else if (!isTrivia(token)) writer.write(token.source, column);
}

/**
 * The column at which a comment after the last entry of a collection is written. The comment belongs to the open collection at the
 * comment's column in the text; if there is none, to the nearest open collection to the left of the comment.
 */
function commentColumn(indent: number, levels: readonly Level[]): number {
  const level = levels.find(({ from }) => from === indent) ?? levels.findLast(({ from }) => from < indent);
  return level?.column ?? 0;
}

function isCollection(token: CST.Token | undefined): boolean {
  return isBlock(token) || token?.type === "flow-collection";
}

function isBlock(token: CST.Token | undefined): boolean {
  return token?.type === "block-map" || token?.type === "block-seq";
}

function isProperty({ type }: CST.SourceToken): boolean {
  return type === "anchor" || type === "tag";
}
