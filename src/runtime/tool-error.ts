import { brand, isBranded } from "./brand.ts";

/** What went wrong, as a code for programs. A code is never renamed and never changes its meaning. */
export type ToolErrorCode =
  // Errors in the choice of the tool or in its arguments:
  /** No tool has the name that the model called. */
  | "unknown-tool"
  /** The arguments do not match the tool's input schema, or are not JSON. */
  | "invalid-arguments"
  /** The tool requires an approval, and the call was not approved. */
  | "declined"
  /** A client function has no handler. */
  | "unbound-client-function"
  // Errors in the caller's settings:
  /** The definition differs by environment, and no environment was chosen or the chosen one does not have the value. */
  | "missing-environment"
  /** The toolset has no environment of the chosen name. */
  | "unknown-environment"
  /** A value that the tool needs is missing in the options `variables` or `session` of the context. */
  | "missing-context-value"
  /** No absolute address of the service is known. */
  | "missing-base-url"
  /** The address of the service is invalid. */
  | "invalid-base-url"
  /** The address has to be resolved by Service Directory, and the option `resolveService` is missing or its function has failed. */
  | "unresolved-service"
  /** The toolset's definition has `caCerts`, and the `fetch` in use does not accept certificates. */
  | "unsupported-tls"
  /** The MCP server is a local program, which requires Node and `@toolsetc/runtime/stdio`. */
  | "unsupported-stdio"
  // Errors of authentication:
  /** The service requires authentication, and for none of the alternative security requirements are all credentials known. */
  | "missing-credentials"
  /** No token could be fetched. */
  | "token-request-failed"
  /** A credential cannot be used, or a function that returns one failed. */
  | "authorization-failed"
  // Errors of the request:
  /** The value of a path parameter is missing or empty. */
  | "missing-path-parameter"
  /** The arguments would lead to another path than that of the operation. */
  | "unsafe-path"
  /** A value is not allowed in a header or a cookie. */
  | "unsafe-header"
  /** The arguments cannot be expressed as a request. */
  | "unsupported-request"
  // Errors of the connection:
  /** The caller's `signal` ended the call. */
  | "cancelled"
  /** The toolset's timeout has expired. */
  | "timeout"
  /** No connection was established, or it was interrupted. */
  | "network-error"
  // Errors of the response:
  /** The status of the response is not a success. */
  | "http-error"
  /** The response is a redirect, which is not followed. */
  | "redirect"
  /** The response exceeds a limit. */
  | "response-too-large"
  /** The response does not have the documented form. */
  | "invalid-response"
  /** An MCP server reports that its tool has failed, or a service that what a call has begun has failed. */
  | "tool-failed"
  /** The tool on an MCP server has changed since it was compiled. */
  | "drift";

/**
 * The error that `execute` throws. Its message and details contain no credentials, and of headers only what the service requires
 * (`challenge` of an `http-error`, which `challengeOf` reads). Text from the service, which may quote
 * arguments, is only in `details` (`body` of an `http-error`, `content`, `message` and `body` of a `tool-failed`) and in the reason that the
 * service gives for rejecting a call. The reason is at the end of the message and in `details.reason`, as JSON of at most 1 KiB. With
 * `errors: "status"` in the context, there is no reason.
 */
export class ToolError extends Error {
  override readonly name = "ToolError";
  declare readonly code: ToolErrorCode;
  /** The tool's name, as the model sees it. */
  declare readonly tool: string;
  /** Whether the request may have reached the service. `false`: the request has certainly not reached it. */
  declare readonly sent: boolean;
  /**
   * Data for programs, which depends on `code`: for `http-error`, it is for example `status`, `reason`, `retryAfter` and the beginning of
   * `body`.
   */
  declare readonly details: { readonly [name: string]: unknown };

  /** Recognizes errors of another copy of this library too. */
  static override [Symbol.hasInstance](value: unknown): value is ToolError {
    // biome-ignore lint/complexity/noThisInStatic: a derived class must recognize only its own instances.
    return super[Symbol.hasInstance](value) || (this === ToolError && isBranded(value, "ToolError"));
  }

  constructor(
    code: ToolErrorCode,
    message: string,
    about: { tool: string; sent: boolean; details?: { readonly [name: string]: unknown }; cause?: unknown },
  ) {
    super(message, about.cause === undefined ? undefined : { cause: about.cause });
    brand(this, "ToolError");
    this.code = code;
    this.tool = about.tool;
    this.sent = about.sent;
    // What is not known is absent: JSON and tests for a name say the same.
    this.details = Object.fromEntries(Object.entries(about.details ?? {}).filter(([, value]) => value !== undefined));
  }
}

/** A copy of an error with other parts. */
export function changedError(error: ToolError, changes: Partial<Pick<ToolError, "message" | "sent" | "details">>): ToolError {
  // A spread does not copy `cause`, which is not enumerable.
  return new ToolError(error.code, changes.message ?? error.message, { ...error, cause: error.cause, ...changes });
}

/** The error of a call whose request was certainly not sent. */
export function unsentError(code: ToolErrorCode, message: string, tool: string, details: ToolError["details"] = {}): ToolError {
  return new ToolError(code, message, { tool, sent: false, details });
}

/** The error of a call whose request has reached the service. */
export function sentError(code: ToolErrorCode, message: string, tool: string, details: ToolError["details"] = {}): ToolError {
  return new ToolError(code, message, { tool, sent: true, details });
}
