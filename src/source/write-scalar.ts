import type { Json } from "./json/json.ts";
import type { NestedText } from "./nested-text.ts";
import type { Range } from "./source.ts";
import type { Tree } from "./tree.ts";

/** A scalar of a text that is to be replaced. */
export interface WrittenScalar {
  readonly text: string;
  readonly range: Range;
  readonly format: Tree["format"];
  readonly inFlow: boolean;
}

/** Writes a value that replaces a scalar, in the style of the scalar if this style can express the value. */
export function writeScalar(value: Json, scalar: WrittenScalar): string {
  const written = scalar.text.slice(scalar.range.start, scalar.range.end);
  const plain = scalar.format === "json" ? JSON.stringify(value) : writeYaml(value, written, scalar.inFlow);
  if (written !== "" || scalar.format === "json") return plain;
  // The scalar is empty: its key has no value yet. A space is written before the new value; in a flow mapping, also a colon if the key has
  // none. If a comment follows, a space is written after the value.
  const last = scalar.text.charAt(scalar.range.start - 1);
  const before = /[\s[{,]/.test(last) ? "" : scalar.inFlow && last !== ":" ? ": " : " ";
  return before + plain + (scalar.text.charAt(scalar.range.end) === "#" ? " " : "");
}

function writeYaml(value: Json, written: string, inFlow: boolean): string {
  const first = written.charAt(0);
  const isBlock = first === "|" || first === ">";
  // The range of a block scalar includes the line breaks after the scalar, which must remain after the replacement.
  const end = isBlock ? trailingLines(written) : "";
  if (typeof value !== "string") return JSON.stringify(value) + end;
  if (first === '"') return JSON.stringify(value);
  if (first === "'" && isPrintable(value)) return `'${value.replaceAll("'", "''")}'`;
  return (isBlock ? writeBlock(value, written) : undefined) ?? (isPlain(value, inFlow) ? value : JSON.stringify(value)) + end;
}

/** Writes a value as a block scalar with the header and indentation of `written`; `undefined` if such a scalar cannot express the value. */
function writeBlock(value: string, written: string): string | undefined {
  const [, header = "", chomp = "", indentation = ""] = /^([|>]([-+]?)[^\n\d]*\n)( +)(?=\S)/.exec(written) ?? [];
  const end = trailingLines(written);
  const body = chomp === "-" ? value : value.endsWith("\n") ? value.slice(0, -1) : undefined;
  // A line of white space that is longer than the scalar's indentation is part of the scalar's value.
  const endsInContent = end.split(/\r?\n/).some((line) => line.length > indentation.length);
  if (header === "" || endsInContent || chomp === "+" || body === undefined || !isPrintable(body) || body.trim() !== body || body === "")
    return undefined;
  return `${header}${indentation}${body}${end}`;
}

/** The line breaks and white space at the end of a scalar, from the first of these line breaks on. */
function trailingLines(written: string): string {
  let end = written.length;
  while (end > 0 && " \t\r\n".includes(written.charAt(end - 1))) end--;
  const lineBreak = written.slice(end).search(/\r?\n/);
  return lineBreak === -1 ? "" : written.slice(end + lineBreak);
}

function isPrintable(text: string): boolean {
  return !/[\p{Cc}\p{Cs}\u2028\u2029\ufeff]/u.test(text);
}

/** Matches plain scalars that are not strings in the core schema. */
const notAString =
  /^(?:~|null|Null|NULL|true|True|TRUE|false|False|FALSE|[-+]?\d+|0o[0-7]+|0x[\da-fA-F]+|[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;

/** Whether a string can be written without quotes (YAML 1.2.2, section 7.3.3) and is still read as a string. */
function isPlain(text: string, inFlow: boolean): boolean {
  if (text === "" || text.trim() !== text || !isPrintable(text) || notAString.test(text)) return false;
  if (/^[,[\]{}#&*!|>'"%@`]|^[-?:](?:\s|$)|^(?:---|\.\.\.)|:(?:\s|$)|\s#/.test(text)) return false;
  return !inFlow || !/[,[\]{}]|^[-?:]|:$/.test(text);
}

/** Writes a part of a nested text in the style of the scalar that contains the nested text. */
export function writeNested(inner: string, { text, range, format }: WrittenScalar, nested: NestedText): string {
  const first = text.charAt(range.start);
  if (format === "json" || first === '"') return JSON.stringify(inner).slice(1, -1);
  if (first === "'") return inner.replaceAll("'", "''");
  if (first !== "|" || !inner.includes("\n")) return inner;
  const line = nested.pieces.find(({ inner: { start, end } }) => end > start)?.outer.start ?? range.start;
  const indentation = text.slice(text.lastIndexOf("\n", line - 1) + 1, line);
  const lineBreak = text.charAt(text.indexOf("\n", range.start) - 1) === "\r" ? "\r\n" : "\n";
  return inner.replaceAll(/\r?\n/g, `${lineBreak}${indentation}`);
}
