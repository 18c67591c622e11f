import { isArray, isObject, type Json, type JsonObject, member } from "../../source/json/json.ts";
import { requiredOnProperty } from "../codes.ts";
import { type ReferencedSchema, referenceIn } from "../schema-table.ts";
import { type ConversionContext, inside, type PathStep } from "./conversion-context.ts";
import type { SchemaPlace } from "./converted.ts";
import { changesIn } from "./facts.ts";

/**
 * The names in `outer`, and the members that the conversion omits from a schema and its `allOf`. The converted `required` must not list
 * these names.
 */
export function withOmitted(node: JsonObject, outer: ReadonlySet<string>, context: ConversionContext): ReadonlySet<string> {
  if (node.properties === undefined && node.allOf === undefined) return outer;
  const names = new Set<string>();
  addOmitted(node, context, names);
  if (names.size === 0) return outer;
  return outer.size === 0 ? names : new Set([...outer, ...names]);
}

function addOmitted(schema: JsonObject, context: ConversionContext, names: Set<string>): void {
  const { grammar, table, facts, direction, here } = context;
  const mark = direction === "input" ? "readOnly" : "writeOnly";
  const visited = new Set<ReferencedSchema>();
  // Not recursive, because a chain of references may contain all schemas of a document.
  const waiting: { readonly node: Json; readonly place: () => SchemaPlace }[] = [{ node: schema, place: here }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, place } = next;
    if (!isObject(node)) continue;
    const target = referenceIn(node, grammar) === undefined ? undefined : table.target(node, place().tree, place);
    if (target !== undefined && !visited.has(target)) {
      visited.add(target);
      if (changesIn(facts.of(target), direction)) waiting.push({ node: target.node, place: () => target.place });
    }
    const { properties, allOf } = node;
    for (const name in isObject(properties) ? properties : {}) {
      const property = member(properties, name);
      if (!isObject(property)) continue;
      if (property[mark] === true) names.add(name);
      else if (referenceIn(property, grammar) !== undefined && facts.isOmitted(property, under(place, ["properties", name]), direction))
        names.add(name);
    }
    if (!isArray(allOf)) continue;
    for (const [index, branch] of allOf.entries()) waiting.push({ node: branch, place: under(place, ["allOf", index]) });
  }
}

function under(place: () => SchemaPlace, steps: readonly PathStep[]): () => SchemaPlace {
  return () => {
    const { tree, path } = place();
    return { tree, path: [...path, ...steps] };
  };
}

const nothing: readonly string[] = [];

/** The names of properties whose own schema has `required: true`, as in draft-03. */
export function requiredProperties(
  { properties }: JsonObject,
  omitted: ReadonlySet<string>,
  context: ConversionContext,
): readonly string[] {
  if (!isObject(properties)) return nothing;
  let names = nothing;
  for (const name in properties) {
    const property = properties[name];
    if (!isObject(property) || typeof property.required !== "boolean") continue;
    context.reportAt(inside(context, "properties", name))(requiredOnProperty, { name }, "required");
    if (property.required && !omitted.has(name)) names = [...names, name];
  }
  return names;
}
