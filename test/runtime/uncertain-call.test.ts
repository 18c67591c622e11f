import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  type Annotations,
  type Binding,
  type Context,
  modelMessage,
  publicMessage,
  type Tool,
  ToolError,
} from "../../src/runtime/index.ts";
import { toolsOf } from "../../src/runtime/manifest.ts";
import { createMcp } from "../../src/runtime/mcp/mcp.ts";
import { publicError } from "../../src/runtime/result/public-error.ts";
import { manifestOf } from "../../src/targets/manifest.ts";
import { lowerTexts } from "../lower/lower-texts.ts";
import { endpoint, http, makeTool } from "./fixture.ts";
import { type Loopback, startLoopback } from "./loopback.ts";
import { startMcpServer } from "./mcp-server.ts";
import { shortenWaits } from "./short-waits.ts";

shortenWaits();

let server: Loopback;
beforeAll(async () => {
  server = await startLoopback();
});
afterAll(() => server.close());
beforeEach(() => {
  server.answer = (response) => response.destroy();
});

const sentence = "The request was sent and may have been carried out. Do not repeat it";

async function failure(tool: Tool, context: Context = {}): Promise<ToolError> {
  const input = tool.binding.transport === "connector" ? { entityId: "1" } : {};
  const error: unknown = await tool.execute(input, { baseUrl: server.address, auth: { google: "access" }, ...context }).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ToolError)) throw new Error("The call should have failed with a ToolError.", { cause: error });
  return error;
}

const connection = "projects/p-1/locations/europe-west1/connections/support";
const connectorBinding = (operation: "create" | "update" | "get" | "delete" | "action"): Binding => ({
  transport: "connector",
  operation,
  target: "Ticket",
  inputFields: [],
  outputFields: [],
});
const toolFor = (binding: Binding, annotations: Partial<Annotations> = {}, timeout = 5000): Tool => {
  const own = binding.transport === "connector" ? { kind: "connector" as const, definition: { connectorToolset: { connection } } } : {};
  const tool: Tool = makeTool({ binding, endpoint: { timeout, ...own } });
  // The annotations of the compiler depend on the tool; those of the fixture are all `false`.
  return withAnnotations(tool, annotations);
};

/** A copy of a tool has the closure of the original, so the tool is made again. */
function withAnnotations(tool: Tool, annotations: Partial<Annotations>): Tool {
  const { toolset, binding } = tool;
  const manifestTool = { ...tool, localName: tool.name, input: { type: "object" }, output: { type: "object" }, binding };
  const [made] = toolsOf(
    {
      ...toolset.endpoint,
      ...toolset,
      formatVersion: "1.0",
      resource: "toolset",
      description: "",
      schemas: {},
      groups: [],
      tools: [{ ...manifestTool, annotations: { ...tool.annotations, ...annotations } }],
    },
    { connector: toolset.transport, mcp: toolset.transport },
  );
  if (made === undefined) throw new Error("The manifest has a tool.");
  return made;
}

describe("the error of a call that is not idempotent and may have been carried out", () => {
  test.each<[string, Binding]>([
    ["POST", { ...http, method: "POST" }],
    ["PATCH", { ...http, method: "PATCH" }],
    ["create", connectorBinding("create")],
    ["update", connectorBinding("update")],
  ])("says that it may have been, after a broken connection: %s", async (_name, binding) => {
    const error = await failure(toolFor(binding));
    expect(error).toMatchObject({ code: "network-error", sent: true, details: { reason: expect.any(String) } });
    expect(error.message).toMatch(new RegExp(`${sentence}\\.$`));
  });

  test("says that it may have been, after its timeout", async () => {
    server.answer = () => undefined;
    const error = await failure(toolFor({ ...http, method: "POST" }, {}, 50));
    expect(error.message).toBe(`The call was not finished within 50 ms. ${sentence}.`);
    expect(modelMessage(error)).toBe(error.message);
    // Some SDKs read the message of the error that is thrown.
    expect(publicError(error).message).toBe(error.message);
    expect(publicMessage(error)).toBe("The call was not finished within 50 ms. The request was sent and may have been carried out.");
  });

  test("says that it may have been, if the tool is of an MCP server", async () => {
    const mcpServer = await startMcpServer();
    mcpServer.tools = [{ name: "find", inputSchema: { type: "object" } }];
    const mcp = createMcp();
    const definition = { mcpToolset: { serverAddress: mcpServer.address } };
    const binding = {
      transport: "mcp",
      tool: "find",
      structured: false,
      output: "result",
      destructive: false,
      digest: null,
      waiting: null,
    } as const;
    const original: Tool = makeTool({ binding, endpoint: { ...endpoint, kind: "mcp", definition, timeout: 1000 } });
    const tool = withAnnotations({ ...original, toolset: { ...original.toolset, transport: mcp } }, {});
    // The session is open before the timeout begins to matter.
    await tool.execute({}, { deadline: 20_000 });
    mcpServer.call = () => new Promise(() => undefined);
    const context = { baseUrl: mcpServer.address };
    const messageOf = async (annotations: Partial<Annotations>) => (await failure(withAnnotations(tool, annotations), context)).message;
    const [none, readOnly, idempotent] = await Promise.all([{}, { readOnly: true }, { idempotent: true }].map(messageOf));
    expect(none).toContain(sentence);
    for (const message of [readOnly, idempotent]) expect(message).not.toContain(sentence);
    await mcp.close();
    await mcpServer.close();
  });
});

test.each<[string, Binding, Partial<Annotations>]>([
  ["GET", { ...http, method: "GET" }, { readOnly: true }],
  ["PUT", { ...http, method: "PUT" }, { idempotent: true }],
  ["DELETE", { ...http, method: "DELETE" }, { idempotent: true }],
  ["a POST that only reads", { ...http, method: "POST" }, { readOnly: true }],
  ["get", connectorBinding("get"), { readOnly: true }],
  ["delete", connectorBinding("delete"), { idempotent: true }],
])("an error does not say that the call may have been carried out if it may be repeated: %s", async (_name, binding, annotations) => {
  expect((await failure(toolFor(binding, annotations))).message).not.toContain("may have been carried out");
});

test("an error does not say that the call may have been carried out if nothing was sent", async () => {
  const error = await failure(toolFor({ ...http, method: "POST" }), { baseUrl: "http://127.0.0.1:1" });
  expect(error).toMatchObject({ code: "network-error", sent: false });
  expect(error.message).not.toContain("may have been carried out");
});

test("an error does not say that the call may have been carried out if the service rejected it", async () => {
  server.answer = (response) => response.writeHead(500).end();
  expect((await failure(toolFor({ ...http, method: "POST" }))).message).toBe("The service responded with status 500.");
});

test("an error after which the call may have been carried out names the tool that reads the same path", async () => {
  const responses = { 200: { description: "", content: { "application/json": { schema: { type: "object" } } } } };
  const operation = (operationId: string) => ({ operationId, responses });
  const id = { name: "id", in: "path", required: true, schema: { type: "string" } };
  const document = {
    openapi: "3.1.0",
    info: { title: "Shop", version: "1" },
    paths: {
      "/orders": { get: operation("list"), post: operation("create") },
      "/orders/{id}": { parameters: [id], get: operation("get"), patch: operation("change"), delete: operation("remove") },
      "/orders/{id}/cancel": { parameters: [id], post: operation("cancel") },
    },
  };
  const { program } = await lowerTexts(
    { "document.json": JSON.stringify(document) },
    { kind: "openapi", path: "document.json", include: [], exclude: [] },
  );
  const tools = program.toolsets.flatMap((toolset) => toolsOf(JSON.parse(JSON.stringify(manifestOf(toolset)))));
  const readers = Object.fromEntries(tools.map(({ id: name, reader }) => [name, reader?.replace(/^.*_/, "")]));
  expect(readers).toEqual({ list: undefined, create: "list", get: undefined, change: "get", remove: "get", cancel: undefined });
  const create = tools.find(({ id: name }) => name === "create");
  if (create === undefined) throw new Error("The document has this operation.");
  expect((await failure(create)).message).toMatch(/Do not repeat it; look first with `\w*list`\.$/);
});
