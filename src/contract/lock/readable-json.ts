import { escapedJson } from "../../diagnostic/printable.ts";
import { isArray, type Json } from "../../source/json/json.ts";

const lineWidth = 120;

/**
 * Prints data as JSON for reviews: a value that fits is on one line; otherwise each of its members or items has its own line. Hidden
 * characters are escaped.
 */
export function readableJson(value: Json): string {
  return `${escapedJson(print(value, "", 0))}\n`;
}

function print(value: Json, indent: string, column: number): string {
  const flat = flatText(value);
  if (typeof value !== "object" || value === null || indent.length + column + flat.length < lineWidth) return flat;
  const inner = `${indent}  `;
  if (isArray(value)) {
    const items = value.map((item) => inner + print(item, inner, 0));
    return items.length === 0 ? "[]" : `[\n${items.join(",\n")}\n${indent}]`;
  }
  const members = Object.entries(value).map(([name, each]) => {
    const key = `${JSON.stringify(name)}: `;
    return inner + key + print(each, inner, key.length);
  });
  return members.length === 0 ? "{}" : `{\n${members.join(",\n")}\n${indent}}`;
}

/**
 * The JSON of a value on one line. If it is longer than a line, only its beginning may be returned, because the caller then only compares
 * its length.
 */
function flatText(value: Json): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const parts: string[] = [];
  let length = 0;
  for (const [name, each] of Object.entries(value)) {
    const part = isArray(value) ? flatText(each) : `${JSON.stringify(name)}: ${flatText(each)}`;
    parts.push(part);
    length += part.length + 2;
    if (length > lineWidth) break;
  }
  if (isArray(value)) return `[${parts.join(", ")}]`;
  return parts.length === 0 ? "{}" : `{ ${parts.join(", ")} }`;
}
