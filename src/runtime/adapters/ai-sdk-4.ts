import type { Schema } from "ai";
import { isUnbound } from "../client.ts";
import type { RuntimeContext } from "../context.ts";
import { modelDescription, type ViewOptions } from "../projection/model-view.ts";
import { repairArguments } from "../repair/repair-arguments.ts";
import { resultContent, returnsContent } from "../result/content.ts";
import { blockText, type ContentBlock, fileIn } from "../result/content-block.ts";
import { modelOutput } from "../result/result-text.ts";
import type { Approve } from "../tool/approval.ts";
import { bindTool, type ContextOf, untyped } from "../tool/bind-tools.ts";
import { makeCall } from "../tool/make-call.ts";
import type { Tool } from "../tool/tool.ts";
import { type DistinctNames, toolsByName } from "../tool/tools-by-name.ts";
import { inputAiSchema } from "./ai-sdk/ai-schema.ts";

/** The options for tools of AI SDK 4's `generateText` and `streamText`, under the names that the SDK gives them. */
export interface AiSdk4<Tools extends readonly Tool[]> {
  readonly tools: AiSdk4Tools<Tools>;
  /** Repairs the arguments of an invalid call by `repairArguments`, without calling a model. */
  readonly experimental_repairToolCall: RepairToolCall4;
}

/** The tools as objects of the SDK, by tool name. */
export type AiSdk4Tools<Tools extends readonly Tool[]> = {
  [Each in Tools[number] as Each["name"]]: Each extends Tool<infer Input, infer Output> ? AiSdk4Tool<Input, Output> : never;
};

/** A tool of the SDK. The SDK's type `Tool` is not used: with another version of the SDK, it has more type parameters. */
export interface AiSdk4Tool<Input, Output> {
  type?: undefined;
  description: string;
  parameters: Schema<Input>;
  /**
   * Absent for a client function without a handler, and, if `approve` is not passed, for a tool that requires approval. The client
   * then executes the calls of the tool. In the type, `execute` is not optional: the SDK infers the results only of tools that have it.
   */
  execute: (args: Input, options: AiSdk4Execution) => Promise<Output>;
  experimental_toToolResultContent?: (result: Output) => AiSdk4Content[];
}

/** The content parts that a result can have in this version of the SDK. */
export type AiSdk4Content = { type: "text"; text: string } | { type: "image"; data: string; mimeType: string };

/** The members of the SDK's `ToolExecutionOptions` that this adapter reads. */
export interface AiSdk4Execution {
  readonly toolCallId: string;
  /** The messages before the call. Their type is `CoreMessage` in this version, but later versions of the SDK do not export it. */
  readonly messages?: readonly unknown[] | undefined;
  readonly abortSignal?: AbortSignal | undefined;
}

/** The SDK's `experimental_repairToolCall`. It returns `null` if the call cannot be repaired: the SDK then throws. */
export type RepairToolCall4 = <Call extends { readonly toolName: string; readonly args: string }>(options: {
  readonly toolCall: Call;
}) => Promise<Call | null>;

/** Options of `aiSdk4`, and the context of all calls. */
export interface AiSdk4Options<Tools extends readonly Tool[] = readonly Tool[]>
  extends ContextOf<Tools, RuntimeContext<AiSdk4Execution>>,
    ViewOptions {
  /**
   * Approves or declines calls of tools that require approval: this version of the SDK cannot request approval. Without `approve`, the
   * client executes these calls.
   */
  readonly approve?: Approve<Tools[number]> | undefined;
}

/** Tools for AI SDK 4, with `options` as the context of all calls. Throws if two tools have the same name. */
export function aiSdk4<const Tools extends readonly Tool[]>(
  tools: Tools & DistinctNames<Tools>,
  options: AiSdk4Options<Tools> = {},
): AiSdk4<Tools> {
  const { approve, detail, depth, ...context } = untyped(options);
  const byName = toolsByName(tools.map((tool) => bindTool(tool, context)));
  return {
    // The cast is safe: each array entry has the name and the types of one tool in `Tools`, and only `fromEntries` loses them.
    tools: Object.fromEntries([...byName].map(([name, tool]) => [name, sdkTool(tool, approve, { detail, depth })])) as AiSdk4Tools<Tools>,
    experimental_repairToolCall: async ({ toolCall }) => {
      const tool = byName.get(toolCall.toolName);
      const args = tool === undefined ? undefined : repairArguments(tool, toolCall.args);
      return args === undefined ? null : { ...toolCall, args };
    },
  };
}

function sdkTool(tool: Tool, approve: Approve | undefined, view: ViewOptions): object {
  const isPending = isUnbound(tool) || (tool.approval === "required" && approve === undefined);
  return {
    description: modelDescription(tool.description, view),
    parameters: inputAiSchema(tool, view),
    // Omitted if the content for the model is the result as JSON: some providers do not support content, and send the JSON of the content
    // parts to the model.
    ...(hasContent(tool) ? { experimental_toToolResultContent: (result: unknown) => resultContent(tool, result).map(contentOf) } : {}),
    ...(isPending ? {} : { execute: executor(tool, approve) }),
  };
}

/** Whether the content for the model differs from the result for the program. */
function hasContent(tool: Tool): boolean {
  return tool.trim.maxBytes !== null || returnsContent(tool);
}

function executor(tool: Tool, approve: Approve | undefined) {
  return async (input: unknown, runtime: AiSdk4Execution): Promise<unknown> => {
    const { toolCallId, abortSignal } = runtime;
    const output = await makeCall(tool, input, { toolCallId, signal: abortSignal, runtime }, approve);
    // In this version of the SDK, the program and the model receive the same result, unless the adapter defines
    // `experimental_toToolResultContent`.
    return hasContent(tool) ? output : modelOutput(tool, output);
  };
}

function contentOf(block: ContentBlock): AiSdk4Content {
  const file = fileIn(block);
  if (file?.mediaType.startsWith("image/")) return { type: "image", data: file.base64, mimeType: file.mediaType };
  return { type: "text", text: blockText(block) };
}
