import { isArray, isObject, type Json, type JsonObject } from "../../../src/source/json/json.ts";
import type { Random } from "../../fuzz/random.ts";

const names = ["a", "b", "kind", "x-c"];
const texts = ["a", "b", "ab", "aab", "", "7", "2020-01-31"];
const patterns = ["^a", "b$", "^[ab]+$", "^a{1,2}$", "^(?:a|b)*$", "^x-", "^\\d+$"];
const types = ["null", "boolean", "integer", "number", "string", "array", "object"];

/** A schema of the keywords that tools use. `shared` are the names that a reference may have. */
export function randomSchema(random: Random, depth: number, shared: readonly string[] = []): Json {
  if (random.chance(0.05)) return random.chance(0.8);
  if (shared.length > 0 && random.chance(0.12)) return { $ref: `#/$defs/${random.pick(shared)}` };
  const sub = () => randomSchema(random, depth - 1, shared);
  const schema: { [keyword: string]: Json } = {};
  const type = random.chance(0.85) ? random.pick(types) : undefined;
  if (type !== undefined) schema["type"] = random.chance(0.15) ? [...new Set([type, random.pick(types)])] : type;
  const keywords = keywordsOf(type);
  for (let count = random.below(3); count > 0; count--) add(schema, random.pick(keywords), { random, sub });
  if (depth > 0 && random.chance(0.25)) add(schema, random.pick(["allOf", "anyOf", "oneOf", "not", "if"]), { random, sub });
  return schema;
}

const byType: { readonly [type: string]: readonly string[] } = {
  null: ["enum"],
  boolean: ["enum", "const"],
  integer: ["minimum", "maximum", "exclusiveMinimum", "multipleOf", "enum"],
  number: ["minimum", "maximum", "exclusiveMaximum", "multipleOf"],
  string: ["minLength", "maxLength", "pattern", "enum", "const", "format"],
  array: ["items", "items", "prefixItems", "minItems", "maxItems", "uniqueItems", "contains", "unevaluatedItems"],
  object: [
    ...["properties", "properties", "properties", "required", "required", "additionalProperties", "patternProperties", "propertyNames"],
    ...["minProperties", "maxProperties", "dependentRequired", "dependentSchemas", "unevaluatedProperties"],
  ],
};

function keywordsOf(type: string | undefined): readonly string[] {
  return (type === undefined ? undefined : byType[type]) ?? Object.values(byType).flat();
}

interface Making {
  readonly random: Random;
  readonly sub: () => Json;
}

function add(schema: { [keyword: string]: Json }, keyword: string, { random, sub }: Making): void {
  const some = <T>(make: () => T, most = 3) => Array.from({ length: 1 + random.below(most) }, make);
  const values: { readonly [keyword: string]: () => Json } = {
    enum: () => some(() => randomValue(random, 1), 4),
    const: () => randomValue(random, 1),
    minimum: () => random.below(6) - 2,
    maximum: () => random.below(6),
    exclusiveMinimum: () => random.below(6) - 2,
    exclusiveMaximum: () => random.below(6),
    multipleOf: () => random.pick([1, 2, 3, 0.5]),
    minLength: () => random.below(4),
    maxLength: () => random.below(4),
    pattern: () => random.pick(patterns),
    format: () => random.pick(["date", "email", "int32"]),
    items: sub,
    prefixItems: () => some(sub, 2),
    minItems: () => random.below(4),
    maxItems: () => random.below(4),
    uniqueItems: () => random.chance(0.8),
    contains: sub,
    unevaluatedItems: sub,
    properties: () => Object.fromEntries(some(() => [random.pick(names), sub()] as const)),
    required: () => [...new Set(some(() => random.pick(names), 2))],
    additionalProperties: () => (random.chance(0.5) ? false : sub()),
    patternProperties: () => ({ [random.pick(["^x-", "^a", "b"])]: sub() }),
    propertyNames: () => random.pick<Json>([{ pattern: "^[a-z]" }, { maxLength: 2 }, { enum: names }]),
    minProperties: () => random.below(4),
    maxProperties: () => random.below(4),
    dependentRequired: () => ({ [random.pick(names)]: [random.pick(names)] }),
    dependentSchemas: () => ({ [random.pick(names)]: sub() }),
    unevaluatedProperties: () => (random.chance(0.7) ? false : sub()),
    allOf: () => some(sub, 2),
    anyOf: () => some(sub),
    oneOf: () => some(sub),
    not: sub,
    if: sub,
  };
  schema[keyword] = values[keyword]!(); // The names above.
  if (keyword === "if") schema[random.pick(["then", "else"])] = sub();
}

export function randomValue(random: Random, depth: number): Json {
  const kind = random.below(depth > 0 ? 9 : 6);
  if (kind === 0) return null;
  if (kind === 1) return random.chance(0.5);
  if (kind === 2) return random.below(9) - 3;
  if (kind === 3) return (random.below(18) - 5) / 2;
  if (kind < 6) return random.pick(texts);
  if (kind === 6) return Array.from({ length: random.below(4) }, () => randomValue(random, depth - 1));
  return Object.fromEntries(
    Array.from({ length: random.below(4) }, () => [random.pick([...names, "other"]), randomValue(random, depth - 1)] as const),
  );
}

/** A value that may be valid, near the bounds of a schema. */
export function valueNear(schema: Json | undefined, random: Random, shared: JsonObject, depth = 4): Json {
  if (!isObject(schema) || depth === 0 || random.chance(0.06)) return randomValue(random, 2);
  const near = (each: Json | undefined) => valueNear(each, random, shared, depth - 1);
  const { $ref, type, enum: list } = schema;
  if (typeof $ref === "string") return near(shared[$ref.slice("#/$defs/".length)]);
  if (schema["const"] !== undefined && random.chance(0.9)) return schema["const"];
  if (isArray(list) && random.chance(0.9)) return random.pick(list);
  const branches = ["allOf", "anyOf", "oneOf"].flatMap((keyword) => (isArray(schema[keyword]) ? schema[keyword] : []));
  const branch = branches.length > 0 && random.chance(0.6) ? near(random.pick(branches)) : undefined;
  if (branch !== undefined && !isObject(branch)) return branch;
  const chosen = isArray(type) ? random.pick(type) : (type ?? (schema["properties"] || schema["required"] ? "object" : undefined));
  const number = (keyword: string, otherwise: number) => (typeof schema[keyword] === "number" ? schema[keyword] : otherwise);
  switch (chosen) {
    case "null":
      return null;
    case "boolean":
      return random.chance(0.5);
    case "integer":
    case "number": {
      const from = random.pick([
        number("minimum", 0),
        number("maximum", 3),
        number("exclusiveMinimum", 1),
        number("exclusiveMaximum", 2),
        number("multipleOf", 1),
      ]);
      return from + random.pick(chosen === "integer" ? [0, 1, -1, 2, 3, 6] : [0, 0.5, -0.5, 1, -1, 1.5, 3]);
    }
    case "string": {
      const length = random.pick([number("minLength", 1), number("maxLength", 2), number("maxLength", 2) + 1]);
      return random.chance(0.4)
        ? random.pick(texts)
        : Array.from({ length: Math.min(length, 6) }, () => random.pick(["a", "b", "7", "x-"])).join("");
    }
    case "array": {
      const prefix = isArray(schema["prefixItems"]) ? schema["prefixItems"] : [];
      const length = random.pick([number("minItems", 0), number("maxItems", 2), prefix.length, number("maxItems", 1) + 1]);
      return Array.from({ length: Math.min(length, 5) }, (_each, index) => near(prefix[index] ?? schema["items"] ?? schema["contains"]));
    }
    case "object": {
      const properties = isObject(schema["properties"]) ? schema["properties"] : {};
      const required = isArray(schema["required"]) ? schema["required"].map(String) : [];
      const wanted = [
        ...Object.keys(properties).filter(() => random.chance(0.6)),
        ...required,
        ...(random.chance(0.3) ? [random.pick([...names, "other"])] : []),
      ];
      const others = isObject(schema["additionalProperties"])
        ? schema["additionalProperties"]
        : Object.values(isObject(schema["patternProperties"]) ? schema["patternProperties"] : {})[0];
      return { ...branch, ...Object.fromEntries(wanted.map((name) => [name, near(properties[name] ?? others)])) };
    }
    default:
      return branch ?? randomValue(random, 2);
  }
}

/** A copy with one keyword changed, added or removed somewhere. */
export function changed(schema: Json, random: Random, shared: readonly string[], depth = 3): Json {
  if (!isObject(schema)) return randomSchema(random, 1, shared);
  const again = (each: Json) => changed(each, random, shared, depth - 1);
  const keywords = Object.keys(schema);
  const keyword = keywords.length === 0 ? undefined : random.pick(keywords);
  if (keyword === undefined || random.chance(0.2)) {
    const copy = { ...schema };
    add(copy, random.pick(Object.values(byType).flat()), { random, sub: () => randomSchema(random, 1, shared) });
    return copy;
  }
  const value = schema[keyword]!;
  const { [keyword]: _removed, ...rest } = schema;
  if (random.chance(0.2)) return rest;
  if (typeof value === "number")
    return {
      ...schema,
      [keyword]: Math.max(
        keyword.startsWith("m") && /Length|Items|Properties|multiple/.test(keyword) ? (keyword === "multipleOf" ? 1 : 0) : -9,
        value + random.pick([1, -1]),
      ),
    };
  if (["items", "additionalProperties", "not", "contains", "if", "then", "else", "unevaluatedProperties"].includes(keyword))
    return { ...schema, [keyword]: again(value) };
  if (keyword === "enum" && isArray(value))
    return { ...schema, enum: value.length > 1 && random.chance(0.5) ? value.slice(1) : [...value, randomValue(random, 1)] };
  if (keyword === "required" && isArray(value))
    return random.chance(0.5)
      ? { ...schema, required: [...new Set([...value, random.pick(names)])] }
      : { ...schema, required: value.slice(1) };
  if (keyword === "type") return { ...schema, type: random.pick(types) };
  if (["allOf", "anyOf", "oneOf", "prefixItems"].includes(keyword) && isArray(value)) {
    const at = random.below(value.length);
    return {
      ...schema,
      [keyword]:
        random.chance(0.2) && value.length > 1
          ? value.filter((_each, index) => index !== at)
          : value.map((each, index) => (index === at ? again(each) : each)),
    };
  }
  if (["properties", "patternProperties", "dependentSchemas"].includes(keyword) && isObject(value) && Object.keys(value).length > 0) {
    const name = random.pick(Object.keys(value));
    const { [name]: member, ...others } = value;
    return { ...schema, [keyword]: random.chance(0.25) ? others : { ...value, [name]: again(member!) } };
  }
  const copy = { ...rest };
  add(copy, keyword in rest || keyword === "$ref" ? "properties" : keyword, { random, sub: () => randomSchema(random, 1, shared) });
  return copy;
}

/** A schema with its shared ones. */
export interface Whole {
  readonly schema: Json;
  readonly shared: JsonObject;
}

export function randomWhole(random: Random): Whole {
  const shared = random.chance(0.4) ? ["S", "T"] : [];
  const definition = () => inValue(randomSchema(random, 2, shared));
  return { schema: randomSchema(random, 3, shared), shared: Object.fromEntries(shared.map((name) => [name, definition()])) };
}

/** Without a reference that applies to the same value: the compiler removes those that lead back to themselves. */
export function inValue(schema: Json): Json {
  const text = JSON.stringify(schema);
  return text.includes("$ref") ? { type: "object", properties: { a: schema } } : schema;
}

export function tableOf({ shared }: Whole): ReadonlyMap<string, JsonObject> {
  return new Map(
    Object.entries(shared).map(([name, schema]) => [name, typeof schema === "object" ? (schema as JsonObject) : schema ? {} : { not: {} }]),
  );
}
