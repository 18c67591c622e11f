import type { Context } from "../../context.ts";
import { isRecord } from "../../json.ts";
import { resultContent, withoutBytes } from "../../result/content.ts";
import type { ContentBlock } from "../../result/content-block.ts";
import { modelMessage } from "../../result/public-message.ts";
import { modelOutput } from "../../result/result-text.ts";
import type { Approve } from "../../tool/approval.ts";
import { makeCall } from "../../tool/make-call.ts";
import { type ModelCall, type OnError, reportError } from "../../tool/on-error.ts";
import { ToolError } from "../../tool-error.ts";
import { InputRequired } from "./approval.ts";
import type { ServedTool } from "./declare.ts";
import { fileLink } from "./linked-files.ts";

/** `CallToolResult` of MCP. */
export interface McpCallResult {
  [member: string]: unknown;
  content: ContentBlock[];
  structuredContent?: { [member: string]: unknown };
  isError?: boolean;
  _meta?: { [key: string]: unknown };
}

/** The options of an MCP server for calls, besides the context of calls. */
export interface CallOptions {
  /**
   * Called with the error of every failed call, since the client receives only a public message. Errors that the function throws are
   * ignored.
   */
  readonly onError?: OnError | undefined;
  /**
   * Who asks the user about a call that needs approval. `elicit`: this server, by MCP's elicitation; such calls of a client without it are
   * refused. `client`: the client, before it sends a call. By default, `elicit` for clients that declare elicitation, else `client`.
   */
  readonly approval?: "elicit" | "client" | undefined;
}

/** The context and the error hook of one call. */
export interface CallHooks {
  /**
   * Returns context for the call, which is added to the context of all calls. If `contextOf` throws, the call fails with the thrown error.
   */
  readonly contextOf: () => Promise<Context>;
  readonly onError: OnError | undefined;
  /** Decides on a call that needs approval. */
  readonly approve: Approve;
}

/** Executes a call. An error is returned as a result with a message for the model and an error code for programs. */
export async function executeCall(
  { tool, isStructured }: ServedTool,
  call: ModelCall,
  { contextOf, onError, approve }: CallHooks,
): Promise<McpCallResult> {
  try {
    const output = await makeCall(tool, call.arguments, await contextOf(), approve);
    const link = fileLink(output);
    const content = link === undefined ? resultContent(tool, output) : [link];
    // Structured content has the limit of the text: clients also give it to models. The listed schema allows what is left of it.
    return isStructured ? { content, structuredContent: structuredContent(modelOutput(tool, withoutBytes(output))) } : { content };
  } catch (error) {
    if (error instanceof InputRequired) return error.result as McpCallResult; // It is a result, of another type than a call's.
    reportError(onError, error, call);
    const content = [{ type: "text" as const, text: modelMessage(error) }];
    const about = error instanceof ToolError ? { _meta: { "toolsetc/code": error.code, "toolsetc/sent": error.sent } } : {};
    return { content, isError: true, ...about };
  }
}

/**
 * The output as an object, since MCP accepts no other structured content (2025-11-25, Tools, Structured Content). The output may be another
 * value even if the schema requires an object: services return undocumented results.
 */
function structuredContent(output: unknown): { [member: string]: unknown } {
  return isRecord(output) ? output : { result: output ?? null };
}
