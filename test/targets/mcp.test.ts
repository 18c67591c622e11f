import { ListToolsResultSchema } from "@modelcontextprotocol/sdk/types.js";
import { expect, test } from "vitest";
import type { Program } from "../../src/ir/ir.ts";
import { mcpTarget } from "../../src/targets/mcp/mcp.ts";
import { program, schema, tool, toolset, whole } from "./program.ts";

const large = { type: "object", properties: { a: { type: "string", description: "x".repeat(17_000) } } };

function listOf(given: Program, outputSchemas: "auto" | "always" | "never") {
  const { value, diagnostics } = mcpTarget.emit(given, { outputSchemas, ...whole });
  return { tools: value.flatMap(({ text }) => JSON.parse(text).tools), diagnostics };
}

test("each toolset becomes the result of `tools/list`", () => {
  const files = mcpTarget.emit(program, { outputSchemas: "always", ...whole }).value;
  expect(files.map(({ path }) => path)).toEqual(["shop.tools.json", "page.tools.json", "get_time.tools.json"]);
  for (const { text } of files) expect(ListToolsResultSchema.safeParse(JSON.parse(text)).error).toBeUndefined();
});

test("the schemas of `tools/list` contain all that they refer to, and are objects at the root", () => {
  const [first] = listOf(program, "always").tools;
  expect(first.inputSchema).toEqual({
    type: "object",
    properties: { id: { type: "string" } },
    required: ["id"],
  });
  expect(Object.keys(first.outputSchema.$defs)).toEqual(["Item", "Order"]);
  expect(first.outputSchema).toMatchObject({ type: "object", $ref: "#/$defs/Order" });
  expect(first.annotations).toEqual({ readOnlyHint: true, destructiveHint: false });
});

test("`tools/list` contains output schemas of exactly 16 KiB", () => {
  const sized = (bytes: number) => {
    const json = { type: "object", description: "" };
    const description = "x".repeat(bytes - JSON.stringify(json).length);
    return { toolsets: [toolset({ tools: [tool({ id: "a", output: schema({ ...json, description }) })] })], agents: [], folder: "" };
  };
  expect(listOf(sized(16 * 1024), "auto").diagnostics).toEqual([]);
  expect(listOf(sized(16 * 1024 + 1), "auto").diagnostics).toHaveLength(1);
});

test("`tools/list` omits output schemas over 16 KiB in total, with the shared schemas", () => {
  const inLine = tool({ id: "a", output: schema(large) });
  const shared = tool({ id: "b", output: schema({ $ref: "#/$defs/Large" }) });
  const small = tool({ id: "c", output: schema({ type: "object" }) });
  const given = {
    toolsets: [toolset({ tools: [inLine, shared, small], schemas: new Map([["Large", schema(large)]]) })],
    agents: [],
    folder: "",
  };
  const auto = listOf(given, "auto");
  expect(auto.tools.map((each) => "outputSchema" in each)).toEqual([false, false, false]);
  expect(auto.diagnostics.map(({ code, message }) => [code, message])).toEqual([
    [
      "output-schemas-omitted",
      `The output schemas of the toolset "shop" are omitted from its tool list for MCP, because they have more than 16 KiB in total.`,
    ],
  ]);
  const few = { ...given, toolsets: [toolset({ tools: [small, tool({ id: "d" })] })] };
  expect(listOf(few, "auto").tools.every((each) => "outputSchema" in each)).toBe(true);
  const always = listOf(given, "always");
  expect([always.tools.every((each) => "outputSchema" in each), always.diagnostics]).toEqual([true, []]);
  const never = listOf(given, "never");
  expect([never.tools.some((each) => "outputSchema" in each), never.diagnostics]).toEqual([false, []]);
});
