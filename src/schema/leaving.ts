import { isArray, isObject, type Json, type JsonObject } from "../source/json.ts";
import { requiredOnProperty } from "./codes.ts";
import type { SchemaPlace } from "./converted.ts";
import { type Converting, inside, type Step } from "./converting.ts";
import { changesIn } from "./facts.ts";
import { type Entry, referenceIn } from "./table.ts";

/** The members that this direction leaves out, of a schema and of what it is all of: a `required` beside them must not ask for them. */
export function withLeaving(node: JsonObject, outer: ReadonlySet<string>, converting: Converting): ReadonlySet<string> {
  if (node.properties === undefined && node.allOf === undefined) return outer;
  const names = new Set<string>();
  addLeaving(node, converting.here, { converting, names, visited: new Set() });
  if (names.size === 0) return outer;
  return outer.size === 0 ? names : new Set([...outer, ...names]);
}

interface Gathering {
  readonly converting: Converting;
  readonly names: Set<string>;
  readonly visited: Set<Entry>;
}

function addLeaving(node: Json, place: () => SchemaPlace, gathering: Gathering): void {
  if (!isObject(node)) return;
  const { converting, names, visited } = gathering;
  const { grammar, table, facts, direction } = converting;
  const target = referenceIn(node, grammar) === undefined ? undefined : table.target(node, place().tree, place);
  if (target !== undefined && !visited.has(target)) {
    visited.add(target);
    if (changesIn(facts.of(target), direction)) addLeaving(target.node, () => target.place, gathering);
  }
  const { properties, allOf } = node;
  if (isObject(properties)) {
    const mark = direction === "input" ? "readOnly" : "writeOnly";
    for (const name in properties) {
      const property = properties[name];
      if (!isObject(property)) continue;
      if (property[mark] === true) names.add(name);
      else if (referenceIn(property, grammar) !== undefined && facts.isLeaving(property, under(place, ["properties", name]), direction))
        names.add(name);
    }
  }
  if (!isArray(allOf)) return;
  for (const [index, branch] of allOf.entries()) addLeaving(branch, under(place, ["allOf", index]), gathering);
}

function under(place: () => SchemaPlace, steps: readonly Step[]): () => SchemaPlace {
  return () => {
    const { tree, path } = place();
    return { tree, path: [...path, ...steps] };
  };
}

const nothing: readonly string[] = [];

/** The properties that say `required: true` themselves. */
export function demandedBy({ properties }: JsonObject, leaving: ReadonlySet<string>, converting: Converting): readonly string[] {
  if (!isObject(properties)) return nothing;
  let names = nothing;
  for (const name in properties) {
    const property = properties[name];
    if (!isObject(property) || typeof property.required !== "boolean") continue;
    converting.sayAt(inside(converting, "properties", name))(requiredOnProperty, { name }, "required");
    if (property.required && !leaving.has(name)) names = [...names, name];
  }
  return names;
}
