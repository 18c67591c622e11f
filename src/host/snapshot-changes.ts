import { compareText } from "../source/compare.ts";
import { differences } from "../source/differences.ts";
import { isArray, isObject, type Json, type JsonObject, member } from "../source/json.ts";

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
