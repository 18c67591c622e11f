import type { JsonSchema } from "../schema/schema.ts";
import { isDisjoint } from "./disjoint.ts";
import type { Projected, ProjectionContext } from "./projection-context.ts";
import type { RestorePlan } from "./restore-plan.ts";
import type { SchemaPath } from "./schema.ts";

/**
 * Whether a value may match two alternatives that convert it back differently, such as a string that is JSON in one and a plain
 * string in the other. Such a value is converted back by the first alternative.
 */
export function isAmbiguous(alternatives: readonly Projected[], at: SchemaPath, context: ProjectionContext): boolean {
  const shapes = alternatives.map(({ plan }) => shapeOf(plan, context, []));
  // A shared schema that is still being projected may accept anything.
  const definitions = new Map([...context.shared].map(([name, made]): [string, JsonSchema] => [name, made?.schema ?? true]));
  const made = { ...context, definitions };
  return alternatives.some((one, index) =>
    alternatives.some(
      (other, place) => place > index && shapes[index] !== shapes[place] && !isDisjoint([one.schema, other.schema], at, made),
    ),
  );
}

/** The conversions of a plan, as a string to compare; empty where values stay as they are. */
function shapeOf(plan: RestorePlan | undefined, context: ProjectionContext, visited: readonly string[]): string {
  const shape = (inner: RestorePlan | undefined) => shapeOf(inner, context, visited);
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
      return visited.includes(plan.name) ? "" : shapeOf(context.shared.get(plan.name)?.plan, context, [...visited, plan.name]);
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
