import { isRecord } from "../json.ts";
import type { Projection } from "./convert/project.ts";
import { keyMember, type RestorePlan, valueMember, wrapperMember } from "./convert/restore-plan.ts";

/** An example of the arguments of a tool, which its input schema accepts. */
export type InputExample = { readonly [name: string]: unknown };

/** The maximum number of nested conversions of an example. */
const maxDepth = 100;

/**
 * Converts the examples of a tool into arguments for the projected schema. An example that the projected schema cannot express is omitted.
 * If the projected schema accepts fewer values than the tool's schema, all examples are omitted, since a provider rejects a request with an
 * invalid example.
 */
export function projectExamples(
  examples: readonly InputExample[] | undefined,
  { plan, plans, losses, refusals }: Projection,
): InputExample[] {
  if (examples === undefined || refusals.length > 0 || losses.some(({ effect }) => effect === "narrower")) return [];

  function convert(value: unknown, by: RestorePlan | undefined, depth: number): unknown {
    if (by === undefined) return value;
    if (depth > maxDepth) throw new Inexpressible();
    switch (by.kind) {
      case "shared":
        return convert(value, plans.get(by.name), depth + 1);
      case "all":
        return [...by.plans].reverse().reduce((each, next) => convert(each, next, depth + 1), value);
      case "object":
        return isRecord(value) ? Object.fromEntries(membersOf(value, by, depth)) : value;
      case "array":
        return Array.isArray(value)
          ? value.map((item, index) => convert(item, index < by.prefix.length ? by.prefix[index] : by.items, depth + 1))
          : value;
      case "pairs":
        return isRecord(value)
          ? Object.entries(value).map(([key, member]) => ({ [keyMember]: key, [valueMember]: convert(member, by.value, depth + 1) }))
          : value;
      case "literal": {
        const text = [...by.values].find(([, each]) => JSON.stringify(each) === JSON.stringify(value))?.[0];
        if (text === undefined) throw new Inexpressible();
        return text;
      }
      case "json":
        return JSON.stringify(value);
      case "wrapped":
        return { [wrapperMember]: convert(value, by.plan, depth + 1) };
      case "union":
        // It is unknown which alternative the example matches, so the example cannot be converted if any alternative needs a conversion.
        if (by.alternatives.some((alternative) => alternative.plan !== undefined)) throw new Inexpressible();
        return value;
    }
  }

  function* membersOf(
    value: InputExample,
    { members, others }: Extract<RestorePlan, { kind: "object" }>,
    depth: number,
  ): Generator<[string, unknown]> {
    const given = new Map([...members].map(([name, member]) => [member.name, { ...member, given: name }]));
    for (const [name, each] of Object.entries(value)) {
      const member = given.get(name);
      yield [member?.given ?? name, convert(each, member === undefined ? others : member.plan, depth + 1)];
    }
    // In a form of JSON Schema that requires all members, null represents an absent member.
    for (const [name, member] of given) if (member.null === "absent" && !Object.hasOwn(value, name)) yield [member.given, null];
  }

  return examples.flatMap((example) => {
    try {
      const converted = convert(example, plan, 0);
      return isRecord(converted) ? [converted] : [];
    } catch (error) {
      if (error instanceof Inexpressible) return [];
      throw error;
    }
  });
}

class Inexpressible extends Error {}

/** Appends examples to a description, as many as fit into `maxLength` characters, for APIs that have no field for examples. */
export function describeExamples(description: string, examples: readonly InputExample[], maxLength: number): string {
  const start = description === "" ? "" : `${description}\n\n`;
  for (let count = examples.length; count > 0; count--) {
    const lines = examples.slice(0, count).map((example) => JSON.stringify(example));
    const text = `${start}${count === 1 ? "Example" : "Examples"} of the input:\n${lines.join("\n")}`;
    if (text.length <= maxLength) return text;
  }
  return description;
}
