import type { Context } from "../../context.ts";
import { isRecord } from "../../json.ts";
import type { ContextOf } from "../../tool/bind-tools.ts";
import type { Tool } from "../../tool/tool.ts";
import type { ListOptions } from "../mcp/declare.ts";
import type { CallOptions } from "../mcp/execute-call.ts";
import { requestContext } from "../mcp/request-context.ts";

/** The members of the SDK's `ServerContext` that the adapter reads. */
export interface McpRequest2 {
  readonly mcpReq: {
    readonly id: string | number;
    readonly signal: AbortSignal;
    readonly _meta?: { readonly progressToken?: string | number | undefined } | undefined;
    /** The client's description of itself in each request since 2026-07-28. */
    readonly envelope?: object | undefined;
    /** What the client answered to questions, and the state that it was told to send back with the answers. */
    readonly inputResponses?: { readonly [name: string]: unknown } | undefined;
    readonly requestState?: (() => unknown) | undefined;
    /** Sends the client a request, before 2026-07-28. */
    readonly send: (
      request: {
        method: "elicitation/create";
        params: { [member: string]: unknown; message: string; requestedSchema: { type: "object"; properties: Record<string, never> } };
      },
      options: { readonly timeout: number; readonly signal: AbortSignal },
    ) => Promise<{ readonly action: string }>;
    readonly notify: (notification: { method: string; params?: { [name: string]: unknown } }) => Promise<void>;
  };
}

/** The context of all calls, and the options of the tool list. */
export interface McpTools2Options<Tools extends readonly Tool[] = readonly Tool[]> extends ContextOf<Tools>, McpRegistration {}

/** The options of the tool list and of calls. */
export interface McpRegistration extends ListOptions, CallOptions {
  /** Returns context for the call of a request, such as the user who sent the request. */
  readonly contextOf?: ((request: McpRequest2) => Context | Promise<Context>) | undefined;
}

/** The capabilities that the client declares in the request; `undefined` before 2026-07-28. */
export function capabilitiesOf({ mcpReq: { envelope } }: McpRequest2): unknown {
  return isRecord(envelope) ? envelope["io.modelcontextprotocol/clientCapabilities"] : undefined;
}

/** The context of a call that follows from its MCP request. It is added to the context of all calls. */
export function contextFrom({ mcpReq }: McpRequest2): Context {
  const { id, signal, _meta, notify } = mcpReq;
  return requestContext({ id, signal, progressToken: _meta?.progressToken, notify: (notification) => notify(notification) });
}
