import { canonicalJson } from "../../json.ts";
import type { JsonSchema } from "../../schema/schema.ts";
import type { SchemaPath } from "../schema.ts";
import { haveDistinctConstants, isDisjoint, maxCompared } from "./disjoint.ts";
import type { Projected, ProjectionContext } from "./projection-context.ts";
import type { RestorePlan } from "./restore-plan.ts";

/**
 * Whether a value may match two alternatives of a union that have different restore plans, such as a string that one alternative parses as
 * JSON and the other keeps as text. Such a value is restored by the plan of the first alternative.
 */
export function isAmbiguous(alternatives: readonly Projected[], at: SchemaPath, context: ProjectionContext): boolean {
  const shapeOf = createShapes(context);
  const shapes = alternatives.map(({ plan }) => shapeOf(plan));
  if (new Set(shapes).size < 2) return false;
  // A shared schema whose projection is not complete is treated as a schema that accepts any value.
  const definitions = { get: (name: string): JsonSchema => context.shared.get(name)?.schema ?? true };
  const projectedContext = { ...context, definitions };
  const schemas = alternatives.map(({ schema }) => schema);
  if (haveDistinctConstants(schemas, at, projectedContext)) return false;
  if (alternatives.length > maxCompared) return true;
  return schemas.some((one, index) =>
    schemas.some(
      (other, position) => position > index && shapes[index] !== shapes[position] && !isDisjoint([one, other], at, projectedContext),
    ),
  );
}

/**
 * Creates a function that gives each plan a number: plans of the same structure have the same number, and 0 means that nothing is
 * converted. Nested plans are compared by their numbers, so that a shared plan is visited once, however many references it has.
 */
function createShapes({ shared }: ProjectionContext): (plan: RestorePlan | undefined) => number {
  const numbers = new Map<string, number>();
  const known = new Map<string, number>();
  const numberOf = (text: string): number => {
    const found = numbers.get(text) ?? numbers.size + 1;
    numbers.set(text, found);
    return found;
  };
  const combined = (kind: string, parts: readonly number[]) =>
    parts.every((part) => part === 0) ? 0 : numberOf(`${kind}(${parts.join()})`);
  function shapeOf(plan: RestorePlan | undefined): number {
    switch (plan?.kind) {
      case undefined:
        return 0;
      case "json":
        return numberOf("json");
      case "literal":
        return numberOf(`literal(${canonicalJson(Object.fromEntries(plan.values))})`);
      case "pairs":
        return numberOf(`pairs(${shapeOf(plan.value)})`);
      case "shared": {
        const found = known.get(plan.name);
        if (found !== undefined) return found;
        known.set(plan.name, 0);
        const made = shapeOf(shared.get(plan.name)?.plan);
        known.set(plan.name, made);
        return made;
      }
      case "array":
        return combined("array", [...plan.prefix.map(shapeOf), shapeOf(plan.items)]);
      case "union":
        return combined(
          "union",
          plan.alternatives.map(({ plan: inner }) => shapeOf(inner)),
        );
      case "object":
        return combined("object", [
          ...[...plan.members].map(([name, member]) => combined(JSON.stringify(name), [shapeOf(member.plan)])),
          shapeOf(plan.others),
        ]);
      case "all":
        return combined("all", plan.plans.map(shapeOf));
      case "wrapped":
        return shapeOf(plan.plan);
    }
  }
  return shapeOf;
}
