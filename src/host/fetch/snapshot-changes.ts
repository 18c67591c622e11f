import { isArray, isObject, type Json, type JsonObject, member } from "../../source/json/json.ts";
import { compareText } from "../../source/text/compare.ts";
import { differences } from "../../source/text/differences.ts";

/** A difference between a saved snapshot or document and the fetched one. */
export interface SnapshotChange {
  /** The name of the changed tool, or `entityTypes/<name>` or `actions/<name>` in a connection; empty for a change of a document. */
  readonly tool: string;
  readonly change: "added" | "removed" | "changed";
  /** JSON Pointers of the values that differ, relative to the tool, the item of the connection, or the document. */
  readonly pointers: readonly string[];
}

/** Compares the tools of a former snapshot with new tools of the same names. */
export function compareTools(former: Json | undefined, next: readonly JsonObject[]): SnapshotChange[] {
  return compareItems(toolsByName(listOf(former)), toolsByName(next));
}

/** Compares the items that have the same name. In a change, `tool` is the name of the item. */
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

/** Compares a former document with a new one. */
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
