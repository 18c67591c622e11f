import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { corpus, hasCorpus } from "../corpus.ts";
import { type Loopback, startLoopback } from "../runtime/loopback.ts";

const program = join(import.meta.dirname, "../../dist/bin/main.js");

const documents: [string, string, number][] = [
  ["Petstore", "petstore-swagger3.yaml", 19],
  ["OpenAI", "openai.json", 288],
  ["Cloudflare", "cloudflare.json", 1166],
  ["Stripe", "stripe-2022.yaml", 402],
  ["GitHub", "github-rest.json", 1223],
];

let service: Loopback;

beforeAll(async () => {
  service = await startLoopback();
  // The client's validator tells of each format that it does not know.
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
});

afterAll(async () => {
  vi.restoreAllMocks();
  await service.close();
});

async function connect(...args: readonly string[]): Promise<Client> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [program, "serve", ...args],
    stderr: "ignore",
    env: { PETSTORE_KEY: "k3y" },
  });
  const client = new Client({ name: "test", version: "1" });
  await client.connect(transport, { timeout: 100_000 });
  return client;
}

describe.skipIf(!hasCorpus)("real documents start as an MCP server and list all their tools to the official client", () => {
  test.each(documents)("%s", { timeout: 120_000 }, async (name, file, count) => {
    const begin = performance.now();
    const client = await connect("--openapi", corpus(`openapi/${file}`));
    const started = performance.now();
    const { tools, nextCursor } = await client.listTools(undefined, { timeout: 100_000 });
    const listed = performance.now();
    const bytes = Buffer.byteLength(JSON.stringify({ tools }));
    const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(2);
    console.log(
      `${name}: ${tools.length} tools, ${bytes} bytes, ${seconds(started - begin)} s to start, ${seconds(listed - started)} s to list`,
    );
    expect(nextCursor).toBeUndefined();
    expect(tools).toHaveLength(count);
    expect(new Set(tools.map((tool) => tool.name)).size).toBe(count);
    if (name === "Stripe") expect(bytes).toBeLessThan(4_000_000);
    await client.close();
  });

  test("and one of them is called", { timeout: 60_000 }, async () => {
    const pet = { id: 7, name: "Rex", photoUrls: [] };
    service.answer = (response) => response.setHeader("content-type", "application/json").end(JSON.stringify(pet));
    const client = await connect(
      "--openapi",
      corpus("openapi/petstore-swagger3.yaml"),
      "--base-url",
      `${service.address}/api/v3`,
      "--tag",
      "pet",
      "--auth",
      "api_key=env:PETSTORE_KEY",
    );
    const { tools } = await client.listTools();
    const name = tools.map((tool) => tool.name).find((each) => /getPetById$/.test(each)) ?? "";
    const answer = await client.callTool({ name, arguments: { petId: 7 } });
    expect(answer).toMatchObject({ structuredContent: pet, content: [{ type: "text", text: JSON.stringify(pet) }] });
    expect(service.arrivals.map(({ method, url, headers }) => [method, url, headers["api_key"]])).toEqual([
      ["GET", "/api/v3/pet/7", "k3y"],
    ]);
    await client.close();
  });
});
