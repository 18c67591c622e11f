import { isRecord } from "../json.ts";
import type { Parts } from "../part.ts";
import { evaluate } from "./evaluate.ts";
import type { SchemaNodes } from "./evaluation.ts";
import { exampleText } from "./example-text.ts";

/** The end of a message that gives a valid value as an example, from the schema that was visited. */
export const exampleOfSchema: Parts["examples"]["ofSchema"] = (name, { schema, keyword, above }, nodes) => {
  const example = exampleOf(schema, nodes);
  // The keyword may be in a part of the schema that has the example.
  if (example === undefined && above !== undefined && /^(?:then|allOf)$/.test(keyword)) return exampleOfSchema(name, above, nodes);
  return example === undefined || !isValid(example, schema, nodes) ? "" : exampleText(name, example);
};

/** The example of a schema, from its own keywords or those of the schema that it refers to. `undefined` if the schema has no example. */
function exampleOf(node: unknown, nodes: SchemaNodes): unknown {
  return ownExample(node) ?? ownExample(nodes.resolve(node));
}

function ownExample(node: unknown): unknown {
  if (!isRecord(node)) return undefined;
  const { example, examples, default: value } = node;
  return example ?? (Array.isArray(examples) && examples.length > 0 ? examples[0] : value);
}

/** Whether an example in a schema, which may be wrong, matches the schema. */
function isValid(example: unknown, schema: unknown, nodes: SchemaNodes): boolean {
  try {
    return evaluate(example, schema, nodes.begin());
  } catch {
    // The limit on visited subschemas is reached, so it is unknown whether the example matches. Such an example is not shown.
    return false;
  }
}
