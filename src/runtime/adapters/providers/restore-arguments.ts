import { isRecord } from "../../json.ts";
import type { Projection } from "../../projection/project.ts";
import { keyMember, type RestorePlan, valueMember, wrapperMember } from "../../projection/restore-plan.ts";
import type { JsonSchema } from "../../schema/schema.ts";
import { createMatcher } from "../../schema/validate.ts";

/** The maximum steps of a plan: each level of a value takes a few, and validation rejects values of more than a hundred levels. */
const maxDepth = 500;

/** Converts arguments for a projected schema back to arguments of the tool. Parts that do not match stay as they are, for the validation that follows. */
export type RestoreArguments = (value: unknown) => unknown;

/** Creates the function that converts the arguments of calls back. */
export function createRestore(projection: Projection): RestoreArguments {
  const { turn } = createTurn(projection);
  return (value) => turn(value, projection.plan);
}

/** Converts parts of arguments. */
export interface Turn {
  /** The value that `by` makes of `value`. */
  readonly turn: (value: unknown, by: RestorePlan | undefined) => unknown;
  /** The plan of the alternative that `value` matches. */
  readonly planOf: (value: unknown, union: Extract<RestorePlan, { kind: "union" }>) => RestorePlan | undefined;
}

export function createTurn({ schema, plans }: Pick<Projection, "schema" | "plans">): Turn {
  const matchers = new Map<unknown, (value: unknown) => boolean>();

  // The validation that follows rejects deeper values; this avoids a stack overflow.
  let depth = 0;

  function turn(value: unknown, by: RestorePlan | undefined): unknown {
    if (by === undefined || depth >= maxDepth) return value;
    depth += 1;
    try {
      return turned(value, by);
    } finally {
      depth -= 1;
    }
  }

  function turned(value: unknown, by: RestorePlan): unknown {
    switch (by.kind) {
      case "shared":
        return turn(value, plans.get(by.name));
      case "all":
        return by.plans.reduce<unknown>(turn, value);
      case "object":
        return isRecord(value) ? Object.fromEntries(membersOf(value, by)) : value;
      case "list":
        return Array.isArray(value)
          ? value.map((item, index) => turn(item, index < by.prefix.length ? by.prefix[index] : by.items))
          : value;
      case "pairs":
        return Array.isArray(value) && value.every(isPair)
          ? Object.fromEntries(value.map((pair) => [pair[keyMember], turn(pair[valueMember], by.value)]))
          : value;
      case "union":
        return turn(value, planOf(value, by));
      case "literal":
        return typeof value === "string" && by.values.has(value) ? by.values.get(value) : value;
      case "json":
        return typeof value === "string" ? parsed(value) : value;
      case "wrapped":
        return turn(isRecord(value) ? value[wrapperMember] : value, by.plan);
    }
  }

  function* membersOf(value: object, { members, others }: Extract<RestorePlan, { kind: "object" }>): Generator<[string, unknown]> {
    for (const [given, each] of Object.entries(value)) {
      const member = members.get(given);
      if (member?.null === "absent" && each === null) continue;
      yield [member?.name ?? given, turn(each, member === undefined ? others : member.plan)];
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

  return { turn, planOf };
}

/** Whether `value` is an item of a list that becomes an object. */
export function isPair(value: unknown): value is { readonly [keyMember]: string; readonly [valueMember]: unknown } {
  return isRecord(value) && typeof value[keyMember] === "string" && Object.hasOwn(value, valueMember);
}

/** Parses JSON. A string that is not JSON stays a string. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
