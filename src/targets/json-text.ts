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
