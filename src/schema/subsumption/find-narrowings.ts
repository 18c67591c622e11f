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
  const found: (Narrowing & { readonly schemas: string })[] = [];
  const open = new Set<string>();
  /** How often recursion has come to a place again, whose narrowings are being looked for. */
  let repeated = 0;
  if (comparer.covers(wide, narrow).kind !== "yes") find(wide, narrow, []);
  return withoutRepetitions(found);

  /** Finds those below a place at which it is known that there are some. */
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
      const answer = comparer.covers(alone, sub);
      if (answer.kind === "yes") continue;
      const before = found.length + repeated;
      if (path.length < maxNesting) inside(assertion, { sub, own, path });
      if (found.length + repeated > before) continue;
      const required = assertion.kind === "required" ? assertion.name : undefined;
      found.push({
        path,
        schemas: `${assertion.id}|${keyOf(own)}`,
        kind: assertion.kind,
        required,
        value: answer.kind === "no" ? answer.value : undefined,
      });
    }
    open.delete(key);
  }

  /** Where only some alternatives of a union are accepted, the others are what is new, each as a whole. */
  function byAlternative(
    union: readonly NormalSchema[],
    { sup, sub, path }: { readonly sup: NormalSchema; readonly sub: NormalSchema; readonly path: readonly string[] },
  ): void {
    const parts = union.map((alternative) => comparer.all([alternative, sub]));
    const refused = parts.flatMap((part) => {
      const answer = comparer.covers(sup, part);
      return answer.kind === "yes" ? [] : [{ part, answer }];
    });
    for (const { part, answer } of refused)
      if (refused.length === parts.length) find(sup, part, path);
      else if (found.length < maxFound)
        found.push({
          path,
          schemas: `${keyOf(assertionsIn(sup))}|${keyOf(assertionsIn(part))}`,
          kind: "any",
          required: undefined,
          value: answer.kind === "no" ? answer.value : undefined,
        });
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
        // Where one alternative alone is of the same type, it is the one that became narrower.
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

/** Without what recursion repeats: the same schemas at a place that only has further steps in front. */
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

/** The alternatives of the first union of which none is known to hold. */
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
