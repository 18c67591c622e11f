import { readFileSync } from "node:fs";
import { join } from "node:path";
import { anthropic } from "toolsetc/anthropic";
import { gemini } from "toolsetc/gemini";
import { openai } from "toolsetc/openai";
import { beforeAll, expect, test } from "vitest";
import type { Tool } from "../../src/runtime/index.ts";
import { type Manifest, toolsOf } from "../../src/runtime/manifest.ts";
import { compileTexts } from "../compile-texts.ts";

const folder = join(import.meta.dirname, "../golden/provider-limits/input");
let tools: Tool[] = [];

beforeAll(async () => {
  const texts = Object.fromEntries(["shop.yaml", "shop.openapi.yaml"].map((name) => [name, readFileSync(join(folder, name), "utf8")]));
  const { outputs } = await compileTexts({ ...texts, "toolsetc.yaml": "targets: [{ target: manifest, out: manifest }]\n" });
  const text = outputs[0]?.files[0]?.text ?? "";
  const byName = new Map(toolsOf(JSON.parse(text) as Manifest).map((tool) => [tool.name, tool])); // The target wrote it.
  tools = ["shop_search", "shop_list_orders", "shop_add_order"].flatMap((name) => byName.get(name) ?? []);
  expect(tools).toHaveLength(3);
});

/** Records what an adapter changes, by the name of the tool. */
function fallbacks() {
  const said: [name: string, reasons: string][] = [];
  return { said, onFallback: ({ name }: Tool, reasons: string) => said.push([name, reasons]) };
}

test("Anthropic: the first tools are strict until a request has the allowed number of optional members", () => {
  const { said, onFallback } = fallbacks();
  expect(anthropic(tools, { strict: true, onFallback }).tools.map(({ name, strict }) => [name, strict])).toEqual([
    ["shop_search", true],
    ["shop_list_orders", undefined],
    ["shop_add_order", true],
  ]);
  expect(said).toEqual([
    [
      "shop_list_orders",
      "the strict tools of a request may have at most 24 optional members in total: the preceding tools have 18, and this tool has 7",
    ],
    ["shop_add_order", expect.stringContaining("lookaround in patterns is not supported")],
  ]);
});

test("Anthropic: another order of the tools makes other tools strict", () => {
  const { tools: declared } = anthropic(tools.toReversed(), { strict: true });
  expect(declared.filter(({ strict }) => strict).map(({ name }) => name)).toEqual(["shop_add_order", "shop_list_orders"]);
});

test("Anthropic: at most 20 tools of a request are strict", () => {
  const [, , add] = tools;
  if (add === undefined) throw new Error("no tool");
  const many = Array.from({ length: 25 }, (_, index) => ({ ...add, name: `tool_${index}` }));
  const declared: readonly { readonly strict?: boolean }[] = anthropic(many as Tool[], { strict: true }).tools;
  expect(declared.map(({ strict }) => strict === true)).toEqual(many.map((_, index) => index < 20));
});

test("OpenAI: Chat Completions get a description of at most 1,024 characters, and Responses the whole one", () => {
  const { said, onFallback } = fallbacks();
  const [whole] = openai(tools).tools;
  const [cut] = openai(tools, { api: "chat", onFallback }).tools;
  expect(whole?.description?.length).toBeGreaterThan(1024);
  expect(cut?.function.description?.length).toBeLessThanOrEqual(1024);
  expect(cut?.function.description).toMatch(/words of the title count\.$/);
  expect(said).toContainEqual(["shop_search", "the description is shortened, since at most 1024 characters are allowed"]);
});

test("OpenAI: a pattern with lookaround is only described, in strict mode and without it", () => {
  for (const strict of [false, true]) {
    const { said, onFallback } = fallbacks();
    const add = openai(tools, { strict, onFallback }).tools.find(({ name }) => name === "shop_add_order");
    expect(add?.parameters).toMatchObject({
      properties: {
        code: { type: "string", description: "Matches the regular expression `^(?!x)[a-z]+$`." },
        id: { pattern: "^[0-9a-f]{32}$" },
      },
    });
    expect(JSON.stringify(add?.parameters)).not.toContain('"pattern":"^(?!');
    expect(said.find(([name]) => name === "shop_add_order")?.[1]).toContain('`pattern` at "/properties/code": lookaround');
  }
});

test("Gemini: `parameters` contain no object without members", () => {
  const [{ functionDeclarations }] = gemini(tools, { schema: "parameters" }).tools;
  const add = functionDeclarations.find(({ name }) => name === "shop_add_order");
  expect(add?.parameters?.properties?.["empty"]).toEqual({ type: "STRING", enum: ["{}"] });
});

test("Gemini: a name that older endpoints reject is reported, and a name that all reject is an error", () => {
  const named = (length: number) => tools.slice(2).map((tool) => ({ ...tool, name: "n".repeat(length) }));
  const { said, onFallback } = fallbacks();
  gemini(named(64), { onFallback });
  gemini(named(63), { schema: "parameters", onFallback });
  expect(said).toEqual([]);
  gemini(named(64), { schema: "parameters", onFallback });
  expect(said).toEqual([["n".repeat(64), "the name has 64 characters, and older endpoints reject names of more than 63"]]);
  expect(() => gemini(named(129))).toThrow(/the name has 129 characters, and at most 128 are allowed/);
});
