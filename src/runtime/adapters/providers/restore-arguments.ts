import { isRecord } from "../../json.ts";
import type { Projection } from "../../projection/convert/project.ts";
import { keyMember, type RestorePlan, valueMember, wrapperMember } from "../../projection/convert/restore-plan.ts";
import type { JsonSchema } from "../../schema/schema.ts";
import { createMatcher } from "../../schema/validate.ts";

/**
 * The maximum number of nested conversions. Each nesting level of a value takes a few conversions, and validation rejects values of more
 * than a hundred levels.
 */
const maxDepth = 500;

/**
 * Converts arguments that match the projected schema to arguments that match the tool's own schema. Values that do not match are not
 * changed: the validation that follows reports them.
 */
export type RestoreArguments = (value: unknown) => unknown;

/** Creates the function that converts the arguments of calls from the projected schema to the tool's own schema. */
export function createRestoreArguments(projection: Projection): RestoreArguments {
  const { restore } = createRestorer(projection);
  return (value) => restore(value, projection.plan);
}

/** Functions that convert values within the arguments of a call. */
export interface Restorer {
  /** Converts `value` as `plan` describes; `undefined` leaves `value` unchanged. */
  readonly restore: (value: unknown, plan: RestorePlan | undefined) => unknown;
  /** The plan for the alternative of `union` whose schema accepts `value`; `undefined` if no schema does, or if no conversion is needed. */
  readonly planOf: (value: unknown, union: Extract<RestorePlan, { kind: "union" }>) => RestorePlan | undefined;
}

export function createRestorer({ schema, plans }: Pick<Projection, "schema" | "plans">): Restorer {
  const matchers = new Map<unknown, (value: unknown) => boolean>();

  // The current number of nested conversions. Values nested more deeply than `maxDepth` are not converted, to avoid a stack overflow; the
  // validation that follows rejects them.
  let depth = 0;

  function restore(value: unknown, plan: RestorePlan | undefined): unknown {
    if (plan === undefined || depth >= maxDepth) return value;
    depth += 1;
    try {
      return restoreBy(plan, value);
    } finally {
      depth -= 1;
    }
  }

  function restoreBy(plan: RestorePlan, value: unknown): unknown {
    switch (plan.kind) {
      case "shared":
        return restore(value, plans.get(plan.name));
      case "all":
        return plan.plans.reduce<unknown>(restore, value);
      case "object":
        return isRecord(value) ? Object.fromEntries(membersOf(value, plan)) : value;
      case "array":
        return Array.isArray(value)
          ? value.map((item, index) => restore(item, index < plan.prefix.length ? plan.prefix[index] : plan.items))
          : value;
      case "pairs":
        return Array.isArray(value) && value.every(isPair)
          ? Object.fromEntries(value.map((pair) => [pair[keyMember], restore(pair[valueMember], plan.value)]))
          : value;
      case "union":
        return restore(value, planOf(value, plan));
      case "literal":
        return typeof value === "string" && plan.values.has(value) ? plan.values.get(value) : value;
      case "json":
        return typeof value === "string" ? parsed(value) : value;
      case "wrapped":
        return restore(isRecord(value) ? value[wrapperMember] : value, plan.plan);
    }
  }

  function* membersOf(value: object, { members, others }: Extract<RestorePlan, { kind: "object" }>): Generator<[string, unknown]> {
    for (const [given, each] of Object.entries(value)) {
      const member = members.get(given);
      if (member?.null === "absent" && each === null) continue;
      yield [member?.name ?? given, restore(each, member === undefined ? others : member.plan)];
    }
  }

  function planOf(value: unknown, { alternatives }: Extract<RestorePlan, { kind: "union" }>): RestorePlan | undefined {
    return alternatives.find((alternative) => matches(value, alternative.schema))?.plan;
  }

  function matches(value: unknown, alternative: JsonSchema): boolean {
    const matcher =
      matchers.get(alternative) ??
      createMatcher(typeof alternative === "boolean" ? alternative : { ...alternative, $defs: schema["$defs"] ?? {} }, "annotations");
    matchers.set(alternative, matcher);
    return matcher(value);
  }

  return { restore, planOf };
}

/**
 * Whether `value` is a key-value pair. The projected schema has an array of such pairs where the tool's schema has an object with any
 * names.
 */
export function isPair(value: unknown): value is { readonly [keyMember]: string; readonly [valueMember]: unknown } {
  return isRecord(value) && typeof value[keyMember] === "string" && Object.hasOwn(value, valueMember);
}

/** Parses JSON. A string that is not JSON is returned unchanged. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
