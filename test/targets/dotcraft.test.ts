import { describe, expect, test } from "vitest";
import { dotcraft as adapter, type DotCraftDeclaration, type LegacyDeclaration } from "../../src/runtime/adapters/dotcraft.ts";
import { type Manifest, toolsOf } from "../../src/runtime/manifest.ts";
import { dotcraftTarget } from "../../src/targets/dotcraft/dotcraft.ts";
import { dotcraftNames } from "../../src/targets/dotcraft/dotcraft-names.ts";
import { manifestTarget } from "../../src/targets/manifest.ts";
import { connect } from "../adapters/dotcraft/client.ts";
import { compileShop } from "../adapters/dotcraft/shop.ts";
import { compileTexts } from "../compile-texts.ts";
import { example, filesIn } from "../example-project.ts";
import { schema, tool, toolset, whole } from "./program.ts";

/** By the names that the model sees. */
function byName(declarations: readonly (DotCraftDeclaration | LegacyDeclaration)[]): Map<string, object> {
  const flat = declarations.flatMap((each) => {
    if (!("tools" in each)) return [["namespace" in each ? `${each.namespace}__${each.name}` : each.name, each] as const];
    return each.tools.map((inside) => [`${each.name}__${inside.name}`, inside] as const);
  });
  return new Map(flat.sort(([a], [b]) => (a < b ? -1 : 1)));
}

describe.each(["v2", "legacy"] as const)("the declarations for DotCraft in the protocol %s", (wire) => {
  test.each([
    ["the shop", async () => (await compileShop()).program],
    ["the example project", async () => (await compileTexts(filesIn(example))).program],
  ])("of %s are accepted by the server, and equal those of the adapter", async (_name, programOf) => {
    const program = await programOf();
    expect(program.toolsets.length).toBeGreaterThan(0);
    const files = dotcraftTarget.emit(program, { wire, ...whole }).value;
    const written = files.flatMap(({ text }) => JSON.parse(text).dynamicTools);
    const server = await connect({ wire });
    await server.start(written);
    await server.close();
    const transports = { mcp: async () => ({}), connector: async () => ({}) };
    const tools = manifestTarget.emit(program, {}).value.flatMap(({ text }) => toolsOf(JSON.parse(text) as Manifest, transports));
    expect(tools.length).toBeGreaterThan(4);
    expect(byName(written)).toEqual(byName(adapter(tools, { wire }).declarations));
  });
});

test("the declarations for DotCraft are ASCII with one line for each tool, and no name is a prototype", () => {
  const given = { toolsets: [toolset({ tools: [tool({ id: "__proto__", description: "\u202e注\ud800" })] })], agents: [], folder: "" };
  const [file] = dotcraftTarget.emit(given, { wire: "v2", ...whole }).value;
  expect(file?.path).toBe("shop.dotcraft.json");
  expect(file?.text).toMatch(/^[\n\x20-\x7e]*$/);
  expect(file?.text.split("\n").filter((line) => line.includes('"type":"function"'))).toHaveLength(1);
  expect(JSON.parse(file?.text ?? "").dynamicTools[0].tools[0].description).toBe("\u202e注\ud800");
});

test("the schemas of the declarations for DotCraft contain all that they refer to", () => {
  const input = schema({ $ref: "#/$defs/Order" });
  const [file] = dotcraftTarget.emit(
    { toolsets: [toolset({ tools: [tool({ id: "a", input })] })], agents: [], folder: "" },
    { wire: "v2", ...whole },
  ).value;
  const { inputSchema } = JSON.parse(file?.text ?? "").dynamicTools[0].tools[0];
  expect(inputSchema).toMatchObject({ type: "object", properties: { items: { items: { $ref: "#/$defs/Item" } } } });
  expect(Object.keys(inputSchema.$defs)).toEqual(["Item"]);
});

test.each([
  [58, "shop", "a".repeat(58)],
  [59, null, `shop_${"a".repeat(59)}`],
])("a tool for DotCraft with %i characters after the namespace is in the namespace %j", (length, namespace, name) => {
  const long = tool({ id: "a", name: `shop_${"a".repeat(length)}` });
  const names = dotcraftNames({ toolsets: [toolset({ name: "shop", tools: [long] })], agents: [], folder: "" });
  expect(names.get(long)).toMatchObject({ namespace, tool: name });
});
