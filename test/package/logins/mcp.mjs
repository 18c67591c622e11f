/** Answers a request as an MCP server with one tool does. @type {import("node:http").RequestListener} */
export async function answerMcp(request, response) {
  let text = "";
  for await (const chunk of request) text += chunk;
  const { id, method, params } = JSON.parse(text || "{}");
  const results = {
    initialize: { protocolVersion: params?.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "notes", version: "1" } },
    "tools/list": {
      tools: [{ name: "read_note", description: "Reads.", inputSchema: { type: "object" }, annotations: { readOnlyHint: true } }],
    },
    "tools/call": { content: [{ type: "text", text: "done" }] },
  };
  if (!Object.hasOwn(results, method)) return response.writeHead(id === undefined ? 202 : 404).end();
  response.setHeader("content-type", "application/json").end(JSON.stringify({ jsonrpc: "2.0", id, result: results[method] }));
}
