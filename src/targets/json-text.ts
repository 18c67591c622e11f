import type { Json } from "../source/json/json.ts";
import { escapeUnit } from "../source/text/escape-unit.ts";

/**
 * Prints an object as JSON in ASCII, with each member on its own line. An array or object that `spread` names has one line for each of its
 * items, so that a diff shows which tools changed. Each item is printed without white space, so that a file with a thousand tools is small.
 */
export function jsonText(value: { readonly [key: string]: Json }, spread: readonly string[]): string {
  const members = Object.entries(value).map(([key, each]) => `  ${json(key)}: ${spread.includes(key) ? lines(each) : json(each)}`);
  return ascii(`{\n${members.join(",\n")}\n}\n`);
}

/**
 * Prints an object as JSON in ASCII, with each member on its own line. So is each member of the items of the arrays and objects that `spread`
 * names, such as the description of a tool, so that Git shows and merges changes of one member. Their values have no white space.
 */
export function memberLines(value: { readonly [key: string]: Json }, spread: readonly string[]): string {
  const members = Object.entries(value).map(([key, each]) => ` ${json(key)}: ${spread.includes(key) ? itemLines(each) : json(each)}`);
  return ascii(`{\n${members.join(",\n")}\n}\n`);
}

function itemLines(value: Json): string {
  if (typeof value !== "object" || value === null) return json(value);
  const [start, end] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  const items = Array.isArray(value)
    ? value.map((item) => `  ${ownLines(item)}`)
    : Object.entries(value).map(([key, item]) => `  ${json(key)}: ${ownLines(item)}`);
  return items.length === 0 ? start + end : `${start}\n${items.join(",\n")}\n ${end}`;
}

/** An object with each member on its own line. An indentation of one space for each level keeps a large manifest small. */
function ownLines(value: Json): string {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return json(value);
  const members = Object.entries(value).map(([key, each]) => `   ${json(key)}: ${json(each)}`);
  return members.length === 0 ? "{}" : `{\n${members.join(",\n")}\n  }`;
}

function lines(value: Json): string {
  if (typeof value !== "object" || value === null) return json(value);
  if (Array.isArray(value)) return value.length === 0 ? "[]" : `[\n${value.map((each) => `    ${json(each)}`).join(",\n")}\n  ]`;
  const entries = Object.entries(value).map(([key, each]) => `    ${json(key)}: ${json(each)}`);
  return entries.length === 0 ? "{}" : `{\n${entries.join(",\n")}\n  }`;
}

/** A value as JSON without white space. */
const json: (value: Json) => string = JSON.stringify;

/** Escapes what is not ASCII. JSON has such characters only in its strings, and line breaks only where this file writes them. */
function ascii(text: string): string {
  return text.replace(/[^\n\x20-\x7e]/g, escapeUnit);
}
