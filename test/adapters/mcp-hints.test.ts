import { Client as Client2, InMemoryTransport as InMemoryTransport2 } from "@modelcontextprotocol/client";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { McpServer as SdkServer2 } from "@modelcontextprotocol/server";
import { expect, test } from "vitest";
import { mcpServer } from "../../src/runtime/adapters/mcp.ts";
import { registerTools } from "../../src/runtime/adapters/mcp-2.ts";
import type { Tool } from "../../src/runtime/index.ts";
import { toolsOf } from "../../src/runtime/manifest.ts";
import { compileTexts } from "../compile-texts.ts";

/** What clients may rely on, by method: in MCP, `destructiveHint: false` means "only additive updates", and no hint means unknown. */
const expected: { readonly [tool: string]: object } = {
  shop_by_get: { readOnlyHint: true, destructiveHint: false },
  shop_by_post: {},
  shop_by_put: { destructiveHint: true, idempotentHint: true },
  shop_by_patch: { destructiveHint: true },
  shop_by_delete: { destructiveHint: true, idempotentHint: true },
  shop_adding: { destructiveHint: false, idempotentHint: true },
  shop_reading: { readOnlyHint: true, destructiveHint: false },
};

const operation = (operationId: string) => ({ operationId, summary: "Does it.", responses: { "204": { description: "Done." } } });
const document = {
  openapi: "3.1.0",
  info: { title: "Shop", version: "1" },
  servers: [{ url: "https://shop.example.com" }],
  paths: {
    "/a": Object.fromEntries(["get", "post", "put", "patch", "delete"].map((method) => [method, operation(`by_${method}`)])),
    "/b": { put: operation("adding"), post: operation("reading") },
  },
};
const project = {
  "shop.yaml": "displayName: shop\nopenApiToolset: { openApiSchema: shop.json }\n",
  "shop.json": JSON.stringify(document),
  "toolsetc.yaml": `targets: [{ target: typescript, out: out }, { target: mcp, out: mcp }]
overrides: { shop: { tools: { adding: { annotations: { destructive: false } }, reading: { annotations: { readOnly: true } } } } }
`,
};

const compiled = await compileTexts(project);
const textOf = (path: string) => compiled.outputs.flatMap(({ files }) => files).find((file) => file.path === path)?.text ?? "";
const tools: readonly Tool[] = toolsOf(JSON.parse(textOf("toolsets/shop/toolset.json")));

interface Listed {
  readonly name: string;
  readonly annotations?: object | undefined;
}

/** Each surface that lists tools in the form of MCP. A new one is a line here. */
const surfaces: readonly (readonly [surface: string, list: () => Promise<readonly Listed[]>])[] = [
  ["target mcp", async () => JSON.parse(textOf("shop.tools.json")).tools],
  [
    "adapter mcp",
    async () => {
      const [here, there] = InMemoryTransport.createLinkedPair();
      const client = new Client({ name: "test", version: "1" });
      await Promise.all([mcpServer(tools).server.connect(there), client.connect(here)]);
      return (await client.listTools()).tools;
    },
  ],
  [
    "adapter mcp-2",
    async () => {
      const server = new SdkServer2({ name: "test", version: "1" });
      registerTools(server, tools);
      const [here, there] = InMemoryTransport2.createLinkedPair();
      const client = new Client2({ name: "test", version: "1" });
      await Promise.all([server.connect(there), client.connect(here)]);
      return (await client.listTools()).tools;
    },
  ],
];

test.each(surfaces)("%s: PUT and PATCH have the hint that they are destructive, and POST has no hint", async (_surface, list) => {
  expect(Object.fromEntries((await list()).map(({ name, annotations }) => [name, annotations]))).toEqual(expected);
});
