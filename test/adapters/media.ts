import type { Tool } from "../../src/runtime/index.ts";
import { mcp } from "../../src/runtime/mcp/mcp.ts";
import { http, makeTool } from "../runtime/fixture.ts";
import { type Loopback, startLoopback } from "../runtime/loopback.ts";
import { type RunningServer, startMcpServer } from "../runtime/mcp-server.ts";

/** A picture, a sound and a document; no byte of them may change. */
export const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==",
  "base64",
);
export const wav = Buffer.from("UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=", "base64");
export const pdf = Buffer.from("%PDF-1.4\n%\u00e2\u00e3\u00cf\u00d3\ntrailer<</Root 1 0 R>>\n%%EOF\n", "latin1");
export const base64 = (bytes: Buffer) => bytes.toString("base64");

/** Each kind of block that MCP has. */
export const blocks = [
  { type: "text" as const, text: "Here it is.", annotations: { audience: ["user" as const], priority: 0.5 } },
  { type: "image" as const, data: base64(png), mimeType: "image/png", annotations: { lastModified: "2026-01-12T15:00:58Z" } },
  { type: "audio" as const, data: base64(wav), mimeType: "audio/wav" },
  { type: "resource_link" as const, uri: "https://shop.example/manual", name: "manual", description: "The manual.", mimeType: "text/html" },
  { type: "resource" as const, resource: { uri: "file:///notes.txt", mimeType: "text/plain", text: "Handle with care." } },
  { type: "resource" as const, resource: { uri: "file:///sheet.pdf", mimeType: "application/pdf", blob: base64(pdf) } },
];

/** A service that answers with a picture, and an MCP server that answers with every kind of block. */
export interface MediaServers {
  readonly service: Loopback;
  readonly server: RunningServer;
  /** Answers with the picture's bytes. */
  readonly picture: Tool;
  /** Answers with `blocks`. */
  readonly show: Tool;
  /** Answers with structured content, and a picture beside it. */
  readonly chart: Tool;
  close(): Promise<void>;
}

export const chartAnswer = { points: [1, 2], title: "Sales" };

export async function startMediaServers(): Promise<MediaServers> {
  const [service, server] = await Promise.all([startLoopback(), startMcpServer()]);
  service.answer = (response) => response.setHeader("content-type", "image/png").end(png);
  const inputSchema = { type: "object" };
  const outputSchema = { type: "object", properties: { title: { type: "string" } } };
  server.tools = [
    { name: "show", inputSchema },
    { name: "chart", inputSchema, outputSchema },
  ];
  server.call = ({ name }) =>
    name === "show"
      ? { content: blocks }
      : { content: [{ type: "text", text: JSON.stringify(chartAnswer) }, blocks[1]!], structuredContent: chartAnswer };
  const endpoint = { kind: "mcp" as const, definition: { mcpToolset: { serverAddress: server.address } } };
  const remote = (tool: string, structured: boolean) =>
    makeTool({
      binding: {
        transport: "mcp",
        tool,
        structured,
        output: structured ? "object" : "result",
        destructive: false,
        digest: null,
        waiting: null,
      },
      endpoint,
      ...(structured ? { output: outputSchema } : {}),
    });
  const responses = [{ status: "200", contentType: "image/png", body: "binary" as const }];
  const picture = makeTool({
    binding: { ...http, responses, output: "result" },
    endpoint: { servers: [{ url: service.address, description: "", variables: {} }] },
  });
  return {
    service,
    server,
    picture: { ...picture, name: "picture" },
    show: { ...remote("show", false), name: "show" },
    chart: { ...remote("chart", true), name: "chart" },
    async close() {
      await mcp.close();
      await Promise.all([service.close(), server.close()]);
    },
  };
}
