import { isObject, type Json, member } from "../../source/json/json.ts";
import { docComment } from "../code/comment.ts";
import { lineWidth, literal } from "../code/literal.ts";

/**
 * The documentation comment of a declaration or member, with a line feed and the indentation of the next line. The result is empty for a
 * schema without documentation.
 */
export function docOf(schema: Json, indent: string): string {
  if (!hasDoc(schema)) return "";
  const [description, title] = [member(schema, "description"), member(schema, "title")];
  const text = typeof description === "string" && description.trim() !== "" ? description : typeof title === "string" ? title : "";
  const tags: string[] = [];
  const format = member(schema, "format");
  if (typeof format === "string" && documentedFormats.includes(format)) tags.push(`@format ${format}`);
  const defaultValue = member(schema, "default");
  if (defaultValue !== undefined) tags.push(...defaultTag(defaultValue));
  if (member(schema, "deprecated") === true) tags.push("@deprecated");
  return docComment(text, tags, indent);
}

/**
 * Whether a schema has keywords that are printed as documentation. Most schemas have few keywords, so one loop over a schema's keywords is
 * faster than a lookup of each documentation keyword.
 */
export function hasDoc(schema: Json): boolean {
  if (!isObject(schema)) return false;
  for (const keyword in schema) {
    if (keyword === "description" || keyword === "title" || keyword === "default") return true;
    if (keyword === "deprecated" && schema.deprecated === true) return true;
    if (keyword === "format" && documentedFormats.includes(schema.format)) return true;
  }
  return false;
}

/** Formats that are mentioned in the doc comment of a string, since TypeScript has no types for them. */
const documentedFormats: readonly (Json | undefined)[] = ["date-time", "date", "time", "duration"];

/** The tag `@default`, if the default value fits on one line. */
function defaultTag(value: Json): string[] {
  const text = literal(value, { indent: "", column: 20 });
  return text.includes("\n") || text.length > lineWidth ? [] : [`@default ${text}`];
}
