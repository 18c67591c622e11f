import type { Json } from "../source/json/json.ts";
import { escapeUnit } from "../source/text/escape-unit.ts";

/**
 * Prints an object as JSON in ASCII, with each member on its own line. An array or object that `spread` names has one line for each of its
 * items, so that a diff shows which tools changed. Each item is printed without white space, so that a file with a thousand tools is small.
 */
export function jsonText(value: { readonly [key: string]: Json }, spread: readonly string[]): string {
  const members = Object.entries(value).map(([key, each]) => `  ${ascii(key)}: ${spread.includes(key) ? lines(each) : ascii(each)}`);
  return `{\n${members.join(",\n")}\n}\n`;
}

/**
 * Prints an object as JSON in ASCII, with each member on its own line. So is each member of the items of the arrays and objects that `spread`
 * names, such as the description of a tool, so that Git shows and merges changes of one member. Their values have no white space.
 */
export function memberLines(value: { readonly [key: string]: Json }, spread: readonly string[]): string {
  const members = Object.entries(value).map(([key, each]) => ` ${ascii(key)}: ${spread.includes(key) ? itemLines(each) : ascii(each)}`);
  return `{\n${members.join(",\n")}\n}\n`;
}

function itemLines(value: Json): string {
  if (typeof value !== "object" || value === null) return ascii(value);
  const [start, end] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  const items = Array.isArray(value)
    ? value.map((item) => `  ${ownLines(item)}`)
    : Object.entries(value).map(([key, item]) => `  ${ascii(key)}: ${ownLines(item)}`);
  return items.length === 0 ? start + end : `${start}\n${items.join(",\n")}\n ${end}`;
}

/** An object with each member on its own line. An indentation of one space for each level keeps a large manifest small. */
function ownLines(value: Json): string {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return ascii(value);
  const members = Object.entries(value).map(([key, each]) => `   ${ascii(key)}: ${ascii(each)}`);
  return members.length === 0 ? "{}" : `{\n${members.join(",\n")}\n  }`;
}

function lines(value: Json): string {
  if (typeof value !== "object" || value === null) return ascii(value);
  if (Array.isArray(value)) return value.length === 0 ? "[]" : `[\n${value.map((each) => `    ${ascii(each)}`).join(",\n")}\n  ]`;
  const entries = Object.entries(value).map(([key, each]) => `    ${ascii(key)}: ${ascii(each)}`);
  return entries.length === 0 ? "{}" : `{\n${entries.join(",\n")}\n  }`;
}

/** Prints a value in ASCII. Escaping is slow, and few values of a large file need it, so each value is tested first. */
function ascii(value: Json): string {
  const text = JSON.stringify(value);
  return /[^\x20-\x7e]/.test(text) ? text.replace(/[^\x20-\x7e]/g, escapeUnit) : text;
}
