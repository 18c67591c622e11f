import { sha256 } from "../../source/hash.ts";

/** Something that the model gives: a parameter, a member of the body, or the body. */
export interface InputValue {
  /** As it is sent. */
  readonly name: string;
  readonly in: "path" | "query" | "header" | "cookie" | "querystring" | "body";
}

const maxLength = 64;

/**
 * The input property of each, in the order given. Where names clash, the path parameter keeps the plain one and all others say where they are
 * sent, so that none depends on the order. What clashes even then gets a suffix made from what it stands for.
 */
export function nameInputs(given: readonly InputValue[]): string[] {
  const plain = given.map(({ name }) => spell(name));
  if (new Set(plain).size === plain.length && plain.every((name) => name.length <= maxLength)) return plain;
  const counts = count(plain);
  const placed = given.map((each, index) => {
    const name = plain[index] ?? "";
    return (counts.get(name) ?? 0) > 1 && each.in !== "path" ? `${name}_${each.in}` : name;
  });
  const taken = count(placed);
  return given.map((each, index) => {
    const name = placed[index] ?? "";
    if (name.length <= maxLength && taken.get(name) === 1) return name;
    return `${name.slice(0, maxLength - 9)}_${sha256(`${each.in} ${each.name}`).slice(0, 8)}`;
  });
}

function count(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

const isPlain = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** The nearest name that every model provider accepts for a property. */
function spell(name: string): string {
  return isPlain.test(name) ? name : name.replace(/[^A-Za-z0-9_]/g, "_").replace(/^(?=\d|$)/, "_");
}
