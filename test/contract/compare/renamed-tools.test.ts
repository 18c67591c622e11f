import { expect, test } from "vitest";
import type { Change } from "../../../src/contract/changes/change.ts";
import { changesBetween, type Texts } from "./compare.ts";

/** A shop with one operation for each name and path. */
function shop(operations: readonly (readonly [name: string, path: string])[], server = "https://shop.example"): Texts {
  const parameters = (path: string) =>
    [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => `{ name: ${name}, in: path, required: true, schema: { type: string } }`);
  const lines = operations.map(
    ([name, path]) => `  ${path}: { get: { operationId: ${name}, summary: Gets it., parameters: [${parameters(path).join(", ")}],
    responses: { "200": { description: It., content: { application/json: { schema: { type: object } } } } } } }`,
  );
  return {
    "shop.yaml": "displayName: shop\nopenApiToolset: { openApiSchema: shop.openapi.yaml }\n",
    "shop.openapi.yaml": `openapi: 3.1.0\ninfo: { title: Shop, version: "1" }\nservers: [{ url: "${server}" }]\npaths:\n${lines.join("\n")}\n`,
  };
}

async function breaks(before: Texts, after: Texts): Promise<readonly Change[]> {
  return (await changesBetween(before, after)).filter(({ grade }) => grade === "breaking");
}

const messages = (changes: readonly Change[]) => changes.map(({ kind, message }) => `${kind}: ${message}`);

test("a tool with the same request and another name was renamed, not removed", async () => {
  const found = await breaks(shop([["readOrder", "/orders/{id}"]]), shop([["getOrder", "/orders/{order}"]]));
  expect(messages(found)).toEqual([
    'renamed-tool: "shop_readOrder" is called "shop_getOrder" now.',
    'changed-request: "id" of "shop_getOrder" is called "order" now.',
  ]);
});

test("a tool is found by its request if a part of the address moved to the paths, or the address is another one", async () => {
  const before = shop([["readOrders", "/orders"]], "https://shop.example/v1");
  expect(messages(await breaks(before, shop([["getOrders", "/v1/orders"]])))).toEqual([
    'renamed-tool: "shop_readOrders" is called "shop_getOrders" now.',
  ]);
  expect(messages(await breaks(before, shop([["getOrders", "/orders"]], "https://shop.example/v2")))).toContain(
    'renamed-tool: "shop_readOrders" is called "shop_getOrders" now.',
  );
});

test("names that are all written in another case have one cause", async () => {
  const before = shop([
    ["readOrder", "/order"],
    ["readItem", "/item"],
    ["list", "/all"],
  ]);
  const after = shop([
    ["ReadOrder", "/order"],
    ["ReadItem", "/item"],
    ["List", "/all"],
  ]);
  const found = await breaks(before, after);
  expect(messages(found)).toEqual([
    'renamed-tool: Names in camelCase are in PascalCase now, such as "shop_List" for "shop_list": 3 tools.',
  ]);
  expect(found[0]).toMatchObject({ from: "camelCase", to: "PascalCase", pointer: "/name" });
  expect(found[0]?.uses.map(({ tool }) => tool)).toEqual(["shop_List", "shop_ReadItem", "shop_ReadOrder"]);
});

test("of two tools with one request, none is another name of the other", async () => {
  const after = shop([
    ["first", "/orders/{first}"],
    ["second", "/orders/{second}"],
  ]);
  expect(messages(await breaks(shop([["orders", "/orders/{id}"]]), after))).toEqual(['removed-tool: "shop_orders" was removed.']);
});
