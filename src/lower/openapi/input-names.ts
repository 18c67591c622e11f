import { longestName } from "../../runtime/projection/limits/provider-limits.ts";
import { sha256 } from "../../source/text/hash.ts";

/** A value of the input: a parameter, a member of the body, or the whole body. */
export interface InputValue {
  /** The name in the request. */
  readonly name: string;
  readonly in: "path" | "query" | "header" | "cookie" | "querystring" | "body";
}

/**
 * Assigns the name of an input property to each value; the result has the order of `values`. If names conflict, a path parameter keeps its
 * name and the other values get their location as a suffix, so that names do not depend on the order. If names still conflict, they get a
 * hash as a suffix.
 */
export function nameInputs(values: readonly InputValue[]): string[] {
  const plain = values.map(({ name }) => plainName(name));
  if (new Set(plain).size === plain.length && plain.every((name) => name.length <= longestName)) return plain;
  const counts = count(plain);
  const located = values.map((each, index) => {
    const name = plain[index] ?? "";
    return (counts.get(name) ?? 0) > 1 && each.in !== "path" ? `${name}_${each.in}` : name;
  });
  const uses = count(located);
  return values.map((each, index) => {
    const name = located[index] ?? "";
    if (name.length <= longestName && uses.get(name) === 1) return name;
    return `${name.slice(0, longestName - 9)}_${sha256(`${each.in} ${each.name}`).slice(0, 8)}`;
  });
}

function count(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

const isPlain = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Converts a name to one that every model provider accepts for a property. */
function plainName(name: string): string {
  return isPlain.test(name) ? name : name.replace(/[^A-Za-z0-9_]/g, "_").replace(/^(?=\d|$)/, "_");
}
