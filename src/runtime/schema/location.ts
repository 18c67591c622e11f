import { cutText } from "./cut-text.ts";
import type { Issue } from "./standard-schema.ts";

/** The location with a further segment. A location is a JSON pointer after `#`, in a value or in a schema. */
export function locationBelow(location: string, segment: string | number): string {
  return `${location}/${String(segment).replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** The JSON pointer of `path` in quotes, or "The value" for the root. */
export function locationName(path: readonly (string | number)[]): string {
  if (path.length === 0) return "The value";
  return JSON.stringify(path.reduce<string>((above, segment) => locationBelow(above, cutText(String(segment))), ""));
}

/** An issue of the value at a path, of which `text` is said. */
export function issueAt(path: readonly (string | number)[], text: string): Issue {
  return { message: `${locationName(path)} ${text}`, path };
}

/** The segments of a location such as `#/properties/a`. */
export function segmentsOf(location: string): string[] {
  return location
    .split("/")
    .slice(1)
    .map((segment) => segment.replaceAll("~1", "/").replaceAll("~0", "~"));
}
