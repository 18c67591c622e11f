import { isArray, isObject, type Json, type JsonObject } from "../../src/source/json/json.ts";

/** The same numbers from the same seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

type Follow = (reference: string) => Json | undefined;

/** A value that the schema was written for, as far as that can be guessed: it need not be valid. */
export function valueFor(schema: Json | undefined, follow: Follow, random: () => number, depth = 0): Json {
  if (!isObject(schema)) return anything(random);
  const pick = <T>(items: readonly T[]): T | undefined => items[Math.floor(random() * items.length)];
  if (schema.nullable === true && random() < 0.2) return null;
  const reference = schema.$ref ?? schema.ref;
  if (typeof reference === "string" && depth < 12) {
    const value = valueFor(follow(reference), follow, random, depth + 1);
    return Object.keys(schema).length > 1 && !("description" in schema)
      ? merged(value, valueFor({ ...schema, $ref: null, ref: null }, follow, random, depth + 1))
      : value;
  }
  if (schema.const !== undefined) return schema.const;
  if (isArray(schema.enum) && schema.enum.length > 0) return pick(schema.enum) ?? null;
  const branches = [schema.oneOf, schema.anyOf].flatMap((list) =>
    isArray(list) && list.length > 0 && depth < 12 ? [valueFor(pick(list), follow, random, depth + 1)] : [],
  );
  const all = isArray(schema.allOf) && depth < 12 ? schema.allOf.map((part) => valueFor(part, follow, random, depth + 1)) : [];
  const parts = [...branches, ...all];
  const { allOf, anyOf, oneOf, ...rest } = schema;
  const type = isArray(schema.type) ? pick(schema.type) : schema.type;
  if (parts.length > 0 && rest.properties === undefined) return parts.reduce(merged);
  const own = ofType(
    String(type ?? (schema.properties ? "object" : schema.items ? "array" : "")).toLowerCase(),
    rest,
    follow,
    random,
    depth,
  );
  return [own, ...parts].reduce(merged);
}

function merged(one: Json, two: Json): Json {
  return isObject(one) && isObject(two) ? { ...one, ...two } : two;
}

function ofType(type: string, schema: JsonObject, follow: Follow, random: () => number, depth: number): Json {
  const number = (keyword: string) => (typeof schema[keyword] === "number" ? (schema[keyword] as number) : undefined); // Checked just before.
  switch (type) {
    case "string": {
      const least = number("minLength") ?? 0;
      const most = number("maxLength") ?? least + 8;
      const length = random() < 0.1 ? most + 1 : Math.min(least + Math.floor(random() * 4), most);
      const letters = typeof schema.pattern === "string" && random() < 0.7 ? "0123456789abcdef" : "aZ9 -_é😀";
      const all = [...letters];
      return Array.from({ length: Math.min(length, 300) }, () => all[Math.floor(random() * all.length)]).join("");
    }
    case "integer":
    case "number": {
      const low = number("minimum") ?? number("exclusiveMinimum") ?? -5;
      const high = number("maximum") ?? number("exclusiveMaximum") ?? low + 10;
      const edge = random();
      const value = edge < 0.2 ? low : edge < 0.4 ? high : low + random() * (high - low);
      return type === "integer" ? Math.round(value) : value;
    }
    case "boolean":
      return random() < 0.5;
    case "null":
      return null;
    case "array": {
      if (depth > 8) return [];
      const prefix = [schema.prefixItems, schema.items].find(isArray) ?? [];
      const length = Math.min(prefix.length + (number("minItems") ?? 0) + Math.floor(random() * 3), 20);
      const rest = isArray(schema.items) ? schema.additionalItems : schema.items;
      return Array.from({ length }, (_, index) => valueFor(prefix[index] ?? rest, follow, random, depth + 1));
    }
    case "object": {
      const required: readonly Json[] = isArray(schema.required) ? schema.required : [];
      const properties = isObject(schema.properties) ? Object.entries(schema.properties) : [];
      const share = depth > 6 ? 0 : depth > 3 ? 0.15 : 0.6;
      const entries = properties
        .filter(([name]) => (required.includes(name) && depth < 14) || random() < share)
        .map(([name, property]): [string, Json] => [name, valueFor(property, follow, random, depth + 1)]);
      if (isObject(schema.additionalProperties) && depth < 6)
        entries.push(["key", valueFor(schema.additionalProperties, follow, random, depth + 1)]);
      return Object.fromEntries(entries);
    }
    default:
      return anything(random);
  }
}

const some: readonly Json[] = [null, true, false, 0, 1, -1, 1.5, "", "a", "0", [], [null], ["a", "a"], {}, { a: 1 }, { type: "x" }];

function anything(random: () => number): Json {
  return some[Math.floor(random() * some.length)] ?? null;
}

/** The value with one thing changed somewhere in it. */
export function mutated(value: Json, random: () => number): Json {
  const isDeep = typeof value === "object" && value !== null && random() < 0.85;
  if (!isDeep) return changed(value, random);
  if (isArray(value)) {
    const index = Math.floor(random() * (value.length + 1));
    if (index === value.length) return [...value, random() < 0.5 ? (value[0] ?? null) : anything(random)];
    return random() < 0.2 ? value.toSpliced(index, 1) : value.with(index, mutated(value[index] ?? null, random));
  }
  if (!isObject(value)) return value;
  const names = Object.keys(value);
  const name = names[Math.floor(random() * (names.length + 1))];
  if (name === undefined) return { ...value, ["zz_unknown"]: anything(random) };
  const { [name]: chosen = null, ...rest } = value;
  return random() < 0.25 ? rest : { ...value, [name]: mutated(chosen, random) };
}

function changed(value: Json, random: () => number): Json {
  const choice = random();
  if (choice < 0.25) return null;
  if (typeof value === "number" && choice < 0.6) return choice < 0.4 ? value + 1 : value - 0.5;
  if (typeof value === "string" && choice < 0.6) return choice < 0.4 ? `${value}${value}x` : value.slice(1);
  return anything(random);
}
