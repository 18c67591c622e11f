import { describe, expect, test } from "vitest";
import { compileTexts } from "../compile-texts.ts";
import { sized } from "../long.ts";

const app = {
  "shop/app.yaml": "displayName: Shop\nvariableDeclarations: [{ name: customer, schema: { type: STRING } }]\n",
  "shop/tools/find_shop/find_shop.yaml":
    "displayName: find_shop\nclientFunction: { name: find_shop, description: Finds the nearest shop. }\n",
};
const agent = "shop/agents/Seller/Seller.yaml";
const instruction = "shop/agents/Seller/instruction.txt";

async function findingsOf(texts: { readonly [path: string]: string }, options = {}) {
  const { findings } = await compileTexts({ ...app, ...texts }, { profile: "ces", ...options });
  return findings.filter(({ code }) => code.startsWith("ces-"));
}

const named = "displayName: Seller\ninstruction: agents/Seller/instruction.txt\ntools: [find_shop]\n";

test.each([
  ["is reported once", "name: Find-Shop", {}, "missing-description"],
  ["in the configuration is not imported", "name: find_shop", { description: "Finds the nearest shop." }, "ces-undescribed-function"],
  ["is missing from what does not compile too", "name: find_shop, parameters: { type: STRING }", {}, "ces-undescribed-function"],
])("a description of a client function %s", async (_what, fields, override, code) => {
  const overrides = { find_shop: { tools: { find_shop: override } } };
  const texts = {
    "shop/app.yaml": app["shop/app.yaml"],
    "shop/tools/find_shop/find_shop.yaml": `displayName: find_shop\nclientFunction: { ${fields} }\n`,
    ...(Object.keys(override).length === 0 ? {} : { "toolsetc.yaml": JSON.stringify({ overrides }) }),
  };
  const { allFindings } = await compileTexts(texts, { profile: "ces" });
  expect(
    allFindings.filter((found) => found.code.endsWith("description") || found.code.includes("undescribed")).map((found) => found.code),
  ).toEqual([code]);
});

describe("the instructions of an app", () => {
  test.each([
    ["Serve {customer_tier} customers, and call them {name}.", ["customer_tier"]],
    ["Say {hello} in {language}.", []],
  ])("report variables that nobody sets if the app declares none: %s", async (text, expected) => {
    const found = await findingsOf({ "shop/app.yaml": "displayName: Shop\nrootAgent: Seller\n", [agent]: named, [instruction]: text });
    expect(found.map(({ code }) => code)).toEqual(expected.map(() => "ces-undeclared-variable"));
    expect(found.map(({ message }) => message).join()).toContain(expected.join());
  });

  test("an unknown name in the file of an instruction is reported at its own place, with a fix", async () => {
    const [found, ...others] = await findingsOf({ [agent]: named, [instruction]: "\ufeffHello {custmer}!\nUse {@TOOL: find_shop}." });
    expect(others).toEqual([]);
    expect(found).toMatchObject({
      code: "ces-undeclared-variable",
      mark: { start: { line: 1, column: 9 } },
      fixes: [{ text: "customer" }],
    });
  });

  test("an unknown name in an instruction in a field is reported at the whole field, without a fix", async () => {
    const [found, ...others] = await findingsOf({ [agent]: "displayName: Seller\ninstruction: Hello {custmer}!\ntools: [find_shop]\n" });
    expect(others).toEqual([]);
    expect(found).toMatchObject({ code: "ces-undeclared-variable", fixes: [] });
  });

  test("are checked only with the profile `ces`, and only if the whole app is compiled", async () => {
    const broken = { [agent]: named, [instruction]: "{@TOOL: nothing}" };
    expect(await findingsOf(broken)).toHaveLength(1);
    expect(await findingsOf(broken, { profile: undefined })).toEqual([]);
    expect(await findingsOf(broken, { input: { kind: "folder", path: "shop/tools" } })).toEqual([]);
    expect(await findingsOf(broken, { input: { kind: "folder", path: "shop" } })).toHaveLength(1);
  });

  test("an unknown tool in an instruction of two agents is reported once", async () => {
    const shared = { [agent]: named, "shop/agents/Other/Other.yaml": "displayName: Other\ninstruction: agents/Seller/instruction.txt\n" };
    expect(await findingsOf({ ...shared, [instruction]: "{@TOOL: find_shop} {@TOOL: nothing}" })).toHaveLength(1);
  });

  test("an instruction may name tools that only the MCP server knows", async () => {
    const uses =
      "displayName: Seller\ninstruction: agents/Seller/instruction.txt\ntoolsets: [{ toolset: orders }, { toolset: template }]\n";
    const texts = {
      [agent]: uses,
      [instruction]: "{@TOOL: orders_find} {@TOOL: template_find} {@TOOL: end_session}",
      "shop/toolsets/orders/orders.yaml": "displayName: orders\nmcpToolset: { serverAddress: https://orders.example.com/mcp }\n",
    };
    expect(await findingsOf(texts)).toEqual([]);
  });

  test("an instruction may write several _ of a tool's name as one, as the service exports them", async () => {
    const texts = {
      [agent]:
        "displayName: Seller\ninstruction: agents/Seller/instruction.txt\ntoolsets: [{ toolset: orders, toolIds: [get_orders_id_get] }]\n",
      [instruction]: "{@TOOL: orders_get_orders__id__get} {@TOOL: orders_get_orders_id_get}, but never {@TOOL: ...}",
      "shop/toolsets/orders/orders.yaml": "displayName: orders\nopenApiToolset: { openApiSchema: toolsets/orders/openapi.yaml }\n",
      "shop/toolsets/orders/openapi.yaml":
        'openapi: 3.0.3\ninfo: { title: Orders, version: "1" }\nservers: [{ url: https://orders.example.com }]\npaths:\n  /orders: { get: { operationId: get_orders__id__get, responses: { "200": { description: One. } } } }\n',
    };
    expect(await findingsOf(texts)).toEqual([]);
  });

  test("braces in an instruction are text if the app declares no variables", async () => {
    const texts = { "shop/app.yaml": "displayName: Shop\n", [agent]: named, [instruction]: "Hello {customer}!" };
    expect(await findingsOf(texts)).toEqual([]);
  });

  test("hostile instructions have no findings, in time in proportion to their length", async () => {
    const hostile = [
      "{@TOOL:".repeat(50_000),
      `{@TOOL:${" ".repeat(200_000)}`,
      "<inline_example".repeat(20_000),
      `{${"a".repeat(200_000)}`,
    ];
    for (const text of hostile) expect(await findingsOf({ [agent]: named, [instruction]: text })).toEqual([]);
  });

  test("a tool that an instruction names is not reported if its agent lists tools by resource names", async () => {
    const withTools = (tools: string) => ({
      [agent]: `displayName: Seller\ninstruction: agents/Seller/instruction.txt\ntools: [${tools}]\n`,
      [instruction]: "Call {@TOOL: find_shop}.",
    });
    const codes = async (tools: string) => (await findingsOf(withTools(tools))).map(({ code }) => code);
    expect(await codes("end_session")).toEqual(["ces-unknown-instruction-reference"]);
    expect(await codes("projects/p/locations/l/apps/a/tools/3f0c")).toEqual([]);
  });

  test("each of very many unknown names is reported, and 400 of them get a suggestion", async () => {
    const tools = sized(20_000);
    const wrong = Array.from({ length: tools }, (_none, index) => `{@TOOL: find_shop${index}} {customer${index}}`).join(" ");
    const found = await findingsOf({ [agent]: named, [instruction]: wrong });
    expect(found).toHaveLength(2 * tools);
    expect(found.filter(({ fixes }) => fixes.length > 0)).toHaveLength(400);
  });
});
