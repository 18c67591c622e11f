import { describe, expect, test } from "vitest";
import { compileTexts } from "../compile-texts.ts";

// What is accepted in toolsetc.yaml changes something, or a finding says that it does not.

const document = {
  openapi: "3.0.3",
  info: { title: "Shop", version: "1" },
  servers: [{ url: "https://shop.example.com" }],
  components: {
    schemas: { Sort: { type: "string", enum: ["asc", "desc"] } },
    securitySchemes: {
      key: { type: "apiKey", in: "header", name: "X-Api-Key" },
      login: { type: "http", scheme: "Basic" },
      client: { type: "oauth2", flows: { clientCredentials: { tokenUrl: "https://shop.example.com/token", scopes: {} } } },
      person: { type: "oauth2", flows: { implicit: { authorizationUrl: "https://shop.example.com/login", scopes: {} } } },
    },
  },
  paths: {
    "/orders": {
      get: {
        operationId: "listOrders",
        description: "Lists orders.",
        parameters: [
          { name: "sort", in: "query", description: "The order.", schema: { $ref: "#/components/schemas/Sort" } },
          { name: "v", in: "query", description: "The version.", schema: { const: "2" } },
        ],
        responses: { "200": { description: "Orders." } },
      },
    },
    "/orders/{id}": {
      delete: {
        operationId: "deleteOrder",
        description: "Deletes an order.",
        parameters: [{ name: "id", in: "path", required: true, description: "The order.", schema: { type: "string" } }],
        responses: { "204": { description: "It is gone." } },
      },
    },
  },
};

async function saidOf(config: unknown): Promise<string[]> {
  const { findings } = await compileTexts({
    "toolsets/orders/orders.yaml": JSON.stringify({
      displayName: "shop",
      openApiToolset: { openApiSchema: "toolsets/orders/open_api_toolset/open_api_schema.yaml" },
    }),
    "toolsets/orders/open_api_toolset/open_api_schema.yaml": JSON.stringify(document),
    "device.yaml": "displayName: device\nclientFunctionToolset: { functions: [{ name: beep, description: Beeps. }] }\n",
    "toolsetc.yaml": JSON.stringify(config),
  });
  return findings.filter(({ mark }) => mark.file === "toolsetc.yaml").map(({ code, pointer }) => `${code} ${pointer}`);
}

const of = (overrides: unknown) => ({ overrides: { shop: overrides } });

describe("an entry of the configuration with an effect is not reported", () => {
  test.each([
    { sources: { shop: "https://shop.example.com/openapi.json" } },
    { sources: { orders: "http://localhost:8080/openapi.json" } },
    { rules: { "unknown-field": "warning", "nothing-to-pull": "off" } },
    of({ exclude: ["listOrders"], tools: { "DELETE /orders/{id}": { title: "Delete" } } }),
    of({ approval: { required: ["method:GET"], never: ["*Order*"] } }),
    of({
      tools: {
        listOrders: { parameters: { sort: { value: "asc" }, v: { value: "2" } } },
        deleteOrder: { parameters: { id: { value: "1" } } },
      },
    }),
    of({ body: "grouped" }),
    of({ lazy: ["method:GET", "*Order"], tools: { deleteOrder: { lazy: false } } }),
    { overrides: { device: { body: "merged" } } },
    of({ tools: { deleteOrder: { parameters: { id: { description: "Which." } } } } }),
    of({ auth: { key: { secret: "a" }, login: { username: "a", password: "b" }, bearer: { secret: "c" }, person: { secret: "d" } } }),
    of({ auth: { client: { clientId: "a", clientSecret: "b", tokenUrl: "https://shop.example.com/token", scopes: ["c"] } } }),
    of({ auth: { person: { clientId: "a", clientSecret: "b", tokenUrl: "https://shop.example.com/token" } } }),
  ])("if it is %j", async (config) => {
    expect(await saidOf(config)).toEqual([]);
  });
});

describe("an entry of the configuration without an effect is reported", () => {
  test.each<[unknown, string[]]>([
    [{ sources: { shpo: "https://shop.example.com/" } }, ["unknown-source /sources/shpo"]],
    [{ sources: { device: "https://shop.example.com/" } }, ["unused-source /sources/device"]],
    [{ sources: { orders: "https://a.example.com", shop: "https://b.example.com" } }, ["duplicate-entry /sources/orders"]],
    [{ overrides: { orders: { body: "grouped" }, shop: {} } }, ["duplicate-entry /overrides/orders"]],
    [{ rules: { "unknown-feild": "off" } }, ["unknown-rule /rules/unknown-feild"]],
    [of({ exclude: ["listOrders"], tools: { listOrders: { lazy: true } } }), ["unused-override /overrides/shop/tools/listOrders"]],
    [of({ tools: { "GET /orders": { title: "a" }, listOrders: { title: "b" } } }), ["duplicate-entry /overrides/shop/tools/GET ~1orders"]],
    [of({ approval: { required: ["method:DELETE"], never: ["*", "deleteOrder"] } }), ["unused-override /overrides/shop/approval/never/1"]],
    [of({ lazy: ["listOrder", "*"] }), ["unmatched-selector /overrides/shop/lazy/0"]],
    [{ overrides: { device: { body: "grouped" } } }, ["unused-override /overrides/device/body"]],
    [
      of({ tools: { deleteOrder: { parameters: { id: { value: "1", description: "Which." } } } } }),
      ["unused-override /overrides/shop/tools/deleteOrder/parameters/id/description"],
    ],
    [
      of({ tools: { deleteOrder: { parameters: { id: { value: 1 } } } } }),
      ["wrong-fixed-value /overrides/shop/tools/deleteOrder/parameters/id/value"],
    ],
    [
      of({ tools: { listOrders: { parameters: { sort: { value: "up" } } } } }),
      ["wrong-fixed-value /overrides/shop/tools/listOrders/parameters/sort/value"],
    ],
    [
      of({ tools: { listOrders: { parameters: { v: { value: "1" } } } } }),
      ["wrong-fixed-value /overrides/shop/tools/listOrders/parameters/v/value"],
    ],
    [of({ auth: { key: { username: "a" } } }), ["unused-secret /overrides/shop/auth/key/username"]],
    [of({ auth: { login: { secret: "a" } } }), ["unused-secret /overrides/shop/auth/login/secret"]],
    [of({ auth: { client: { secret: "a" } } }), ["unused-secret /overrides/shop/auth/client/secret"]],
    [
      of({ auth: { person: { clientId: "a", clientSecret: "b", tokenUrl: "https://shop.example.com/token", secret: "c" } } }),
      ["unused-secret /overrides/shop/auth/person/secret"],
    ],
    [of({ auth: { client: { clientId: "a" } } }), ["missing-secret /overrides/shop/auth/client"]],
    [of({ auth: { client: { clientSecret: "a" } } }), ["missing-secret /overrides/shop/auth/client"]],
    [of({ auth: { person: { clientId: "a", clientSecret: "b" } } }), ["missing-secret /overrides/shop/auth/person"]],
    [of({ auth: { login: { username: "a" } } }), ["missing-secret /overrides/shop/auth/login"]],
    [of({ auth: { basic: { password: "a" } } }), ["missing-secret /overrides/shop/auth/basic"]],
  ])("if it is %j", async (config, expected) => {
    expect(await saidOf(config)).toEqual(expected);
  });

  test("unless it concerns toolsets of other runs", async () => {
    const { findings } = await compileTexts(
      {
        "shop.json": JSON.stringify(document),
        "toolsetc.yaml": JSON.stringify({
          ...of({ tools: { listOrders: { lazy: true } } }),
          sources: { other: "https://other.example.com" },
        }),
      },
      { input: { kind: "openapi", path: "shop.json", include: [], exclude: ["listOrders"] } },
    );
    expect(findings.filter(({ mark }) => mark.file === "toolsetc.yaml")).toEqual([]);
  });
});

test("the address of an MCP server under `sources`, which `pull` itself writes, is not reported as unused", async () => {
  const { findings } = await compileTexts({
    "tickets.yaml": "displayName: tickets\nmcpToolset: { serverAddress: https://tickets.example.com/mcp }\n",
    "snapshots/tickets.tools.json":
      '{"formatVersion":"1.0","tools":[{"name":"list","description":"Lists tickets.","inputSchema":{"type":"object"}}]}',
    "toolsetc.yaml": JSON.stringify({ sources: { tickets: "https://tickets.example.com/mcp" } }),
  });
  expect(findings.filter(({ mark }) => mark.file === "toolsetc.yaml").map(({ code }) => code)).toEqual([]);
});
