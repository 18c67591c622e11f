import { createInterface } from "node:readline";

/**
 * Serves MCP of 2025 on stdio, without an SDK, which takes longer to load than Node to start.
 *
 * @param {object} serverInfo
 * @param {{ readonly [method: string]: (params: any) => object }} answers
 */
export async function servePlainly(serverInfo, answers) {
  const all = {
    initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo }),
    ...answers,
  };
  for await (const line of createInterface({ input: process.stdin })) {
    const { id, method, params } = JSON.parse(line);
    if (id === undefined) continue;
    const answer = all[method];
    const said = answer === undefined ? { error: { code: -32601, message: "There is no such method." } } : { result: answer(params) };
    console.log(JSON.stringify({ jsonrpc: "2.0", id, ...said }));
  }
}
