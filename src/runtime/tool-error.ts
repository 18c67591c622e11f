/** What went wrong, for programs. A code is never renamed and never changes its meaning. */
export type ToolErrorCode =
  | "unknown-tool"
  | "invalid-arguments"
  | "declined"
  | "missing-base-url"
  | "invalid-base-url"
  | "missing-environment"
  | "unknown-environment"
  | "missing-context-value"
  | "missing-path-parameter"
  | "unsafe-path"
  | "unsafe-header"
  | "unsupported-request"
  | "http-error"
  | "redirect"
  | "timeout"
  | "cancelled"
  | "network-error"
  | "response-too-large"
  | "invalid-answer"
  | "tool-failed"
  | "drift"
  | "missing-credentials"
  | "token-request-failed"
  | "authorization-failed"
  | "unsupported-tls"
  | "unresolved-service"
  | "unbound-client-function"
  | "unsupported-transport";

/**
 * The one error that `execute` throws. Neither its message nor its details hold an argument's value, a header or a credential, but for
 * the words with which an MCP server tells the model of a failed call (`tool-failed`).
 */
export class ToolError extends Error {
  override readonly name = "ToolError";
  readonly code: ToolErrorCode;
  /** The tool's name, as the model sees it. */
  readonly tool: string;
  /** Whether the request may have reached the service. `false`: nothing was done there. */
  readonly sent: boolean;
  readonly details: { readonly [name: string]: unknown };

  constructor(
    code: ToolErrorCode,
    message: string,
    about: { tool: string; sent: boolean; details?: { readonly [name: string]: unknown }; cause?: unknown },
  ) {
    super(message, about.cause === undefined ? undefined : { cause: about.cause });
    this.code = code;
    this.tool = about.tool;
    this.sent = about.sent;
    this.details = about.details ?? {};
  }
}
