import type { JSONSchema7 } from "ai";
import { aiSdk } from "toolsetc/ai-sdk";
import { anthropic } from "toolsetc/anthropic";
import { gemini } from "toolsetc/gemini";
import { openai } from "toolsetc/openai";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Tool } from "../../src/runtime/index.ts";
import { type Manifest, toolsOf } from "../../src/runtime/manifest.ts";
import { compileTexts } from "../compile-texts.ts";
import { type Loopback, startLoopback } from "../runtime/loopback.ts";

const address = { type: "object", properties: { city: { type: "string", minLength: 2 } }, required: ["city"] };
const order = { type: "object", properties: { to: { $ref: "#/components/schemas/Address" } }, required: ["to"] };
const document = {
  openapi: "3.1.0",
  info: { title: "Shop", version: "1" },
  paths: {
    "/orders": {
      post: {
        operationId: "addOrder",
        description: "Adds an order to the shop.\nIt is not paid.",
        requestBody: {
          required: true,
          content: { "application/json": { schema: { type: "object", properties: { order }, required: ["order"] } } },
        },
        responses: { 200: { description: "" } },
      },
    },
  },
  components: { schemas: { Address: address } },
};

let service: Loopback;
let tools: Tool[] = [];
beforeAll(async () => {
  service = await startLoopback();
  const { outputs } = await compileTexts({
    "toolsetc.yaml": "targets: [{ target: manifest, out: manifest }]",
    "shop.json": JSON.stringify({ displayName: "shop", openApiToolset: { openApiSchema: JSON.stringify(document) } }),
  });
  tools = toolsOf(JSON.parse(outputs[0]?.files[0]?.text ?? "") as Manifest); // The target wrote it.
});
afterAll(() => service.close());
beforeEach(() => {
  service.arrivals.length = 0;
});

const name = "shop_addOrder";
const right = { order: { to: { city: "Oslo" } } };
const wrong = { order: { to: { city: "O" } } };

test.each([{ detail: "compact", depth: 1 }, { detail: "index" }] as const)(
  "a call with a part of the schema that the model was not shown is validated, and the error describes it: %j",
  async (view) => {
    const options = { baseUrl: service.address, ...view };
    const { answer, tools: declared } = openai(tools, options);
    expect(JSON.stringify(declared)).not.toContain('"city"');
    expect(JSON.stringify(declared)).not.toContain("not paid");
    const call = (given: object) => answer({ call_id: "1", name, arguments: JSON.stringify(given) });
    expect((await call(wrong)).output).toMatch(/\/order\/to\/city.*at least 2 characters/);
    expect(service.arrivals).toEqual([]);
    await call(right);
    expect(service.arrivals.map(({ body }) => body)).toEqual([JSON.stringify(right)]);
  },
);

test("AI SDK: the detail `compact` shortens the schema, and the call is validated by the whole schema", async () => {
  const sdk = aiSdk(tools, { baseUrl: service.address, detail: "compact", depth: 1 }).tools[name];
  expect(sdk?.description).toBe("Adds an order to the shop.");
  expect((await sdk?.inputSchema.jsonSchema) as JSONSchema7).toEqual({
    type: "object",
    properties: { order: { type: "object", description: "Members: to (required)." } },
    required: ["order"],
  });
  expect(await sdk?.inputSchema.validate?.(wrong)).toMatchObject({ success: false });
  expect(await sdk?.inputSchema.validate?.(right)).toMatchObject({ success: true });
});

test("OpenAI: strict mode shows all levels of a compact schema, and the detail `index` has no strict mode", () => {
  const [compact] = openai(tools, { strict: true, detail: "compact", depth: 1 }).tools;
  expect(compact).toMatchObject({ strict: true, description: "Adds an order to the shop." });
  expect(JSON.stringify(compact)).toContain('"city"');
  expect(openai(tools, { strict: true, detail: "index" }).tools[0]).toMatchObject({ strict: false, parameters: { type: "object" } });
  expect(anthropic(tools, { strict: true, detail: "index" }).tools[0]).not.toHaveProperty("strict");
});

test("Gemini's `parameters` show the first level for the detail `index`, as it has no object without members", () => {
  const [{ functionDeclarations }] = gemini(tools, { schema: "parameters", detail: "index" }).tools;
  expect(functionDeclarations[0]?.parameters?.properties).toHaveProperty("order");
});
