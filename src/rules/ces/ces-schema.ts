import { entries, field, items, type Node, stringValue } from "../../definition/node.ts";
import { isArray, isObject, type Json } from "../../source/json/json.ts";

/** The names in the enum `Schema.Type`, by number. */
const types = ["TYPE_UNSPECIFIED", "STRING", "INTEGER", "NUMBER", "BOOLEAN", "OBJECT", "ARRAY"];

/**
 * A schema in the dialect of CES and all its subschemas, outer schemas first. The recursion is bounded, because the parser limits the depth
 * of schemas.
 */
export function* cesSchemasIn(schema: Node | undefined): Iterable<Node> {
  if (schema === undefined || !isObject(schema.value)) return;
  yield schema;
  const maps = ["properties", "defs"].flatMap((name) => entries(field(schema, name)).map(([, inner]) => inner));
  const arrays = ["anyOf", "prefixItems"].flatMap((name) => items(field(schema, name)));
  const single = ["items", "additionalProperties"].map((name) => field(schema, name));
  for (const inner of [...maps, ...arrays, ...single]) yield* cesSchemasIn(inner);
}

/**
 * Whether the type, the enum and the bounds of a schema accept a value. A schema with a `ref` or an `anyOf` counts as accepting every
 * value. `null` is accepted, because an export writes `default: null` for an absent default.
 */
export function acceptsValue(schema: Node | undefined, value: Json): boolean {
  if (schema === undefined || value === null || field(schema, "ref") !== undefined || field(schema, "anyOf") !== undefined) return true;
  const listed = items(field(schema, "enum")).map(({ value: each }) => String(each));
  if (listed.length > 0 && !listed.includes(String(value))) return false;
  if (typeof value === "number" && !isWithinBounds(schema, value)) return false;
  switch (typeOf(schema)) {
    case "STRING":
      return typeof value === "string";
    case "INTEGER":
      return Number.isInteger(value);
    case "NUMBER":
      return typeof value === "number";
    case "BOOLEAN":
      return typeof value === "boolean";
    case "OBJECT":
      return isObject(value) && entries(field(schema, "properties")).every(([name, inner]) => acceptsValue(inner, memberOf(value, name)));
    case "ARRAY":
      return isArray(value) && value.every((item) => acceptsValue(field(schema, "items"), item));
    default:
      return true;
  }
}

/** The type of a schema in capital letters; `undefined` if the schema has no type. */
function typeOf(schema: Node): string | undefined {
  const type = field(schema, "type");
  return typeof type?.value === "number" ? types[type.value] : stringValue(type)?.toUpperCase();
}

function isWithinBounds(schema: Node, value: number): boolean {
  const [least, most] = [field(schema, "minimum")?.value, field(schema, "maximum")?.value];
  return !(typeof least === "number" && value < least) && !(typeof most === "number" && value > most);
}

/** A member of an object. A missing member is `null`, because `acceptsValue` always accepts `null`. */
function memberOf(value: { readonly [name: string]: Json }, name: string): Json {
  return Object.hasOwn(value, name) ? (value[name] ?? null) : null;
}
