import { applyEdits } from "../source/edit.ts";
import { isObject, type Json, member } from "../source/json/json.ts";
import { locate } from "../source/locate.ts";
import { parseTree } from "../source/parse-tree.ts";
import { originOfKey, originOfValue, type Tree } from "../source/tree.ts";

/**
 * Returns the text of `toolsetc.yaml` with a new entry under `sources`, and all other text unchanged. Returns `undefined` if that requires
 * rewriting other parts of the file; the user must then add the entry.
 */
export function withSource(text: string | undefined, name: string, address: string): string | undefined {
  if (text === undefined || text.trim() === "") return `${text ?? ""}sources:\n  ${scalar(name)}: ${scalar(address)}\n`;
  const tree = parseTree({ path: "toolsetc.yaml", text });
  if (tree.problems.length > 0 || (tree.data !== null && !isObject(tree.data))) return undefined;
  const next = inserted(tree, name, address);
  return next !== undefined && isMeant(tree, next, { name, address }) ? next : undefined;
}

function inserted(tree: Tree, name: string, address: string): string | undefined {
  const { text } = tree.source;
  const end = /\r\n/.test(text) ? "\r\n" : "\n";
  const sources = member(tree.data, "sources");
  if (sources === undefined) return `${text}${text.endsWith("\n") ? "" : end}sources:${end}  ${scalar(name)}: ${scalar(address)}${end}`;
  const known = member(sources, name);
  // An entry with overlays is left to its author.
  if (isObject(known)) return undefined;
  if (known !== undefined) return applyEdits([{ origin: originOfValue(tree, ["sources", name]), value: address }]).get(tree.source.path);
  const last = isObject(sources) ? Object.keys(sources).at(-1) : undefined;
  if (last === undefined) return undefined;
  const key = originOfKey(tree, ["sources", last]);
  const value = originOfValue(tree, ["sources", last]);
  const spans = locate([key, value]);
  const start = spans.get(key)?.start ?? 0;
  const stop = spans.get(value)?.end ?? 0;
  const indent = /^[ ]*$/.exec(text.slice(text.lastIndexOf("\n", start) + 1, start))?.[0];
  if (indent === undefined) return `${text.slice(0, stop)}, ${scalar(name)}: ${scalar(address)}${text.slice(stop)}`;
  const line = text.indexOf("\n", stop);
  const at = line === -1 ? text.length : line + 1;
  return `${text.slice(0, at)}${line === -1 ? end : ""}${indent}${scalar(name)}: ${scalar(address)}${end}${text.slice(at)}`;
}

/** Whether the new text has the new entry, and all other values are unchanged. */
function isMeant(before: Tree, text: string, { name, address }: { readonly name: string; readonly address: string }): boolean {
  const after = parseTree({ path: "toolsetc.yaml", text });
  if (after.problems.length > 0 || member(member(after.data, "sources"), name) !== address) return false;
  return withoutSource(after.data, name) === withoutSource(before.data, name);
}

function withoutSource(data: Json | undefined, name: string): string {
  const root = isObject(data) ? data : {};
  const sources = Object.entries(isObject(root.sources) ? root.sources : {}).filter(([key]) => key !== name);
  return JSON.stringify([Object.entries(root).filter(([key]) => key !== "sources"), sources]);
}

function scalar(text: string): string {
  return /^(?:[A-Za-z][A-Za-z0-9_-]*|https?:\/\/[A-Za-z0-9./_~%?=&+-]*[A-Za-z0-9/])$/.test(text) &&
    !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(text)
    ? text
    : JSON.stringify(text);
}
