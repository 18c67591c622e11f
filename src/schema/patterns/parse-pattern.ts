import { anyButLineEnd, anyCharacter, type CharacterSet, complement, escapedClass, normalized, propertyClass } from "./character-set.ts";

/** A regular expression, reduced to what an automaton needs. */
export type Expression =
  | { readonly kind: "set"; readonly set: CharacterSet }
  | { readonly kind: "sequence"; readonly items: readonly Expression[] }
  | { readonly kind: "choice"; readonly items: readonly Expression[] }
  | { readonly kind: "repeat"; readonly item: Expression; readonly min: number; readonly max: number }
  /** An assertion matches no character. The expression inside a lookaround is matched separately. */
  | { readonly kind: "assertion"; readonly at: "start" | "end" | "elsewhere"; readonly inside: Expression | undefined };

/** Parses a pattern that is valid with the flag `u`. */
export function parsePattern(pattern: string): Expression {
  const token =
    /\\(?:u\{[^}]*\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[pP]\{[^}]*\}|k<[^>]*>|c.|\d+|.)|\(\?(?::|=|!|<=|<!|<[^>]*>|[ims-]*:)|\{\d+(?:,\d*)?\}|./gsu;
  const tokens = pattern.match(token) ?? [];
  let next = 0;

  function choice(): Expression {
    const items = [sequence()];
    while (tokens[next] === "|") {
      next++;
      items.push(sequence());
    }
    const [only] = items;
    return items.length === 1 && only !== undefined ? only : { kind: "choice", items };
  }

  function sequence(): Expression {
    const items: Expression[] = [];
    for (let now = tokens[next]; now !== undefined && now !== "|" && now !== ")"; now = tokens[next]) items.push(repeated(atom()));
    return { kind: "sequence", items };
  }

  function repeated(item: Expression): Expression {
    const quantifier = tokens[next] ?? "";
    const bounds = boundsOf(quantifier);
    if (bounds === undefined) return item;
    next++;
    if (tokens[next] === "?") next++; // Lazy and greedy mean the same here: all matches are tried before the expression fails.
    if (bounds.max === 0) return nothing;
    // An item that matches no characters, such as an assertion, is not repeated: that would add no states, so no limit on states would stop
    // it.
    const max = hasCharacters(item) ? bounds.max : 1;
    return max === 1 && bounds.min > 0 ? item : { kind: "repeat", item, min: bounds.min, max };
  }

  function atom(): Expression {
    const now = tokens[next++] ?? "";
    if (now === "^") return { kind: "assertion", at: "start", inside: undefined };
    if (now === "$") return { kind: "assertion", at: "end", inside: undefined };
    if (now === ".") return { kind: "set", set: anyButLineEnd };
    if (now === "[") return { kind: "set", set: characterClass() };
    if (now.startsWith("(")) {
      const inside = choice();
      next++; // The closing parenthesis.
      return /^\(\?<?[=!]$/.test(now) ? { kind: "assertion", at: "elsewhere", inside } : inside;
    }
    if (now === "\\b" || now === "\\B") return { kind: "assertion", at: "elsewhere", inside: undefined };
    // The string that a back reference matches is known only at run time, so the reference is read as any string.
    if (/^\\(?:[1-9]|k<)/.test(now))
      return { kind: "repeat", item: { kind: "set", set: anyCharacter }, min: 0, max: Number.POSITIVE_INFINITY };
    return { kind: "set", set: setOf(now) };
  }

  function characterClass(): CharacterSet {
    const isNegated = tokens[next] === "^";
    if (isNegated) next++;
    const ranges: (readonly [number, number])[] = [];
    for (let now = tokens[next]; now !== undefined && now !== "]"; now = tokens[next]) {
      // In a character class, the characters of quantifiers and groups stand for themselves.
      const parts = now.length > 1 && !now.startsWith("\\") ? [...now] : [now];
      if (parts.length > 1) tokens.splice(next, 1, ...parts);
      const set = setOf(tokens[next++] ?? "");
      const end = tokens[next + 1];
      const isRange = tokens[next] === "-" && end !== undefined && end !== "]" && set.length === 1;
      const [lastSet] = isRange ? [setOf(end.startsWith("\\") ? end : end.slice(0, 1))] : [];
      if (isRange && lastSet !== undefined) {
        if (!end.startsWith("\\") && end.length > 1) tokens.splice(next + 1, 1, ...end);
        next += 2;
        ranges.push([set[0]?.[0] ?? 0, lastSet[0]?.[1] ?? 0]);
      } else ranges.push(...set);
    }
    next++; // The closing bracket.
    const set = normalized(ranges);
    return isNegated ? complement(set) : set;
  }

  return choice();
}

const nothing: Expression = { kind: "sequence", items: [] };

function hasCharacters(expression: Expression): boolean {
  if (expression.kind === "set") return true;
  if (expression.kind === "repeat") return hasCharacters(expression.item);
  return expression.kind !== "assertion" && expression.items.some(hasCharacters);
}

function boundsOf(quantifier: string): { min: number; max: number } | undefined {
  const max = Number.POSITIVE_INFINITY;
  if (quantifier === "*") return { min: 0, max };
  if (quantifier === "+") return { min: 1, max };
  if (quantifier === "?") return { min: 0, max: 1 };
  const [, low, comma, high] = /^\{(\d+)(,?)(\d*)\}$/.exec(quantifier) ?? [];
  if (low === undefined) return undefined;
  return { min: Number(low), max: comma === "" ? Number(low) : high === "" ? max : Number(high) };
}

const controls: ReadonlyMap<string, number> = new Map([["n", 10], ["r", 13], ["t", 9], ["v", 11], ["f", 12], ["0", 0], ["b", 8]]); // biome-ignore format: pairs

/** The characters that one token of a pattern or class stands for. */
function setOf(token: string): CharacterSet {
  const code = codeOf(token);
  if (code !== undefined) return [[code, code]];
  if (/^\\[pP]/.test(token)) return propertyClass(token);
  return escapedClass(token.slice(1)) ?? anyCharacter;
}

function codeOf(token: string): number | undefined {
  if (!token.startsWith("\\")) return token.codePointAt(0) ?? 0;
  const hex = /^\\[ux]\{?([0-9a-fA-F]+)\}?$/.exec(token)?.[1];
  if (hex !== undefined) return Number.parseInt(hex, 16);
  const letter = token.slice(1);
  if (letter.startsWith("c")) return letter.charCodeAt(1) % 32;
  return controls.get(letter) ?? (/^[a-zA-Z]/.test(letter) ? undefined : (letter.codePointAt(0) ?? 0));
}
