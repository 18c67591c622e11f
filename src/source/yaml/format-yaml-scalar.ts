import type { CST } from "yaml";

/** The lines of a plain or quoted scalar. The author's line breaks are kept, and all lines but the first are indented to `column`. */
export function flowScalarLines({ type, source }: CST.FlowScalar, column: number): string[] {
  const written = type === "single-quoted-scalar" && !/["\\]/.test(source) ? doubleQuoted(source) : source;
  const [first = "", ...others] = written.split("\n");
  // White space around a line break is not part of the value, except after a backslash in double quotes.
  const trailing = type === "double-quoted-scalar" ? /(?<!\\)[ \t]+$/ : /[ \t]+$/;
  const lines = [first, ...others.map((line) => line.replace(/^[ \t]+/, ""))];
  return lines
    .map((line, index) => (index < others.length ? line.replace(trailing, "") : line))
    .map((line, index) => (index === 0 || line === "" ? line : " ".repeat(column) + line));
}

/** Writes a single-quoted string in double quotes. The only escape sequence of single-quoted strings is `''`. */
function doubleQuoted(source: string): string {
  return `"${source.slice(1, -1).replaceAll("''", "'")}"`;
}

/** A literal or folded scalar with new indentation. */
export interface FormattedBlockScalar {
  readonly header: string;
  readonly comment: string | undefined;
  readonly lines: readonly string[];
  /** Whether a blank line that is not part of the value follows the scalar. */
  readonly isFollowedByBlank: boolean;
}

/** Formats a literal or folded scalar. Its lines are indented to `column`. */
export function formatBlockScalar({ props, source, indent }: CST.BlockScalar, column: number): FormattedBlockScalar {
  const sourceOf = (type: string) => props.flatMap((token) => (token.type === type && "source" in token ? token.source : []))[0];
  const header = sourceOf("block-scalar-header") ?? "|";
  const [indicator] = /[1-9]/.exec(header) ?? [];
  const written = source.replace(/\n$/, "").split("\n");
  const first = written.find((line) => /[^ ]/.test(line)) ?? "";
  const from = indicator === undefined ? first.search(/[^ ]|$/) : indent + Number(indicator);
  // Spaces beyond the indentation are part of the value, also on lines that consist of spaces.
  const lines = written.map((line) => (first !== "" && line.length > from ? " ".repeat(column) + line.slice(from) : ""));
  const last = lines.findLastIndex((line) => line !== "");
  const isKept = header.includes("+");
  return {
    // The indentation indicator is relative to the parent node, which the formatter indents two columns less.
    header: header.replace(/[1-9]/, "2"),
    comment: sourceOf("comment"),
    lines: isKept ? lines : lines.slice(0, last + 1),
    isFollowedByBlank: !isKept && last + 1 < lines.length,
  };
}
