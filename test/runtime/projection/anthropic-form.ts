import { isRecord } from "../../../src/runtime/json.ts";
import type { SchemaObject } from "../../../src/runtime/projection/schema.ts";

/** The schema without patterns, which the API supports and the SDK moves into the description. */
export function withoutPatterns(schema: SchemaObject): SchemaObject {
  const strip = (value: unknown, isName: boolean): unknown => {
    if (Array.isArray(value)) return value.map((each) => strip(each, false));
    if (!isRecord(value)) return value;
    const entries = Object.entries(value).filter(([keyword, each]) => isName || keyword !== "pattern" || typeof each !== "string");
    return Object.fromEntries(entries.map(([keyword, each]) => [keyword, strip(each, !isName && named.has(keyword))]));
  };
  return strip(schema, false) as SchemaObject; // An object for an object.
}

const named = new Set(["properties", "$defs"]);

/** The schema as Anthropic's SDK leaves it: where values are listed, it takes the type away. */
export function withoutTypesOfValues(schema: SchemaObject): SchemaObject {
  const strip = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(strip);
    if (!isRecord(value)) return value;
    const { properties, $defs, type, ...rest } = value;
    const named = (members: unknown) =>
      isRecord(members) ? Object.fromEntries(Object.entries(members).map(([name, each]) => [name, strip(each)])) : {};
    return {
      ...("enum" in rest || "const" in rest || type === undefined ? {} : { type }),
      ...Object.fromEntries(
        Object.entries(rest).map(([keyword, each]) => [keyword, keyword === "enum" || keyword === "const" ? each : strip(each)]),
      ),
      ...(properties === undefined ? {} : { properties: named(properties) }),
      ...($defs === undefined ? {} : { $defs: named($defs) }),
    };
  };
  return strip(schema) as SchemaObject; // An object for an object.
}
