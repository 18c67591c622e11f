import { isRecord } from "../../json.ts";
import { longestName } from "../limits/provider-limits.ts";
import { type SchemaObject, stringsIn } from "../schema.ts";

/**
 * The new names of members whose names a provider rejects, by original name. A new name replaces the same name in the whole schema, and is
 * unique.
 */
export function renameMembers(schema: SchemaObject, allowed: RegExp | undefined): ReadonlyMap<string, string> {
  const renamed = new Map<string, string>();
  if (allowed === undefined) return renamed;
  const names = namesIn(schema);
  const taken = new Set(names);
  const counts = new Map<string, number>();
  for (const name of names) {
    if (allowed.test(name)) continue;
    const given = uniqueName(name, taken, counts);
    taken.add(given);
    renamed.set(name, given);
  }
  return renamed;
}

/**
 * A valid name that is not in `taken`. `counts` has the next number to append to each beginning of a name, so that thousands of similar
 * names take linear time.
 */
function uniqueName(name: string, taken: ReadonlySet<string>, counts: Map<string, number>): string {
  const plain = name.replace(/[^A-Za-z0-9_]+/g, "_").replace(/^(?![A-Za-z_])/, "_");
  const start = plain.slice(0, longestName - 6);
  let given = plain.slice(0, longestName);
  for (let count = counts.get(start) ?? 2; taken.has(given); count++) {
    given = `${start}_${count}`;
    counts.set(start, count + 1);
  }
  return given;
}

/** The names of all members in a schema. Names in data, such as an example, may be included, which is harmless. */
function namesIn(schema: SchemaObject): Set<string> {
  const names = new Set<string>();
  const open: unknown[] = [schema];
  while (open.length > 0) {
    const value = open.pop();
    if (Array.isArray(value)) for (const item of value) open.push(item);
    else if (isRecord(value)) {
      for (const name of stringsIn(value["required"])) names.add(name);
      for (const keyword of ["properties", "dependentRequired", "dependentSchemas"]) {
        const members = value[keyword];
        if (isRecord(members)) for (const name of Object.keys(members)) names.add(name);
      }
      for (const part of Object.values(value)) open.push(part);
    }
  }
  return names;
}
