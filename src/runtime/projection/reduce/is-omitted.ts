import { hasMembers, type SchemaObject } from "../schema.ts";
import { isWidth } from "./is-width.ts";

/** The position of a subschema, which decides what is omitted from it for a model. */
export interface PartContext {
  /**
   * The name of the member or shared schema whose schema this is. For a schema deeper in it, such as that of array items, the name is the
   * same.
   */
  readonly name: string;
  /** Whether the subschema may accept more values without the omitted keywords. It may not below `exactKeywords`. */
  readonly mayWiden: boolean;
  readonly isRoot?: boolean;
  /** Whether the subschema is that of a required member. */
  readonly isRequired?: boolean;
}

/** Whether a keyword is omitted for a model, since the model can make a valid call without it. */
export function isOmitted(
  schema: SchemaObject,
  keyword: string,
  { name, mayWiden, isRoot = false, isRequired = false }: PartContext,
): boolean {
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
      // In a schema without named members, `additionalProperties: false` distinguishes an empty object from a map, so it is kept.
      return mayWiden && value === false && (isRoot || (hasMembers(schema) && schema["patternProperties"] === undefined));
    case "minLength":
      // Every part of a path has it. A model leaves no text empty that a call needs, and if it does, the error says so.
      return mayWiden && isRequired && value === 1;
    case "deprecated":
    case "uniqueItems":
      return value === false;
    default:
      return false;
  }
}

/** Whether the values need no example: the schema lists them, or its format is known to models. */
function isObvious({ type, enum: values, const: only, format }: SchemaObject): boolean {
  return values !== undefined || only !== undefined || type === "boolean" || (type === "string" && uniform.has(String(format)));
}

/** Formats that need no example. */
const uniform: ReadonlySet<string> = new Set(["date", "date-time", "time", "uuid", "email", "ipv4", "ipv6"]);

/** Whether a title is a single word, or repeats the name or a part of the description. */
function repeats(title: string, name: string, description: unknown): boolean {
  if (!/\s/.test(title.trim())) return true;
  const words = lettersOf(title);
  return lettersOf(name) === words || (typeof description === "string" && lettersOf(description).includes(words));
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}
