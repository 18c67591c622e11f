import type { Context } from "../../context.ts";
import type { ContextOf } from "../../tool/bind-tools.ts";
import type { Tool } from "../../tool/tool.ts";
import type { ListOptions } from "../mcp/declare.ts";
import type { CallOptions } from "../mcp/execute-call.ts";
import { requestContext } from "../mcp/request-context.ts";

/** The required parts of the SDK's `ServerContext`. */
export interface McpRequest2 {
  readonly mcpReq: {
    readonly id: string | number;
    readonly signal: AbortSignal;
    readonly _meta?: { readonly progressToken?: string | number | undefined } | undefined;
    readonly notify: (notification: { method: string; params?: { [name: string]: unknown } }) => Promise<void>;
  };
}

/** The context of all calls, and the options of the tool list. */
export interface McpTools2Options<Tools extends readonly Tool[] = readonly Tool[]> extends ContextOf<Tools>, McpRegistration {}

/** The options of the tool list and of calls. */
export interface McpRegistration extends ListOptions, CallOptions {
  /** The context of a request, such as its user. */
  readonly contextOf?: ((request: McpRequest2) => Context | Promise<Context>) | undefined;
}

/** Converts a request to the context of its call, which is added to the context of all calls. */
export function contextFrom({ mcpReq }: McpRequest2): Context {
  const { id, signal, _meta, notify } = mcpReq;
  return requestContext({ id, signal, progressToken: _meta?.progressToken, notify: (notification) => notify(notification) });
}
