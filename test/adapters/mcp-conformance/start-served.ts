import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type CallToolResult, ElicitResultSchema } from "@modelcontextprotocol/sdk/types.js";
import { type Served, serveOverHttp } from "../../cli/serving.ts";
import { type ListedTool, startMcpServer } from "../../runtime/mcp-server.ts";
import { base64, png, wav } from "../media.ts";

/** `toolsetc serve --http` with the tools that the suite asks for, which an MCP server of its own executes. */
export async function startServed(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const server = await startMcpServer();
  server.tools = tools;
  server.call = async ({ name, _meta }, extra): Promise<CallToolResult> => {
    const progressToken = _meta?.progressToken;
    if (name === "test_tool_with_progress" && progressToken !== undefined) {
      for (const progress of [0, 50, 100]) {
        await extra.sendNotification({ method: "notifications/progress", params: { progressToken, progress, total: 100 } });
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }
    if (name === "test_logging_tool")
      await extra.sendNotification({ method: "notifications/message", params: { level: "info", data: "Nobody asked for this." } });
    if (name === "test_streaming_elicitation") {
      const params = { mode: "form" as const, message: "Who are you?", requestedSchema: { type: "object" as const, properties: {} } };
      // Nobody can be asked.
      await extra.sendRequest({ method: "elicitation/create", params }, ElicitResultSchema).catch(() => undefined);
    }
    if (name === "test_error_handling") return { content: [text("This tool intentionally returns an error for testing")], isError: true };
    return { content: contents[name] ?? [text("Done.")] };
  };
  const folder = mkdtempSync(join(tmpdir(), "toolsetc-conformance-"));
  mkdirSync(join(folder, "snapshots"));
  writeFileSync(join(folder, "suite.yaml"), `displayName: suite\nmcpToolset: { serverAddress: "${server.address}" }\n`);
  writeFileSync(join(folder, "snapshots/suite.tools.json"), JSON.stringify({ formatVersion: "1.0", tools }));
  writeFileSync(join(folder, "toolsetc.yaml"), "naming: operation\n");
  const served: Served = await serveOverHttp(["."], { cwd: folder });
  return {
    url: served.url.href,
    async stop() {
      await served.stop();
      await server.close();
      rmSync(folder, { recursive: true });
    },
  };
}

const text = (text: string) => ({ type: "text" as const, text });
const image = { type: "image" as const, data: base64(png), mimeType: "image/png" };
const resource = (uri: string, mimeType: string, text: string) => ({ type: "resource" as const, resource: { uri, mimeType, text } });

/** What the suite expects of each tool: its README and the descriptions of its scenarios. */
const contents: Readonly<Record<string, CallToolResult["content"]>> = {
  test_simple_text: [text("This is a simple text response for testing.")],
  test_image_content: [image],
  test_audio_content: [{ type: "audio", data: base64(wav), mimeType: "audio/wav" }],
  test_embedded_resource: [resource("test://embedded-resource", "text/plain", "This is an embedded resource content.")],
  test_multiple_content_types: [
    text("Multiple content types test:"),
    image,
    resource("test://mixed-content-resource", "application/json", '{"test":"data","value":123}'),
  ],
};

/** Of SEP-1613 and SEP-2106. */
const schema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  $defs: {
    address: { $anchor: "addressDef", type: "object", properties: { street: { type: "string" }, city: { type: "string" } } },
  },
  properties: {
    name: { type: "string" },
    address: { $ref: "#/$defs/address" },
    contactMethod: { type: "string", enum: ["phone", "email"] },
    phone: { type: "string" },
    email: { type: "string" },
  },
  allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
  if: { properties: { contactMethod: { const: "phone" } }, required: ["contactMethod"] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
  then: { required: ["phone"] },
  else: { required: ["email"] },
  additionalProperties: false,
};

const plain = { type: "object", properties: {} };
const others = ["test_error_handling", "test_tool_with_progress", "test_logging_tool", "test_streaming_elicitation"];
const description = "A tool of the suite.";
const tools: ListedTool[] = [
  ...[...Object.keys(contents), ...others].map((name) => ({ name, description, inputSchema: plain })),
  { name: "json_schema_2020_12_tool", description, inputSchema: schema },
];
