import { isRecord } from "../../json.ts";
import type { JsonSchema } from "../../schema/schema.ts";
import { referredName } from "../schema.ts";

type Definitions = ReadonlyMap<string, JsonSchema>;

/** The names of the shared schemas that refer to themselves, directly or through others. */
export function recursiveNames(definitions: Definitions): ReadonlySet<string> {
  return onCycles(definitions, () => true);
}

/** The name of a shared schema that refers to itself through required members only; `undefined` if no schema does. */
export function requiredCycle(definitions: Definitions): string | undefined {
  const found = onCycles(definitions, (name, { required }) => Array.isArray(required) && required.includes(name));
  return [...definitions.keys()].find((name) => found.has(name));
}

/** Whether `onCycles` follows the references in the schema of an object's member. */
type Follows = (member: string, object: { readonly required?: unknown }) => boolean;

interface Visit {
  readonly name: string;
  readonly index: number;
  /** The lowest index that is reachable from this schema. */
  low: number;
  /** The references that have not been followed yet. */
  readonly open: string[];
}

/** The names of the shared schemas on a cycle of references, by Tarjan's algorithm: each reference is followed once. */
function onCycles(definitions: Definitions, follows: Follows): Set<string> {
  const cyclic = new Set<string>();
  const indexes = new Map<string, number>();
  const component: string[] = [];
  const inComponent = new Set<string>();
  const visits: Visit[] = [];
  const enter = (name: string) => {
    const open = referencesIn(definitions.get(name), follows);
    if (open.includes(name)) cyclic.add(name);
    visits.push({ name, index: indexes.size, low: indexes.size, open });
    indexes.set(name, indexes.size);
    component.push(name);
    inComponent.add(name);
  };
  for (const start of definitions.keys()) {
    if (!indexes.has(start)) enter(start);
    for (let visit = visits.at(-1); visit !== undefined; visit = visits.at(-1)) {
      const next = visit.open.pop();
      if (next === undefined) {
        visits.pop();
        const parent = visits.at(-1);
        if (parent !== undefined) parent.low = Math.min(parent.low, visit.low);
        if (visit.low < visit.index) continue;
        const members = component.splice(component.lastIndexOf(visit.name));
        for (const member of members) {
          inComponent.delete(member);
          if (members.length > 1) cyclic.add(member);
        }
      } else if (!indexes.has(next)) enter(next);
      else if (inComponent.has(next)) visit.low = Math.min(visit.low, indexes.get(next) ?? visit.low);
    }
  }
  return cyclic;
}

/** The names of the shared schemas that a schema refers to. References in examples and defaults may be included, which is harmless. */
function referencesIn(schema: unknown, follows: Follows): string[] {
  const names = new Set<string>();
  const open: unknown[] = [schema];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (Array.isArray(value)) for (const item of value) open.push(item);
    else if (isRecord(value)) {
      const name = referredName(value["$ref"]);
      if (name !== undefined) names.add(name);
      for (const [keyword, part] of Object.entries(value)) {
        if (keyword !== "properties" || !isRecord(part)) open.push(part);
        else for (const [member, each] of Object.entries(part)) if (follows(member, value)) open.push(each);
      }
    }
  }
  return [...names];
}
