import type { CST } from "yaml";
import { flowScalarLines } from "./format-yaml-scalar.ts";
import type { YamlWriter } from "./yaml-writer.ts";

/** Writes a scalar, an alias or a flow collection (`[…]`, `{…}`), without the comments after it. */
export function writeInline(token: CST.Token, column: number, writer: YamlWriter): void {
  switch (token.type) {
    case "flow-collection":
      writeFlow(token, column, writer);
      return;
    case "alias":
    case "scalar":
    case "single-quoted-scalar":
    case "double-quoted-scalar": {
      const [first = "", ...others] = flowScalarLines(token, column);
      writer.write(first, column);
      writer.lines(others);
      return;
    }
    default:
      throw new Error(`A valid text has no ${token.type} as a value`);
  }
}

function writeFlow(collection: CST.FlowCollection, column: number, writer: YamlWriter): void {
  const { start, items } = collection;
  const hasLines = isOnLines(collection);
  const isTight = start.type === "flow-seq-start" || !items.some(isFilled);
  const [before, close] = splitAtBracket(collection);
  const last = items.findLast(isFilled);
  writer.write(start.source, column);
  for (const item of items) {
    if (isTight && item === items[0]) writer.glue();
    writeTrivia(item.start, column + 2, writer);
    if (!isFilled(item)) continue;
    if (hasLines) writer.startNextLine();
    writeFlowItem(item, column + 2, writer);
    if (hasLines || item !== last) {
      writer.glue();
      writer.write(",", column + 2);
    }
    writeTrivia(endOf(item.value ?? item.key), column + 2, writer);
  }
  writeTrivia(before, column + 2, writer);
  if (hasLines) writer.startNextLine();
  if (isTight) writer.glue();
  writer.write(close, column);
}

function writeFlowItem({ start, key, sep = [], value }: CST.CollectionItem, column: number, writer: YamlWriter): void {
  for (const token of start) if (!isTrivia(token)) writer.write(token.source, column);
  if (key) {
    writeInline(key, column, writer);
    if (value !== undefined) writeTrivia(endOf(key), column, writer);
  }
  for (const token of sep) {
    if (isTrivia(token)) writeTrivia([token], column, writer);
    else {
      if (token.type === "map-value-ind" && key) writer.glue();
      writer.write(token.source, column);
    }
  }
  if (value !== undefined) writeInline(value, column, writer);
}

/** Writes the comments between the items of a flow collection. */
function writeTrivia(tokens: readonly CST.SourceToken[], column: number, writer: YamlWriter): void {
  for (const token of tokens) {
    if (token.type === "comment") writer.comment(token.source, column);
    else if (token.type === "newline") writer.startNextLine();
  }
}

function isFilled({ start, key, sep = [], value }: CST.CollectionItem): boolean {
  return key !== undefined || value !== undefined || sep.length > 0 || start.some((token) => !isTrivia(token));
}

/** Whether a flow collection spans several lines. Line breaks within scalars do not count. */
export function isOnLines(token: CST.Token): boolean {
  if (token.type !== "flow-collection") return false;
  const hasBreak = (tokens: readonly CST.SourceToken[]) => tokens.some(({ type }) => type === "newline");
  return (
    hasBreak(splitAtBracket(token)[0]) ||
    token.items.some(
      ({ start, key, sep = [], value }) =>
        hasBreak(start) || hasBreak(sep) || [key, value].some((each) => each && (hasBreak(endOf(each)) || isOnLines(each))),
    )
  );
}

/** The tokens after a value: white space and comments. */
export function endOf(token: CST.Token | null | undefined): readonly CST.SourceToken[] {
  if (!token) return [];
  if (token.type === "flow-collection") return splitAtBracket(token)[2];
  return "end" in token ? (token.end ?? []) : [];
}

/** Splits the end of a flow collection: the tokens before the closing bracket, the bracket, and the tokens after it. */
function splitAtBracket({ end }: CST.FlowCollection): readonly [readonly CST.SourceToken[], string, readonly CST.SourceToken[]] {
  const at = end.findIndex(({ type }) => type === "flow-map-end" || type === "flow-seq-end");
  return [end.slice(0, at), end[at]?.source ?? "", end.slice(at + 1)];
}

/** Whether a token is white space, a comment or a comma, whose positions the formatter determines. */
export function isTrivia({ type }: CST.SourceToken): boolean {
  return type === "space" || type === "newline" || type === "comment" || type === "comma" || type === "byte-order-mark";
}
