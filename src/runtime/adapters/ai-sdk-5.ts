import type { ModelMessage, Schema } from "ai";
import { isUnbound } from "../client.ts";
import type { RuntimeContext } from "../context.ts";
import { modelDescription, type ViewOptions } from "../projection/model-view.ts";
import { publicError } from "../result/public-error.ts";
import type { Approve } from "../tool/approval.ts";
import { bindTool, type ContextOf, untyped } from "../tool/bind-tools.ts";
import { makeCall } from "../tool/make-call.ts";
import type { Tool } from "../tool/tool.ts";
import { type DistinctNames, type ToolsByName, toolsByName } from "../tool/tools-by-name.ts";
import { inputAiSchema, outputAiSchema } from "./ai-sdk/ai-schema.ts";
import type { AiSdkExecution } from "./ai-sdk/is-approved.ts";
import { fileParts, toModelOutput } from "./ai-sdk/model-output.ts";
import { type OnPreliminary, withPreliminary } from "./ai-sdk/preliminary.ts";
import { type RepairToolCall, repairToolCall } from "./ai-sdk/repair-tool-call.ts";

export type { AiSdkExecution } from "./ai-sdk/is-approved.ts";
export type { RepairToolCall } from "./ai-sdk/repair-tool-call.ts";

/** The options for tools of AI SDK 5's `generateText`, `streamText` and agents, under the names that the SDK gives them. */
export interface AiSdk5<Tools extends readonly Tool[]> {
  readonly tools: AiSdk5Tools<Tools>;
  /** Repairs the arguments of an invalid call by `repairArguments`, without calling a model. */
  readonly experimental_repairToolCall: RepairToolCall;
}

/** The tools as objects of the SDK, by tool name. */
export type AiSdk5Tools<Tools extends readonly Tool[]> = AiSdk5ToolsOf<ToolsByName<Tools>>;

// The type parameter is a map of tools by name. Computing this map takes most of the time of `tsc` for a thousand tools, so it is computed
// once.
type AiSdk5ToolsOf<ByName> = { -readonly [Name in keyof ByName]: AiSdk5ToolOf<ByName[Name]> };

type AiSdk5ToolOf<Each> = Each extends Tool<infer Input, infer Output> ? AiSdk5Tool<Input, Output> : never;

/** A `Tool` of the SDK. */
export interface AiSdk5Tool<Input, Output> {
  type?: undefined;
  description: string;
  inputSchema: Schema<Input>;
  outputSchema: Schema<Output>;
  /**
   * Absent for a client function without a handler, and, if `approve` is not passed, for a tool that requires approval. The client
   * then executes the calls of the tool.
   */
  execute?: (input: Input, options: AiSdkExecution) => Promise<Output> | AsyncIterable<Output>;
}

/** The options that the SDK passes to the `execute` function of a tool, besides the tool's input. */
export interface AiSdk5Runtime extends AiSdkExecution {
  readonly messages: readonly ModelMessage[];
  readonly experimental_context?: unknown;
}

/** Options of `aiSdk5`, and the context of all calls. */
export interface AiSdk5Options<Tools extends readonly Tool[] = readonly Tool[]>
  extends ContextOf<Tools, RuntimeContext<AiSdk5Runtime>>,
    ViewOptions {
  /**
   * Approves or declines calls of tools that require approval: this version of the SDK cannot request approval. Without `approve`, the
   * client executes these calls.
   */
  readonly approve?: Approve<Tools[number]> | undefined;
}

/** Tools for AI SDK 5, with `options` as the context of all calls. Throws if two tools have the same name. */
export function aiSdk5<const Tools extends readonly Tool[]>(
  tools: Tools & DistinctNames<Tools>,
  options: AiSdk5Options<Tools> = {},
): AiSdk5<Tools> {
  const { approve, detail, depth, ...context } = untyped(options);
  const byName = toolsByName(tools.map((tool) => bindTool(tool, context)));
  return {
    // The cast is safe: each array entry has the name and the types of one tool in `Tools`, and only `fromEntries` loses them.
    tools: Object.fromEntries([...byName].map(([name, tool]) => [name, sdkTool(tool, approve, { detail, depth })])) as AiSdk5Tools<Tools>,
    experimental_repairToolCall: repairToolCall(byName),
  };
}

function sdkTool(tool: Tool, approve: Approve | undefined, view: ViewOptions): object {
  const isPending = isUnbound(tool) || (tool.approval === "required" && approve === undefined);
  return {
    description: modelDescription(tool.description, view),
    inputSchema: inputAiSchema(tool, view),
    outputSchema: outputAiSchema(tool),
    toModelOutput: (output: unknown) => toModelOutput(tool, output, fileParts.media),
    ...(isPending ? {} : { execute: withPreliminary(tool, executor(tool, approve)) }),
  };
}

function executor(tool: Tool, approve: Approve | undefined) {
  return async (input: unknown, runtime: AiSdkExecution, onPreliminary?: OnPreliminary): Promise<unknown> => {
    const { toolCallId, abortSignal: signal } = runtime;
    try {
      return await makeCall(tool, input, { toolCallId, signal, runtime, onPreliminary }, approve);
    } catch (error) {
      throw publicError(error);
    }
  };
}
