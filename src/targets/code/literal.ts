import { isArray, type Json, maxDepth } from "../../source/json/json.ts";
import { escapeUnit } from "../../source/text/escape-unit.ts";

/** The maximum length of a line, except for text that cannot be broken. */
export const lineWidth = 120;

/** The position of a literal: the first line begins at `column`, and the following lines are indented by `indent`. */
export interface PrintPosition {
  readonly indent: string;
  readonly column: number;
}

/** The identifiers that are printed in place of parts of a value. */
export interface LiteralNames {
  /** By references: `#/$defs/Pet` → `Pet`. */
  readonly references: ReadonlyMap<string, string>;
  /** By objects that the module has as constants. */
  readonly constants: ReadonlyMap<Json, string>;
}

const noNames: LiteralNames = { references: new Map(), constants: new Map() };

/** Prints data as a TypeScript literal: on one line if it fits, else with each member on its own line. */
export function literal(value: Json, { indent, column }: PrintPosition, names: LiteralNames = noNames): string {
  return print(value, column, { indent, depth: 0, names });
}

/** The nesting level of a value: its indentation, its depth, and the names for references. */
interface Level {
  readonly indent: string;
  readonly depth: number;
  readonly names: LiteralNames;
}

function print(value: Json, column: number, level: Level): string {
  if (typeof value !== "object" || value === null) return scalar(value);
  const constant = level.names.constants.get(value);
  if (constant !== undefined) return constant;
  // Two characters are reserved for what follows the closing bracket, such as `);`.
  const room = lineWidth - column - 2;
  if (roomBehind(value, room, level.names) >= 0) {
    const text = flat(value, level.names);
    if (text.length <= room) return text;
  }
  return broken(value, level);
}

/** Prints a value that is always on one line. */
export function scalar(value: string | number | boolean | null): string {
  if (typeof value === "string") return quote(value);
  return typeof value === "number" ? number(value) : String(value);
}

/** A number as an expression. JSON has no infinity, but parsers read `1e999` as infinity, and so does JavaScript. */
function number(value: number): string {
  if (Number.isFinite(value)) return Object.is(value, -0) ? "-0" : String(value);
  return Number.isNaN(value) ? "0 / 0" : value > 0 ? "1e999" : "-1e999";
}

/**
 * How many of `room` characters remain if the value is printed on one line without escapes. When the number becomes negative, the function
 * returns at once, so it never takes longer than printing one line.
 */
function roomBehind(value: Json, room: number, names: LiteralNames): number {
  if (typeof value === "string") return room - value.length - 2;
  if (typeof value !== "object" || value === null) return room - String(value).length;
  const constant = names.constants.get(value);
  if (constant !== undefined) return room - constant.length;
  let left = room - 2;
  if (isArray(value)) {
    for (const item of value) {
      left = roomBehind(item, left, names) - 2;
      if (left < -2) return left;
    }
    return value.length === 0 ? left : left + 2;
  }
  for (const key in value) {
    const each = value[key] as Json; // Parsed JSON has only own keys, so each key has a value.
    // `$ref: "#/$defs/Pet"` may be printed as `$ref: Pet`, which is shorter by 10 characters.
    left = roomBehind(each, left - key.length - 4 + (key === "$ref" ? 10 : 0), names);
    if (left < -2) return left;
  }
  return left;
}

function flat(value: Json, names: LiteralNames): string {
  if (typeof value !== "object" || value === null) return scalar(value);
  const constant = names.constants.get(value);
  if (constant !== undefined) return constant;
  if (isArray(value)) {
    let items = "";
    for (const item of value) items += items === "" ? flat(item, names) : `, ${flat(item, names)}`;
    return `[${items}]`;
  }
  let members = "";
  for (const key in value) {
    const each = value[key] as Json; // Parsed JSON has only own keys, so each key has a value.
    members += `${members === "" ? "" : ", "}${propertyKey(key)}: ${reference(key, each, names) ?? flat(each, names)}`;
  }
  return members === "" ? "{}" : `{ ${members} }`;
}

function broken(value: readonly Json[] | { readonly [key: string]: Json }, { indent, depth, names }: Level): string {
  // Parsers limit the depth of documents and definitions, and a tool adds only a few levels. A deeper value is a bug.
  if (depth > 2 * maxDepth) throw new Error(`A literal nests deeper than ${2 * maxDepth}.`);
  const inner = { indent: `${indent}  `, depth: depth + 1, names };
  const start = inner.indent.length;
  let text = "";
  if (isArray(value)) {
    for (const item of value) text += `${inner.indent}${print(item, start, inner)},\n`;
    return `[\n${text}${indent}]`;
  }
  for (const key in value) {
    const each = value[key] as Json; // Parsed JSON has only own keys, so each key has a value.
    const name = propertyKey(key);
    text += `${inner.indent}${name}: ${reference(key, each, names) ?? print(each, start + name.length + 2, inner)},\n`;
  }
  return `{\n${text}${indent}}`;
}

function reference(key: string, value: Json, names: LiteralNames): string | undefined {
  return key === "$ref" && typeof value === "string" ? names.references.get(value) : undefined;
}

/** Characters that may need an escape. `#`, `*` and `<` need one only in the combinations that `escape` checks. */
const needsEscape = /[^\x20\x21\x24-\x29\x2b-\x3b\x3d-\x5b\x5d-\x7e]/;

/**
 * A string literal in ASCII, so that reviewers see its real content, in spite of bidirectional marks and line ends such as U+2028. It never
 * contains `*` + `/`, which ends a comment, `</`, which ends a script, or `//#`, which begins the address of a source map.
 */
export function quote(text: string): string {
  return needsEscape.test(text) ? escape(JSON.stringify(text)) : `"${text}"`;
}

function escape(json: string): string {
  const ascii = /[^\x20-\x7e]/.test(json) ? json.replace(/[^\x20-\x7e]/g, escapeUnit) : json;
  return /[*<]\/|[*/]#/.test(ascii) ? ascii.replace(/([*<])\//g, "$1\\/").replace(/([*/])#/g, "$1\\u0023") : ascii;
}

/** The name of a member in an object literal. */
export function propertyKey(key: string): string {
  // Written plainly, `__proto__: x` sets the prototype instead of a property.
  if (key === "__proto__") return `["__proto__"]`;
  return isIdentifier(key) ? key : quote(key);
}

/** Whether a text can be written as a name. It may still be a reserved word. */
export function isIdentifier(text: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(text);
}
