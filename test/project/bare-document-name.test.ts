import { expect, test } from "vitest";
import { bareDocumentName } from "../../src/project/definitions/bare-document.ts";

test.each([
  ["shop.openapi.yaml", "shop"],
  ["docs/openapi.json", "pet_shop"],
  ["docs/3.1.yaml", "pet_shop"],
  ["docs/v2.json", "pet_shop"],
  ["docs/shop-v2.json", "shop-v2"],
])("the toolset of a document %s without a definition is called %s", (path, name) => {
  expect(bareDocumentName(path, { data: { info: { title: "Pet shop" } } })).toBe(name);
});
