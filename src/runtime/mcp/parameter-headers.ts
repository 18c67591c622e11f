import { isRecord, ownMember } from "../json.ts";
import { base64Of } from "../response/base64.ts";

// In an input schema, a parameter may name a header that repeats its argument, so that intermediaries can read it (MCP 2026-07-28,
// Transports, Streamable HTTP).

const keyword = "x-mcp-header";
const prefix = "Mcp-Param-";

interface HeaderLocation {
  readonly path: readonly string[];
  readonly name: string;
}

/** The headers of a call that carry copies of some of its arguments. `input` has all arguments. */
export function parameterHeaders(inputSchema: unknown, input: unknown): { readonly [name: string]: string } {
  const locations = headerLocations(inputSchema) ?? [];
  return Object.fromEntries(
    locations.flatMap(({ path, name }) => {
      const text = headerText(path.reduce(ownMember, input));
      return text === undefined ? [] : [[`${prefix}${name}`, text]];
    }),
  );
}

/**
 * The header names in a schema, with the locations of the arguments that the headers repeat. The result is `undefined` if the schema
 * violates the rules of MCP, so that clients must not call the tool.
 */
export function headerLocations(inputSchema: unknown): readonly HeaderLocation[] | undefined {
  const locations: HeaderLocation[] = [];
  const isValid = visit(inputSchema, []);
  const names = new Set(locations.map(({ name }) => name.toLowerCase()));
  return isValid && names.size === locations.length ? locations : undefined;

  /**
   * Collects the header names in `schema`, and returns whether `schema` is valid. `path` is `undefined` below keywords other than
   * `properties`, where a schema must not name a header.
   */
  function visit(schema: unknown, path: readonly string[] | undefined): boolean {
    if (Array.isArray(schema)) return schema.every((each) => visit(each, undefined));
    if (!isRecord(schema)) return true;
    if (Object.hasOwn(schema, keyword)) {
      const { [keyword]: name, type } = schema;
      if (path === undefined || path.length === 0 || typeof name !== "string" || !isToken(name)) return false;
      if (type !== "string" && type !== "integer" && type !== "boolean") return false;
      locations.push({ path, name });
    }
    return Object.entries(schema).every(([name, value]) => {
      // These keywords contain data and no schemas.
      if (dataKeywords.has(name)) return true;
      if (name === "properties" && isRecord(value))
        return Object.entries(value).every(([member, each]) => visit(each, path && [...path, member]));
      if (schemaMaps.has(name) && isRecord(value)) return Object.values(value).every((each) => visit(each, undefined));
      return visit(value, undefined);
    });
  }
}

const dataKeywords: ReadonlySet<string> = new Set(["const", "enum", "default", "examples"]);
const schemaMaps: ReadonlySet<string> = new Set(["patternProperties", "dependentSchemas", "$defs", "definitions"]);

/** Whether a text is a `token` (RFC 9110 §5.6.2), which a header name must be. */
function isToken(text: string): boolean {
  return /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(text);
}

function headerText(value: unknown): string | undefined {
  if (typeof value === "boolean" || (typeof value === "number" && Number.isFinite(value))) return String(value);
  if (typeof value !== "string") return undefined;
  const isPlain = /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/.test(value) && !/^=\?base64\?.*\?=$/.test(value);
  return isPlain ? value : `=?base64?${base64Of(new TextEncoder().encode(value))}?=`;
}
