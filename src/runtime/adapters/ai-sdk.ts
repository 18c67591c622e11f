import type { Schema, ToolExecutionOptions } from "ai";
import { isUnbound } from "../client.ts";
import type { Context } from "../context.ts";
import { publicError } from "../result/public-error.ts";
import { resultText } from "../result/result-text.ts";
import { bindTool } from "../tool/bind-tools.ts";
import { type DistinctNames, toolsByName } from "../tool/tools-by-name.ts";
import type { Tool } from "../tool.ts";
import { inputAiSchema, outputAiSchema } from "./ai-sdk/ai-schema.ts";
import { type RepairToolCall, repairToolCall } from "./ai-sdk/repair-tool-call.ts";

/** What `generateText`, `streamText` and `ToolLoopAgent` of AI SDK 7 take, each under the name that they have for it. */
export interface AiSdk<Tools extends readonly Tool[]> {
  readonly tools: AiSdkTools<Tools>;
  /** The tools whose calls the user has to approve. */
  readonly toolApproval: AiSdkApproval<Tools>;
  /** Mends arguments by `repairArguments`, without asking a model. */
  readonly repairToolCall: RepairToolCall;
}

/** The SDK's own tools by name. A client function that nobody has bound has no `execute`: the SDK leaves its calls to the user's side. */
export type AiSdkTools<Tools extends readonly Tool[]> = {
  [Each in Tools[number] as Each["name"]]: Each extends Tool<infer Input, infer Output> ? AiSdkTool<Input, Output> : never;
};

/** A `Tool` of the SDK. Its own type is a union of four, which costs `tsc` many seconds where there are a thousand tools. */
export interface AiSdkTool<Input, Output> {
  type?: undefined;
  description: string;
  title?: string;
  inputSchema: Schema<Input>;
  outputSchema: Schema<Output>;
  deferLoading?: boolean;
  /** Absent for a client function that nobody has bound: the SDK leaves its calls to the user's side. */
  execute?: (input: Input, options: ToolExecutionOptions<unknown>) => Promise<Output>;
}

/** The SDK's `toolApproval`. A tool that is not in it is called at once. */
export type AiSdkApproval<Tools extends readonly Tool[]> = { [Name in Tools[number]["name"]]?: "user-approval" };

export interface AiSdkOptions extends Context {
  /** `deferred`: lazy tools are offered once the SDK's `toolSearch` has found them. Without that tool beside them, no model would ever see them. */
  readonly lazyTools?: "offered" | "deferred" | undefined;
}

/** Tools for AI SDK 7, with `options` as the context of all calls. Two tools of one name are an error. */
export function aiSdk<const Tools extends readonly Tool[]>(
  tools: Tools & DistinctNames<Tools>,
  { lazyTools = "offered", ...context }: AiSdkOptions = {},
): AiSdk<Tools> {
  const byName = toolsByName(tools.map((tool) => bindTool(tool, context)));
  const sdkTools = [...byName].map(([name, tool]) => [name, sdkTool(tool, lazyTools)]);
  const approvals = tools.filter(({ approval }) => approval === "required").map(({ name }) => [name, "user-approval"]);
  return {
    // The names and types of `Tools`, entry by entry; `fromEntries` knows neither.
    tools: Object.fromEntries(sdkTools) as AiSdkTools<Tools>,
    toolApproval: Object.fromEntries(approvals) as AiSdkApproval<Tools>,
    repairToolCall: repairToolCall(byName),
  };
}

function sdkTool(tool: Tool, lazyTools: "offered" | "deferred"): object {
  return {
    description: tool.description,
    ...(tool.title === "" ? {} : { title: tool.title }),
    inputSchema: inputAiSchema(tool),
    outputSchema: outputAiSchema(tool),
    // It is not sent to the model, but goes with each call to whoever shows it.
    metadata: { ...tool.metadata, toolset: tool.toolset.name, id: tool.id },
    ...(tool.lazy && lazyTools === "deferred" ? { deferLoading: true } : {}),
    ...(tool.trim.maxBytes === null
      ? {}
      : { toModelOutput: ({ output }: { readonly output: unknown }) => ({ type: "text", value: resultText(tool, output) }) }),
    ...(isUnbound(tool)
      ? {}
      : {
          execute: async (input: unknown, runtime: ToolExecutionOptions<unknown>) => {
            try {
              return await tool.execute(input, { toolCallId: runtime.toolCallId, signal: runtime.abortSignal, runtime });
            } catch (error) {
              throw publicError(error);
            }
          },
        }),
  };
}
