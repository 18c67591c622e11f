import { type EventType, FAILSAFE_SCHEMA, load, type State, Type } from "js-yaml";
import { type Json, maxDepth } from "../json/json.ts";
import { afterSpace, isSpace } from "../text/white-space.ts";

export interface FastYaml {
  readonly data: Json;
  /** The numbers that may lose precision, in the order of the text. */
  readonly large: readonly WrittenNumber[];
}

/** A number, with its spelling and offset in the text. */
export interface WrittenNumber {
  readonly written: string;
  readonly value: number;
  readonly start: number;
}

/**
 * Parses YAML with `js-yaml`; returns `undefined` if the text is rejected, or if it contains something that this parser reads
 * incorrectly: keys that are collections, numeric keys whose spelling would change, infinities, and some quoted strings of several
 * lines. `text` must not contain anchors or tags.
 */
export function readFastYaml(text: string): FastYaml | undefined {
  const large: WrittenNumber[] = [];
  let isUnusual = false;
  const starts: number[] = [];
  const listener = (event: EventType, state: State): void => {
    if (event === "open") {
      starts.push(state.position);
      return;
    }
    const start = starts.pop() ?? 0;
    const { result, position } = state;
    if (typeof result === "number") {
      const isKey = isBeforeColon(text, position) || isAlone(text, start, starts.at(-1));
      if (!isKey && Number.isSafeInteger(result)) return;
      const word = wordBefore(text, position);
      if (isKey ? word.written !== String(result) : !Number.isFinite(result)) isUnusual = true;
      if (Math.abs(result) > Number.MAX_SAFE_INTEGER) large.push({ ...word, value: result });
    } else if (typeof result === "object" && result !== null && (isBeforeColon(text, position) || isAlone(text, start, starts.at(-1))))
      isUnusual = true;
    else if (isQuote(text.charAt(position - 1)) && isUnusuallyQuoted(text, start, position)) isUnusual = true;
  };
  try {
    // The cast is safe: with the schema in `options`, all values are JSON values. Duplicate keys are rejected.
    const data = load(text, { ...options, listener }) as Json | undefined;
    // `js-yaml` and `yaml` treat the indentation of a document that is a single scalar differently, so such a document is left to `yaml`.
    if (isUnusual || typeof data !== "object" || data === null) return undefined;
    return { data, large };
  } catch {
    return undefined; // `yaml` parses the text again, and reports the error with its position.
  }
}

function isQuote(character: string): boolean {
  return character === '"' || character === "'";
}

/**
 * Whether a quoted string has lines with too little indentation, or empty lines after an escaped line break. `js-yaml` accepts such
 * strings, unlike `yaml`, or reads them incorrectly.
 */
function isUnusuallyQuoted(text: string, start: number, end: number): boolean {
  const lineEnd = text.indexOf("\n", afterSpace(text, start));
  if (lineEnd === -1 || lineEnd >= end) return false;
  const lineStart = text.lastIndexOf("\n", lineEnd - 1) + 1;
  const lead = /^ *(?:- +)*/.exec(text.slice(lineStart, lineEnd))?.[0] ?? "";
  // The lines of an item are deeper than its dash, those of a member deeper than its key.
  const isItem = lead.includes("-") && lineStart + lead.length === afterSpace(text, start);
  const column = isItem ? lead.lastIndexOf("-") : lead.length;
  const written = text.slice(lineEnd + 1, end);
  return written.split("\n").some((line) => isShallow(line, column)) || escapedBreak.test(text.slice(start, end));
}

function isShallow(line: string, column: number): boolean {
  const first = line.search(/[^ \r]/);
  return first !== -1 && first <= column;
}

const escapedBreak = /\\\r?\n[ \t]*\r?\n/;

function isBeforeColon(text: string, position: number): boolean {
  return text.charCodeAt(afterSpace(text, position)) === 0x3a;
}

/** Whether a node is a key without a colon, such as `1.0` in `{1.0, b: 2}`: directly inside braces and not after a colon. */
function isAlone(text: string, start: number, around: number | undefined): boolean {
  if (around === undefined || text.charAt(afterSpace(text, around)) !== "{") return false;
  // `js-yaml` opens the item of a block sequence twice, the second time as a possible key: `- {}` is not inside itself.
  if (afterSpace(text, around) === afterSpace(text, start)) return false;
  let before = start - 1;
  while (isSpace(text.charCodeAt(before))) before--;
  return text.charAt(before) !== ":";
}

function wordBefore(text: string, position: number): { written: string; start: number } {
  let end = position;
  while (end > 0 && /\s/.test(text.charAt(end - 1))) end--;
  let start = end;
  while (start > 0 && /[\w.+-]/.test(text.charAt(start - 1))) start--;
  return { written: text.slice(start, end), start };
}

// The core schema of YAML 1.2.2, section 10.3.2, which `yaml` implements. The types that `js-yaml` defines also accept `1_000` and `0b1`,
// so they are not used.
const integer = /^(?:[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+)$/;
const float = /^(?:[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;

const coreSchema = FAILSAFE_SCHEMA.extend({
  implicit: [
    scalarType("null", /^(?:~|null|Null|NULL)?$/, () => null),
    scalarType("bool", /^(?:true|True|TRUE|false|False|FALSE)$/, (text) => text.toLowerCase() === "true"),
    scalarType("int", integer, Number),
    scalarType("float", float, (text) => (/[a-z]/i.test(text.replace(/e/i, "")) ? Number.POSITIVE_INFINITY : Number(text))),
  ],
});

function scalarType(name: string, pattern: RegExp, construct: (text: string) => Json): Type {
  // `js-yaml` passes an empty value as `null`.
  return new Type(`tag:yaml.org,2002:${name}`, {
    kind: "scalar",
    resolve: (text: string | null) => pattern.test(text ?? ""),
    construct: (text: string | null) => construct(text ?? ""),
  });
}

const options = { schema: coreSchema, maxDepth };
