import { isRecord } from "../json.ts";
import { longestName } from "./provider-limits.ts";
import { type SchemaObject, stringsIn } from "./schema.ts";

/** New names for members whose names a provider rejects: the same everywhere in the schema, and different from all others. */
export function renameMembers(schema: SchemaObject, allowed: RegExp | undefined): ReadonlyMap<string, string> {
  const renamed = new Map<string, string>();
  if (allowed === undefined) return renamed;
  const names = namesIn(schema);
  const taken = new Set(names);
  for (const name of names) {
    if (allowed.test(name)) continue;
    const given = uniqueName(name, taken);
    taken.add(given);
    renamed.set(name, given);
  }
  return renamed;
}

function uniqueName(name: string, taken: ReadonlySet<string>): string {
  const plain = name.replace(/[^A-Za-z0-9_]+/g, "_").replace(/^(?![A-Za-z_])/, "_");
  let given = plain.slice(0, longestName);
  for (let count = 2; taken.has(given); count++) given = `${plain.slice(0, longestName - 6)}_${count}`;
  return given;
}

/** The names of all members in a schema. Names in data, such as an example, may be included; that is harmless. */
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
