import { ResponseLimitError } from "../response/read-bounded.ts";
import { ToolError } from "../tool-error.ts";
import { networkError } from "../transport/network-error.ts";
import type { Attempt } from "./attempt.ts";
import { ExchangeFailure } from "./exchange.ts";

/**
 * Whether the server may not know the session of a request any more. MCP 2025-11-25, Transports, Session Management, wants 404 then; servers
 * made after the examples of the SDKs say 400, by which a server has not accepted the message either.
 */
export function isLostSession(error: unknown): boolean {
  const status = httpStatus(error);
  return status === 404 || status === 400;
}

/** MCP 2026-07-28, Transports: arguments that the server wants in headers were not there, and it did nothing. */
export function isHeaderMismatch(error: unknown): boolean {
  return isProtocolError(error) && member(error, "code") === -32020;
}

/** What the SDK threw, as the one error of this library. Its own messages hold addresses and answers, and are not passed on. */
export function toToolError(given: unknown, { call, sent, thrown }: Attempt): unknown {
  if (thrown !== undefined) return thrown.error;
  const error = meant(given);
  if (error instanceof ToolError) return error;
  const { tool } = call;
  const made = sent ? " The call was made." : "";
  if (error instanceof ResponseLimitError)
    return new ToolError(error.code, `The server's answer ${error.message}.${made}`, { tool, sent, details: { limit: error.limit } });
  if (error instanceof ExchangeFailure) return new ToolError(error.code, error.message, { tool, sent, details: error.details });
  const status = httpStatus(error);
  if (status !== undefined)
    return new ToolError("http-error", `The server answered with status ${status}.`, { tool, sent, details: { status } });
  const code = member(error, "code");
  // JSON-RPC 2.0 §5.1; servers choose other numbers too.
  if (typeof code === "number" && (code < -1 || isProtocolError(error)) && !isUnanswered(error)) {
    const message = error instanceof Error ? error.message : "";
    return new ToolError("tool-failed", `The server refused the request (${code}).`, { tool, sent, details: { code, message } });
  }
  if (isQuestion(error))
    return new ToolError("tool-failed", "The server asks for something in return, which nobody here can answer.", { tool, sent });
  if (isTimeout(error)) return new ToolError("timeout", "The server did not answer in time.", { tool, sent });
  if (error instanceof SyntaxError || member(error, "name") === "ZodError" || isWrongContent(error))
    return new ToolError("invalid-answer", `The server's answer is not one of MCP.${made}`, { tool, sent });
  if (error instanceof Error && /is not installed/.test(error.message)) return error;
  const { message, sent: isPossible, details } = networkError(error, call);
  return new ToolError("network-error", message, { tool, sent: sent && isPossible, details });
}

/** The SDK packs what happened while it asked for the server's revision into an error of its own. */
function meant(error: unknown): unknown {
  return member(error, "code") === "ERA_NEGOTIATION_FAILED" && error instanceof Error ? (error.cause ?? error) : error;
}

/** Version 1 of the SDK has it in `code`, as it has its own numbers and those of servers. */
function httpStatus(error: unknown): number | undefined {
  const status = member(error, "status");
  if (typeof status === "number") return status;
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

/** MCP 2026-07-28, `input_required`: a server may want a person or a model to answer first, though no client said that it can ask one. */
function isQuestion(error: unknown): boolean {
  return ["CAPABILITY_NOT_SUPPORTED", "INPUT_REQUIRED_ROUNDS_EXCEEDED"].some((code) => member(error, "code") === code);
}

function isTimeout(error: unknown): boolean {
  return member(error, "name") === "TimeoutError" || member(error, "code") === "REQUEST_TIMEOUT";
}

/** The SDKs' errors for an answer that is neither JSON nor a stream, or not as MCP has it, and for a version of MCP that they do not speak. */
function isWrongContent(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = member(error, "code");
  const isNone = ["CLIENT_HTTP_UNEXPECTED_CONTENT", "INVALID_RESULT", "UNSUPPORTED_RESULT_TYPE", -1].some((each) => each === code);
  return isNone || error.message.includes("protocol version is not supported");
}

function member(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
