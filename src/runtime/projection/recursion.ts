import { isRecord } from "../json.ts";
import type { JsonSchema } from "../schema/schema.ts";
import { referredName } from "./schema.ts";

/** Whether a shared schema refers to itself, directly or through others. */
export function isRecursive(name: string, definitions: ReadonlyMap<string, unknown>): boolean {
  return reaches(name, definitions, referencesIn);
}

/** The name of a shared schema that refers to itself through required members only. */
export function requiredCycle(definitions: ReadonlyMap<string, JsonSchema>): string | undefined {
  return [...definitions.keys()].find((name) => reaches(name, definitions, requiredReferencesIn));
}

function reaches(name: string, definitions: ReadonlyMap<string, unknown>, edges: (schema: unknown) => readonly string[]): boolean {
  const seen = new Set<string>();
  const open = [...edges(definitions.get(name))];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next === name) return true;
    if (seen.has(next)) continue;
    seen.add(next);
    open.push(...edges(definitions.get(next)));
  }
  return false;
}

const known = new WeakMap<object, readonly string[]>();

function referencesIn(schema: unknown): readonly string[] {
  if (!isRecord(schema)) return [];
  const found = known.get(schema) ?? collectReferences(schema, () => true);
  known.set(schema, found);
  return found;
}

function requiredReferencesIn(schema: unknown): readonly string[] {
  return collectReferences(schema, (name, { required }) => Array.isArray(required) && required.includes(name));
}

/** The names of the shared schemas that a schema refers to. References in examples and defaults may be included; that is harmless. */
function collectReferences(schema: unknown, follows: (member: string, holder: { readonly required?: unknown }) => boolean): string[] {
  const names: string[] = [];
  const open: unknown[] = [schema];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (Array.isArray(value)) open.push(...value);
    else if (isRecord(value)) {
      const name = referredName(value["$ref"]);
      if (name !== undefined) names.push(name);
      for (const [keyword, part] of Object.entries(value)) {
        if (keyword !== "properties" || !isRecord(part)) open.push(part);
        else open.push(...Object.entries(part).flatMap(([member, each]) => (follows(member, value) ? [each] : [])));
      }
    }
  }
  return names;
}
