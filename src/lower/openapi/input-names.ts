import { longestName } from "../../runtime/projection/provider-limits.ts";
import { sha256 } from "../../source/hash.ts";

/** A value of the input: a parameter, a member of the body, or the whole body. */
export interface InputValue {
  /** The name in the request. */
  readonly name: string;
  readonly in: "path" | "query" | "header" | "cookie" | "querystring" | "body";
}

/**
 * Assigns the input property of each value, in the given order. If names conflict, a path parameter keeps its name and the others get
 * their location as a suffix, so that names do not depend on the order. Remaining conflicts get a suffix made from a hash.
 */
export function nameInputs(given: readonly InputValue[]): string[] {
  const plain = given.map(({ name }) => spell(name));
  if (new Set(plain).size === plain.length && plain.every((name) => name.length <= longestName)) return plain;
  const counts = count(plain);
  const placed = given.map((each, index) => {
    const name = plain[index] ?? "";
    return (counts.get(name) ?? 0) > 1 && each.in !== "path" ? `${name}_${each.in}` : name;
  });
  const taken = count(placed);
  return given.map((each, index) => {
    const name = placed[index] ?? "";
    if (name.length <= longestName && taken.get(name) === 1) return name;
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
function spell(name: string): string {
  return isPlain.test(name) ? name : name.replace(/[^A-Za-z0-9_]/g, "_").replace(/^(?=\d|$)/, "_");
}
