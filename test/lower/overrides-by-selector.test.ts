import { expect, test } from "vitest";
import { lowerTexts, shop } from "./lower-texts.ts";

const responses = { "200": { description: "Done." } };
const paths = {
  "/pets": {
    get: { operationId: "listPets", tags: ["pets"], responses },
    post: { operationId: "addPet", tags: ["pets"], responses },
  },
  "/stores": { get: { operationId: "listStores", responses } },
};

test("`lazy` has selectors, and a tool's own `lazy` takes precedence", async () => {
  const overrides = { lazy: ["tag:pets", "list*"], tools: { addPet: { lazy: false } } };
  const { program } = await lowerTexts(shop(paths, {}, { overrides: { shop: overrides } }));
  const tools = program.toolsets.flatMap((toolset) => toolset.tools);
  expect(tools.map(({ id, lazy }) => [id, lazy])).toEqual([
    ["listPets", true],
    ["addPet", false],
    ["listStores", true],
  ]);
});
