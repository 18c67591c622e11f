import type { CST } from "yaml";

/** The lines of a scalar in one of the flow styles. Its line breaks stay, with further lines at the column. */
export function flowScalarLines({ type, source }: CST.FlowScalar, column: number): string[] {
  const written = type === "single-quoted-scalar" && !/["\\]/.test(source) ? doubleQuoted(source) : source;
  const [first = "", ...others] = written.split("\n");
  // White space around a line break is no part of the value. In double quotes it may be escaped.
  const trailing = type === "double-quoted-scalar" ? /(?<!\\)[ \t]+$/ : /[ \t]+$/;
  const lines = [first, ...others.map((line) => line.replace(/^[ \t]+/, ""))];
  return lines
    .map((line, index) => (index < others.length ? line.replace(trailing, "") : line))
    .map((line, index) => (index === 0 || line === "" ? line : " ".repeat(column) + line));
}

/** In single quotes, nothing is escaped but the quote itself. */
function doubleQuoted(source: string): string {
  return `"${source.slice(1, -1).replaceAll("''", "'")}"`;
}

/** A literal or folded scalar with its lines at another column. */
export interface FormattedBlockScalar {
  readonly header: string;
  readonly comment: string | undefined;
  readonly lines: readonly string[];
  /** Whether a blank line follows that is not part of the value. */
  readonly isFollowedByBlank: boolean;
}

export function formatBlockScalar({ props, source, indent }: CST.BlockScalar, column: number): FormattedBlockScalar {
  const sourceOf = (wanted: string) => props.flatMap((token) => (token.type === wanted && "source" in token ? token.source : []))[0];
  const header = sourceOf("block-scalar-header") ?? "|";
  const [indicator] = /[1-9]/.exec(header) ?? [];
  const written = source.replace(/\n$/, "").split("\n");
  const first = written.find((line) => /[^ ]/.test(line)) ?? "";
  const from = indicator === undefined ? first.search(/[^ ]|$/) : indent + Number(indicator);
  // Spaces beyond the indentation are part of the value, also on a line that has nothing else.
  const lines = written.map((line) => (first !== "" && line.length > from ? " ".repeat(column) + line.slice(from) : ""));
  const last = lines.findLastIndex((line) => line !== "");
  const isKept = header.includes("+");
  return {
    // Its indicator counts from the parent, which is two columns before.
    header: header.replace(/[1-9]/, "2"),
    comment: sourceOf("comment"),
    lines: isKept ? lines : lines.slice(0, last + 1),
    isFollowedByBlank: !isKept && last + 1 < lines.length,
  };
}
