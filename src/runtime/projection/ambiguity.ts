import type { JsonSchema } from "../schema/schema.ts";
import { haveDistinctConstants, isDisjoint, mostCompared } from "./disjoint.ts";
import type { Projected, ProjectionContext } from "./projection-context.ts";
import type { RestorePlan } from "./restore-plan.ts";
import type { SchemaPath } from "./schema.ts";

/**
 * Whether a value may match two alternatives that convert it back differently, such as a string that is JSON in one and a plain
 * string in the other. Such a value is converted back by the first alternative.
 */
export function isAmbiguous(alternatives: readonly Projected[], at: SchemaPath, context: ProjectionContext): boolean {
  const shapeOf = createShapes(context);
  const shapes = alternatives.map(({ plan }) => shapeOf(plan));
  if (new Set(shapes).size < 2) return false;
  // A shared schema that is still being projected may accept anything.
  const definitions = { get: (name: string): JsonSchema => context.shared.get(name)?.schema ?? true };
  const made = { ...context, definitions };
  const schemas = alternatives.map(({ schema }) => schema);
  if (haveDistinctConstants(schemas, at, made)) return false;
  if (alternatives.length > mostCompared) return true;
  return schemas.some((one, index) =>
    schemas.some((other, place) => place > index && shapes[index] !== shapes[place] && !isDisjoint([one, other], at, made)),
  );
}

/**
 * Numbers the conversions of plans: equal conversions have one number, and zero is none. Parts are compared by their numbers,
 * so that a shared plan is followed once however often it is referred to.
 */
function createShapes({ shared }: ProjectionContext): (plan: RestorePlan | undefined) => number {
  const numbers = new Map<string, number>();
  const known = new Map<string, number>();
  const numberOf = (text: string): number => {
    const found = numbers.get(text) ?? numbers.size + 1;
    numbers.set(text, found);
    return found;
  };
  const named = (kind: string, parts: readonly number[]) => (parts.every((part) => part === 0) ? 0 : numberOf(`${kind}(${parts.join()})`));
  function shapeOf(plan: RestorePlan | undefined): number {
    switch (plan?.kind) {
      case undefined:
        return 0;
      case "json":
      case "literal":
        return numberOf(plan.kind);
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
      case "list":
        return named("list", [...plan.prefix.map(shapeOf), shapeOf(plan.items)]);
      case "union":
        return named(
          "union",
          plan.alternatives.map(({ plan: inner }) => shapeOf(inner)),
        );
      case "object":
        return named("object", [
          ...[...plan.members].map(([name, member]) => named(JSON.stringify(name), [shapeOf(member.plan)])),
          shapeOf(plan.others),
        ]);
      case "all":
        return named("all", plan.plans.map(shapeOf));
      case "wrapped":
        return shapeOf(plan.plan);
    }
  }
  return shapeOf;
}
