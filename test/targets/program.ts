import type { Program, Schema, Tool, Toolset } from "../../src/ir/ir.ts";
import type { HttpBinding } from "../../src/runtime/binding.ts";
import type { JsonObject } from "../../src/source/json/json.ts";
import { parseTree } from "../../src/source/parse-tree.ts";
import { originOfValue } from "../../src/source/tree.ts";

const tree = parseTree({ path: "toolsets/shop/shop.yaml", text: "displayName: shop" });
export const origin = originOfValue(tree, []);

export function schema(json: JsonObject): Schema {
  return { json, documented: json, origin, moves: [] };
}

export const binding: HttpBinding = {
  transport: "http",
  method: "GET",
  path: "/orders/{id}",
  servers: null,
  parameters: [
    { name: "id", in: "path", from: { input: "id" }, required: true, as: { style: "simple", explode: false, allowReserved: false } },
  ],
  body: null,
  responses: [{ status: "200", contentType: "application/json", body: "json" }],
  output: "object",
  security: [],
  pages: null,
  waiting: null,
};

export function tool(given: Partial<Tool> & { id: string }): Tool {
  return {
    name: `shop_${given.id}`,
    localName: given.id,
    title: "",
    description: "Gets an order.\n\nWith its items.",
    documentation: given.description ?? "Gets an order.\n\nWith its items.",
    input: schema({ type: "object", properties: { id: { type: "string" } }, required: ["id"], additionalProperties: false }),
    output: schema({ $ref: "#/$defs/Order" }),
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
    approval: "none",
    tags: [],
    deprecated: false,
    lazy: false,
    metadata: {},
    examples: [],
    trim: { pick: [], maxBytes: null },
    binding,
    origin,
    ...given,
  };
}

export function toolset(given: Partial<Toolset>): Toolset {
  return {
    resource: "toolset",
    name: "shop",
    displayName: "shop",
    description: "",
    endpoint: {
      kind: "openapi",
      definition: { openApiToolset: { url: "$env_var" } },
      servers: [],
      securitySchemes: {},
      timeout: 30_000,
      environments: { dev: { openApiToolset: { url: "https://dev.example.com" } } },
      defaultEnvironment: "dev",
    },
    schemas: new Map([
      ["Item", schema({ type: "object", properties: { sku: { type: "string" }, parent: { $ref: "#/$defs/Item" } }, required: ["sku"] })],
      [
        "Order",
        schema({ type: "object", properties: { items: { type: "array", items: { $ref: "#/$defs/Item" } }, total: { type: "number" } } }),
      ],
    ]),
    tools: [tool({ id: "getOrder" }), tool({ id: "delete", output: schema({ type: "object", properties: { result: { type: "null" } } }) })],
    groups: [{ name: "orders", description: "", tools: ["shop_getOrder"] }],
    account: {
      operations: 2,
      tools: 2,
      excluded: 0,
      failed: 0,
      renamed: 0,
      webhooks: 0,
      callbacks: 0,
      unknownFields: [],
      renamedInputs: [],
      uncompiledFields: [],
    },
    origin,
    ...given,
  };
}

/** One toolset of each kind that the output differs by, a standalone tool, and an agent. */
export const program: Program = {
  toolsets: [
    toolset({}),
    toolset({
      name: "page",
      displayName: "page",
      endpoint: {
        kind: "client",
        definition: {},
        servers: [],
        securitySchemes: {},
        timeout: 0,
        environments: {},
        defaultEnvironment: null,
      },
      schemas: new Map(),
      tools: [
        tool({
          id: "show_map",
          name: "page_show_map",
          output: schema({ type: "object" }),
          binding: { transport: "client", function: "show_map" },
        }),
      ],
      groups: [],
    }),
    toolset({
      resource: "tool",
      name: "get time",
      displayName: "get time",
      tools: [tool({ id: "get_time", name: "get_time" })],
      groups: [],
    }),
  ],
  agents: [{ name: "Root agent", description: "", tools: ["shop_getOrder", "get_time"] }],
  folder: "",
};

export const options = {
  emit: "ts",
  manifest: true,
  importExtension: "js",
  packageType: "none",
  runtime: "toolsetc/runtime",
  subpaths: [],
} as const;

/** The options of a list that shows models everything. */
export const whole = { detail: "full", depth: 3 } as const;
