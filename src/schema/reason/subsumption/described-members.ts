import { assertionsIn } from "./assertions-in.ts";
import { type Members, matches, type NormalSchema } from "./normal-schema.ts";

/** Whether `members` says anything about the member `name`: it names the member, or restricts members that it does not name. */
export function describes({ properties, patterns, others }: Members, name: string): boolean {
  return properties.has(name) || others.assertions.length > 0 || patterns.some(([pattern]) => matches(pattern, name));
}

const known = new WeakMap<NormalSchema, readonly Members[]>();

/** The descriptions of members in the alternatives, conditions and negations of a schema, which may apply to the same value. */
export function membersInside(schema: NormalSchema): readonly Members[] {
  const found = known.get(schema) ?? findMembers(schema);
  known.set(schema, found);
  return found;
}

function findMembers(schema: NormalSchema): readonly Members[] {
  const seen = new Set<NormalSchema>();
  const found = new Set<Members>();
  const waiting = inside(schema);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    for (const assertion of assertionsIn(next)) if (assertion.kind === "members") found.add(assertion);
    waiting.push(...inside(next));
  }
  return [...found];
}

function inside(schema: NormalSchema): NormalSchema[] {
  return assertionsIn(schema).flatMap((assertion) => {
    switch (assertion.kind) {
      case "any":
      case "one":
        return assertion.schemas;
      case "not":
      case "dependent":
        return [assertion.schema];
      case "conditional":
        return [assertion.test, assertion.ifValid, assertion.ifInvalid];
      default:
        return [];
    }
  });
}
