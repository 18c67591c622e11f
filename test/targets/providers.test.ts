import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { anthropic } from "toolsetc/anthropic";
import { gemini } from "toolsetc/gemini";
import { openai } from "toolsetc/openai";
import { beforeAll, expect, test } from "vitest";
import type { Tool } from "../../src/runtime/index.ts";
import { type Manifest, toolsOf } from "../../src/runtime/manifest.ts";
import { compileTexts } from "../compile-texts.ts";

// What the compiler writes and what the adapters declare is the same, so that a program may send the one and answer with the other.
const folder = join(import.meta.dirname, "../golden/provider-schemas/input");
const config = `targets:
  - { target: manifest, out: manifest }
  - { target: openai, out: openai }
  - { target: openai, out: openai-strict, strict: true }
  - { target: openai, out: openai-chat, api: chat, strict: true }
  - { target: anthropic, out: anthropic }
  - { target: anthropic, out: anthropic-strict, strict: true }
  - { target: gemini, out: gemini }
  - { target: gemini, out: gemini-parameters, schema: parameters }
  - { target: openai, out: openai-compact, detail: compact, depth: 1 }
  - { target: anthropic, out: anthropic-index, detail: index }
  - { target: gemini, out: gemini-index, schema: parameters, detail: index }
`;
const written = new Map<string, { readonly [member: string]: readonly { readonly name?: string }[] }>();
let tools: Tool[] = [];

beforeAll(async () => {
  const texts = Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")]));
  const { outputs } = await compileTexts({ ...texts, "toolsetc.yaml": config });
  for (const { out, files } of outputs) for (const { text } of files) written.set(out, JSON.parse(text));
  tools = toolsOf(written.get("manifest") as unknown as Manifest); // The target wrote it.
});

test("the target `openai` writes the tools that the adapter makes", () => {
  expect(written.get("openai")?.["tools"]).toEqual(inWrittenOrder("openai", openai(tools).tools));
  expect(written.get("openai-strict")?.["tools"]).toEqual(inWrittenOrder("openai-strict", openai(tools, { strict: true }).tools));
  const chat = openai(tools, { api: "chat", strict: true }).tools;
  expect(new Set(written.get("openai-chat")?.["tools"])).toEqual(new Set(chat));
});

test("the target `anthropic` writes the tools that the adapter makes", () => {
  expect(written.get("anthropic")?.["tools"]).toEqual(inWrittenOrder("anthropic", anthropic(tools).tools));
  expect(written.get("anthropic-strict")?.["tools"]).toEqual(inWrittenOrder("anthropic-strict", anthropic(tools, { strict: true }).tools));
});

test.each([
  ["gemini", "parametersJsonSchema"],
  ["gemini-parameters", "parameters"],
] as const)("the target `gemini` writes the tools that the adapter makes: %s", (out, schema) => {
  const declared = written.get(out)?.["functionDeclarations"] ?? [];
  const offered = tools.filter(({ name }) => declared.some((each) => each.name === name));
  expect(declared.length).toBeGreaterThan(3);
  const [{ functionDeclarations }] = gemini(offered, { schema }).tools;
  expect(new Set(declared)).toEqual(new Set(functionDeclarations));
});

test("the targets of providers write tools with less detail as the adapters make them", () => {
  const compact = openai(tools, { detail: "compact", depth: 1 }).tools;
  expect(written.get("openai-compact")?.["tools"]).toEqual(inWrittenOrder("openai-compact", compact));
  const index = anthropic(tools, { detail: "index" }).tools;
  expect(written.get("anthropic-index")?.["tools"]).toEqual(inWrittenOrder("anthropic-index", index));
  const [{ functionDeclarations }] = gemini(tools, { schema: "parameters", detail: "index" }).tools;
  expect(new Set(written.get("gemini-index")?.["functionDeclarations"])).toEqual(new Set(functionDeclarations));
});

/** A manifest has its tools by name, and the other lists have them as the document does. */
function inWrittenOrder<Declared extends { readonly name?: string }>(out: string, declared: readonly Declared[]) {
  return written.get(out)?.["tools"]?.map(({ name }) => declared.find((each) => each.name === name));
}
