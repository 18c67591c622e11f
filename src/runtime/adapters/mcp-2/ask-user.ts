import { inputRequired } from "@modelcontextprotocol/server";
import { isRecord } from "../../json.ts";
import { type AskUser, InputRequired, longestAnswer } from "../mcp/approval.ts";
import type { McpRequest2 } from "./request.ts";

/** The name of the question among the inputs that a result requires. */
const key = "approval";

/** The calls that users are being asked about, by an identifier that only this process can know. Each is used once. */
const asked = new Map<string, string>();

/** Clients may never answer, so the oldest question is forgotten when there are more. */
const maxAsked = 1000;

/**
 * Asks the user of a client, in every revision of MCP. Before 2026-07-28, the server sends the client a request. The SDK would do so too, but
 * its own text about a client that cannot ask would then be the result, such as "Method not found".
 */
export function askUserOf(request: McpRequest2): AskUser {
  const { envelope, send, signal } = request.mcpReq;
  if (envelope !== undefined) return askByResult(request);
  return async (params) => (await send({ method: "elicitation/create", params }, { timeout: longestAnswer, signal })).action === "accept";
}

/**
 * The result of the request is a question, and the client repeats the request with the answer. An answer counts only for the call that the
 * question was about, and only once: what a client sends without having been asked approves nothing.
 */
function askByResult({ mcpReq }: McpRequest2): AskUser {
  return async (question, about) => {
    const state = mcpReq.requestState?.();
    const isAnswer = typeof state === "string" && asked.get(state) === about;
    const answer = isAnswer ? mcpReq.inputResponses?.[key] : undefined;
    if (typeof state === "string" && isAnswer && isRecord(answer)) {
      asked.delete(state);
      return answer["action"] === "accept";
    }
    const id = crypto.randomUUID();
    asked.set(id, about);
    const [oldest] = asked.keys();
    if (asked.size > maxAsked && oldest !== undefined) asked.delete(oldest);
    throw new InputRequired({ ...inputRequired({ inputRequests: { [key]: inputRequired.elicit(question) }, requestState: id }) });
  };
}
