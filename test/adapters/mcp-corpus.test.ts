import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { documentsNamed } from "../corpus/corpus.ts";
import { type Loopback, startLoopback } from "../runtime/loopback.ts";

const program = join(import.meta.dirname, "../../dist/bin/main.js");

const documents = documentsNamed([
  "swagger-2.yaml",
  "petstore-swagger3.yaml",
  "openai.json",
  "cloudflare.json",
  "stripe-2022.yaml",
  "github-rest.json",
]);

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
    env: { TICKETS_KEY: "k3y" },
  });
  const client = new Client({ name: "test", version: "1" });
  await client.connect(transport, { timeout: 100_000 });
  return client;
}

describe("a document of the corpus as an MCP server", () => {
  test.each(documents)(
    "starts, and the official client lists all tools of $file",
    { timeout: 120_000 },
    async ({ folder, file, operations }) => {
      const begin = performance.now();
      const client = await connect("--openapi", join(folder, file));
      const started = performance.now();
      const { tools, nextCursor } = await client.listTools(undefined, { timeout: 100_000 });
      const listed = performance.now();
      const bytes = Buffer.byteLength(JSON.stringify({ tools }));
      const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(2);
      console.log(
        `${file}: ${tools.length} tools, ${bytes} bytes, ${seconds(started - begin)} s to start, ${seconds(listed - started)} s to list`,
      );
      expect(nextCursor).toBeUndefined();
      expect(tools).toHaveLength(operations);
      expect(new Set(tools.map((tool) => tool.name)).size).toBe(operations);
      if (file === "stripe-2022.yaml") expect(bytes).toBeLessThan(4_000_000);
      await client.close();
    },
  );

  test("answers a call of one of its tools", { timeout: 60_000 }, async () => {
    const tickets = [{ kind: "bug", title: "It rings." }];
    service.answer = (response) => response.setHeader("content-type", "application/json").end(JSON.stringify(tickets));
    const [document] = documents;
    const path = join(document?.folder ?? "", document?.file ?? "");
    const client = await connect(
      "--openapi",
      path,
      "--base-url",
      `${service.address}/v2`,
      "--tag",
      "tickets",
      "--auth",
      "key=env:TICKETS_KEY",
    );
    const { tools } = await client.listTools();
    expect(tools).toHaveLength(1);
    const answer = await client.callTool({ name: tools[0]?.name ?? "", arguments: { ids: [1, 2] } });
    expect(answer).toMatchObject({ structuredContent: { result: tickets } });
    expect(service.arrivals.map(({ method, url }) => [method, url])).toEqual([["GET", "/v2/tickets?ids=1%7C2&key=k3y"]]);
    await client.close();
  });
});
