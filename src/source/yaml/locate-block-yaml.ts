import { isArray, isObject, type Json, type JsonObject } from "../json/json.ts";
import type { NodeLocation, PathTree } from "../path-tree.ts";
import type { Range } from "../source.ts";
import { type Line, lineFrom, readKey, readScalar, skipSpaces, startsComment } from "./yaml-lines.ts";

/**
 * Locates the requested paths in a YAML text in block style, the style of nearly all large texts, in a single pass over the lines. Only
 * indentation determines the structure. Each collection must have the same names or the same number of items as in `data`. If a collection
 * differs, or if the text contains anything unusual, the function returns `false` and locates nothing; the caller then parses the text with
 * `yaml`.
 */
export function locateBlockYaml(text: string, data: Json, pathTree: PathTree): boolean {
  if (/^\ufeff|\r(?!\n)/.test(text)) return false;
  const locations: [PathTree, NodeLocation][] = [];
  const whole: Region = { at: startOf(text), end: text.length, column: -1, inline: "nothing" };
  if (!locateNode(whole, { data, place: pathTree, key: undefined })) return false;
  for (const [place, location] of locations) place.location = location;
  return true;

  function locateNode(region: Region, node: Target): boolean {
    const { data: value, place, key } = node;
    const content = contentOf(text, region);
    if (content === undefined) return false;
    const { at, isInline } = content;
    const isCollection = isArray(value) || isObject(value);
    if ("[{".includes(text.charAt(at))) {
      if (!isCollection || place.children.size > 0 || region.inline === "nothing") return false;
      const range = readBrackets(text, at);
      return range !== undefined && addLocation(place, range, key);
    }
    if (!isCollection) {
      // A document that is a single scalar is not located here, because a line of dots or dashes may end the document.
      if (place.children.size > 0 || region.inline === "nothing") return false;
      const range = readScalar(text, { start: at, end: region.end }, { column: region.column, value });
      return range !== undefined && addLocation(place, range, key);
    }
    if (isInline && region.inline !== "collections") return false;
    const inside: Level = { at, end: region.end, column: columnOf(text, at) };
    if (!(isArray(value) ? locateItems(inside, value, place) : locateMembers(inside, value, place))) return false;
    if (place.origins.length === 0) return true;
    const end = endOfContent(text, at, region.end);
    return end !== undefined && addLocation(place, { start: at, end }, key);
  }

  function locateMembers(level: Level, members: JsonObject, place: PathTree): boolean {
    const names = new Set<string>();
    for (let at: number | undefined = level.at; at !== undefined; ) {
      const key = readKey(text, at);
      if (key === undefined || names.has(key.name) || !Object.hasOwn(members, key.name)) return false;
      names.add(key.name);
      const next = nextEntry(text, key.after, level);
      if (next === "unusual") return false;
      const child = place.children.get(key.name);
      const region: Region = { at: key.after, end: next?.start ?? level.end, column: level.column, inline: "scalars" };
      if (child !== undefined && !locateNode(region, { data: members[key.name] ?? null, place: child, key: key.range })) return false;
      at = next?.at;
    }
    return names.size === Object.keys(members).length && [...place.children.keys()].every((name) => names.has(name));
  }

  function locateItems(level: Level, items: readonly Json[], place: PathTree): boolean {
    let index = 0;
    for (let at: number | undefined = level.at; at !== undefined; index++) {
      if (!isDash(text, at) || index >= items.length) return false;
      const next = nextEntry(text, at + 1, { ...level, dashes: "are entries" });
      if (next === "unusual") return false;
      const child = place.children.get(String(index));
      const region: Region = { at: at + 1, end: next?.start ?? level.end, column: level.column, inline: "collections" };
      if (child !== undefined && !locateNode(region, { data: items[index] ?? null, place: child, key: undefined })) return false;
      at = next?.at;
    }
    return index === items.length && [...place.children.keys()].every((name) => Number(name) < index);
  }

  function addLocation(place: PathTree, value: Range, key: Range | undefined): boolean {
    locations.push([place, { value, key: key ?? value, inFlow: false, isExact: true }]);
    return true;
  }
}

/** A value of the data, with the requested paths at and inside this value. */
interface Target {
  readonly data: Json;
  readonly place: PathTree;
  readonly key: Range | undefined;
}

/** The range in which a node is expected: from the end of its `key:` or `-` to the line of the next entry. */
interface Region {
  readonly at: number;
  readonly end: number;
  /**
   * The column of the node's key or dash. The lines of the node are indented further, except for the items of a sequence that is the value
   * of a key.
   */
  readonly column: number;
  /** Which nodes may start on the line of the key or dash. */
  readonly inline: "nothing" | "scalars" | "collections";
}

/** The range of the entries of a collection, and the column at which all entries start. */
interface Level {
  readonly at: number;
  readonly end: number;
  readonly column: number;
  /** `undefined` for a mapping: a dash at the column of the mapping starts an item of a sequence that is the value of the last key. */
  readonly dashes?: "are entries";
}

/** The start offset of the document, after an initial `---`. */
function startOf(text: string): number {
  return /^---[ ]*\r?\n/.exec(text)?.[0].length ?? 0;
}

function columnOf(text: string, at: number): number {
  return at - (text.lastIndexOf("\n", at - 1) + 1);
}

function isDash(text: string, at: number): boolean {
  return text.charCodeAt(at) === 0x2d && (at + 1 >= text.length || " \r\n".includes(text.charAt(at + 1)));
}

/**
 * The offset of a node's first character, and whether the node starts on the line of its key or dash. `undefined` if the node is empty, or
 * has an anchor or tag.
 */
function contentOf(text: string, { at, end, inline }: Region): { readonly at: number; readonly isInline: boolean } | undefined {
  const first = inline === "nothing" ? at : skipSpaces(text, at);
  const isInline = inline !== "nothing" && first < end && !startsComment(text, first) && !"\r\n".includes(text.charAt(first));
  let start: number | undefined = first;
  if (!isInline) {
    let line: Line | undefined = lineFrom(text, inline === "nothing" ? at : nextLine(text, first));
    while (line !== undefined && line.start < end && (line.isBlank || startsComment(text, line.at))) line = lineFrom(text, line.next);
    start = line !== undefined && line.start < end ? line.at : undefined;
  }
  return start === undefined || "&!*\t?".includes(text.charAt(start)) ? undefined : { at: start, isInline };
}

/** The range of a collection in brackets on one line, such as `{}` or `[a, b]`, without quotes and collections in it. */
function readBrackets(text: string, at: number): Range | undefined {
  brackets.lastIndex = at;
  const found = brackets.exec(text)?.[0];
  return found === undefined ? undefined : { start: at, end: at + found.length };
}

const brackets = /(?:\[[^[\]{}"'#\r\n]*\]|\{[^[\]{}"'#\r\n]*\})(?=[ ]*(?:[ ]#|\r?\n|$))/y;

function nextLine(text: string, at: number): number {
  const found = text.indexOf("\n", at);
  return found === -1 ? text.length : found + 1;
}

/** The line of a collection's next entry; `undefined` after the last entry; "unusual" if a line is indented less than the entries. */
function nextEntry(text: string, after: number, { column, end, dashes }: Level): Line | "unusual" | undefined {
  for (let start = nextLine(text, after); start < end; ) {
    const line = lineFrom(text, start);
    if (line === undefined) return undefined;
    start = line.next;
    if (line.isBlank || line.column > column) continue;
    if (startsComment(text, line.at)) continue;
    if (line.column < column) return "unusual";
    if (dashes === undefined && isDash(text, line.at)) continue;
    return line;
  }
  return undefined;
}

/**
 * The end offset of a collection as `yaml` reports it: after the last line of the collection. `undefined` if this line cannot be determined
 * without a parser.
 */
function endOfContent(text: string, at: number, end: number): number | undefined {
  let last: Line | undefined;
  let isFollowed = false;
  for (let line = lineFrom(text, at); line !== undefined && line.start < end; line = lineFrom(text, line.next)) {
    if (line.isBlank && line.end === line.start) continue;
    // Without a parser, it is uncertain whether a line that looks like a comment, or has only white space, belongs to a scalar.
    isFollowed = line.isBlank || "#\t".includes(text.charAt(line.at));
    if (!isFollowed) last = line;
  }
  if (last === undefined || isFollowed) return undefined;
  const written = text.slice(last.at, last.end);
  if (/(?:[:-]|(?:^|\s)[|>&!]\S*)(?:[ \t]+#.*)?\s*$/.test(written) || (last.next < end && /[|>]\d?\+/.test(text.slice(at, end))))
    return undefined;
  return last.next;
}
