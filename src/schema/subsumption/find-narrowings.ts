import type { Json } from "../../source/json.ts";
import type { Comparer } from "./compare.ts";
import { type Assertion, anyType, memberSchemas, type NormalSchema } from "./normal-schema.ts";

/** A part of a schema that rejects some value that the same part of another schema accepts. */
export interface Narrowing {
  /** The path of the part in a value: names of members and indices of items, and `*` for any other member or item. */
  readonly path: readonly string[];
  /** The kind of the assertion that rejects the value. */
  readonly kind: Assertion["kind"];
  /** The name of the required member, if `kind` is `required`. */
  readonly required: string | undefined;
  /** A value that this part of the schema rejects, but the other schema accepts; `undefined` if the comparison was undecided. */
  readonly value: Json | undefined;
}

/** The maximum number of narrowings, and the maximum length of their paths. */
const maxFound = 50;
const maxNesting = 12;

/**
 * Finds the innermost parts of `wide` that do not accept all values that `narrow` accepts. The result is empty if `wide` covers `narrow`,
 * and has a narrowing if `wide` rejects a value that `narrow` accepts.
 */
export function findNarrowings(wide: NormalSchema, narrow: NormalSchema, comparer: Pick<Comparer<string>, "covers" | "all">): Narrowing[] {
  const found: (Narrowing & { readonly schemas: string })[] = [];
  const open = new Set<string>();
  /** How often the recursion has returned to two schemas that are already being compared. */
  let repeated = 0;
  if (comparer.covers(wide, narrow).kind !== "yes") find(wide, narrow, []);
  return withoutRepetitions(found);

  /** Finds the narrowings in `sup` and its subschemas. The caller knows that `sup` does not cover `sub`. */
  function find(sup: NormalSchema, sub: NormalSchema, path: readonly string[]): void {
    const key = `${sup.id}|${sub.id}`;
    if (open.has(key)) {
      repeated += 1;
      return;
    }
    if (found.length >= maxFound) return;
    open.add(key);
    const own = assertionsIn(sub);
    const union = undecidedUnion(own);
    if (union !== undefined) {
      byAlternative(union, { sup, sub, path });
      open.delete(key);
      return;
    }
    for (const assertion of assertionsIn(sup)) {
      const alone = comparer.all([], [assertion]);
      const result = comparer.covers(alone, sub);
      if (result.kind === "yes") continue;
      const before = found.length + repeated;
      if (path.length < maxNesting) findInside(assertion, { sub, own, path });
      if (found.length + repeated > before) continue;
      const required = assertion.kind === "required" ? assertion.name : undefined;
      found.push({
        path,
        schemas: `${assertion.id}|${keyOf(own)}`,
        kind: assertion.kind,
        required,
        value: result.kind === "no" ? result.value : undefined,
      });
    }
    open.delete(key);
  }

  /**
   * Compares each alternative of a union in `sub` with `sup`. If `sup` covers only some alternatives, each other alternative is a
   * narrowing. If `sup` covers none of them, the narrowings are searched inside the alternatives.
   */
  function byAlternative(
    union: readonly NormalSchema[],
    { sup, sub, path }: { readonly sup: NormalSchema; readonly sub: NormalSchema; readonly path: readonly string[] },
  ): void {
    const parts = union.map((alternative) => comparer.all([alternative, sub]));
    const refused = parts.flatMap((part) => {
      const result = comparer.covers(sup, part);
      return result.kind === "yes" ? [] : [{ part, result }];
    });
    for (const { part, result } of refused)
      if (refused.length === parts.length) find(sup, part, path);
      else if (found.length < maxFound)
        found.push({
          path,
          schemas: `${keyOf(assertionsIn(sup))}|${keyOf(assertionsIn(part))}`,
          kind: "any",
          required: undefined,
          value: result.kind === "no" ? result.value : undefined,
        });
  }

  interface Compared {
    readonly sub: NormalSchema;
    /** The assertions of `sub`. */
    readonly own: readonly Assertion[];
    readonly path: readonly string[];
  }

  /** Finds the narrowings in the subschemas of `assertion`, which does not cover `sub`. */
  function findInside(assertion: Assertion, { sub, own, path }: Compared): void {
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
        // If only one alternative has a type in common with `sub`, that alternative became narrower.
        const near = assertion.schemas.filter((schema) => (typesOf(schema) & typesOf(sub)) !== 0);
        const [only] = near;
        if (only !== undefined && near.length === 1) find(only, sub, path);
        return;
      }
      default:
        return;
    }
  }
}

function keyOf(assertions: readonly Assertion[]): string {
  return assertions.map(({ id }) => id).join();
}

/**
 * Removes the narrowings that a recursive schema repeats. A repeated narrowing has the same schemas as another narrowing, and its path ends
 * with the path of the other.
 */
function withoutRepetitions(found: readonly (Narrowing & { readonly schemas: string })[]): Narrowing[] {
  const isRepeated = (path: readonly string[], schemas: string) =>
    found.some(
      (other) =>
        other.schemas === schemas &&
        other.path.length < path.length &&
        other.path.every((step, index) => step === path[path.length - other.path.length + index]),
    );
  return found.filter(({ path, schemas }) => !isRepeated(path, schemas)).map(({ schemas: _schemas, ...narrowing }) => narrowing);
}

/**
 * The alternatives of the first union that the other assertions leave undecided: no alternative of the union follows from the other
 * assertions.
 */
function undecidedUnion(own: readonly Assertion[]): readonly NormalSchema[] | undefined {
  const known = new Set(own.map(({ id }) => id));
  for (const each of own)
    if (
      (each.kind === "any" || each.kind === "one") &&
      !each.schemas.some((schema) => assertionsIn(schema).every(({ id }) => known.has(id)))
    )
      return each.schemas;
  return undefined;
}

/** The assertions of a schema and of the schemas that it refers to. */
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
