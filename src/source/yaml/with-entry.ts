import { isObject, type Json, member } from "../json/json.ts";
import { locate } from "../locate.ts";
import { parseTree } from "../parse-tree.ts";
import { originOfKey, originOfValue, type Tree } from "../tree.ts";

/**
 * Returns the text of a configuration with a new value at a path, and all other text unchanged. Missing maps on the path are created.
 * Returns `undefined` if the path has a value, or if the value cannot be added without rewriting other parts of the file.
 */
export function withEntry(text: string, path: readonly string[], value: Json): string | undefined {
  // The parser reports an empty text.
  if (text.trim() === "") return `${text}${blockEntry(path, value, { indent: "", end: "\n" })}`;
  const tree = parseTree({ path: "toolsetc.yaml", text });
  if (tree.problems.length > 0 || (tree.data !== null && !isObject(tree.data))) return undefined;
  const depth = existingMaps(tree.data, path);
  const next = depth === undefined ? undefined : inserted(tree, { path, depth, value });
  if (next === undefined) return undefined;
  const after = parseTree({ path: "toolsetc.yaml", text: next });
  const isMeant = after.problems.length === 0 && JSON.stringify(after.data) === JSON.stringify(withValue(tree.data, path, value));
  return isMeant ? next : undefined;
}

/** How many steps of the path lead to existing maps; `undefined` if a step leads to another value, or the path to any. */
function existingMaps(data: Json, path: readonly string[]): number | undefined {
  let at: Json = data;
  for (const [depth, key] of path.entries()) {
    const next: Json | undefined = member(at, key);
    if (next === undefined) return depth;
    if (!isObject(next)) return undefined;
    at = next;
  }
  return undefined;
}

interface AddedEntry {
  readonly path: readonly string[];
  /** The number of steps of the path whose maps exist. */
  readonly depth: number;
  readonly value: Json;
}

function inserted(tree: Tree, { path, depth, value }: AddedEntry): string | undefined {
  const { text } = tree.source;
  const end = text.includes("\r\n") ? "\r\n" : "\n";
  const added = path.slice(depth);
  if (depth === 0) return `${text}${text === "" || text.endsWith("\n") ? "" : end}${blockEntry(added, value, { indent: "", end })}`;
  const parent = path.slice(0, depth).reduce<Json | undefined>((at, key) => member(at, key), tree.data);
  const last = isObject(parent) ? Object.keys(parent).at(-1) : undefined;
  if (last === undefined) return undefined;
  const [key, former] = [originOfKey(tree, [...path.slice(0, depth), last]), originOfValue(tree, [...path.slice(0, depth), last])];
  const spans = locate([key, former]);
  const start = spans.get(key)?.start ?? 0;
  const stop = spans.get(former)?.end ?? 0;
  const indent = /^ *$/.exec(text.slice(text.lastIndexOf("\n", start) + 1, start))?.[0];
  if (indent === undefined) return `${text.slice(0, stop)}, ${flowEntry(added, value)}${text.slice(stop)}`;
  const line = text[stop - 1] === "\n" ? stop - 1 : text.indexOf("\n", stop);
  const at = line === -1 ? text.length : line + 1;
  return `${text.slice(0, at)}${line === -1 ? end : ""}${blockEntry(added, value, { indent, end })}${text.slice(at)}`;
}

/** The lines of nested maps, each with one key. */
function blockEntry([key = "", ...rest]: readonly string[], value: Json, { indent, end }: { indent: string; end: string }): string {
  if (rest.length === 0) return `${indent}${scalar(key)}: ${scalar(value)}${end}`;
  return `${indent}${scalar(key)}:${end}${blockEntry(rest, value, { indent: `${indent}  `, end })}`;
}

function flowEntry([key = "", ...rest]: readonly string[], value: Json): string {
  return `${scalar(key)}: ${rest.length === 0 ? scalar(value) : `{ ${flowEntry(rest, value)} }`}`;
}

function scalar(value: Json): string {
  const isPlain =
    typeof value === "string" &&
    /^(?:[A-Za-z][A-Za-z0-9_-]*|https?:\/\/[A-Za-z0-9./_~%?=&+-]*[A-Za-z0-9/])$/.test(value) &&
    !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(value);
  return isPlain ? value : JSON.stringify(value);
}

function withValue(data: Json | undefined, [key, ...rest]: readonly string[], value: Json): Json {
  if (key === undefined) return value;
  return { ...(isObject(data) ? data : {}), [key]: withValue(member(data, key), rest, value) };
}
