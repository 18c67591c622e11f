import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Client as Client2, InMemoryTransport as InMemoryTransport2 } from "@modelcontextprotocol/client";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { aiSdk } from "toolsetc/ai-sdk";
import { aiSdk4 } from "toolsetc/ai-sdk-4";
import { aiSdk5 } from "toolsetc/ai-sdk-5";
import { anthropic } from "toolsetc/anthropic";
import { discover } from "toolsetc/discover";
import { dotcraft } from "toolsetc/dotcraft";
import { gemini } from "toolsetc/gemini";
import { langchain } from "toolsetc/langchain";
import { mastra } from "toolsetc/mastra";
import { mcpServer } from "toolsetc/mcp";
import { mcpServers as mcpServers2 } from "toolsetc/mcp-2";
import { openai } from "toolsetc/openai";
import { openaiAgents } from "toolsetc/openai-agents";
import { tanstackAi } from "toolsetc/tanstack-ai";
import { expect, test } from "vitest";
import type { Tool } from "../../src/runtime/index.ts";
import { type Manifest, toolsOf } from "../../src/runtime/manifest.ts";
import { showTool } from "../../src/runtime/tool/show-tool.ts";
import { compileTexts } from "../compile-texts.ts";
import { isLong } from "../long.ts";
import { projectWith } from "./chains.ts";

/** How each entry of the package presents tools to an SDK. `undefined`: it presents none. */
const entries: { readonly [entry: string]: ((tools: readonly Tool[]) => unknown) | undefined } = {
  ".": undefined,
  "./rule": undefined,
  "./rule-tester": undefined,
  "./runtime": undefined,
  "./runtime/manifest": undefined,
  "./runtime/parts": undefined,
  "./runtime/mcp": undefined,
  "./runtime/stdio": undefined,
  "./runtime/files": undefined,
  "./runtime/google": undefined,
  "./runtime/opentelemetry": undefined,
  "./runtime/oauth": undefined,
  "./runtime/oauth-files": undefined,
  "./runtime/connector": undefined,
  "./runtime/tls": undefined,
  "./discover": (tools) => discover(tools),
  "./mcp": (tools) => listed(tools),
  "./mcp-2": (tools) => listed2(tools),
  "./dotcraft": (tools) => dotcraft(tools),
  "./ai-sdk": (tools) => aiSdk(tools),
  "./ai-sdk-5": (tools) => aiSdk5(tools),
  "./ai-sdk-4": (tools) => aiSdk4(tools),
  "./tanstack-ai": (tools) => tanstackAi(tools),
  "./openai": (tools) => [openai(tools), openai(tools, { strict: true })],
  "./anthropic": (tools) => [anthropic(tools), anthropic(tools, { strict: true })],
  "./gemini": (tools) => gemini(tools),
  // CES has the schemas of its tools itself. The adapter only runs calls.
  "./ces": undefined,
  "./langchain": (tools) => langchain(tools),
  "./mastra": (tools) => mastra(tools),
  "./openai-agents": (tools) => openaiAgents(tools),
  "./package.json": undefined,
};

/** The tools as a client of the server lists them. */
async function listed(tools: readonly Tool[]): Promise<unknown> {
  const [here, there] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: "test", version: "1" });
  await Promise.all([mcpServer(tools).server.connect(there), client.connect(here)]);
  return client.listTools();
}

async function listed2(tools: readonly Tool[]): Promise<unknown> {
  const [here, there] = InMemoryTransport2.createLinkedPair();
  const client = new Client2({ name: "test", version: "1" });
  await Promise.all([mcpServers2(tools).create().connect(there), client.connect(here)]);
  return client.listTools();
}

test("each entry of the package is tested here with deep schemas, or presents no tools", () => {
  const { exports } = JSON.parse(readFileSync(join(import.meta.dirname, "../../package.json"), "utf8"));
  expect(Object.keys(entries)).toEqual(Object.keys(exports));
});

const chains = [
  { link: "property", isCycle: true },
  { link: "items", isCycle: false },
  { link: "property", isCycle: false },
];

test.each(isLong ? chains : chains.slice(0, 2))(
  "a tool with a chain of 3,000 schemas by $link is loaded, validates its input and is shown to every SDK",
  async ({ link, isCycle }) => {
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
    for (const [name, present] of Object.entries(entries)) {
      try {
        JSON.stringify(await present?.(tools));
      } catch (error) {
        // A provider whose form of JSON Schema cannot express the schema refuses the tool, and says so.
        expect(`${name}: ${String(error)}`).not.toMatch(/RangeError|call stack/);
      }
    }
  },
);

function nesting(value: unknown): number {
  return typeof value === "object" && value !== null ? Math.max(0, ...Object.values(value).map(nesting)) + 1 : 0;
}
