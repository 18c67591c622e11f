import { anthropic } from "toolsetc/anthropic";
import { gemini } from "toolsetc/gemini";
import { openai } from "toolsetc/openai";
import { expect, test } from "vitest";
import { toolsOf } from "../../src/runtime/manifest.ts";
import { manifestOf } from "../../src/targets/manifest.ts";
import { anthropicTarget } from "../../src/targets/providers/anthropic.ts";
import { compileTexts } from "../compile-texts.ts";
import { shop } from "../lower/lower-texts.ts";

const string = { type: "string" };
const operation = {
  operationId: "pay",
  parameters: [
    { name: "X-Currency", in: "header", required: true, schema: { type: "string", minLength: 3 }, example: "EUR" },
    { name: "page[size]", in: "query", schema: { type: "integer" }, example: 5 },
    { name: "a-b", in: "query", schema: string },
    { name: "a-b", in: "header", schema: string },
  ],
  requestBody: {
    required: true,
    content: { "application/json": { schema: { type: "object", properties: { "card.number": string, note: string } } } },
  },
  responses: { "204": { description: "Done." } },
};

async function payTool() {
  const { program } = await compileTexts(shop({ "/pay": { post: operation } }));
  const [toolset] = program.toolsets;
  if (toolset === undefined) throw new Error("There is no toolset.");
  const sent: { url: string; headers: Headers; body: unknown }[] = [];
  const fetch = async (input: Request | URL | string, init?: RequestInit) => {
    const request = new Request(input, init);
    sent.push({ url: request.url, headers: request.headers, body: JSON.parse(await request.text()) });
    return new Response(null, { status: 204 });
  };
  return { program, sent, tools: toolsOf(manifestOf(toolset) as never), options: { baseUrl: "https://shop.example.com", fetch } };
}

const shown = ["X-Currency", "page_size_", "a_b_query", "a_b_header", "card.number", "note"];

test.each([true, false])("a model sees the names of the request's members if the provider accepts them, strict: %s", async (strict) => {
  const { tools, options, program } = await payTool();
  const forAnthropic = anthropic(tools, { ...options, strict });
  const declared = forAnthropic.tools[0];
  expect(Object.keys(Object(declared?.input_schema.properties))).toEqual(shown);
  expect(declared?.input_schema.required).toContain("X-Currency");
  expect(declared?.input_examples).toEqual([{ "X-Currency": "EUR" }, { "X-Currency": "EUR", page_size_: 5 }]);
  const [file] = anthropicTarget.emit(program, { strict, examples: true, detail: "full", depth: 1 } as never).value;
  expect(Object.keys(JSON.parse(file?.text ?? "").tools[0].input_schema.properties)).toEqual(shown);
  const forOpenAi = openai(tools, { ...options, strict }).tools[0];
  expect(Object.keys(Object(forOpenAi?.parameters?.["properties"]))).toEqual(shown);
  const [{ functionDeclarations }] = gemini(tools, options).tools;
  expect(Object.keys(Object(Object(functionDeclarations[0]?.parametersJsonSchema).properties))).toEqual([
    "X_Currency",
    "page_size_",
    "a_b_query",
    "a_b_header",
    "card_number",
    "note",
  ]);
});

test("arguments with the names of the request's members are sent, and issues use these names", async () => {
  const { tools, sent, options } = await payTool();
  const { answer } = anthropic(tools, options);
  const name = tools[0]?.name ?? "";
  const wrong = await answer({ id: "1", name, input: { "X-Currency": "E" } });
  expect(wrong).toMatchObject({ is_error: true, content: expect.stringContaining('"/X-Currency"') });
  const input = { "X-Currency": "EUR", page_size_: 5, a_b_query: "q", a_b_header: "h", "card.number": "1" };
  expect(await answer({ id: "2", name, input })).not.toHaveProperty("is_error");
  expect(sent).toHaveLength(1);
  expect(decodeURIComponent(sent[0]?.url ?? "")).toContain("page[size]=5&a-b=q");
  expect(sent[0]?.headers.get("X-Currency")).toBe("EUR");
  expect(sent[0]?.body).toEqual({ "card.number": "1" });
  // The names of the input are understood too, since other runtimes show those.
  expect(await answer({ id: "3", name, input: { X_Currency: "EUR" } })).not.toHaveProperty("is_error");
});
