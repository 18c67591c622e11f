import { aiSdk } from "toolsetc/ai-sdk";
import { anthropic } from "toolsetc/anthropic";
import { discover } from "toolsetc/discover";
import { gemini } from "toolsetc/gemini";
import { langchain } from "toolsetc/langchain";
import { mastra } from "toolsetc/mastra";
import { openai } from "toolsetc/openai";
import { openaiAgents } from "toolsetc/openai-agents";
import { tanstackAi } from "toolsetc/tanstack-ai";
import { expect, test } from "vitest";
import type { Tool } from "../../src/runtime/index.ts";
import { type Manifest, toolsOf } from "../../src/runtime/manifest.ts";
import { showTool } from "../../src/runtime/tool/show-tool.ts";
import { compileTexts } from "../compile-texts.ts";
import { projectWith } from "./chains.ts";

const adapters: { readonly [name: string]: (tools: readonly Tool[]) => unknown } = {
  aiSdk: (tools) => aiSdk(tools),
  anthropic: (tools) => [anthropic(tools), anthropic(tools, { strict: true })],
  discover: (tools) => discover(tools),
  gemini: (tools) => gemini(tools),
  langchain: (tools) => langchain(tools),
  mastra: (tools) => mastra(tools),
  openai: (tools) => [openai(tools), openai(tools, { strict: true })],
  openaiAgents: (tools) => openaiAgents(tools),
  tanstackAi: (tools) => tanstackAi(tools),
};

test.each([
  { link: "property", isCycle: false },
  { link: "property", isCycle: true },
  { link: "items", isCycle: false },
])("a tool with a chain of 3,000 schemas by $link is loaded, checks its input, and is shown to every SDK", async ({ link, isCycle }) => {
  const texts = projectWith({ link, isCycle, form: "openapi 3.1", side: "input", length: 3_000 });
  const { outputs } = await compileTexts({ ...texts, "toolsetc.yaml": "targets: [{ target: manifest, out: manifest }]\n" });
  const files = outputs.flatMap((output) => output.files).filter(({ path }) => path.includes("chain"));
  const tools = toolsOf(JSON.parse(files[0]?.text ?? "") as Manifest); // The target wrote it.
  const [tool] = tools;
  if (tool === undefined) throw new Error("The tool was not compiled.");
  const validate = (input: unknown) => tool.inputSchema["~standard"].validate(input);
  expect(validate(link === "items" ? { body: [[[]]] } : { next: { next: {} } })).not.toHaveProperty("issues");
  expect(validate(link === "items" ? { body: [[[1]]] } : { next: { next: 1 } })).toHaveProperty("issues");
  for (const detail of ["full", "compact", "index"] as const)
    expect(nesting(showTool(tool, { detail }).input("draft-07"))).toBeLessThan(100);
  for (const [name, adapt] of Object.entries(adapters)) {
    try {
      JSON.stringify(adapt(tools));
    } catch (error) {
      // A provider whose form of JSON Schema cannot express the schema refuses the tool, and says so.
      expect(`${name}: ${String(error)}`).not.toMatch(/RangeError|call stack/);
    }
  }
});

function nesting(value: unknown): number {
  return typeof value === "object" && value !== null ? Math.max(0, ...Object.values(value).map(nesting)) + 1 : 0;
}
