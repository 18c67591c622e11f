import type { CST, Pair, ScalarTag, Tags, YAMLMap, YAMLSeq } from "yaml";
import { yamlLibrary } from "./yaml-library.ts";

/**
 * Formats the text of a valid YAML document: two spaces of indentation, also for the items of a sequence, at most one blank line, double
 * quotes, `{ a: 1 }` and `[a, b]`. Brackets on several lines become lines without brackets. `yaml` writes the text, but scalars keep their
 * lines, digits and escapes.
 */
export function formatYamlText(text: string): string {
  let source = text.replace(/^\ufeff/, "").replaceAll("\r\n", "\n");
  let formatted = formatOnce(source);
  // `yaml` may read a comment that it has moved as one about another value, and then writes it elsewhere once more.
  for (let pass = 0; formatted !== source && pass < 10; pass++) [source, formatted] = [formatted, formatOnce(formatted)];
  return formatted;
}

function formatOnce(source: string): string {
  const { Composer, isCollection, Parser, visit } = yamlLibrary();
  const customTags = (tags: Tags): Tags => tags.map((tag) => (typeof tag === "object" && !tag.collection ? keepSource(tag) : tag));
  const tokens = [...new Parser().parse(source)];
  for (const token of tokens) if (token.type === "document" && token.value !== undefined) releaseComments(token.value);
  const [document] = new Composer({ customTags, keepSourceTokens: true, uniqueKeys: false, logLevel: "silent" }).compose(tokens);
  // A document that is one scalar follows other rules of indentation. No file of a project consists of one scalar.
  if (document === undefined || !isCollection(document.contents)) return source;
  visit(document, {
    Pair: (_key, pair) => keepAtKey(pair, source),
    Collection: (_key, collection) => chooseForm(collection, source),
    // An empty value would leave a space at the end of its line.
    Scalar(key, scalar) {
      if (scalar.source === "" && scalar.value === null && (typeof key === "number" || scalar.anchor !== undefined)) scalar.source = "null";
    },
  });
  return document.toString({ lineWidth: 0, verifyAliasOrder: false });
}

/**
 * Moves comments after the last entry of a collection that are indented less than the collection to the entry after it. `yaml` itself does
 * this only if all of these comments are indented less.
 */
function releaseComments(collection: CST.Token): void {
  if (collection.type !== "block-map" && collection.type !== "block-seq") return;
  const items: CST.CollectionItem[] = collection.items;
  for (const [index, { value }] of items.entries()) {
    if (value?.type !== "block-map" && value?.type !== "block-seq") continue;
    releaseComments(value);
    const last: CST.CollectionItem | undefined = value.items.at(-1);
    const isEntry =
      last?.key !== undefined || last?.sep !== undefined || last?.start.some(({ type }) => !/^(?:comment|newline|space)$/.test(type));
    const at = last?.start.findIndex(({ type, indent }) => type === "comment" && indent < value.indent) ?? -1;
    if (last === undefined || isEntry || at === -1) continue;
    // A blank line before the comments is moved with them.
    const tail = last.start.splice(last.start[at - 2]?.type === "newline" ? at - 1 : at);
    const next = items[index + 1];
    if (next === undefined) items.push({ start: tail });
    else next.start.unshift(...tail);
  }
}

/** `yaml` would write a comment between a key and the first line of its value into a line of its own, where it is about that line. */
function keepAtKey({ key, value }: Pair, source: string): void {
  const { isNode, isScalar } = yamlLibrary();
  if (!isScalar(key) || !isNode(value) || value.commentBefore == null) return;
  const between = source.slice(key.range?.[1], value.range?.[0]);
  if (!/^[^\n#]*#/.test(between)) return;
  const [first = "", ...others] = value.commentBefore.split("\n");
  key.comment = first;
  value.commentBefore = others.length === 0 ? null : others.join("\n");
}

/** Decides whether a collection has brackets, and the spaces inside them. */
function chooseForm(collection: YAMLMap | YAMLSeq, source: string): void {
  const [start, end] = collection.range ?? [];
  if (source.slice(start, end).includes("\n")) collection.flow = false;
  const flowCollectionPadding = yamlLibrary().isMap(collection) ? " " : "";
  const write = collection.toString.bind(collection);
  collection.toString = (context, ...callbacks) => write(context && { ...context, flowCollectionPadding }, ...callbacks);
}

/** A tag that writes scalars as they are in the source, with the indentation of their place. */
function keepSource(tag: ScalarTag): ScalarTag {
  const { CST, Scalar } = yamlLibrary();
  return {
    ...tag,
    stringify(scalar, context, ...callbacks) {
      const write = (each: typeof scalar) => tag.stringify?.(each, context, ...callbacks) ?? String(each.value);
      const token = scalar.srcToken;
      if (!CST.isScalar(token)) return write(scalar);
      if (token.type === "block-scalar" && scalar.type === Scalar.BLOCK_FOLDED) {
        const literal = new Scalar(readAsLiteral(token));
        literal.type = Scalar.BLOCK_LITERAL;
        literal.comment = scalar.comment ?? null;
        const written = write(literal);
        return written.startsWith("|") ? written.replace("|", ">") : write(scalar);
      }
      const isKeyOnLines = context.implicitKey === true && token.source.includes("\n");
      return token.type === "block-scalar" || token.source === "" || isKeyOnLines ? write(scalar) : indentLines(token, context.indent);
    },
  };
}

/** The text of a folded scalar with the line breaks of the source. */
function readAsLiteral(token: CST.BlockScalar): string {
  const props = token.props.map((each) =>
    each.type === "block-scalar-header" && "source" in each ? { ...each, source: each.source.replace(">", "|") } : each,
  );
  return yamlLibrary().CST.resolveAsScalar({ ...token, props }).value;
}

/** The lines of a plain or quoted scalar, in double quotes where that needs no escape. */
function indentLines({ type, source }: CST.FlowScalar, indent: string): string {
  const isDoubled = type === "single-quoted-scalar" && !/["\\]/.test(source);
  const written = isDoubled ? `"${source.slice(1, -1).replaceAll("''", "'")}"` : source;
  // White space around a line break is not part of the value, except after a backslash in double quotes.
  const lines = written.replace(/(?<!\\)[ \t]+\n/g, "\n").replace(/\n[ \t]*/g, `\n${indent}`);
  return lines.replace(/^[ \t]+$/gm, "");
}
