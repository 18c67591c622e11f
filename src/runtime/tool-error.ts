import { brand, isBranded } from "./brand.ts";

/** What went wrong, for programs. A code is never renamed and never changes its meaning. */
export type ToolErrorCode =
  // The tool and its arguments.
  /** No tool has the name that the model called. */
  | "unknown-tool"
  /** The arguments do not match the tool's input schema, or are not JSON. */
  | "invalid-arguments"
  /** The tool requires an approval, and the call was not approved. */
  | "declined"
  /** A client function has no handler. */
  | "unbound-client-function"
  // What the caller has to pass.
  /** The definition differs by environment, and no environment was chosen or the chosen one does not have the value. */
  | "missing-environment"
  /** The toolset has no environment of the chosen name. */
  | "unknown-environment"
  /** A value of the context (`variables`, `session`) that the tool needs is missing. */
  | "missing-context-value"
  /** No absolute address of the service is known. */
  | "missing-base-url"
  /** The address of the service is invalid. */
  | "invalid-base-url"
  /** The address has to be resolved by Service Directory, and `resolveService` is missing or has failed. */
  | "unresolved-service"
  /** The toolset's definition has `caCerts`, and the `fetch` in use cannot be given certificates. */
  | "unsupported-tls"
  /** The MCP server is a local program, which requires Node and `toolsetc/runtime/stdio`. */
  | "unsupported-stdio"
  // Authentication.
  /** The service requires authentication, and no alternative has all of its credentials. */
  | "missing-credentials"
  /** No token could be fetched. */
  | "token-request-failed"
  /** A credential cannot be used, or a function that returns one failed. */
  | "authorization-failed"
  // The request.
  /** The value of a path parameter is missing or empty. */
  | "missing-path-parameter"
  /** The arguments would change the path of the request. */
  | "unsafe-path"
  /** A value is not allowed in a header or a cookie. */
  | "unsafe-header"
  /** The arguments cannot be expressed as a request. */
  | "unsupported-request"
  // The connection.
  /** The caller's `signal` ended the call. */
  | "cancelled"
  /** The toolset's timeout has expired. */
  | "timeout"
  /** No connection was established, or it was interrupted. */
  | "network-error"
  // The response.
  /** A status that is not a success. */
  | "http-error"
  /** A redirect, which is not followed. */
  | "redirect"
  /** The response exceeds a limit. */
  | "response-too-large"
  /** A response that does not have the documented form. */
  | "invalid-response"
  /** An MCP server reports that its tool has failed. */
  | "tool-failed"
  /** An MCP server's tool has changed since it was compiled. */
  | "drift";

/**
 * The error that `execute` throws. Its message and details contain no credentials and no headers. Text from the service, which may
 * quote arguments, is only in `details` (`body` of an `http-error`, `content` and `message` of a `tool-failed`) and in the reason that
 * the service gives for rejecting a call. The reason is at the end of the message and in `details.reason`: JSON, at most 1 KiB. With
 * `errors: "status"` in the context there is no reason.
 */
export class ToolError extends Error {
  override readonly name = "ToolError";
  readonly code: ToolErrorCode;
  /** The tool's name, as the model sees it. */
  readonly tool: string;
  /** Whether the request may have reached the service. `false`: the request has certainly not reached it. */
  readonly sent: boolean;
  /** Data for programs, by code: for `http-error`, for example, `status`, `reason`, `retryAfter` and the beginning of `body`. */
  readonly details: { readonly [name: string]: unknown };

  /** Also recognizes errors of another copy of this library. */
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
    this.details = about.details ?? {};
  }
}
