import type { Definition } from "../../definition/definition.ts";
import { entries, field, items, type Node, stringValue, valueOrigin } from "../../definition/node.ts";
import { rule } from "../rule.ts";
import { createSuggest } from "./app-names.ts";
import { cesSchemasIn } from "./ces-schema.ts";

export const cesUndeclaredRequired = rule<{ name: string; near: string | undefined }>({
  code: "ces-undeclared-required",
  severity: "error",
  set: "ces",
  summary: "a required member of a client function that is not among its properties",
  price: 0,
  message: ({ name, near }) =>
    `The member "${name}" is required, but is not declared under \`properties\`, so Gemini rejects the function.${near === undefined ? "" : ` Did you mean "${near}"?`}`,
  help: "Gemini rejects every request with this function, so the agent cannot answer at all. List only names that are under `properties`.",
  replacement: ({ near }) => near,

  *definition(definition) {
    for (const schema of functionSchemas(definition)) {
      const properties = new Set(entries(field(schema, "properties")).map(([name]) => name));
      const suggest = createSuggest(properties);
      for (const item of items(field(schema, "required"))) {
        const name = stringValue(item);
        if (name === undefined || properties.has(name)) continue;
        yield { params: { name, near: suggest(name) }, place: valueOrigin(item) };
      }
    }
  },
});

/** All schemas in the input and the output of a client function. */
export function functionSchemas({ kind, resource, body }: Definition): Node[] {
  if (kind !== "client" || resource !== "tool") return [];
  return ["parameters", "response"].flatMap((name) => [...cesSchemasIn(field(body, name))]);
}
