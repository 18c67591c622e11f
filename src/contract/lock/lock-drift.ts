import { isArray, type Json, type JsonObject } from "../../source/json/json.ts";
import { compareText } from "../../source/text/compare.ts";
import { differences } from "../../source/text/differences.ts";
import { sharedSchemaNames } from "../shared-schema-names.ts";

/** The differences between the lock of a toolset and its current contract. */
export interface LockDrift {
  /** JSON Pointers, relative to the contract, to the differences that are not in a tool. */
  readonly toolset: readonly string[];
  readonly tools: readonly ToolDrift[];
}

export interface ToolDrift {
  readonly tool: string;
  readonly change: "added" | "removed" | "changed";
  /** JSON Pointers to the differences: relative to the tool, or `/schemas/<name>/…` in a shared schema that the tool refers to. */
  readonly pointers: readonly string[];
}

/** Compares two canonical contracts. Both arrays of the result are empty if and only if the contracts are equal. */
export function lockDrift(former: JsonObject, next: JsonObject): LockDrift {
  const [before, after] = [toolsOf(former), toolsOf(next)];
  const names = [...new Set([...before.keys(), ...after.keys()])].sort(compareText);
  const shared = new Map(differencesByName(former.schemas, next.schemas));
  const reached = new Set<string>();
  const tools = names.flatMap((tool): ToolDrift[] => {
    const was = before.get(tool);
    const is = after.get(tool);
    if (was === undefined) return [{ tool, change: "added", pointers: [] }];
    if (is === undefined) return [{ tool, change: "removed", pointers: [] }];
    const ofShared =
      shared.size === 0 ? [] : [...new Set([...sharedSchemaNames(was, former), ...sharedSchemaNames(is, next)])].sort(compareText);
    const changed = ofShared.filter((name) => shared.has(name));
    for (const name of changed) reached.add(name);
    const pointers = [...differences(was, is), ...changed.flatMap((name) => shared.get(name) ?? [])];
    return pointers.length === 0 ? [] : [{ tool, change: "changed", pointers }];
  });
  const { tools: _was, schemas: _wereShared, ...restBefore } = former;
  const { tools: _is, schemas: _areShared, ...restAfter } = next;
  const unreached = [...shared].flatMap(([name, pointers]) => (reached.has(name) ? [] : pointers));
  return { toolset: [...differences(restBefore, restAfter), ...unreached], tools };
}

/**
 * The tools of a contract by name. A lock in which several tools have one name is invalid, and only the last of these tools is compared.
 */
function toolsOf({ tools }: JsonObject): Map<string, JsonObject> {
  // `readLock` has checked that all tools are objects.
  return new Map((isArray(tools) ? (tools as readonly JsonObject[]) : []).map((tool) => [String(tool.name), tool]));
}

function differencesByName(former: Json | undefined, next: Json | undefined): [string, readonly string[]][] {
  const pointers = differences({ schemas: former ?? {} }, { schemas: next ?? {} });
  const byName = new Map<string, string[]>();
  for (const pointer of pointers) {
    const name = (pointer.split("/")[2] ?? "").replaceAll("~1", "/").replaceAll("~0", "~");
    byName.set(name, [...(byName.get(name) ?? []), pointer]);
  }
  return [...byName];
}
