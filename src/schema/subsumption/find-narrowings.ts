import type { Json } from "../../source/json.ts";
import type { Comparer } from "./compare.ts";
import { type Assertion, anyType, memberSchemas, type NormalSchema } from "./normal-schema.ts";

/** A place at which a schema does not accept all that another one accepts. */
export interface Narrowing {
  /** Names of members and indices of items; `*` for any other. */
  readonly path: readonly string[];
  /** The assertion that refuses a value: its kind, and the member that is required. */
  readonly kind: Assertion["kind"];
  readonly required: string | undefined;
  /** What the other schema accepts at this place and this one does not; `undefined` if that could not be decided. */
  readonly value: Json | undefined;
}

/** More places than these are not looked for. */
const maxFound = 50;
const maxNesting = 12;

/** The innermost places at which `wide` does not accept all that `narrow` accepts. Empty if and only if it covers it. */
export function findNarrowings(wide: NormalSchema, narrow: NormalSchema, comparer: Pick<Comparer<string>, "covers" | "all">): Narrowing[] {
  const found: Narrowing[] = [];
  const open = new Set<string>();
  if (comparer.covers(wide, narrow).kind !== "yes") find(wide, narrow, []);
  return found;

  /** Finds those below a place at which it is known that there are some. */
  function find(sup: NormalSchema, sub: NormalSchema, path: readonly string[]): void {
    const key = `${sup.id}|${sub.id}`;
    if (open.has(key) || found.length >= maxFound) return;
    open.add(key);
    const own = assertionsIn(sub);
    for (const assertion of assertionsIn(sup)) {
      const alone = comparer.all([], [assertion]);
      const answer = comparer.covers(alone, sub);
      if (answer.kind === "yes") continue;
      const before = found.length;
      if (path.length < maxNesting) inside(assertion, { sub, own, path });
      if (found.length > before) continue;
      const required = assertion.kind === "required" ? assertion.name : undefined;
      found.push({ path, kind: assertion.kind, required, value: answer.kind === "no" ? answer.value : undefined });
    }
    open.delete(key);
  }

  interface Place {
    readonly sub: NormalSchema;
    /** The assertions of `sub`. */
    readonly own: readonly Assertion[];
    readonly path: readonly string[];
  }

  function inside(assertion: Assertion, { sub, own, path }: Place): void {
    switch (assertion.kind) {
      case "members": {
        const known = own.flatMap((each) => (each.kind === "members" ? [each] : []));
        const names = new Set([...assertion.properties.keys(), ...known.flatMap(({ properties }) => [...properties.keys()])]);
        for (const name of names) {
          const sup = comparer.all(memberSchemas(assertion, name));
          const only = comparer.all([], [{ kind: "members", properties: new Map([[name, sup]]), patterns: [], others: comparer.all([]) }]);
          if (comparer.covers(only, sub).kind !== "yes")
            find(sup, comparer.all(known.flatMap((each) => memberSchemas(each, name))), [...path, name]);
        }
        return;
      }
      case "items": {
        const known = own.flatMap((each) => (each.kind === "items" ? [each] : []));
        const described = Math.max(assertion.prefix.length, ...known.map(({ prefix }) => prefix.length));
        for (let index = 0; index <= described; index++) {
          const sup = assertion.prefix[index] ?? assertion.rest;
          const item = comparer.all(known.map(({ prefix, rest }) => prefix[index] ?? rest));
          if (comparer.covers(sup, item).kind !== "yes") find(sup, item, [...path, index === described ? "*" : String(index)]);
        }
        return;
      }
      case "any":
      case "one": {
        const alternatives = own.flatMap((each) => (each.kind === "any" || each.kind === "one" ? [each.schemas] : []))[0] ?? [sub];
        for (const alternative of alternatives) {
          const part = comparer.all([alternative, sub]);
          if (comparer.covers(comparer.all([], [assertion]), part).kind === "yes") continue;
          // Where one alternative alone is of the same type, it is the one that became narrower.
          const near = assertion.schemas.filter((schema) => (typesOf(schema) & typesOf(alternative) & typesOf(sub)) !== 0);
          const [only] = near;
          if (only !== undefined && near.length === 1) find(only, comparer.all([alternative]), path);
        }
        return;
      }
      default:
        return;
    }
  }
}

/** The assertions of a schema and of those that it refers to. */
function assertionsIn(schema: NormalSchema): readonly Assertion[] {
  const seen = new Map<number, Assertion>();
  const waiting = [...schema.assertions];
  for (let each = waiting.pop(); each !== undefined; each = waiting.pop()) {
    if (seen.has(each.id)) continue;
    seen.set(each.id, each);
    if (each.kind === "reference") waiting.push(...each.target().assertions);
  }
  return [...seen.values()].filter(({ kind }) => kind !== "reference").sort((a, b) => a.id - b.id);
}

function typesOf(schema: NormalSchema): number {
  return assertionsIn(schema).reduce((types, assertion) => (assertion.kind === "types" ? types & assertion.types : types), anyType);
}
