import { isDisjoint } from "./disjoint.ts";
import type { Plan } from "./plan.ts";
import type { Projected, Projecting } from "./projecting.ts";
import type { Path, Schema } from "./schema.ts";

/**
 * Whether one alternative has texts or lists that stand for something else, where another takes the same values in another way:
 * what matches both is turned back as the first has it.
 */
export function isAmbiguous(alternatives: readonly Projected[], at: Path, projecting: Projecting): boolean {
  const shapes = alternatives.map(({ plan }) => shapeOf(plan, projecting, []));
  // What is still being made may be anything.
  const definitions = new Map([...projecting.shared].map(([name, made]): [string, Schema] => [name, made?.schema ?? true]));
  const made = { ...projecting, definitions };
  return alternatives.some((one, index) =>
    alternatives.some(
      (other, place) => place > index && shapes[index] !== shapes[place] && !isDisjoint([one.schema, other.schema], at, made),
    ),
  );
}

/** What of a plan makes one value of another, as a text to compare. */
function shapeOf(plan: Plan | undefined, projecting: Projecting, passed: readonly string[]): string {
  const shape = (inner: Plan | undefined) => shapeOf(inner, projecting, passed);
  const named = (kind: string, parts: readonly string[]) => (parts.every((part) => part === "") ? "" : `${kind}(${parts.join()})`);
  switch (plan?.kind) {
    case undefined:
      return "";
    case "json":
    case "literal":
      return plan.kind;
    case "pairs":
      return `pairs(${shape(plan.value)})`;
    case "shared":
      return passed.includes(plan.name) ? "" : shapeOf(projecting.shared.get(plan.name)?.plan, projecting, [...passed, plan.name]);
    case "list":
      return named("list", [...plan.prefix.map(shape), shape(plan.items)]);
    case "union":
      return named(
        "union",
        plan.alternatives.map(({ plan: inner }) => shape(inner)),
      );
    case "object":
      return named("object", [
        ...[...plan.members].map(([name, member]) => named(JSON.stringify(name), [shape(member.plan)])),
        shape(plan.others),
      ]);
    case "all":
      return named("all", plan.plans.map(shape));
    case "wrapped":
      return shape(plan.plan);
  }
}
