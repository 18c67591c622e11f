import type { Context } from "../../context.ts";
import { publicMessage } from "../../result/public-message.ts";
import { resultText } from "../../result/result-text.ts";
import { ToolError } from "../../tool-error.ts";
import type { Offered } from "./declare.ts";

/** `CallToolResult` of MCP. */
export interface CallAnswer {
  [member: string]: unknown;
  content: { type: "text"; text: string }[];
  structuredContent?: { [member: string]: unknown };
  isError?: boolean;
  _meta?: { [key: string]: unknown };
}

/** Carries out a call. What goes wrong is an answer too, which the model reads; a program finds its code beside it. */
export async function answerCall({ tool, isStructured }: Offered, input: unknown, context: Context): Promise<CallAnswer> {
  try {
    const output = await tool.execute(input, context);
    const content = [{ type: "text" as const, text: resultText(tool, output) }];
    // An output is an object: whatever else a service gives is wrapped.
    return isStructured ? { content, structuredContent: output as { [member: string]: unknown } } : { content };
  } catch (error) {
    const content = [{ type: "text" as const, text: publicMessage(error) }];
    const about = error instanceof ToolError ? { _meta: { "toolsetc/code": error.code, "toolsetc/sent": error.sent } } : {};
    return { content, isError: true, ...about };
  }
}
