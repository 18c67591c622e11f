import { isArray, type Json, maxDepth } from "../../source/json.ts";

/** Lines are at most this wide where they can be broken. */
export const lineWidth = 120;

/** Where a literal is to stand: behind `column` characters of its line, its later lines behind `indent`. */
export interface Position {
  readonly indent: string;
  readonly column: number;
}

/** Prints data as a TypeScript literal: on one line where it fits, else one member a line. */
export function literal(value: Json, { indent, column }: Position): string {
  // The closing mark is followed by at most two more, such as `);`.
  return literalAt(value, indent, { column, depth: 0 });
}

function literalAt(value: Json, indent: string, { column, depth }: { column: number; depth: number }): string {
  if (typeof value !== "object" || value === null) return scalar(value);
  const onOneLine = flat(value, lineWidth - column - 2);
  return onOneLine ?? broken(value, indent, depth);
}

function scalar(value: string | number | boolean | null): string {
  if (typeof value === "string") return quote(value);
  return typeof value === "number" ? number(value) : String(value);
}

/** JSON has no infinity, but `1e999` is read as one; it is also how a program writes it without a name. */
function number(value: number): string {
  if (Number.isFinite(value)) return Object.is(value, -0) ? "-0" : String(value);
  return Number.isNaN(value) ? "0 / 0" : value > 0 ? "1e999" : "-1e999";
}

/**
 * The literal on one line, or nothing if that takes more than `room` characters.
 * It gives up as soon as they are used, so that a value is never printed in full once a level.
 */
function flat(value: Json, room: number): string | undefined {
  if (typeof value === "string") {
    if (value.length + 2 > room) return undefined;
    const quoted = quote(value);
    return quoted.length > room ? undefined : quoted;
  }
  if (typeof value !== "object" || value === null) {
    const text = scalar(value);
    return text.length > room ? undefined : text;
  }
  return isArray(value) ? flatArray(value, room) : flatObject(value, room);
}

function flatArray(value: readonly Json[], room: number): string | undefined {
  let text = "[";
  for (const item of value) {
    if (text.length > 1) text += ", ";
    const printed = flat(item, room - text.length - 1);
    if (printed === undefined) return undefined;
    text += printed;
  }
  return text.length < room ? `${text}]` : undefined;
}

function flatObject(value: { readonly [key: string]: Json }, room: number): string | undefined {
  let text = "";
  for (const key in value) {
    text += text === "" ? `{ ${propertyKey(key)}: ` : `, ${propertyKey(key)}: `;
    const printed = flat(value[key] as Json, room - text.length - 2); // `for in` over parsed JSON gives its own keys.
    if (printed === undefined) return undefined;
    text += printed;
  }
  if (text === "") return room < 2 ? undefined : "{}";
  return text.length + 2 > room ? undefined : `${text} }`;
}

function broken(value: readonly Json[] | { readonly [key: string]: Json }, indent: string, depth: number): string {
  // A tool adds a few levels to what the author nested. Nobody else may nest at all, so more is our mistake.
  if (depth > 2 * maxDepth) throw new Error(`A literal nests deeper than ${2 * maxDepth}.`);
  const inner = `${indent}  `;
  const at = { column: inner.length, depth: depth + 1 };
  if (isArray(value)) {
    let text = "[\n";
    for (const item of value) text += `${inner}${literalAt(item, inner, at)},\n`;
    return `${text}${indent}]`;
  }
  let text = "{\n";
  for (const key in value) {
    const name = `${inner}${propertyKey(key)}: `;
    // As above: own keys only.
    text += `${name}${literalAt(value[key] as Json, inner, { column: name.length, depth: depth + 1 })},\n`;
  }
  return `${text}${indent}}`;
}

/** What a string literal may hold as it is. `#`, `*` and `<` are plain too, but may begin what `escape` looks for. */
const unplain = /[^\x20\x21\x24-\x29\x2b-\x3b\x3d-\x5b\x5d-\x7e]/;

/**
 * A string literal in ASCII, so that a reviewer sees what is there: not what a bidirectional mark shows, and not a
 * line that U+2028 ends. Neither `*` + `/`, which ends a comment, nor `</`, which ends a script, nor the `//#` of a
 * source map's address ever stands in it.
 */
export function quote(text: string): string {
  return unplain.test(text) ? escape(JSON.stringify(text)) : `"${text}"`;
}

function escape(json: string): string {
  const ascii = /[^\x20-\x7e]/.test(json) ? json.replace(/[^\x20-\x7e]/g, escapeUnit) : json;
  return /[*<]\/|[*/]#/.test(ascii) ? ascii.replace(/([*<])\//g, "$1\\/").replace(/([*/])#/g, "$1\\u0023") : ascii;
}

/** A UTF-16 code unit as every reader of JSON and JavaScript knows it. */
export function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** The name of a member as it stands in an object literal. */
export function propertyKey(key: string): string {
  // Written plainly, `__proto__: x` sets the prototype instead of a property.
  if (key === "__proto__") return `["__proto__"]`;
  return isIdentifier(key) ? key : quote(key);
}

/** Whether a text can be written as a name. It may still be a reserved word. */
export function isIdentifier(text: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(text);
}
