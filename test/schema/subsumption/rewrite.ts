import { isArray, isObject, type Json, type JsonObject } from "../../../src/source/json/json.ts";
import type { Random } from "../../fuzz/random.ts";

/** A schema that accepts the same values, written otherwise: at some places in it. */
export interface Rewritten {
  readonly schema: Json;
  readonly shared: JsonObject;
}

/** Keywords that depend on each other and stay together. */
const groups = [
  ["properties", "patternProperties", "additionalProperties"],
  ["prefixItems", "items"],
  ["contains", "minContains", "maxContains"],
  ["if", "then", "else"],
];
/** Keywords that look at those beside them. */
const onlyRoot = ["unevaluatedProperties", "unevaluatedItems"];
const single = [
  "items",
  "additionalProperties",
  "not",
  "contains",
  "if",
  "then",
  "else",
  "propertyNames",
  "unevaluatedProperties",
  "unevaluatedItems",
];
const lists = ["allOf", "anyOf", "oneOf", "prefixItems"];
const maps = ["properties", "patternProperties", "dependentSchemas"];

/** Rewrites a schema and its shared ones in several places. References that were inlined are not followed for ever. */
export function rewrite({ schema, shared }: Rewritten, random: Random): Rewritten {
  const added: { [name: string]: Json } = {};
  const isEvaluated = JSON.stringify([schema, shared]).includes("unevaluated");
  const names = new Map(Object.keys(shared).map((name, index) => [name, `${random.pick(["R", "Z"])}${index}`]));
  const visit = (node: Json, depth: number): Json => {
    if (!isObject(node)) return node === true && random.chance(0.1) ? {} : node;
    const members = Object.entries(node).map(([keyword, value]): [string, Json] => {
      const each = (child: Json) => visit(child, depth);
      if (keyword === "$ref" && typeof value === "string") return [keyword, `#/$defs/${names.get(nameIn(value)) ?? nameIn(value)}`];
      if (single.includes(keyword)) return [keyword, each(value)];
      if (lists.includes(keyword) && isArray(value)) return [keyword, value.map(each)];
      if (maps.includes(keyword) && isObject(value))
        return [keyword, Object.fromEntries(Object.entries(value).map(([name, child]) => [name, each(child)]))];
      return [keyword, value];
    });
    const copy = Object.fromEntries(members);
    const target = typeof node["$ref"] === "string" ? shared[nameIn(node["$ref"])] : undefined;
    if (target !== undefined && depth < 2 && random.chance(0.4)) {
      const { $ref: _inlined, ...rest } = copy;
      return joined(visit(target, depth + 1), rest);
    }
    if (!random.chance(0.5)) return copy;
    return random.pick([split, reordered, withTypes, named, nested, listed, ...(isEvaluated ? [] : [denied])])(copy, random, added);
  };
  const all = Object.entries(shared).map(([name, target]) => [names.get(name) ?? name, visit(target, 0)] as const);
  const root = visit(schema, 0);
  return { schema: root, shared: { ...Object.fromEntries(all), ...added } };
}

type Rewrite = (schema: JsonObject, random: Random, added: { [name: string]: Json }) => Json;

/** One schema into two under `allOf`. */
const split: Rewrite = (schema, random) => {
  const chosen = new Set(Object.keys(schema).filter((keyword) => !onlyRoot.includes(keyword) && keyword !== "allOf" && random.chance(0.5)));
  for (const group of groups) if (group.some((keyword) => chosen.has(keyword))) for (const keyword of group) chosen.add(keyword);
  const [part, rest] = [true, false].map((isPart) =>
    Object.fromEntries(Object.entries(schema).filter(([keyword]) => chosen.has(keyword) === isPart)),
  );
  return { ...rest, allOf: [...(isArray(schema["allOf"]) ? schema["allOf"] : []), part!] }; // One for each.
};

/** Alternatives, lists of values and names in another order. */
const reordered: Rewrite = (schema) => {
  const turned = Object.entries(schema).map(([keyword, value]): [string, Json] =>
    ["anyOf", "oneOf", "allOf", "enum", "required", "type"].includes(keyword) && isArray(value)
      ? [keyword, [...value].reverse()]
      : [keyword, value],
  );
  return Object.fromEntries(turned.reverse());
};

/** A list of types as alternatives, or alternatives that are types as a list. */
const withTypes: Rewrite = (schema) => {
  const { type, anyOf, ...rest } = schema;
  if (isArray(type) && anyOf === undefined) return { ...rest, anyOf: type.map((each) => ({ type: each })) };
  const isTypes = isArray(anyOf) && anyOf.every((each) => isObject(each) && Object.keys(each).join() === "type");
  return isTypes && type === undefined
    ? { ...rest, type: [...new Set(anyOf.flatMap((each) => (isObject(each) ? each["type"]! : [])))] }
    : schema;
};

/** A schema as a shared one. */
const named: Rewrite = (schema, _random, added) => {
  const name = `New${Object.keys(added).length}`;
  added[name] = schema;
  return { $ref: `#/$defs/${name}` };
};

/** A schema alone under `allOf`, `anyOf` or `oneOf`. */
const nested: Rewrite = (schema, random) => ({ [random.pick(["allOf", "anyOf", "oneOf"])]: [schema] });

/** A schema denied twice, where no keyword looks at what it evaluates. */
const denied: Rewrite = (schema) => ({ not: { not: schema } });

/** One value as a list, and a list of one as a value. */
const listed: Rewrite = (schema) => {
  const { const: value, enum: list, ...rest } = schema;
  if (value !== undefined && list === undefined) return { ...rest, enum: [value] };
  return value === undefined && isArray(list) && list.length === 1 ? { ...rest, const: list[0]! } : schema; // Of length one.
};

function joined(target: Json, rest: JsonObject): Json {
  if (Object.keys(rest).length === 0) return target;
  return { ...rest, allOf: [...(isArray(rest["allOf"]) ? rest["allOf"] : []), target] };
}

function nameIn(reference: string): string {
  return reference.slice("#/$defs/".length);
}
