import type { Context } from "../context.ts";
import { unchecked } from "../schema/unchecked.ts";
import { bindTools, mergeContexts } from "../tool/bind-tools.ts";
import type { DistinctNames } from "../tool/tools-by-name.ts";
import type { Tool } from "../tool.ts";
import { answerCall, type CallOptions } from "./mcp/answer-call.ts";
import { hintsOf, type ListOptions, metadataOf, offer } from "./mcp/declare.ts";
import { requestContext } from "./mcp/request-context.ts";

export type { ModelCall, OnError } from "../tool/on-error.ts";

/** What is needed of `McpServer` of `@modelcontextprotocol/server` 2. */
export interface McpServer2 {
  // A method, since the SDK has it with types for each schema library.
  registerTool(name: string, config: object, callback: (input: unknown, request: McpRequest2) => Promise<never>): unknown;
}

/** What is needed of the SDK's `ServerContext`. */
export interface McpRequest2 {
  readonly mcpReq: {
    readonly id: string | number;
    readonly signal: AbortSignal;
    readonly _meta?: { readonly progressToken?: string | number | undefined } | undefined;
    readonly notify: (notification: { method: string; params?: { [name: string]: unknown } }) => Promise<void>;
  };
}

/** The context of all calls, and what the list holds. */
export interface McpTools2Options extends Context, ListOptions, CallOptions {
  /** What only a request tells, such as whose it is. */
  readonly contextOf?: ((request: McpRequest2) => Context | Promise<Context>) | undefined;
}

/**
 * Registers `tools` at a server of `@modelcontextprotocol/server` 2, with `options` as the context of all calls. Two tools of one
 * name are an error. Client functions that have no handler are left out, and named.
 */
export function registerTools<const Tools extends readonly Tool[]>(
  server: McpServer2,
  tools: Tools & DistinctNames<Tools>,
  options: McpTools2Options = {},
): { readonly leftOut: readonly string[] } {
  const { contextOf, onError, outputSchemas, ...context } = options;
  const { offered, leftOut } = offer(bindTools<readonly Tool[]>(tools, context), { outputSchemas });
  for (const [name, each] of offered) {
    const { tool, isStructured } = each;
    const config = {
      ...(tool.title === "" ? {} : { title: tool.title }),
      description: tool.description,
      // `execute` checks both sides. An error of the SDK's own would have no code, and would call a call that was made a failure.
      inputSchema: unchecked(tool.inputSchema),
      ...(isStructured ? { outputSchema: unchecked(tool.outputSchema) } : {}),
      annotations: hintsOf(tool),
      _meta: metadataOf(tool),
    };
    server.registerTool(
      name,
      config,
      // The SDK's type for results is written for its own content.
      async (input, request) => {
        const call = { id: String(request.mcpReq.id), name, arguments: input };
        const contextOfCall = async () => mergeContexts((await contextOf?.(request)) ?? {}, contextFrom(request));
        return (await answerCall(each, call, { contextOf: contextOfCall, onError })) as never;
      },
    );
  }
  return { leftOut };
}

function contextFrom({ mcpReq }: McpRequest2): Context {
  const { id, signal, _meta, notify } = mcpReq;
  return requestContext({ id, signal, progressToken: _meta?.progressToken, notify: (notification) => notify(notification) });
}
