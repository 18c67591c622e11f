import { expect, test } from "vitest";
import { nameOfPlace } from "../../src/schema/convert/names.ts";
import { parseTree } from "../../src/source/parse-tree.ts";

test.each([
  ["schemas/Pet.yaml", [], "Pet_"],
  ["schemas/line-item.schema.json", [], "LineItemSchema_"],
  ["schemas/v2.1/Pet", [], "Pet_"],
  ["schemas/Ωmega.yaml", [], "Mega_"],
  ["schemas/犬.yaml", [], "Schema_"],
  ["all.yaml", ["definitions", "Pet"], "Pet_"],
  ["all.yaml", ["allOf", 0], "AllAllOf_"],
  ["all.yaml", ["components", "schemas", "Pet", "allOf", "1"], "PetAllOf_"],
  ["all.yaml", ["components", "schemas", "Pet", "properties", "owner", "properties", "items", "items"], "PetOwnerItemsItems_"],
  ["all.yaml", ["components", "schemas", "Pet", "$defs", "Leg", "anyOf", "0"], "LegAnyOf_"],
  ["all.yaml", ["paths", "/pets/{id}", "get", "responses", "200", "content", "application/json", "schema"], "PetsIdGet_"],
  ["all.yaml", ["components", "parameters", "Page", "schema"], "Page_"],
])("the schema at the place %s %j gets a name that begins with %s", (path, steps, start) => {
  const { output, input } = nameOfPlace({ tree: parseTree({ path, text: "{}" }), path: steps }, {});
  expect(output).toMatch(new RegExp(`^${start}[0-9a-f]{8}$`));
  expect(input).toBe(`${output}Input`);
});

test("a shared schema is named after its title rather than after its place", () => {
  const place = { tree: parseTree({ path: "all.yaml", text: "{}" }), path: ["allOf", 0] };
  expect(nameOfPlace(place, { title: "What it costs" }).output).toMatch(/^WhatItCosts_[0-9a-f]{8}$/);
  expect(nameOfPlace(place, { title: "価格" }).output).toMatch(/^AllAllOf_/);
});
