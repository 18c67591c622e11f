import { expect, test } from "vitest";
import { toolsetTokens, toolTokens } from "../../src/targets/tool-tokens.ts";
import { compileTexts } from "../compile-texts.ts";

/** A toolset with an operation for each number of parameters. */
async function toolsetOf(counts: readonly number[]) {
  const paths = counts.map((count, index) => {
    const parameters = Array.from({ length: count }, (_each, at) => ({ name: `p${at}`, in: "query", schema: { type: "string" } }));
    return [`/orders/${index}`, { get: { operationId: `order${index}`, parameters, responses: { 200: { description: "An order." } } } }];
  });
  const document = { openapi: "3.1.0", info: { title: "Orders", version: "1" }, paths: Object.fromEntries(paths) };
  const { program } = await compileTexts({
    "orders.yaml": "displayName: orders\nopenApiToolset: { openApiSchema: ./orders.json, url: https://example.com }\n",
    "orders.json": JSON.stringify(document),
  });
  const [toolset] = program.toolsets;
  if (toolset === undefined) throw new Error("The document has no toolset.");
  return { toolset, counted: toolset.tools.reduce((sum, tool) => sum + toolTokens(tool, toolset), 0) };
}

test("the tokens of all tools are counted in a small toolset", async () => {
  const { toolset, counted } = await toolsetOf([0, 5, 30]);
  expect(toolsetTokens(toolset)).toBe(counted);
});

test("a toolset without tools has no tokens", async () => {
  const { toolset } = await toolsetOf([1]);
  expect(toolsetTokens({ ...toolset, tools: [] })).toBe(0);
});

test("the tokens of a large toolset are estimated from tools of each size", async () => {
  const { toolset, counted } = await toolsetOf(Array.from({ length: 300 }, (_each, index) => (index % 10 === 0 ? 60 : index % 7)));
  const estimated = toolsetTokens(toolset);
  expect(estimated).not.toBe(counted);
  expect(Math.abs(estimated / counted - 1)).toBeLessThan(0.1);
});
