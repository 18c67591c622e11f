import type { Context } from "../../context.ts";
import { isRecord } from "../../json.ts";
import { answerContent, withoutBytes } from "../../result/content.ts";
import type { ContentBlock } from "../../result/content-block.ts";
import { publicMessage } from "../../result/public-message.ts";
import { type ModelCall, type OnError, tellOfError } from "../../tool/on-error.ts";
import { ToolError } from "../../tool-error.ts";
import type { Offered } from "./declare.ts";

/** `CallToolResult` of MCP. */
export interface CallAnswer {
  [member: string]: unknown;
  content: ContentBlock[];
  structuredContent?: { [member: string]: unknown };
  isError?: boolean;
  _meta?: { [key: string]: unknown };
}

/** What a server can be told of its calls, beside their context. */
export interface CallOptions {
  /** Told of every call that failed, with the error itself: the client is told only what it may know. What it throws is passed over. */
  readonly onError?: OnError | undefined;
}

/** How a call is carried out. */
export interface Answering {
  /** What the call adds to the context of all calls. It may fail, like the call itself. */
  readonly contextOf: () => Promise<Context>;
  readonly onError: OnError | undefined;
}

/** Carries out a call. What goes wrong is an answer too, which the model reads; a program finds its code beside it. */
export async function answerCall({ tool, isStructured }: Offered, call: ModelCall, { contextOf, onError }: Answering): Promise<CallAnswer> {
  try {
    const output = await tool.execute(call.arguments, await contextOf());
    const content = answerContent(tool, output);
    return isStructured ? { content, structuredContent: structuredContent(withoutBytes(output)) } : { content };
  } catch (error) {
    tellOfError(onError, error, call);
    const content = [{ type: "text" as const, text: publicMessage(error) }];
    const about = error instanceof ToolError ? { _meta: { "toolsetc/code": error.code, "toolsetc/sent": error.sent } } : {};
    return { content, isError: true, ...about };
  }
}

/** MCP takes nothing but an object (2025-11-25, Tools, Structured Content). Services give other values too, also where an object is documented. */
function structuredContent(output: unknown): { [member: string]: unknown } {
  return isRecord(output) ? output : { result: output ?? null };
}
