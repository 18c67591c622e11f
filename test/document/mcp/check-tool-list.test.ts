import { expect, test } from "vitest";
import { checkToolList } from "../../../src/document/mcp/check-tool-list.ts";
import { parseTree } from "../../../src/source/parse-tree.ts";

const read = (value: unknown) => checkToolList(parseTree({ path: "snapshots/shop.tools.json", text: JSON.stringify(value) }));
const find = { name: "find", inputSchema: { type: "object" } };
const buy = {
  name: "buy",
  title: "Buy",
  description: "Buys.",
  inputSchema: { type: "object" },
  outputSchema: { type: "object" },
  annotations: { destructiveHint: true },
};

test.each([
  ["a result", { tools: [find, buy] }],
  ["a saved snapshot", { formatVersion: "1.0", tools: [find, buy] }],
  ["pages", [{ tools: [find], nextCursor: "2" }, { tools: [buy] }]],
  [
    "JSON-RPC answers",
    [
      { jsonrpc: "2.0", id: 1, result: { tools: [find] } },
      { jsonrpc: "2.0", id: 2, result: { tools: [buy] } },
    ],
  ],
])("a saved tool list is checked: %s", (_what, value) => {
  const { value: list, diagnostics } = read(value);
  expect(diagnostics).toEqual([]);
  expect(list.tools.map(({ name, title }) => [name, title])).toEqual([
    ["find", ""],
    ["buy", "Buy"],
  ]);
  expect(list).toMatchObject({ isReadable: true, toolCount: 2 });
});

test("the schemas of a :retrieveTools response are CES schemas", () => {
  const { value } = read({
    tools: [
      {
        name: "projects/p/tools/x",
        displayName: "find",
        mcpTool: { name: "find", inputSchema: { type: "OBJECT" }, serverAddress: "https://x" },
      },
    ],
  });
  expect(value.tools[0]).toMatchObject({ name: "find", input: { dialect: "ces", path: ["tools", 0, "mcpTool", "inputSchema"] } });
});

test("`$schema` in a saved tool list decides by which draft a schema is read", () => {
  const { value } = read({
    tools: [{ ...find, inputSchema: { $schema: "http://json-schema.org/draft-07/schema#", type: "object" } }, buy],
  });
  expect(value.tools.map(({ input }) => input?.dialect)).toEqual(["draft-07", "2020-12"]);
});

test("an invalid tool in a saved tool list is omitted, and the others stay", () => {
  const { value, diagnostics } = read({
    tools: [
      find,
      1,
      { inputSchema: {} },
      { name: "a" },
      { name: "b", inputSchema: { type: "array" } },
      { name: "c", inputSchema: { type: "object" }, outputSchema: true },
      find,
      buy,
    ],
  });
  expect(value.tools.map(({ name }) => name)).toEqual(["find", "buy"]);
  expect(value.toolCount).toBe(8);
  expect(diagnostics.map(({ code, message }) => `${code}: ${message}`)).toEqual([
    "invalid-mcp-tool: The tool number 2 is not an object, so the tool is omitted.",
    "invalid-mcp-tool: The tool number 3 has no name, so the tool is omitted.",
    'invalid-mcp-tool: The tool "a" has no inputSchema, so the tool is omitted.',
    'invalid-mcp-tool: The tool "b" has an inputSchema that is not of type object, so the tool is omitted.',
    'invalid-mcp-tool: The tool "c" has an outputSchema that is not an object, so the tool is omitted.',
    'duplicate-mcp-tool: The tool "find" is in the tool list twice, so the second tool is omitted.',
  ]);
});

test.each([
  ["another thing", { hello: 1 }, "invalid-snapshot"],
  ["a page without a list", [{ tools: [] }, {}], "invalid-snapshot"],
  ["a later version", { formatVersion: "2.0", tools: [] }, "newer-format"],
])("an invalid saved tool list is refused: %s", (_what, value, code) => {
  const { value: list, diagnostics } = read(value);
  expect(list.isReadable).toBe(false);
  expect(diagnostics.map((each) => each.code)).toEqual([code]);
});
