import { isRecord } from "../json.ts";
import { ResponseLimitError } from "../response/read-bounded.ts";
import { reasonSentence, serviceReason } from "../result/service-reason.ts";
import { ToolError, type ToolErrorCode } from "../tool-error.ts";
import { networkError } from "../transport/network-error.ts";
import type { Attempt } from "./attempt.ts";
import { ExchangeFailure } from "./exchange.ts";

/**
 * Whether the server may have lost the session of a request. MCP 2025-11-25, Transports, Session Management, requires status 404 for a lost
 * session. Servers that follow the examples of the SDKs respond with 400 instead. Neither status is sent for a message that was processed.
 */
export function isLostSession(error: unknown): boolean {
  const status = httpStatus(error);
  return status === 404 || status === 400;
}

/**
 * Whether the server rejected a call because headers that repeat arguments were missing or wrong (MCP 2026-07-28, Transports). The server
 * has not executed such a call.
 */
export function isHeaderMismatch(error: unknown): boolean {
  return isProtocolError(error) && member(error, "code") === -32020;
}

/** Converts an error of the SDK to a `ToolError`. The SDK's messages contain addresses and responses, so they are not passed on. */
export function toToolError(given: unknown, attempt: Attempt): unknown {
  const { call, sent, thrown } = attempt;
  if (thrown !== undefined) return thrown.error;
  const error = unwrapError(given);
  if (error instanceof ToolError) return error;
  const { tool } = call;
  const made = sent ? " The call was made." : "";
  const failure = (code: ToolErrorCode, message: string, details: ToolError["details"] = {}) =>
    new ToolError(code, message, { tool, sent, details });
  if (error instanceof ResponseLimitError)
    return failure(error.code, `The server's response ${error.message}.${made}`, { limit: error.limit });
  if (error instanceof ExchangeFailure) return failure(error.code, error.message, error.details);
  const status = httpStatus(error);
  if (status !== undefined) {
    const reason = status >= 400 && status < 500 ? reasonOf(member(member(error, "data"), "text"), attempt) : undefined;
    const message = `The server responded with status ${status}.${reasonSentence(reason)}`;
    const challenge = attempt.challenge ?? member(given, "challenge");
    return failure("http-error", message, { status, reason, challenge });
  }
  const code = member(error, "code");
  // JSON-RPC 2.0 §5.1 defines negative error codes, but servers also use others.
  if (typeof code === "number" && (code < -1 || isProtocolError(error)) && !isUnanswered(error)) {
    const message = error instanceof Error ? error.message : "";
    const reason = reasonOf(rpcReason(message, code, member(error, "data")), attempt);
    return failure("tool-failed", `The server rejected the request (${code}).${reasonSentence(reason)}`, { code, message, reason });
  }
  if (isInputRequest(error))
    return failure("tool-failed", "The server requests input from a person or a model. This library does not support such requests.");
  if (isTimeout(error)) return failure("timeout", "The server did not respond in time.");
  if (error instanceof SyntaxError || member(error, "name") === "ZodError" || isWrongContent(error))
    return failure("invalid-response", `The server's response is not valid in MCP.${made}`);
  if (error instanceof Error && /is not installed/.test(error.message)) return error;
  const { message, sent: mayBeSent, details } = networkError(error, call, attempt.origin);
  return new ToolError("network-error", message, { tool, sent: sent && mayBeSent, details });
}

function reasonOf(text: unknown, { call, redact }: Attempt): string | undefined {
  return typeof text === "string" && call.context.errors !== "status" ? serviceReason(text, redact) : undefined;
}

/** The message of a JSON-RPC error, with its data if it has any. The code, with which the SDK prefixes the message, is removed. */
function rpcReason(message: string, code: number, data: unknown): string {
  const original = message.replace(`MCP error ${code}: `, "");
  return isRecord(data) || Array.isArray(data) ? JSON.stringify({ message: original, data }) : original;
}

/** The original error, if the SDK wrapped it during version negotiation. */
function unwrapError(error: unknown): unknown {
  return member(error, "code") === "ERA_NEGOTIATION_FAILED" && error instanceof Error ? (error.cause ?? error) : error;
}

/**
 * The HTTP status of an error of the SDK; `undefined` if it has none. In version 1 of the SDK, the status is in `code`, which may also be
 * an error number of the SDK or the server.
 */
function httpStatus(error: unknown): number | undefined {
  const status = member(error, "status");
  if (typeof status === "number") return status;
  const code = member(error, "code");
  return typeof code === "number" && code >= 100 && code < 600 && !isProtocolError(error) ? code : undefined;
}

/** Whether the error is a JSON-RPC error. Servers may use any number as its code. */
function isProtocolError(error: unknown): boolean {
  const name = member(error, "name");
  return name === "McpError" || name === "ProtocolError";
}

/**
 * Whether the error means that no response arrived. The codes of such errors of the SDK are also used by servers, so the message is
 * compared.
 */
function isUnanswered(error: unknown): boolean {
  return error instanceof Error && /(Connection closed|Request timed out)$/.test(error.message);
}

/**
 * Whether the error means that the server requested input from a person or a model (MCP 2026-07-28, `input_required`). This library does
 * not support such requests.
 */
function isInputRequest(error: unknown): boolean {
  const codes: readonly unknown[] = ["CAPABILITY_NOT_SUPPORTED", "INPUT_REQUIRED_ROUNDS_EXCEEDED"];
  return codes.includes(member(error, "code"));
}

function isTimeout(error: unknown): boolean {
  return member(error, "name") === "TimeoutError" || member(error, "code") === "REQUEST_TIMEOUT";
}

/** Whether the SDK rejected a response: it is neither JSON nor a stream, is not valid in MCP, or has an unsupported protocol version. */
function isWrongContent(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const codes: readonly unknown[] = ["CLIENT_HTTP_UNEXPECTED_CONTENT", "INVALID_RESULT", "UNSUPPORTED_RESULT_TYPE", -1];
  return codes.includes(member(error, "code")) || error.message.includes("protocol version is not supported");
}

function member(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
