import { expect, test } from "vitest";
import { exampleInput } from "../../src/describe/example-input.ts";
import type { Tool } from "../../src/ir/ir.ts";
import type { JsonObject } from "../../src/source/json/json.ts";
import { compileTexts } from "../compile-texts.ts";

/** The only tool of a toolset whose input schema is `inputSchema`. */
async function toolWith(inputSchema: JsonObject) {
  const { program } = await compileTexts({
    "shop.yaml": "displayName: shop\nmcpToolset: { serverAddress: https://shop.example.com/mcp }\n",
    "snapshots/shop.tools.json": JSON.stringify({ tools: [{ name: "find", inputSchema }] }),
  });
  const [toolset] = program.toolsets;
  const [tool] = toolset?.tools ?? [];
  if (toolset === undefined || tool === undefined) throw new Error("The tool was not compiled.");
  return { tool, toolset } satisfies { tool: Tool; toolset: unknown };
}

test("an example that is made up for a tool has the required properties, with likely values", async () => {
  const { tool, toolset } = await toolWith({
    type: "object",
    required: ["on", "count", "state", "any", "nothing"],
    properties: {
      on: { type: "string", format: "date" },
      count: { type: "integer", minimum: 3 },
      state: { enum: ["open", "closed"] },
      any: {},
      nothing: { type: "null" },
      note: { type: "string" },
    },
  });
  expect(exampleInput(tool, toolset)).toEqual({ on: "2026-01-15", count: 3, state: "open", any: "text", nothing: null });
});

test.each(["date", "date-time", "time", "email", "uuid", "uri", "hostname", "ipv4", "ipv6"])(
  "an example that is made up for a tool has a valid value of the format %s",
  async (format) => {
    const properties = { value: { type: "string", format }, name: { type: "string" } };
    const { tool, toolset } = await toolWith({ type: "object", required: ["value", "name"], properties });
    // If the value could be invalid, the example would be the smallest one, in which the name is another string.
    expect(exampleInput(tool, toolset)).toMatchObject({ name: "text" });
  },
);

// All four levels together require 10^8 values.
test("no example is made up for an input that requires too many values", async () => {
  const names = Array.from({ length: 100 }, (_, index) => `p${index}`);
  const level = (next: string): JsonObject => ({
    type: "object",
    required: names,
    properties: Object.fromEntries(names.map((name) => [name, { $ref: `#/$defs/${next}` }])),
  });
  const $defs = { B: level("C"), C: level("D"), D: level("E"), E: { type: "string" } };
  const { tool, toolset } = await toolWith({ ...level("B"), $defs });
  expect(exampleInput(tool, toolset)).toBeUndefined();
});

test("an example is made up for a required property that is named like an inherited member", async () => {
  const names = ["__proto__", "constructor"];
  const properties = Object.fromEntries(names.map((name) => [name, { type: "string", format: "date" }]));
  const { tool, toolset } = await toolWith({ type: "object", required: names, properties });
  expect(JSON.stringify(exampleInput(tool, toolset))).toBe('{"__proto__":"2026-01-15","constructor":"2026-01-15"}');
});
