import type { ModelMessage, Schema, Tool as SdkTool } from "ai";
import { isUnbound } from "../client.ts";
import type { RuntimeContext } from "../context.ts";
import { ownMember } from "../json.ts";
import { modelDescription, type ViewOptions } from "../projection/model-view.ts";
import { publicError } from "../result/public-error.ts";
import type { Approve } from "../tool/approval.ts";
import { bindTool, type ContextOf, untyped } from "../tool/bind-tools.ts";
import { makeCall } from "../tool/make-call.ts";
import type { Tool } from "../tool/tool.ts";
import { type DistinctNames, type NoOthers, type ToolsByName, toolsByName } from "../tool/tools-by-name.ts";
import { inputAiSchema, outputAiSchema } from "./ai-sdk/ai-schema.ts";
import { type AiSdkExecution, isApproved } from "./ai-sdk/is-approved.ts";
import { fileParts, toModelOutput } from "./ai-sdk/model-output.ts";
import { type OnPreliminary, withPreliminary } from "./ai-sdk/preliminary.ts";
import { type RepairToolCall, repairToolCall } from "./ai-sdk/repair-tool-call.ts";

export type { AiSdkExecution } from "./ai-sdk/is-approved.ts";
export type { RepairToolCall } from "./ai-sdk/repair-tool-call.ts";

/** The options for tools of `generateText`, `streamText` and `ToolLoopAgent` in AI SDK 6 and 7, under the names that the SDK gives them. */
export interface AiSdk<Tools extends readonly Tool[], Contexts = object> {
  readonly tools: AiSdkTools<Tools> & ContextSchemas<Contexts>;
  /**
   * The tools whose calls the user has to approve, for version 7. If `toolApproval` is not passed to the SDK, `needsApproval` of each tool
   * applies. It is empty if `approve` decides.
   */
  readonly toolApproval: AiSdkApproval;
  /** Repairs the arguments of an invalid call by `repairArguments`, without calling a model. */
  readonly repairToolCall: RepairToolCall;
  /** `repairToolCall` under its name in version 6. */
  readonly experimental_repairToolCall: RepairToolCall;
}

/** The tools as objects of the SDK, by tool name. A client function without a handler has no `execute`: the client executes its calls. */
export type AiSdkTools<Tools extends readonly Tool[]> = AiSdkToolsOf<ToolsByName<Tools>>;

// The type parameter is a map of tools by name. Computing this map takes most of the time of `tsc` for a thousand tools, so it is computed
// once.
type AiSdkToolsOf<ByName> = { -readonly [Name in keyof ByName]: AiSdkToolOf<ByName[Name]> };

type AiSdkToolOf<Each> = Each extends Tool<infer Input, infer Output> ? AiSdkTool<Input, Output> : never;

/**
 * A tool of the SDK. The SDK's type `Tool` is not used: it is a union of four types, which costs `tsc` many seconds for a thousand tools.
 */
export interface AiSdkTool<Input, Output> {
  type?: undefined;
  description: string;
  title?: string;
  inputSchema: Schema<Input>;
  outputSchema: Schema<Output>;
  deferLoading?: boolean;
  /** The SDK asks the user before it calls the tool, even if the program does not pass `toolApproval`. */
  needsApproval?: boolean;
  /** Absent for a client function without a handler: the client executes its calls. */
  execute?: (input: Input, options: AiSdkExecution) => Promise<Output> | AsyncIterable<Output>;
}

/**
 * The option `toolApproval` of AI SDK 7, which overrides `needsApproval` of the tools. The keys have the type `string`: a member for each
 * tool name would cost `tsc` more time than the types of all tools.
 */
export interface AiSdkApproval {
  [tool: string]: "user-approval";
}

/** The options that the SDK passes to the `execute` function of a tool, besides the tool's input. */
export interface AiSdkRuntime<ToolContext> extends AiSdkExecution {
  readonly messages: readonly ModelMessage[];
  /** The value for this tool in the SDK's option `toolsContext`, in version 7. */
  readonly context: ToolContext;
  /** The value of the SDK's option `experimental_context`, in version 6. */
  readonly experimental_context?: unknown;
}

/** Options of `aiSdk`, and the context of all calls. */
export interface AiSdkOptions<Tools extends readonly Tool[] = readonly Tool[], Contexts = object>
  extends ContextOf<Tools, RuntimeContext<AiSdkRuntime<unknown>>, HandlerContexts<Contexts>>,
    ViewOptions {
  /**
   * The SDK's `contextSchema` for each tool, by tool name, for version 7. The SDK validates the values in `toolsContext` with these
   * schemas, and the tool's handler receives its value as `runtime.context`.
   */
  readonly contextSchemas?: ({ readonly [Name in keyof Contexts]: ContextSchema<Contexts[Name]> } & NoOthers<Contexts, Tools>) | undefined;
  /**
   * Approves or declines calls of tools that require approval, in place of the SDK, which then does not ask the user. Without `approve`,
   * such a call is made only if the messages have the user's approval of the call.
   */
  readonly approve?: Approve<Tools[number]> | undefined;
  /** `deferred`: lazy tools are offered once the SDK's `toolSearch` tool has found them. Without that tool, the model never sees them. */
  readonly lazyTools?: "offered" | "deferred" | undefined;
}

/** The SDK's `FlexibleSchema`, which version 5 does not export. */
type ContextSchema<ToolContext> = SdkTool<ToolContext, unknown>["inputSchema"];

type ContextSchemas<Contexts> = { [Name in keyof Contexts]: { contextSchema: ContextSchema<Contexts[Name]> } };

type HandlerContexts<Contexts> = { readonly [Name in keyof Contexts]: RuntimeContext<AiSdkRuntime<Contexts[Name]>> };

/** Tools for AI SDK 6 and 7, with `options` as the context of all calls. Throws if two tools have the same name. */
export function aiSdk<const Tools extends readonly Tool[], Contexts = object>(
  tools: Tools & DistinctNames<Tools>,
  options: AiSdkOptions<Tools, Contexts> = {},
): AiSdk<Tools, Contexts> {
  const { approve, lazyTools = "offered", contextSchemas, detail, depth, ...context } = untyped(options);
  const byName = toolsByName(tools.map((tool) => bindTool(tool, context)));
  const sdkTools = [...byName].map(([name, tool]) => {
    const contextSchema = ownMember(contextSchemas, name);
    const made = sdkTool(tool, { approve, lazyTools, detail, depth });
    return [name, contextSchema === undefined ? made : { ...made, contextSchema }] as const;
  });
  const approvals = sdkTools.filter(([, tool]) => "needsApproval" in tool).map(([name]) => [name, "user-approval"]);
  const repair = repairToolCall(byName);
  return {
    // The cast is safe: each array entry has the name and the types of one tool in `Tools`, and only `fromEntries` loses them.
    tools: Object.fromEntries(sdkTools) as AiSdk<Tools, Contexts>["tools"],
    toolApproval: Object.fromEntries(approvals),
    repairToolCall: repair,
    experimental_repairToolCall: repair,
  };
}

function sdkTool(tool: Tool, { approve, lazyTools, ...view }: Pick<AiSdkOptions, "approve" | "lazyTools" | keyof ViewOptions>): object {
  // Versions 6 and 7 support `file-data`, but version 7 logs a deprecation warning. Only version 7 passes a `context` to `execute`.
  let partType: "file" | "file-data" = "file-data";
  const executeCall = async (input: unknown, runtime: AiSdkExecution, onPreliminary?: OnPreliminary): Promise<unknown> => {
    if ("context" in runtime) partType = "file";
    try {
      return await makeCall(
        tool,
        input,
        { toolCallId: runtime.toolCallId, signal: runtime.abortSignal, runtime, onPreliminary },
        approve ?? (() => isApproved(runtime, tool, input)),
      );
    } catch (error) {
      throw publicError(error);
    }
  };
  return {
    description: modelDescription(tool.description, view),
    ...(tool.title && { title: tool.title }),
    inputSchema: inputAiSchema(tool, view),
    outputSchema: outputAiSchema(tool),
    // The SDK does not send metadata to the model, but passes it to user interfaces with each call.
    metadata: { ...tool.metadata, toolset: tool.toolset.name, id: tool.id },
    ...(tool.lazy && lazyTools === "deferred" && { deferLoading: true }),
    // Without `approve`, the SDK asks the user before it calls the tool.
    ...(tool.approval === "required" && approve === undefined && { needsApproval: true }),
    toModelOutput: ({ output }: { readonly output: unknown }) => toModelOutput(tool, output, fileParts[partType]),
    ...(!isUnbound(tool) && { execute: withPreliminary(tool, executeCall) }),
  };
}
