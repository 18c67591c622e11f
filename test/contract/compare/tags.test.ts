import { expect, test } from "vitest";
import { changesBetween, type Texts } from "./compare.ts";

/** A shop whose operations have a tag; `tags` are those that the document describes. */
function shop(operations: Readonly<Record<string, string>>, tags: Readonly<Record<string, string>> = {}): Texts {
  const paths = Object.entries(operations).map(
    ([name, tag]) =>
      `  /${name}: { get: { operationId: ${name}, tags: [${tag}], summary: Gets it., responses: { "200": { description: It. } } } }`,
  );
  const described = Object.entries(tags).map(([name, description]) => `{ name: ${name}, description: ${description} }`);
  return {
    "shop.yaml": "displayName: shop\nopenApiToolset: { openApiSchema: shop.openapi.yaml }\n",
    "shop.openapi.yaml": `openapi: 3.1.0\ninfo: { title: Shop, version: "1" }\nservers: [{ url: "https://shop.example" }]
tags: [${described.join(", ")}]\npaths:\n${paths.join("\n")}\n`,
  };
}

async function changes(before: Texts, after: Texts) {
  return (await changesBetween(before, after)).map(({ grade, message }) => `${grade}: ${message}`);
}

test("a tool that is added, removed or called something else is no change of its tag", async () => {
  expect(await changes(shop({ orders: "sales" }), shop({ orders: "sales", bills: "sales" }))).toEqual([
    'compatible: "shop_bills" was added.',
  ]);
  expect(await changes(shop({ orders: "sales", bills: "money" }), shop({ orders: "sales" }))).toEqual([
    'breaking: "shop_bills" was removed.',
  ]);
});

test("a tool with another tag changed, and neither tag", async () => {
  expect(await changes(shop({ orders: "sales", bills: "sales" }), shop({ orders: "sales", bills: "money" }))).toEqual([
    'compatible: "tags" of "shop_bills" was ["sales"] and is ["money"].',
  ]);
});

test("the description of a tag is a text that a model reads", async () => {
  const found = await changesBetween(
    shop({ orders: "sales" }, { sales: "Orders." }),
    shop({ orders: "sales" }, { sales: "Orders and bills." }),
  );
  expect(found).toMatchObject([
    {
      grade: "model-visible",
      kind: "changed-text",
      pointer: "/groups/sales/description",
      message: 'The description of the tag "sales" of "shop" changed.',
      texts: { before: "Orders.", after: "Orders and bills." },
    },
  ]);
});
