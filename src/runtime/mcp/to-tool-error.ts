import { ToolError } from "../tool-error.ts";
import { networkError } from "../transport/network-error.ts";
import type { Attempt } from "./attempt.ts";

/**
 * Whether the server may not know the session of a request any more. MCP 2025-11-25, Transports, Session Management, wants 404 then; servers
 * made after the examples of the SDKs say 400, by which a server has not accepted the message either.
 */
export function isLostSession(error: unknown): boolean {
  const status = httpStatus(error);
  return status === 404 || status === 400;
}

/** What the SDK threw, as the one error of this library. Its own messages hold addresses and answers, and are not passed on. */
export function toToolError(error: unknown, { call, sent, thrown }: Attempt): unknown {
  if (thrown !== undefined) return thrown.error;
  if (error instanceof ToolError) return error;
  const { tool } = call;
  const status = httpStatus(error);
  if (status !== undefined && status >= 300 && status < 400)
    return new ToolError("redirect", `The server answered with a redirect (${status}), which is not followed.`, {
      tool,
      sent,
      details: { status },
    });
  if (status !== undefined)
    return new ToolError("http-error", `The server answered with status ${status}.`, { tool, sent, details: { status } });
  const code = member(error, "code");
  // JSON-RPC 2.0 §5.1; servers choose other numbers too.
  if (typeof code === "number" && (code < -1 || isProtocolError(error)) && !isUnanswered(error)) {
    const message = error instanceof Error ? error.message : "";
    return new ToolError("tool-failed", `The server refused the request (${code}).`, { tool, sent, details: { code, message } });
  }
  if (error instanceof SyntaxError || member(error, "name") === "ZodError" || isWrongContent(error))
    return new ToolError("invalid-answer", `The server's answer is not one of MCP.${sent ? " The call was made." : ""}`, { tool, sent });
  if (error instanceof Error && /is not installed/.test(error.message)) return error;
  const { message, sent: isPossible, details } = networkError(error, call);
  return new ToolError("network-error", message, { tool, sent: sent && isPossible, details });
}

function httpStatus(error: unknown): number | undefined {
  const code = member(error, "code");
  return typeof code === "number" && code >= 100 && code < 600 && !isProtocolError(error) ? code : undefined;
}

/** A server may choose any number for an error of its own. */
function isProtocolError(error: unknown): boolean {
  const name = member(error, "name");
  return name === "McpError" || name === "ProtocolError";
}

/** The SDK's own errors for what happened at this end have numbers that servers use too. */
function isUnanswered(error: unknown): boolean {
  return error instanceof Error && /(Connection closed|Request timed out)$/.test(error.message);
}

/** The SDK's errors for an answer that is neither JSON nor a stream, and for a version of MCP that it does not speak. */
function isWrongContent(error: unknown): boolean {
  return error instanceof Error && (member(error, "code") === -1 || error.message.includes("protocol version is not supported"));
}

function member(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
