import fc from "fast-check";
import { isRecord } from "../../../src/runtime/json.ts";
import type { SchemaObject } from "../../../src/runtime/projection/schema.ts";

/** A random value that matches a projected schema: what a model may send where the provider enforces the whole schema. */
export function sampleArguments(root: SchemaObject, random: () => number): unknown {
  const pick = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(random() * items.length)];
  const between = (low: number, high: number) => low + Math.floor(random() * (high - low + 1));

  function value(schema: unknown, depth: number): unknown {
    if (!isRecord(schema)) return pick(anything);
    const reference = schema["$ref"];
    if (typeof reference === "string") {
      const definitions = root["$defs"];
      return value(isRecord(definitions) ? definitions[reference.slice("#/$defs/".length)] : undefined, depth + 1);
    }
    if (Object.hasOwn(schema, "const")) return schema["const"];
    if (Array.isArray(schema["enum"])) return pick(schema["enum"]);
    const alternatives = schema["anyOf"] ?? schema["oneOf"];
    if (Array.isArray(alternatives)) {
      // Deep down, the alternative with the fewest parts ends a recursion.
      const chosen = depth > maxDepth ? alternatives.toSorted((a, b) => size(a) - size(b))[0] : pick(alternatives);
      return value(chosen, depth + 1);
    }
    const { type } = schema;
    return ofType(Array.isArray(type) ? pick(type) : type, schema, depth);
  }

  function ofType(type: unknown, schema: { readonly [keyword: string]: unknown }, depth: number): unknown {
    const number = (keyword: string) => (typeof schema[keyword] === "number" ? schema[keyword] : undefined);
    switch (type) {
      case "string":
        return text(schema, number("minLength") ?? 0, number("maxLength"));
      case "integer":
      case "number":
        return numeral(type, schema);
      case "boolean":
        return random() < 0.5;
      case "null":
        return null;
      case "array": {
        const prefix = Array.isArray(schema["prefixItems"]) ? schema["prefixItems"] : [];
        const least = number("minItems") ?? 0;
        const most = number("maxItems") ?? (schema["items"] === undefined ? prefix.length : Math.max(least, prefix.length) + 2);
        const length = depth > maxDepth ? least : between(least, Math.max(least, Math.min(most, least + 2)));
        return Array.from({ length }, (_, index) => value(prefix[index] ?? schema["items"], depth + 1));
      }
      case "object": {
        const required = Array.isArray(schema["required"]) ? schema["required"] : [];
        const members = isRecord(schema["properties"]) ? Object.entries(schema["properties"]) : [];
        const given = members.filter(([name]) => required.includes(name) || random() < (depth > maxDepth ? 0 : depth > 3 ? 0.2 : 0.6));
        const others = schema["additionalProperties"];
        const named = given.map(([name, member]): [string, unknown] => [name, value(member, depth + 1)]);
        if (isRecord(others) && depth < maxDepth && random() < 0.5) named.push(["key", value(others, depth + 1)]);
        return Object.fromEntries(named);
      }
      default:
        return pick(anything);
    }
  }

  function text({ pattern, format }: { readonly [keyword: string]: unknown }, least: number, most: number | undefined): string {
    if (typeof pattern === "string") {
      for (let attempt = 0; attempt < 20; attempt++) {
        const [found = ""] = fc.sample(stringsMatching(pattern), { seed: Math.floor(random() * 2 ** 31), numRuns: 1 });
        const length = [...found].length;
        if (length >= least && length <= (most ?? length)) return found;
      }
      return "";
    }
    const known = typeof format === "string" ? pick(ofFormat[format] ?? []) : undefined;
    if (known !== undefined) return known;
    const length = between(least, Math.min(most ?? least + 12, least + 12));
    return Array.from({ length }, () => pick(letters)).join("");
  }

  function numeral(type: "integer" | "number", schema: { readonly [keyword: string]: unknown }): number {
    const bound = (keyword: string) => (typeof schema[keyword] === "number" ? schema[keyword] : undefined);
    const step = type === "integer" ? 1 : 0.5;
    const above = bound("exclusiveMinimum");
    const below = bound("exclusiveMaximum");
    const low = bound("minimum") ?? (above === undefined ? undefined : above + step);
    const high = bound("maximum") ?? (below === undefined ? undefined : below - step);
    // Without bounds, counts and positions are likely.
    const from = low ?? Math.min(1, high ?? 1);
    const to = high ?? from + 20;
    const multiple = bound("multipleOf");
    if (multiple !== undefined) return Math.ceil(from / multiple) * multiple;
    const found = from + random() * (to - from);
    return type === "integer" ? Math.min(Math.max(Math.round(found), Math.ceil(from)), Math.floor(to)) : found;
  }

  return value(root, 0);
}

const maxDepth = 6;
const letters = [..."aZ9 -_.é😀"];
const anything: readonly unknown[] = [null, true, 0, 1.5, "", "a", [], ["a"], {}, { a: 1 }];

/** Values of the formats, so that a format which is sent counts as enforced. */
const ofFormat: { readonly [format: string]: readonly string[] } = {
  date: ["2026-02-28", "1999-12-31"],
  "date-time": ["2026-02-28T23:59:59Z", "2026-02-28T23:59:59.5+02:00"],
  time: ["23:59:59Z", "00:00:00+01:00"],
  duration: ["P1DT2H"],
  email: ["a@example.com"],
  hostname: ["example.com"],
  ipv4: ["192.0.2.1"],
  ipv6: ["2001:db8::1"],
  uuid: ["123e4567-e89b-12d3-a456-426614174000"],
  uri: ["https://example.com/a?b=c", "urn:a:b"],
};

const byPattern = new Map<string, fc.Arbitrary<string>>();

function stringsMatching(pattern: string): fc.Arbitrary<string> {
  const found = byPattern.get(pattern) ?? arbitraryOf(pattern);
  byPattern.set(pattern, found);
  return found;
}

/** fast-check cannot make strings for lookaround and a few more; for those, any string is tried. */
function arbitraryOf(pattern: string): fc.Arbitrary<string> {
  try {
    const strings = fc.stringMatching(new RegExp(pattern, "u"), { size: "small" });
    fc.sample(strings, { seed: 1, numRuns: 1 });
    return strings;
  } catch {
    return fc.string({ maxLength: 10 });
  }
}

function size(schema: unknown): number {
  return JSON.stringify(schema).length;
}
