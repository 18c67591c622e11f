import { isRecord } from "../json.ts";
import { isWidth } from "./is-width.ts";
import type { SchemaObject } from "./schema.ts";

/** Where a part of a schema is. */
export interface PartPlace {
  /** The name of the member or the shared schema, or of the nearest one around it. */
  readonly name: string;
  /** Whether it may accept more values: not below `oneOf`, `not`, `if` and `contains`. */
  readonly mayWiden: boolean;
  readonly isRoot?: boolean;
}

/** Whether a keyword tells a model nothing that it needs for a valid call. */
export function isOmitted(schema: SchemaObject, keyword: string, { name, mayWiden, isRoot = false }: PartPlace): boolean {
  const value = schema[keyword];
  switch (keyword) {
    case "title":
      return typeof value !== "string" || repeats(value, name, schema["description"]);
    case "examples":
      return (
        isObvious(schema) || (Array.isArray(value) && value.every((each) => JSON.stringify(each) === JSON.stringify(schema["default"])))
      );
    case "format":
      return isWidth(schema);
    case "required":
      return mayWiden && Array.isArray(value) && value.length === 0;
    case "additionalProperties":
      // Without named members, it tells whether the object is a map or is empty.
      return mayWiden && value === false && (isRoot || (hasMembers(schema) && schema["patternProperties"] === undefined));
    case "deprecated":
    case "uniqueItems":
      return value === false;
    default:
      return false;
  }
}

/** Whether a schema shows without an example what its values look like: it lists them, or they have one form. */
function isObvious({ type, enum: values, const: only, format }: SchemaObject): boolean {
  return values !== undefined || only !== undefined || type === "boolean" || (type === "string" && uniform.has(String(format)));
}

/** The formats of strings whose values all look alike. */
const uniform: ReadonlySet<string> = new Set(["date", "date-time", "time", "uuid", "email", "ipv4", "ipv6"]);

function hasMembers({ properties }: SchemaObject): boolean {
  return isRecord(properties) && Object.keys(properties).length > 0;
}

/** Whether a title is an identifier, or says nothing that the name or the description does not say. */
function repeats(title: string, name: string, description: unknown): boolean {
  if (!/\s/.test(title.trim())) return true;
  const words = lettersOf(title);
  return lettersOf(name) === words || (typeof description === "string" && lettersOf(description).includes(words));
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}
