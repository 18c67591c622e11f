import { describe, expect, test } from "vitest";
import { compileTexts } from "../compile-texts.ts";

type Operation = readonly [path: string, ...tags: string[]];

const shop = (operations: readonly Operation[]) => {
  const paths = Object.fromEntries(
    operations.map(([path, ...tags], index) => [
      path,
      { get: { operationId: `get${index}`, tags, responses: { 204: { description: "Done." } } } },
    ]),
  );
  const document = { openapi: "3.1.0", info: { title: "Shop", version: "1" }, servers: [{ url: "https://shop.example" }], paths };
  return { "shop.json": JSON.stringify({ displayName: "shop", openApiToolset: { openApiSchema: JSON.stringify(document) } }) };
};

/** The modules of the toolset `shop`, by their paths in its folder. */
async function modulesOf(texts: Record<string, string>): Promise<Map<string, string>> {
  const { outputs } = await compileTexts(texts);
  const start = "toolsets/shop/";
  return new Map(
    (outputs[0]?.files ?? []).flatMap(({ path, text }) => (path.startsWith(start) ? [[path.slice(start.length), text] as const] : [])),
  );
}

/** The tools that each module declares, with a question mark in place of the digits of a suffix. */
async function declaredIn(texts: Record<string, string>): Promise<{ [path: string]: string }> {
  const modules = [...(await modulesOf(texts))].filter(([path]) => path.startsWith("tools/"));
  return Object.fromEntries(
    modules.map(([path, text]) => [
      path.replace(/_[0-9a-f]{8}\.ts$/, "_?.ts"),
      Array.from(text.matchAll(/^export const (\w+): /gm), ([, name]) => name).join(" "),
    ]),
  );
}

describe("the operations of a document are grouped into modules", () => {
  test("by their tag, for two tools as for hundreds", async () => {
    const few = await declaredIn(
      shop([
        ["/a", "sales"],
        ["/b", "sales"],
        ["/c", "stock"],
      ]),
    );
    expect(few).toEqual({ "tools/sales.ts": "get0 get1", "tools/stock.ts": "get2" });
    const many = Array.from({ length: 300 }, (_, index): Operation => [`/${index}`, index % 2 === 0 ? "sales" : "stock"]);
    expect(Object.keys(await declaredIn(shop(many)))).toEqual(["tools/sales.ts", "tools/stock.ts"]);
  });

  test("by the first of several tags", async () => {
    expect(
      await declaredIn(
        shop([
          ["/a", "sales", "stock"],
          ["/b", "stock", "sales"],
        ]),
      ),
    ).toEqual({ "tools/sales.ts": "get0", "tools/stock.ts": "get1" });
  });

  test("by the first segment that differs in their paths, if they have no tag", async () => {
    const paths = ["/v1/orders", "/v1/orders/{id}/items", "/v1/{shop}/customers", "/v1/customers/{id}/orders"];
    expect(await declaredIn(shop(paths.map((path): Operation => [path])))).toEqual({
      "tools/orders.ts": "get0 get1",
      "tools/customers.ts": "get2 get3",
    });
  });

  test.each([
    ["v1", "v2"],
    ["api/v1", "api/v2beta1"],
    ["2.0", "3"],
    ["2024-01-15", "v1p1beta1"],
  ])("that stay the same for a new version in the path: /%s and /%s", async (former, next) => {
    const operations: readonly Operation[] = [[`/${former}/orders`], [`/${former}/customers/{id}`]];
    const expected = { "tools/orders.ts": "get0", "tools/customers.ts": "get1" };
    expect(await declaredIn(shop(operations))).toEqual(expected);
    const more = await declaredIn(shop([...operations, [`/${next}/orders`]]));
    expect(more).toEqual({ "tools/orders.ts": "get0 get2", "tools/customers.ts": "get1" });
  });

  test("named after the toolset, if a path is only a version", async () => {
    expect(await declaredIn(shop([["/v1/orders"], ["/v1"], ["/v2"]]))).toEqual({ "tools/orders.ts": "get0", "tools/shop.ts": "get1 get2" });
  });

  test("by a segment that only looks like a version", async () => {
    expect(await declaredIn(shop([["/v1/vms"], ["/v1/3d"], ["/v1/v"], ["/v1/x2"]]))).toEqual({
      "tools/vms.ts": "get0",
      "tools/3d.ts": "get1",
      "tools/v.ts": "get2",
      "tools/x2.ts": "get3",
    });
  });

  test("by the segment that all paths begin with, if one path has no other", async () => {
    expect(await declaredIn(shop([["/orders"], ["/orders/{id}"], ["/orders/{id}/items"]]))).toEqual({
      "tools/orders.ts": "get0 get1 get2",
    });
  });

  test("named after the toolset, if a path has only parameters", async () => {
    expect(await declaredIn(shop([["/"], ["/{id}"], ["/orders"]]))).toEqual({ "tools/shop.ts": "get0 get1", "tools/orders.ts": "get2" });
  });

  test("by the tag of other operations, if the path of one without a tag names it", async () => {
    expect(await declaredIn(shop([["/a", "orders"], ["/orders"]]))).toEqual({ "tools/orders.ts": "get0 get1" });
  });
});

test("if file names of tags are equal, one keeps the name and the others get a suffix, in any order", async () => {
  const operations: readonly Operation[] = [
    ["/a", "Sales"],
    ["/b", "sales"],
    ["/c", "my sales"],
    ["/d", "my_sales"],
    ["/e", "aux"],
  ];
  const expected = {
    "tools/Sales.ts": "get0",
    "tools/sales_?.ts": "get1",
    "tools/my_sales.ts": "get2",
    "tools/my_sales_?.ts": "get3",
    "tools/aux_?.ts": "get4",
  };
  expect(await declaredIn(shop(operations))).toEqual(expected);
  const paths = [...(await modulesOf(shop(operations))).keys()].sort();
  expect([...(await modulesOf(shop([...operations].reverse()))).keys()].sort()).toEqual(paths);
  expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(paths.length);
});

test("a new tag does not move the tools of other tags into another module", async () => {
  const before = [
    ...(
      await modulesOf(
        shop([
          ["/a", "Sales"],
          ["/b", "stock"],
        ]),
      )
    ).keys(),
  ];
  const after = [
    ...(
      await modulesOf(
        shop([
          ["/a", "Sales"],
          ["/b", "stock"],
          ["/c", "sales"],
          ["/d", "Stock room"],
        ]),
      )
    ).keys(),
  ];
  expect(after).toEqual(expect.arrayContaining(before));
});

test.each([
  ["client functions", { "shop.yaml": "displayName: shop\nclientFunctionToolset: { functions: [{ name: open }, { name: close }] }\n" }],
  [
    "tools of an MCP server",
    {
      "shop.yaml": "displayName: shop\nmcpToolset: { serverAddress: https://shop.example/mcp }\n",
      "snapshots/shop.tools.json": JSON.stringify({ tools: ["open", "close"].map((name) => ({ name, inputSchema: { type: "object" } })) }),
    },
  ],
])("%s are one module that is named after the toolset", async (_kind, texts) => {
  expect(await declaredIn(texts)).toEqual({ "tools/shop.ts": "open close" });
});

test("the index of a toolset exports each tool once, by its name", async () => {
  const index =
    (
      await modulesOf(
        shop([
          ["/a", "sales"],
          ["/b", "names"],
          ["/c", "tools"],
          ["/d", "package"],
        ]),
      )
    ).get("index.ts") ?? "";
  for (const name of ["get0", "get1", "get2", "get3"]) expect(index.match(new RegExp(`\\b${name}\\b`, "g")), name).toHaveLength(1);
  // The names of modules give way to what the index itself declares.
  expect(index).toContain(
    "export const allTools = /* @__PURE__ */ (() => [sales.get0, names_.get1, tools_.get2, package_.get3] as const)();",
  );
  expect(index).toContain('import * as names_ from "./tools/names.');
  expect(index.match(/^export \* from /gm)).toHaveLength(4);
});

test("the comment of a tool has its title and its whole description, in which no tag acts", async () => {
  const description = "First.\n\nSecond */ part.\n@deprecated {@link https://evil.example}\n\u202Ethird";
  const document = {
    openapi: "3.1.0",
    info: { title: "Shop", version: "1" },
    servers: [{ url: "https://shop.example" }],
    paths: { "/a": { get: { operationId: "a", summary: "Gets a", description, responses: { 204: { description: "Done." } } } } },
  };
  const texts = { "shop.json": JSON.stringify({ displayName: "shop", openApiToolset: { openApiSchema: JSON.stringify(document) } }) };
  const module = (await modulesOf(texts)).get("tools/a.ts") ?? "";
  const comment = module.slice(module.lastIndexOf("/**"), module.indexOf("export const"));
  expect(comment).toBe(
    "/**\n * Gets a\n *\n * First.\n *\n * Second *\\/ part.\n * \\@deprecated {\\@link https://evil.example}\n * \\u202ethird\n */\n",
  );
});

test("an import that has the name of a declaration is renamed readably", async () => {
  const schema = { type: "object", properties: { a: { type: "string" } } };
  const document = {
    openapi: "3.1.0",
    info: { title: "Shop", version: "1" },
    servers: [{ url: "https://shop.example" }],
    paths: {
      "/a": {
        get: {
          operationId: "a",
          responses: {
            200: { description: "Done.", content: { "application/json": { schema: { $ref: "#/components/schemas/AOutput" } } } },
          },
        },
      },
    },
    components: { schemas: { AOutput: schema } },
  };
  const texts = { "shop.json": JSON.stringify({ displayName: "shop", openApiToolset: { openApiSchema: JSON.stringify(document) } }) };
  const module = (await modulesOf(texts)).get("tools/a.ts") ?? "";
  expect(module).toContain("import { AOutput as AOutput_ } from");
  expect(module).toContain("output: AOutput_,");
});
