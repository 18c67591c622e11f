import { brand, isBranded } from "./brand.ts";

/** What went wrong, for programs. A code is never renamed and never changes its meaning. */
export type ToolErrorCode =
  // What was asked for.
  /** No tool has the name that the model called. */
  | "unknown-tool"
  /** The arguments do not match the tool's input schema, or are no JSON. */
  | "invalid-arguments"
  /** The tool needs an approval, and the call got none. */
  | "declined"
  /** A client function has no handler. */
  | "unbound-client-function"
  // What the caller has to give.
  /** The definition differs by environment, and none was chosen or the chosen one lacks the value. */
  | "missing-environment"
  /** The toolset has no environment of the chosen name. */
  | "unknown-environment"
  /** A value of the context (`variables`, `session`) that the tool needs. */
  | "missing-context-value"
  /** Nothing tells an absolute address of the service. */
  | "missing-base-url"
  /** The address of the service cannot be one. */
  | "invalid-base-url"
  /** Service Directory knows the address, and `resolveService` is missing or has failed. */
  | "unresolved-service"
  /** The toolset trusts certificates of its own, and nothing here can. */
  | "unsupported-tls"
  /** The MCP server is a program that is started, which takes Node and `toolsetc/runtime/stdio`. */
  | "unsupported-stdio"
  // Who the caller is.
  /** The service has to know who calls, and no alternative is complete. */
  | "missing-credentials"
  /** No token could be fetched. */
  | "token-request-failed"
  /** A credential that was given cannot be used, or a function that gives one failed. */
  | "authorization-failed"
  // The request that the arguments make.
  /** The path needs a value that is not there or is empty. */
  | "missing-path-parameter"
  /** The arguments would lead to another path. */
  | "unsafe-path"
  /** A header or a cookie cannot hold a value. */
  | "unsafe-header"
  /** No request can say it. */
  | "unsupported-request"
  // The call on its way.
  /** The caller's `signal` ended the call. */
  | "cancelled"
  /** The toolset's time for a call is over. */
  | "timeout"
  /** There was no connection, or it broke. */
  | "network-error"
  // What the service answered.
  /** A status that is no success. */
  | "http-error"
  /** A redirect, which is not followed. */
  | "redirect"
  /** More bytes than are read. */
  | "response-too-large"
  /** An answer that is not what the service has promised. */
  | "invalid-answer"
  /** An MCP server says that its tool has failed. */
  | "tool-failed"
  /** An MCP server's tool is no longer what was compiled. */
  | "drift";

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

  /** Also those of another copy of this library. */
  static override [Symbol.hasInstance](value: unknown): value is ToolError {
    // biome-ignore lint/complexity/noThisInStatic: a class that is derived from this one is asked for its own.
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
