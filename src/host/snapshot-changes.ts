import { compareText } from "../source/compare.ts";
import { isArray, isObject, type Json, type JsonObject, member } from "../source/json.ts";
import { type Path, pointerOf } from "../source/tree.ts";

/** What a pull would change. */
export interface SnapshotChange {
  /** The tool, or `entityTypes/<name>` or `actions/<name>` of a connection; empty for a document. */
  readonly tool: string;
  readonly change: "added" | "removed" | "changed";
  /** JSON Pointers of what differs, from the tool or the document. */
  readonly pointers: readonly string[];
}

/** Tools by name, whatever their order. */
export function compareTools(former: Json | undefined, next: readonly JsonObject[]): SnapshotChange[] {
  return compareItems(toolsByName(listOf(former)), toolsByName(next));
}

/** Compares items by name; `tool` is then the name of the item. */
export function compareItems(before: ReadonlyMap<string, JsonObject>, after: ReadonlyMap<string, JsonObject>): SnapshotChange[] {
  const names = [...new Set([...before.keys(), ...after.keys()])].sort(compareText);
  return names.flatMap((tool): SnapshotChange[] => {
    const was = before.get(tool);
    const is = after.get(tool);
    if (was === undefined) return [{ tool, change: "added", pointers: [] }];
    if (is === undefined) return [{ tool, change: "removed", pointers: [] }];
    const pointers = differences(was, is);
    return pointers.length === 0 ? [] : [{ tool, change: "changed", pointers }];
  });
}

export function compareDocuments(former: Json | undefined, next: Json | undefined): SnapshotChange[] {
  if (former === undefined) return [{ tool: "", change: "added", pointers: [] }];
  const pointers = differences(former, next);
  return pointers.length === 0 ? [] : [{ tool: "", change: "changed", pointers }];
}

function listOf(snapshot: Json | undefined): readonly JsonObject[] {
  const tools = member(snapshot, "tools");
  return isArray(tools) ? tools.filter(isObject) : [];
}

function toolsByName(tools: readonly JsonObject[]): Map<string, JsonObject> {
  return new Map(tools.map((tool) => [String(tool.name), tool]));
}

/** The pointers of the innermost differences, in document order. A list whose length changed differs as a whole. */
function differences(former: Json | undefined, next: Json | undefined): string[] {
  const found: string[] = [];
  const open: [Json | undefined, Json | undefined, Path][] = [[former, next, []]];
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    const [was, is, path] = pair;
    if (was === is) continue;
    if (isObject(was) && isObject(is)) {
      const keys = [...new Set([...Object.keys(was), ...Object.keys(is)])];
      for (const key of keys.reverse()) open.push([member(was, key), member(is, key), [...path, key]]);
    } else if (isArray(was) && isArray(is)) {
      for (let index = Math.max(was.length, is.length) - 1; index >= 0; index--) open.push([was[index], is[index], [...path, index]]);
    } else found.push(pointerOf(path));
  }
  return found;
}
