import { expect, test } from "vitest";
import { lowerTexts, shop, toolOf } from "./lower-texts.ts";

const responses = { "200": { description: "Done." } };
const text = { type: "string" };
const of = (name: string, place: string) => ({ name, in: place, required: true, schema: text });

test.each([
  ["of the path", [of("shop", "path"), of("size", "path")], []],
  ["of the query", [of("shop", "path"), of("limit", "query")], []],
  ["missing", [of("shop", "path")], ["missing-path-parameter"]],
])("a variable in the query of a path is a parameter of the query, if its parameter is %s", async (_what, parameters, codes) => {
  const get = { operationId: "find", parameters, responses };
  const lowered = await lowerTexts(shop({ "/{shop}/orders?all=true&limit={size}": { get } }));
  const tool = toolOf(lowered, "find");
  expect(tool.input.json).toMatchObject({ properties: { shop: text, limit: text }, required: ["shop", "limit"] });
  expect(tool.binding).toMatchObject({
    path: "/{shop}/orders?all=true",
    parameters: [
      { name: "shop", in: "path" },
      { name: "limit", in: "query", as: { style: "form" } },
    ],
  });
  expect(lowered.diagnostics.map(({ code }) => code)).toEqual(codes);
});

test("a path whose query has only variables has no query left", async () => {
  const get = { operationId: "find", parameters: [of("a", "path"), of("b", "path")], responses };
  const lowered = await lowerTexts(shop({ "/orders?a={a}&b={b}": { get } }));
  expect(toolOf(lowered, "find").binding).toMatchObject({ path: "/orders", parameters: [{ in: "query" }, { in: "query" }] });
});

test("a server without a scheme is one with https", async () => {
  const get = { operationId: "find", responses };
  const { program } = await lowerTexts(shop({ "/orders": { get } }, { servers: [{ url: "//shop.example/v1" }] }));
  expect(program.toolsets[0]?.endpoint.servers).toMatchObject([{ url: "https://shop.example/v1" }]);
});
