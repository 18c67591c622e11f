import type { Json } from "../../src/source/json/json.ts";
import { oddNumber, oddNumbers } from "./project.ts";
import type { Random } from "./random.ts";

/** What would set `globalThis.PWNED`, were it ever code. */
export const payloads = [
  "*/globalThis.PWNED=1;/*",
  "`+(globalThis.PWNED=1)+`",
  "${globalThis.PWNED=1}",
  '"+(globalThis.PWNED=1)+"',
  "'+(globalThis.PWNED=1)+'",
  '\\";globalThis.PWNED=1;//',
  "\n;globalThis.PWNED=1;//",
  "\r;globalThis.PWNED=1;//",
  "\u2028globalThis.PWNED=1;//",
  "]: (globalThis.PWNED=1), [",
  "@default */ globalThis.PWNED=1; /*",
  "/.test('')||(globalThis.PWNED=1)||/",
];

export const names = [
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "valueOf",
  "then",
  "default",
  "delete",
  "class",
  "await",
  "arguments",
  "eval",
  "undefined",
  "null",
  "NaN",
  "Infinity",
  "globalThis",
  "string",
  "object",
  "Promise",
  "Record",
  "Array",
  "Tool",
  "Input",
  "toolset",
  "types",
  "schemas",
  "index",
  "con",
  "nul",
  "",
  " ",
  "-",
  "_",
  "$",
  "0",
  "1a",
  "a b",
  "a.b",
  "a/b",
  "a~b",
  "%2F",
  "%",
  "#",
  "../x",
  "..",
  ".",
  "ä",
  "日本",
  "😀",
  "\ud800",
  "İ",
  "ß",
  "ﬁ",
  "*/",
  "\n",
  "\u0000",
  "\u2028",
  "\u202e",
  "a".repeat(70),
  "a".repeat(300),
  "$ref",
  "$defs",
  "$id",
  "id",
  "ID",
  "Id",
  "body",
  "result",
  "fields",
  "x-a",
  "*",
  "{}",
  "{a}",
  "<b>",
  "```",
  "\\",
  "'",
  '"',
  "`",
  "${x}",
  ...payloads,
];

const patterns = [
  "^a",
  "(",
  "[",
  "^(a|a)*$",
  "(a+)+$",
  "\\d",
  "\\p{L}",
  "\\-",
  "(?i)a",
  "(?<n>a)\\k<n>",
  "\\u{1F600}",
  "a{2,1}",
  "[^]",
  "/",
  "(?=a)*",
  "^\\z",
  "[\\w-.]",
  "\\cA",
  "a".repeat(500),
  "(?:a?){50}a{50}",
  "\n",
];

const formats = [
  "date",
  "date-time",
  "int64",
  "uuid",
  "email",
  "uri",
  "binary",
  "byte",
  "password",
  "regex",
  "ipv6",
  "hostname",
  "no-such",
  "",
];

export function oddValue(random: Random): Json {
  return random.pick<() => Json>([
    () => null,
    () => random.chance(0.5),
    () => random.pick([0, -1, 1.5, 1e20, 2 ** 31, -(2 ** 53)]),
    () => oddNumber(random.pick(oddNumbers)),
    () => random.pick(names),
    () => random.pick(names),
    () => [],
    () => ({}),
    () => [null, random.pick(names)],
    () => ({ [random.pick(names)]: random.pick(names) }),
    () => deep(random, random.chance(0.02) ? 110 : 1 + random.below(20)),
    () => [[], [[]]],
    () => "$env_var",
    () => "$context.variables.x",
    () => "2020-01-01T00:00:00Z",
  ])();
}

function deep(random: Random, depth: number): Json {
  const wrap = random.pick<(value: Json) => Json>([
    (value) => [value],
    (items) => ({ items }),
    (value) => ({ properties: { a: value } }),
    (value) => ({ allOf: [value] }),
  ]);
  let value: Json = {};
  for (let level = 0; level < depth; level++) value = wrap(value);
  return value;
}

/** A schema that puts together what seldom stands together. References point at one of `targets`. */
export function oddSchema(random: Random, targets: readonly string[], depth = 0): Json {
  if (depth > 3 || random.chance(0.1 * depth)) return random.pick<Json>([true, false, {}, { type: "string" }]);
  const schema = () => oddSchema(random, targets, depth + 1);
  const some = <T>(make: () => T) => Array.from({ length: 1 + random.below(3) }, make);
  const keywords: { readonly [keyword: string]: () => Json } = {
    ...Object.fromEntries(applicators.map((keyword) => [keyword, schema])),
    type: () => random.pick<Json>([...types, ...types, "null", ["string", "null"], ["object", "array"], ["string", "integer", "boolean"]]),
    $ref: () => random.pick(targets),
    properties: () => Object.fromEntries(some(() => [random.pick(names), schema()])),
    required: () => [...new Set(some(() => random.pick(random.chance(0.5) ? names : ["a", "id", "kind"])))],
    patternProperties: () => ({ [random.pick(patterns)]: schema() }),
    items: schema,
    prefixItems: () => some(schema),
    allOf: () => some(schema),
    oneOf: () => some(schema),
    anyOf: () => some(schema),
    dependentRequired: () => ({ a: ["b"] }),
    dependentSchemas: () => ({ [random.pick(names)]: schema() }),
    enum: () => random.pick<Json>([some(() => oddValue(random)), ["a", "b"], [1, "1", null], [random.pick(payloads)], [{ a: 1 }, [1]]]),
    const: () => oddValue(random),
    default: () => oddValue(random),
    example: () => oddValue(random),
    nullable: () => true,
    readOnly: () => true,
    writeOnly: () => true,
    deprecated: () => true,
    title: () => random.pick(names),
    description: () => random.pick(names),
    pattern: () => random.pick(patterns),
    format: () => random.pick(formats),
    minimum: () => number(random),
    maximum: () => number(random),
    exclusiveMinimum: () => number(random),
    multipleOf: () => random.pick([1, 2, 0.5, 0.01]),
    minLength: () => random.below(4),
    maxLength: () => random.below(4),
    minItems: () => random.below(4),
    maxItems: () => random.below(4),
    uniqueItems: () => true,
    minProperties: () => random.below(4),
    maxProperties: () => random.below(4),
    discriminator: () => ({
      propertyName: random.pick(["kind", ...names]),
      ...(random.chance(0.5) ? { mapping: Object.fromEntries(some(() => [random.pick(names), random.pick([...targets, "A"])])) } : {}),
    }),
    $defs: () => ({ [random.pick(names)]: schema() }),
    $anchor: () => "a",
    $dynamicRef: () => random.pick(["#a", ...targets]),
    $dynamicAnchor: () => "a",
    contentMediaType: () => "application/json",
    contentEncoding: () => "base64",
    tsType: () => random.pick(payloads),
  };
  const known = Object.keys(keywords);
  const frequent = ["type", "type", "$ref", "properties", "properties", "items", "allOf", "oneOf", "enum"];
  const chosen = new Set(Array.from({ length: 1 + random.below(5) }, () => random.pick(random.chance(0.5) ? frequent : known)));
  // One mistake costs the operation, and then nothing else is tried.
  const isWrong = () => random.chance(0.02);
  return Object.fromEntries([...chosen].map((keyword) => [keyword, isWrong() ? oddValue(random) : (keywords[keyword]?.() ?? null)]));
}

const applicators = [
  "additionalProperties",
  "propertyNames",
  "not",
  "if",
  "then",
  "else",
  "contains",
  "unevaluatedProperties",
  "unevaluatedItems",
  "contentSchema",
];
const types = ["object", "array", "string", "integer", "number", "boolean"];

function number(random: Random): Json {
  return random.pick<Json>([0, 1, 5, -1, 1.5, 1e3, 2 ** 31, random.chance(0.1) ? oddNumber(random.pick(oddNumbers)) : 7]);
}
