import type { Tool } from "../tool/tool.ts";
import { coerceValue } from "./coerce-value.ts";

/** Names under which models wrap the arguments of a call. */
const wrappers = ["arguments", "args", "input", "parameters"];

/**
 * The arguments that a model meant, as JSON text that passes the tool's check; `undefined` if no mending makes it pass.
 * The same text always gives the same arguments, and nothing that the model said is dropped but nulls of optional properties.
 * Mended are: text around the JSON (a code fence, a sentence), nothing at all where an object is due, JSON within a string, arguments
 * under a name such as `arguments`, and, as the schema guides, what `mendValue` says.
 */
export function repairArguments(tool: Tool, text: string): string | undefined {
  const read = readText(text);
  if (read === undefined) return undefined;
  const standard = tool.inputSchema["~standard"];
  // An object of any members may have one that is called like a wrapper.
  if (standard.validate(read.value).issues === undefined) return JSON.stringify(read.value);
  const schema = standard.jsonSchema.input({ target: "draft-2020-12" });
  const value = coerceValue(unwrapped(read.value, schema), schema);
  if (standard.validate(value).issues !== undefined) return undefined;
  return JSON.stringify(value);
}

/** The JSON in `text`, and the JSON in that if it is a string. */
function readText(text: string): { readonly value: unknown } | undefined {
  const trimmed = text.trim();
  if (trimmed === "") return { value: {} };
  const read = parsed(trimmed) ?? parsed(trimmed.slice(trimmed.indexOf("{"), trimmed.lastIndexOf("}") + 1));
  if (read === undefined) return undefined;
  if (read.value === null) return { value: {} };
  // Each string is shorter than the text that it is written in.
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
