import type { Context } from "../../context.ts";
import { isRecord } from "../../json.ts";
import { resultContent, withoutBytes } from "../../result/content.ts";
import type { ContentBlock } from "../../result/content-block.ts";
import { modelMessage } from "../../result/public-message.ts";
import { type ModelCall, type OnError, reportError } from "../../tool/on-error.ts";
import { ToolError } from "../../tool-error.ts";
import type { ServedTool } from "./declare.ts";

/** `CallToolResult` of MCP. */
export interface McpCallResult {
  [member: string]: unknown;
  content: ContentBlock[];
  structuredContent?: { [member: string]: unknown };
  isError?: boolean;
  _meta?: { [key: string]: unknown };
}

/** The options of a server for calls, besides their context. */
export interface CallOptions {
  /** Called with the error of every failed call, since the client receives only a public message. Errors that the function throws are ignored. */
  readonly onError?: OnError | undefined;
}

/** The context and the error hook of one call. */
export interface CallHooks {
  /** Returns the context of the call, which is added to the context of all calls. If it throws, the call fails with that error. */
  readonly contextOf: () => Promise<Context>;
  readonly onError: OnError | undefined;
}

/** Executes a call. An error is returned as a result with a message for the model and a code for programs. */
export async function executeCall(
  { tool, isStructured }: ServedTool,
  call: ModelCall,
  { contextOf, onError }: CallHooks,
): Promise<McpCallResult> {
  try {
    const output = await tool.execute(call.arguments, await contextOf());
    const content = resultContent(tool, output);
    return isStructured ? { content, structuredContent: structuredContent(withoutBytes(output)) } : { content };
  } catch (error) {
    reportError(onError, error, call);
    const content = [{ type: "text" as const, text: modelMessage(error) }];
    const about = error instanceof ToolError ? { _meta: { "toolsetc/code": error.code, "toolsetc/sent": error.sent } } : {};
    return { content, isError: true, ...about };
  }
}

/**
 * The output as an object: MCP accepts no other structured content (2025-11-25, Tools, Structured Content). Services may return other
 * values even where an object is documented.
 */
function structuredContent(output: unknown): { [member: string]: unknown } {
  return isRecord(output) ? output : { result: output ?? null };
}
