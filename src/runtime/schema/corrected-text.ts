import { exampleOf } from "./describe-schema.ts";
import { type NodeVisit, type SchemaNodes, valuePath } from "./evaluation.ts";
import { exampleText } from "./example-text.ts";

/** The end of a message that gives a valid value as an example, from the schema that was visited. */
export function correctedText(visit: NodeVisit, nodes: SchemaNodes): string {
  let { schema, keyword, above } = visit;
  // The keyword may be in a part of the schema that has the example.
  while (exampleOf(schema, nodes) === undefined && above !== undefined && /^(?:then|allOf)$/.test(keyword))
    ({ schema, keyword, above } = above);
  return memberText(valuePath(visit).at(-1), schema, nodes);
}

/** The end of a message that gives an example for a member; empty if its schema has none, or if the example is invalid itself. */
export function memberText(name: string | number | undefined, schema: unknown, nodes: SchemaNodes): string {
  const example = exampleOf(schema, nodes);
  return example === undefined || !nodes.isValid(example, schema) ? "" : exampleText(name, example);
}
