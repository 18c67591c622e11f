import { field, items, type Node, nodeAt, valueOrigin } from "../../definition/node.ts";
import { type RuleMatch, rule } from "../rule.ts";
import { acceptsValue, cesSchemasIn } from "./ces-schema.ts";
import { functionSchemas } from "./ces-undeclared-required.ts";

export const cesWrongDefault = rule<{ value: string }>({
  code: "ces-wrong-default",
  severity: "warning",
  set: "ces",
  summary: "a default of a client function that its own schema rejects",
  price: 0,
  message: ({ value }) => `The default ${value} does not match its own schema.`,
  help: "The default has another type than the schema, is not in its `enum`, or is out of its bounds. CES would use the default although the schema rejects it. Correct the default or the schema.",

  *definition(definition) {
    yield* wrongDefaults(functionSchemas(definition));
  },

  *app({ app }) {
    const declarations = items(field(nodeAt({ tree: app.tree, path: [] }), "variableDeclarations"));
    yield* wrongDefaults(declarations.flatMap((declaration) => [...cesSchemasIn(field(declaration, "schema"))]));
  },
});

function* wrongDefaults(schemas: readonly Node[]): Iterable<RuleMatch<{ value: string }>> {
  for (const schema of schemas) {
    const value = field(schema, "default");
    if (value === undefined || acceptsValue(schema, value.value)) continue;
    const text = JSON.stringify(value.value);
    yield { params: { value: text.length > 60 ? `${text.slice(0, 59)}…` : text }, place: valueOrigin(value) };
  }
}
