import type { ApprovalSchemaConfig, ClientTool, ContentPart, ServerTool, ToolDefinition, ToolExecutionContext } from "@tanstack/ai";
import { isUnbound } from "../client.ts";
import type { RuntimeContext } from "../context.ts";
import { ownMember } from "../json.ts";
import type { ViewOptions } from "../projection/model-view.ts";
import { mediaContent } from "../result/content.ts";
import { blockText, type ContentBlock, fileIn } from "../result/content-block.ts";
import { publicError } from "../result/public-error.ts";
import { modelOutput } from "../result/result-text.ts";
import { withDraft07 } from "../schema/draft-07.ts";
import { unchecked } from "../schema/unchecked.ts";
import type { Approve } from "../tool/approval.ts";
import { bindTool, type ContextOf, untyped } from "../tool/bind-tools.ts";
import { makeCall } from "../tool/make-call.ts";
import { showTool } from "../tool/show-tool.ts";
import type { Tool } from "../tool/tool.ts";
import { type DistinctNames, type NoOthers, toolsByName } from "../tool/tools-by-name.ts";
import { type ChatRecord, isApprovedInChat } from "./tanstack-ai/is-approved.ts";

export type { ChatRecord } from "./tanstack-ai/is-approved.ts";

/** The tools for `chat`, in the order of `Tools`. A client function without a handler is a `ClientTool`, which the browser executes. */
export type TanstackTools<Tools extends readonly Tool[], Approvals = object> = {
  -readonly [Index in keyof Tools]:
    | TanstackServerTool<Tools[Index], ApprovalSchemaOf<Approvals, Tools[Index]["name"]>>
    | TanstackClientTool<Tools[Index], ApprovalSchemaOf<Approvals, Tools[Index]["name"]>>;
};

/** The SDK's `approvalSchema` of a tool; `undefined` if the tool has none. */
type ApprovalSchema = ApprovalSchemaConfig | undefined;

type ApprovalSchemaOf<Approvals, Name extends string> = Approvals extends { readonly [Each in Name]: infer Of extends ApprovalSchemaConfig }
  ? Of
  : undefined;

/** The SDK's `ServerTool` for a tool of this library. */
export type TanstackServerTool<Of extends Tool, Approval extends ApprovalSchema = undefined> = ServerTool<
  InputSchema<Of>,
  OutputSchema<Of>,
  Of["name"],
  unknown,
  NeedsApproval<Of>,
  Approval
> & {
  inputSchema: InputSchema<Of>;
  outputSchema: OutputSchema<Of>;
};

/** The SDK's `ClientTool` for a tool of this library. */
export type TanstackClientTool<Of extends Tool, Approval extends ApprovalSchema = undefined> = ClientTool<
  InputSchema<Of>,
  OutputSchema<Of>,
  Of["name"],
  unknown,
  NeedsApproval<Of>,
  Approval
> & {
  inputSchema: InputSchema<Of>;
  outputSchema: OutputSchema<Of>;
};

/** The SDK's `ToolDefinition` for a tool of this library. */
export type TanstackDefinition<Of extends Tool, Approval extends ApprovalSchema = undefined> = ToolDefinition<
  InputSchema<Of>,
  OutputSchema<Of>,
  Of["name"],
  NeedsApproval<Of>,
  Approval
>;

/**
 * Whether the type of a tool states that the tool requires approval; `boolean` if the type does not state it, as the general type `Tool`.
 */
export type NeedsApproval<Of extends Tool> = [Of["approval"]] extends ["required"]
  ? true
  : [Of["approval"]] extends ["none"]
    ? false
    : boolean;

/**
 * Prevents the SDK's `InferToolInput` from treating a Standard Schema as plain JSON Schema, from which it infers no type. A JSON Schema
 * never has a symbol as `type`, so it does not match this interface. The member exists only in the type.
 */
interface NoJsonSchema {
  readonly type?: symbol;
}

type InputSchema<Of extends Tool> = Of["inputSchema"] & NoJsonSchema;
type OutputSchema<Of extends Tool> = Of["outputSchema"] & NoJsonSchema;

/** The approval options of a tool for the SDK's user interface. */
export interface ApprovalOptions<Approval extends ApprovalSchema> {
  /**
   * The SDK's schema of the data that a user sends with a decision, or `{ approve, reject }`. The model receives the data of a rejection.
   */
  readonly approvalSchema?: Approval | undefined;
}

/** How calls of tools that require approval are decided. */
export interface ApprovalSource<Of extends Tool = Tool> {
  /**
   * The `messages` and the `resume` that `chat` gets, in which users have approved calls. Without them and without `approve`, all calls of
   * tools that require approval are declined: the SDK does not tell a tool who approved its call.
   */
  readonly chat?: ChatRecord | undefined;
  /** Approves or declines calls of tools that require approval, in place of the SDK, which then does not ask the user. */
  readonly approve?: Approve<Of> | undefined;
}

/** Options of `tanstackAi`, and the context of all calls. */
export interface TanstackOptions<Tools extends readonly Tool[] = readonly Tool[], Approvals = object>
  extends ContextOf<Tools, RuntimeContext<ToolExecutionContext | undefined>>,
    ApprovalSource<Tools[number]>,
    ViewOptions {
  /** The `approvalSchema` of each tool that requires approval, by tool name. */
  readonly approvalSchemas?: (Approvals & NoOthers<Approvals, Tools>) | undefined;
}

/** Tools for TanStack AI's `chat`, with `options` as the context of all calls. Throws if two tools have the same name. */
export function tanstackAi<
  const Tools extends readonly Tool[],
  Approvals extends { readonly [tool: string]: ApprovalSchemaConfig } = Record<never, never>,
>(tools: Tools & DistinctNames<Tools>, options: TanstackOptions<Tools, Approvals> = {}): TanstackTools<Tools, Approvals> {
  const { approvalSchemas, approve, chat, detail, depth, ...context } = untyped(options);
  const view = { detail, depth };
  const bound = tools.map((tool) => bindTool(tool, context));
  toolsByName(bound);
  // The cast is safe: `map` keeps length and order, and each SDK tool is created from the tool at the same index.
  return bound.map((tool) => ({
    ...(isUnbound(tool) ? clientTool(tool) : serverTool(tool, { approve, chat })),
    ...modelView(tool, view),
    ...approvalOf(tool, ownMember(approvalSchemas, tool.name)),
  })) as unknown as TanstackTools<Tools, Approvals>;
}

/** A tool that the server executes. */
export function serverTool<const Of extends Tool, Approval extends ApprovalSchema = undefined>(
  tool: Of,
  options: ContextOf<readonly [Of], RuntimeContext<ToolExecutionContext | undefined>> & ApprovalOptions<Approval> & ApprovalSource<Of> = {},
): TanstackServerTool<Of, Approval> {
  const { approvalSchema, approve, chat = {}, ...context } = untyped(options);
  const bound = bindTool<unknown, unknown, string, "required" | "none">(tool, context);
  return {
    __toolSide: "server",
    ...describe(tool),
    ...approvalOf(tool, approvalSchema),
    ...(approve === undefined ? {} : { needsApproval: false }),
    // `execute` validates the result if the context requires it, and then shortens it. If the SDK validated the shortened result, it could
    // report a completed call as failed.
    outputSchema: unchecked(withDraft07(tool.outputSchema)),
    execute: async (input: unknown, runtime?: ToolExecutionContext) => {
      try {
        const { toolCallId, abortSignal: signal } = runtime ?? {};
        const decide = approve ?? (() => isApprovedInChat(chat, toolCallId, tool.name, input));
        const output = await makeCall(bound, input, { toolCallId, signal, runtime }, decide);
        return mediaContent(tool, output)?.map(partOf) ?? modelOutput(tool, output);
      } catch (error) {
        throw publicError(error);
      }
    },
  } as unknown as TanstackServerTool<Of, Approval>; // The cast is safe: `describe` and `execute` are created from `tool`, so the types are those of `tool`.
}

/** Creates a tool that the browser executes, by `handler`. Without `handler`, the program adds the result of each call itself. */
export function clientTool<const Of extends Tool>(tool: Of, handler?: HandlerOf<Of>): TanstackClientTool<Of> {
  return {
    __toolSide: "client",
    ...describe(tool),
    ...(handler === undefined ? {} : { execute: handler }),
  } as unknown as TanstackClientTool<Of>; // The cast is safe: `describe` is created from `tool`, so the types are those of `tool` and its handler.
}

/** Creates a tool definition that server and browser share. The server and the browser each create a tool from it. */
export function definition<const Of extends Tool, Approval extends ApprovalSchema = undefined>(
  tool: Of,
  { approvalSchema }: ApprovalOptions<Approval> = {},
): TanstackDefinition<Of, Approval> {
  const described = { ...describe(tool), ...approvalOf(tool, approvalSchema) };
  return {
    __toolSide: "definition",
    ...described,
    server: (execute: unknown) => ({ __toolSide: "server", ...described, execute }),
    client: (execute?: unknown) => ({ __toolSide: "client", ...described, ...(execute === undefined ? {} : { execute }) }),
  } as unknown as TanstackDefinition<Of, Approval>; // The cast is safe: `describe` is created from `tool`, so the types are those of `tool`.
}

/** The handler that executes a client function in the browser. */
export type HandlerOf<Of extends Tool> = Of extends Tool<infer Input, infer Output> ? (input: Input) => Output | Promise<Output> : never;

function describe(tool: Tool): object {
  return {
    name: tool.name,
    ...modelView(tool, {}),
    outputSchema: withDraft07(tool.outputSchema),
    needsApproval: tool.approval === "required",
    ...(tool.lazy ? { lazy: true } : {}),
    metadata: { ...tool.metadata, toolset: tool.toolset.name, id: tool.id },
  };
}

/** The description and input schema of a tool as they are presented to the model. */
function modelView(tool: Tool, view: ViewOptions): Pick<Tool, "description" | "inputSchema"> {
  const { description, inputSchema } = showTool(tool, view);
  return { description, inputSchema };
}

function approvalOf({ name, approval }: Tool, approvalSchema: unknown): object {
  if (approvalSchema === undefined) return {};
  if (approval === "required") return { approvalSchema };
  throw new Error(
    `The tool "${name}" requires no approval, so its \`approvalSchema\` has no effect. Add the tool to \`approval.required\` in toolsetc.yaml, or omit the schema.`,
  );
}

/**
 * Converts a content block to a content part of the SDK. If a result is an array of content parts, the SDK sends it to the model as
 * content.
 */
function partOf(block: ContentBlock): ContentPart {
  const file = fileIn(block);
  if (file === undefined) return { type: "text", content: blockText(block) };
  const kind = file.mediaType.split("/")[0];
  const type = kind === "image" || kind === "audio" || kind === "video" ? kind : "document";
  return { type, source: { type: "data", value: file.base64, mimeType: file.mediaType } };
}
