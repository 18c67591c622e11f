import type { JsonObject } from "../source/json/json.ts";
import { components } from "./components.ts";
import type { ReferencedSchema } from "./schema-table.ts";

/** A reference whose target applies to the same value as the schema that contains the reference. */
export interface InPlaceEdge {
  readonly target: ReferencedSchema;
  readonly schema: JsonObject;
  readonly inAllOf: boolean;
  /** How many schemas the reference adds to a chain: its target, and the subschemas around the reference, such as those of `allOf`. */
  readonly levels: number;
}

/**
 * How many schemas in a row may apply to the same value. The validator of the run-time library calls itself for each of them, and five
 * hundred calls fill the stack of Node.
 */
export const maxInPlace = 200;

/**
 * Creates a function that finds the first schema at which a chain of schemas that apply to the same value is longer than `maxInPlace`. Its
 * argument is a component of the graph of references; the components that it refers to must have been passed before.
 */
export function createChainFinder(
  edgesOf: (from: ReferencedSchema) => readonly InPlaceEdge[],
): (members: readonly ReferencedSchema[]) => ReferencedSchema | undefined {
  const lengths = new Map<ReferencedSchema, number>();
  return (members) => {
    const own = new Set(members);
    const inside = (from: ReferencedSchema) => edgesOf(from).flatMap(({ target }) => (own.has(target) ? [target] : []));
    let found: ReferencedSchema | undefined;
    for (const member of components(members, inside).flat()) {
      const length = edgesOf(member).reduce((most, { target, levels }) => Math.max(most, levels + (lengths.get(target) ?? 0)), 0);
      if (length > maxInPlace) found ??= member;
      // After a chain that is too long, the next one begins, so that every schema has a number.
      lengths.set(member, length > maxInPlace ? 0 : length);
    }
    return found;
  };
}
