import { describe, expect, test } from "vitest";
import { type CreateRequestOptions, createRequests, filesToInline } from "../../src/environment/create-request.ts";
import { member } from "../../src/source/json/json.ts";
import { documentWith, onePlaceholder, shop, toolset, urlOf } from "./cases.ts";
import { loadTexts, summaryOf } from "./loaded.ts";

const options: CreateRequestOptions = {
  environment: undefined,
  set: new Map(),
  parent: "projects/p/locations/l/apps/a",
  toolsetId: undefined,
  texts: new Map(),
};

async function made(texts: Record<string, string>, changes: Partial<CreateRequestOptions> = {}) {
  const { project, definitions } = await loadTexts(texts);
  const files = filesToInline(definitions, project);
  const { value, diagnostics } = createRequests(definitions, project, {
    ...options,
    texts: new Map(files.flatMap((path) => (texts[path] === undefined ? [] : [[path, texts[path]]]))),
    ...changes,
  });
  return { value, summary: summaryOf(diagnostics), messages: diagnostics.map(({ message }) => message) };
}

describe("the request of `export --create-request`", () => {
  test("contains the text of the document with the value of its placeholder, and the body of the call", async () => {
    const { value, summary } = await made(shop(urlOf("https://shop.example.com")), { toolsetId: "shop-1" });
    const toolset = {
      displayName: "shop",
      openApiToolset: { openApiSchema: onePlaceholder.replace("$env_var", "https://shop.example.com") },
    };
    const request = { parent: options.parent, toolsetId: "shop-1", toolset };
    expect(summary).toEqual([]);
    expect(value).toEqual([
      {
        toolset: "shop",
        request,
        call: { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "create_toolset", arguments: request } },
      },
    ]);
  });

  test("contains the Python code of a fake, and no fields that are only for output", async () => {
    const texts = {
      "app.yaml": "displayName: App\n",
      "toolsets/m/m.yaml":
        "name: 1234\ndisplayName: m\netag: x\ncreateTime: 2026-01-01T00:00:00Z\nmcpToolset:\n  serverAddress: https://m.example.com/mcp\n  toolOverrides:\n    - tool: echo\n      descriptionOverride: Says it again.\n      snapshot: { description: old }\ntoolFakeConfig:\n  codeBlock:\n    pythonCode: toolsets/m/fake.py\n",
      "toolsets/m/fake.py": "def fake_tool_call(tool, input, callback_context):\n  return {}\n",
    };
    const { value } = await made(texts);
    expect(value[0]?.request.toolset).toEqual({
      displayName: "m",
      mcpToolset: { serverAddress: "https://m.example.com/mcp", toolOverrides: [{ tool: "echo", descriptionOverride: "Says it again." }] },
      toolFakeConfig: { codeBlock: { pythonCode: texts["toolsets/m/fake.py"] } },
    });
    expect((await made(texts, { texts: new Map() })).messages).toEqual([
      `The output has no create request for the resource "toolsets.m": its file "toolsets/m/fake.py" cannot be read.`,
    ]);
  });

  test("contains a document in a text, or one that is an object", async () => {
    const block = `displayName: shop\nopenApiToolset:\n  openApiSchema: |\n${onePlaceholder.replace(/^(?=.)/gm, "    ")}`;
    const environment = { "environment.json": JSON.stringify(urlOf("https://shop.example.com")) };
    const [inBlock] = (await made({ "shop.yaml": block, ...environment })).value;
    expect(inBlock?.request).toMatchObject({
      toolset: { openApiToolset: { openApiSchema: onePlaceholder.replace("$env_var", "https://shop.example.com") } },
    });
    const object = `displayName: shop\nopenApiToolset:\n  openApiSchema:\n${onePlaceholder.replace(/^(?=.)/gm, "    ")}`;
    const [asObject] = (await made({ "shop.yaml": object, ...environment })).value;
    const text = member(member(asObject?.request.toolset, "openApiToolset"), "openApiSchema");
    expect(JSON.parse(String(text))).toMatchObject({ openapi: "3.0.3", servers: [{ url: "https://shop.example.com" }] });
  });

  test("is refused for a document in several files and for other unsupported content", async () => {
    expect((await made(shop({}))).summary).toEqual(["error unresolved-placeholder shop.openapi.yaml:4"]);
    const split = {
      "shop.yaml": toolset("shop"),
      "shop.openapi.yaml": documentWith("").replace("{ description: Items }", "{ $ref: 'more.yaml#/x' }"),
      "more.yaml": "x: { description: Items }\n",
    };
    expect((await made(split)).messages).toEqual([
      `The output has no create request for the resource "toolsets.shop": its document refers to another file, "more.yaml".`,
    ]);
  });

  test.each<[Partial<CreateRequestOptions>, string]>([
    [{ parent: "apps/a" }, "error invalid-request-flag --parent:1"],
    [{ toolsetId: "-x" }, "error invalid-request-flag --toolset-id:1"],
  ])("is refused for the invalid flags %j", async (changes, expected) => {
    expect(await made(shop(urlOf("https://a.example.com")), changes)).toMatchObject({ value: [], summary: [expected] });
  });
});
