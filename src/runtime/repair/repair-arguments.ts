import type { Tool } from "../tool/tool.ts";
import { coerceValue } from "./coerce-value.ts";

/** Names of members in which models wrap the arguments of a call. */
const wrappers = ["arguments", "args", "input", "parameters"];

/**
 * Repairs the arguments that a model wrote. Returns JSON text that is valid for the tool, or `undefined` if no repair makes it valid.
 * Repairs: text around the JSON (a code fence, a sentence) is removed; empty text becomes an object; JSON within a string is parsed;
 * arguments inside a member such as `arguments` are unwrapped; values are converted by `coerceValue`. The result depends only on the
 * text and the schema, and omits nothing except nulls for optional properties.
 */
export function repairArguments(tool: Tool, text: string): string | undefined {
  const read = readText(text);
  if (read === undefined) return undefined;
  const standard = tool.inputSchema["~standard"];
  // Valid arguments are not unwrapped, since the tool may have a parameter with a name such as `input`.
  if (standard.validate(read.value).issues === undefined) return JSON.stringify(read.value);
  const schema = standard.jsonSchema.input({ target: "draft-2020-12" });
  const value = coerceValue(unwrapped(read.value, schema), schema);
  if (standard.validate(value).issues !== undefined) return undefined;
  return JSON.stringify(value);
}

/** The value of the JSON in `text`. If that value is a string, it is read as JSON too. */
function readText(text: string): { readonly value: unknown } | undefined {
  const trimmed = text.trim();
  if (trimmed === "") return { value: {} };
  const read = parsed(trimmed) ?? parsed(trimmed.slice(trimmed.indexOf("{"), trimmed.lastIndexOf("}") + 1));
  if (read === undefined) return undefined;
  if (read.value === null) return { value: {} };
  // The recursion ends, since a string is shorter than its JSON text.
  return typeof read.value === "string" ? readText(read.value) : read;
}

function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

function unwrapped(value: unknown, { properties }: { readonly [keyword: string]: unknown }): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const [only, ...others] = Object.entries(value);
  if (only === undefined || others.length > 0 || !wrappers.includes(only[0])) return value;
  if (typeof properties === "object" && properties !== null && Object.hasOwn(properties, only[0])) return value;
  const inner = typeof only[1] === "string" ? readText(only[1])?.value : only[1];
  return typeof inner === "object" && inner !== null ? inner : value;
}
