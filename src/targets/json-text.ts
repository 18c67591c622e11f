import type { Json } from "../source/json/json.ts";
import { escapeUnit } from "../source/text/escape-unit.ts";

// The pieces of a text are joined once: to join the lines of each level copied a manifest of megabytes several times.

/**
 * Prints an object as JSON in ASCII, with each member on its own line. An array or object that `spread` names has one line for each of its
 * items, so that a diff shows which tools changed. Each item is printed without white space, so that a file with a thousand tools is small.
 */
export function jsonText(value: { readonly [key: string]: Json }, spread: readonly string[]): string {
  const pieces: string[] = [];
  const addItem = (item: Json) => pieces.push(json(item));
  addLines(value, ["", "  "], pieces, (each, key) => {
    if (spread.includes(key)) addLines(each, ["  ", "    "], pieces, addItem);
    else addItem(each);
  });
  pieces.push("\n");
  return pieces.join("");
}

/**
 * Prints an object as JSON in ASCII, with each member on its own line. So is each member of the items of the arrays and objects that `spread`
 * names, such as the description of a tool, so that Git shows and merges changes of one member. Their values have no white space. An
 * indentation of one space for each level keeps a large manifest small.
 */
export function memberLines(value: { readonly [key: string]: Json }, spread: readonly string[]): string {
  const pieces: string[] = [];
  const addMember = (member: Json) => pieces.push(json(member));
  const addItem = (item: Json) => (Array.isArray(item) ? addMember(item) : addLines(item, ["  ", "   "], pieces, addMember));
  addLines(value, ["", " "], pieces, (each, key) => {
    if (spread.includes(key)) addLines(each, [" ", "  "], pieces, addItem);
    else addMember(each);
  });
  pieces.push("\n");
  return pieces.join("");
}

/** Adds an array or object with each item on its own line, indented by `inner`. The closing bracket is indented by `outer`. */
function addLines(
  value: Json,
  [outer, inner]: readonly [outer: string, inner: string],
  pieces: string[],
  addItem: (item: Json, key: string) => void,
): void {
  const entries = typeof value === "object" && value !== null ? Object.entries(value) : [];
  if (entries.length === 0) {
    pieces.push(json(value));
    return;
  }
  const isList = Array.isArray(value);
  let before = isList ? "[\n" : "{\n";
  for (const [key, item] of entries) {
    pieces.push(before, inner);
    if (!isList) pieces.push(json(key), ": ");
    addItem(item, key);
    before = ",\n";
  }
  pieces.push("\n", outer, isList ? "]" : "}");
}

/** A value as JSON in ASCII without white space. */
function json(value: Json): string {
  const text = JSON.stringify(value);
  return notAscii.test(text) ? asciiOf(text.replace(/[^\x20-\x7e]/g, escapeUnit)) : text;
}

const notAscii = /[^\x20-\x7e]/;

/**
 * The same text, decoded from bytes: V8 would store the escaped text with two bytes for each character, as the one before, and the whole file
 * that it becomes a part of.
 */
function asciiOf(escaped: string): string {
  return decoder.decode(encoder.encode(escaped));
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();
