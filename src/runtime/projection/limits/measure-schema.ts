import { isRecord } from "../../json.ts";
import { referredName, type SchemaObject, schemasByName } from "../schema.ts";
import type { SizeLimits, StrictLimits } from "./provider-limits.ts";

/** The first limit on size that a projected schema exceeds, as a clause of a message; `undefined` if the schema exceeds no limit. */
export function exceededLimit(schema: SchemaObject, limits: SizeLimits): string | undefined {
  const size = sizeOf(schema);
  const excess = <Limit extends keyof SizeLimits>(limit: Limit) => excesses[limit](size, limits[limit]);
  // The table has no other keys.
  for (const limit of Object.keys(excesses) as (keyof SizeLimits)[]) {
    const found = excess(limit);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What a projected schema, with its `$defs`, has of everything that `SizeLimits` limits. */
interface Size {
  readonly properties: number;
  readonly enums: readonly { readonly values: number; readonly characters: number }[];
  readonly characters: number;
  /** Measures how deep objects are nested: a walk of its own, which a schema that exceeds another limit does not need. */
  readonly depth: () => number;
}

/** How a schema exceeds each limit, as a clause. If it exceeds several, the first is reported. */
const excesses: { readonly [Limit in keyof SizeLimits]: (size: Size, most: SizeLimits[Limit]) => string | undefined } = {
  properties: ({ properties }, most) =>
    properties > most ? `the schema has ${properties} properties in total, and at most ${most} are allowed` : undefined,
  enumValues: ({ enums }, most) => {
    const values = enums.reduce((sum, each) => sum + each.values, 0);
    return values > most ? `the schema has ${values} enum values in total, and at most ${most} are allowed` : undefined;
  },
  longEnum: ({ enums }, { count, characters: most }) => {
    const longest = enums.reduce((so, { values, characters }) => (values > count ? Math.max(so, characters) : so), 0);
    return longest > most ? `the values of an enum have ${longest} characters in total, and at most ${most} are allowed` : undefined;
  },
  characters: ({ characters }, most) =>
    characters > most ? `names and enum values have ${characters} characters in total, and at most ${most} are allowed` : undefined,
  depth: ({ depth }, most) => (depth() > most ? `objects are nested more than ${most} levels deep` : undefined),
};

function sizeOf(schema: SchemaObject): Size {
  const enums: { values: number; characters: number }[] = [];
  let [properties, characters] = [0, 0];
  const open: unknown[] = [schema];
  while (open.length > 0) {
    const value = open.pop();
    if (Array.isArray(value)) for (const item of value) open.push(item);
    if (!isRecord(value)) continue;
    for (const [keyword, part] of Object.entries(value)) {
      if ((keyword === "properties" || keyword === "$defs") && isRecord(part)) {
        const names = Object.keys(part);
        if (keyword === "properties") properties += names.length;
        characters += names.join("").length;
        for (const each of Object.values(part)) open.push(each);
      } else if (keyword === "enum" && Array.isArray(part)) {
        const length = part.map(String).join("").length;
        characters += length;
        enums.push({ values: part.length, characters: length });
      } else if (keyword === "const") characters += String(part).length;
      else open.push(part);
    }
  }
  const depth = () => total(schema, (node, below) => (node["type"] === "object" ? 1 : 0) + Math.max(0, ...below));
  return { properties, enums, characters, depth };
}

/** How much a strict schema uses of the limits that the strict tools of a request share. Each strict tool uses one of `tools`. */
export type StrictUse = { readonly [Limit in Exclude<keyof StrictLimits, "tools">]: number };

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
