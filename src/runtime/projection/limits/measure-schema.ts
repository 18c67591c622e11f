import { isRecord } from "../../json.ts";
import { referredName, type SchemaObject, schemasByName } from "../schema.ts";
import type { SizeLimits } from "./provider-limits.ts";

/** The first limit on size that a projected schema exceeds, as a clause of a message; `undefined` if the schema exceeds no limit. */
export function exceededLimit(schema: SchemaObject, limits: SizeLimits): string | undefined {
  const count = { properties: 0, enumValues: 0, characters: 0, longest: 0 };
  const open: unknown[] = [schema];
  while (open.length > 0) {
    const value = open.pop();
    if (Array.isArray(value)) for (const item of value) open.push(item);
    if (!isRecord(value)) continue;
    for (const [keyword, part] of Object.entries(value)) {
      if ((keyword === "properties" || keyword === "$defs") && isRecord(part)) {
        const names = Object.keys(part);
        if (keyword === "properties") count.properties += names.length;
        count.characters += names.join("").length;
        for (const each of Object.values(part)) open.push(each);
      } else if (keyword === "enum" && Array.isArray(part)) {
        const characters = part.map(String).join("").length;
        count.enumValues += part.length;
        count.characters += characters;
        if (part.length > limits.longEnum.count) count.longest = Math.max(count.longest, characters);
      } else if (keyword === "const") count.characters += String(part).length;
      else open.push(part);
    }
  }
  const { properties, enumValues, characters, longEnum, depth } = limits;
  if (count.properties > properties) return `the schema has ${count.properties} properties in total, and at most ${properties} are allowed`;
  if (count.enumValues > enumValues)
    return `the schema has ${count.enumValues} enum values in total, and at most ${enumValues} are allowed`;
  if (count.longest > longEnum.characters)
    return `the values of an enum have ${count.longest} characters in total, and at most ${longEnum.characters} are allowed`;
  if (count.characters > characters)
    return `names and enum values have ${count.characters} characters in total, and at most ${characters} are allowed`;
  const nesting = total(schema, (node, below) => (node["type"] === "object" ? 1 : 0) + Math.max(0, ...below));
  return nesting > depth ? `objects are nested more than ${depth} levels deep` : undefined;
}

/** How much a strict schema uses of the limits that the strict tools of a request share. */
export interface StrictUse {
  readonly optionals: number;
  readonly unions: number;
}

/**
 * Counts the optional members and unions of a projected schema. A shared schema counts once for each reference, since the grammar that the
 * provider makes from the schema has no references.
 */
export function strictUse(schema: SchemaObject): StrictUse {
  const sum = (counts: readonly number[]) => counts.reduce((all, each) => all + each, 0);
  return {
    optionals: total(schema, ({ properties, required }, below) => {
      const names = isRecord(properties) ? Object.keys(properties) : [];
      const requiredNames = new Set(Array.isArray(required) ? required : []);
      return names.filter((name) => !requiredNames.has(name)).length + sum(below);
    }),
    unions: total(schema, ({ type, anyOf }, below) => (Array.isArray(type) || Array.isArray(anyOf) ? 1 : 0) + sum(below)),
  };
}

/**
 * Computes a number for a projected schema: `measure` gets a schema and the numbers of the schemas directly below it. A reference has the
 * number of its target, which is computed once. A reference of a recursive schema to itself has 0.
 */
function total(root: SchemaObject, measure: (node: SchemaObject, below: readonly number[]) => number): number {
  const definitions = new Map(schemasByName(root["$defs"]));
  const known = new Map<string, number>();
  const of = (schema: unknown): number => {
    if (!isRecord(schema)) return 0;
    const name = referredName(schema["$ref"]);
    if (name === undefined) return measure(schema, partsOf(schema).map(of));
    const found = known.get(name);
    if (found !== undefined) return found;
    known.set(name, 0);
    const measured = of(definitions.get(name));
    known.set(name, measured);
    return measured;
  };
  return of(root);
}

/** The schemas directly below a projected schema. */
function partsOf({ properties, items, anyOf, prefixItems, additionalProperties }: SchemaObject): unknown[] {
  return [
    ...(isRecord(properties) ? Object.values(properties) : []),
    ...(Array.isArray(anyOf) ? anyOf : []),
    ...(Array.isArray(prefixItems) ? prefixItems : []),
    items,
    additionalProperties,
  ];
}
