import { expect, test } from "vitest";
import { nameOfPlace } from "../../src/schema/names.ts";
import { parseTree } from "../../src/source/tree.ts";

test.each([
  ["schemas/Pet.yaml", [], "Pet_"],
  ["schemas/line-item.schema.json", [], "LineItemSchema_"],
  ["schemas/v2.1/Pet", [], "Pet_"],
  ["schemas/Ωmega.yaml", [], "Mega_"],
  ["schemas/犬.yaml", [], "Schema_"],
  ["all.yaml", ["definitions", "Pet"], "Pet_"],
  ["all.yaml", ["allOf", 0], "AllOf_"],
])("what stands at %s %j is called %s…", (path, steps, start) => {
  const { output, input } = nameOfPlace({ tree: parseTree({ path, text: "{}" }), path: steps });
  expect(output).toMatch(new RegExp(`^${start}[0-9a-f]{8}$`));
  expect(input).toBe(`${output}Input`);
});
