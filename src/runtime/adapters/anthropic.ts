import type {
  Tool as AnthropicTool,
  Base64ImageSource,
  ContentBlock,
  ToolResultBlockParam,
  ToolUseBlock,
} from "@anthropic-ai/sdk/resources/messages/messages";
import type { Context } from "../context.ts";
import { anthropicTool } from "../projection/declare.ts";
import { type AnthropicToolSearch, deferAnthropic } from "../projection/defer.ts";
import { blockText, fileIn, fileNameOf, type ContentBlock as ResultBlock } from "../result/content-block.ts";
import { untyped } from "../tool/bind-tools.ts";
import type { Tool } from "../tool/tool.ts";
import type { DistinctNames } from "../tool/tools-by-name.ts";
import { answerCalls, type CallForm } from "./providers/answer-calls.ts";
import type { Dispatched, DispatchOptions } from "./providers/dispatch.ts";
import { offerTools, type StrictOptions } from "./providers/offered-tools.ts";

export type { AnthropicToolSearch } from "../projection/defer.ts";
export type { ModelCall, OnError } from "../tool/on-error.ts";
export type { DispatchOptions } from "./providers/dispatch.ts";
export type { FallbackOptions, StrictOptions } from "./providers/offered-tools.ts";

/** Options of `anthropic`, and the context of all calls. */
export interface AnthropicOptions<Tools extends readonly Tool[] = readonly Tool[]> extends DispatchOptions<Tools>, StrictOptions {
  /**
   * Whether tools are sent with their examples, in `input_examples`; `true` by default. The Messages API of Vertex AI rejects
   * `input_examples`.
   */
  readonly examples?: boolean | undefined;
  /**
   * `deferred`: lazy tools are sent with `defer_loading`, and the API loads them with its tool search, which the adapter adds to the tools.
   */
  readonly lazyTools?: "offered" | "deferred" | undefined;
}

/** Tools for `client.messages.create`. */
export interface Anthropic<Name extends string> {
  readonly tools: (AnthropicTool & { name: Name })[];
  /**
   * The tools for `client.beta.messages.toolRunner`, a runner of the SDK that executes the calls. Client functions without a handler are
   * omitted, since the runner must execute all calls.
   */
  readonly runnable: AnthropicRunnableTool<Name>[];
  /** Executes one `tool_use` block, and returns the result for the model. */
  readonly answer: (call: ToolUse, context?: Context) => Promise<ToolResultBlockParam>;
  /**
   * Executes the `tool_use` blocks of a message's `content` in parallel, and returns the results in the order of the blocks. Calls that are
   * `pending` are omitted.
   */
  readonly answerAll: (content: readonly ContentBlock[], context?: Context) => Promise<ToolResultBlockParam[]>;
  /** The calls that the program has to execute: those of client functions without a handler. */
  readonly pending: (content: readonly ContentBlock[], context?: Context) => ToolUseBlock[];
}

/** The result of `anthropic` with deferred lazy tools. If any tool is lazy, the first of `tools` is the API's tool search. */
export interface AnthropicDeferred<Name extends string> extends Omit<Anthropic<Name>, "tools" | "runnable"> {
  readonly tools: (Anthropic<Name>["tools"][number] | AnthropicToolSearch)[];
  readonly runnable: (AnthropicRunnableTool<Name> | AnthropicToolSearch)[];
}

/** The SDK's `BetaRunnableTool`. */
export type AnthropicRunnableTool<Name extends string> = AnthropicTool & {
  name: Name;
  /**
   * Executes a call. If the call fails, throws an error whose message is written for the model; the runner sends this message as an error.
   */
  run: (input: unknown, runtime?: ToolRun) => Promise<string | AnthropicResultPart[]>;
  /** Returns its argument unchanged: `run` validates it. */
  parse: (input: unknown) => unknown;
};

/**
 * The members of the SDK's `BetaToolRunContext` that the adapter reads. The first versions of the SDK with this context have only
 * `toolUseBlock`; older versions pass no context.
 */
export interface ToolRun {
  readonly toolUse?: { readonly id: string };
  readonly toolUseBlock?: { readonly id: string };
  readonly signal?: AbortSignal | null | undefined;
}

/** The members of a `tool_use` block that the adapter reads. */
export interface ToolUse {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

/** Tools for Anthropic's Messages API, and the execution of their calls. Throws if two tools have the same name. */
export function anthropic<const Tools extends readonly Tool[]>(
  tools: Tools & DistinctNames<Tools>,
  options?: AnthropicOptions<Tools> & { readonly lazyTools?: "offered" | undefined },
): Anthropic<Tools[number]["name"]>;
export function anthropic<const Tools extends readonly Tool[]>(
  tools: Tools & DistinctNames<Tools>,
  options: AnthropicOptions<Tools>,
): AnthropicDeferred<Tools[number]["name"]>;
export function anthropic(tools: readonly Tool[], options: AnthropicOptions = {}): AnthropicDeferred<string> {
  const { lazyTools = "offered", examples = true, ...given } = untyped(options);
  const offered = offerTools(tools, { ...given, examples }, { provider: "Anthropic", api: "anthropic" });
  const all = [...offered.values()];
  const declarations = lazyTools === "deferred" ? deferAnthropic(all) : all.map(({ projected }) => anthropicTool(projected));
  const { dispatch, isPending, answers } = answerCalls(offered, given, calls);
  const run = async (name: string, input: unknown, runtime: ToolRun = {}) => {
    const id = (runtime.toolUse ?? runtime.toolUseBlock)?.id;
    const dispatched = await dispatch({ id, name, arguments: input }, { signal: runtime.signal ?? undefined, runtime });
    if (dispatched.kind === "error") throw new Error(dispatched.message);
    return contentOf(dispatched);
  };
  return {
    tools: declarations,
    runnable: declarations
      .filter(({ name }) => !isPending(name))
      .map((declared) =>
        "input_schema" in declared
          ? { ...declared, run: (input, runtime) => run(declared.name, input, runtime), parse: (input) => input }
          : declared,
      ),
    ...answers,
  };
}

const calls: CallForm<ContentBlock, ToolUse, ToolUseBlock, ToolResultBlockParam> = {
  isCall: (block) => block.type === "tool_use",
  read: ({ id, name, input }) => ({ id, name, arguments: input }),
  write: ({ id }, dispatched) => ({
    type: "tool_result",
    tool_use_id: id,
    ...(dispatched.kind === "result" ? { content: contentOf(dispatched) } : { content: dispatched.message, is_error: true }),
  }),
};

/** A part of a tool's result. */
export type AnthropicResultPart = Exclude<ToolResultBlockParam["content"], string | undefined>[number];

function contentOf({ content, text }: Extract<Dispatched, { kind: "result" }>): string | AnthropicResultPart[] {
  return content === undefined ? text : partsOf(content);
}

/** Converts the content of a result to the SDK's content blocks. Empty texts are omitted, since the API rejects them. */
function partsOf(content: readonly ResultBlock[]): AnthropicResultPart[] {
  return content.map(partOf).filter((part) => part.type !== "text" || part.text.trim() !== "");
}

/**
 * Converts images of the four supported types, PDFs and texts to blocks of their own type. Any other block becomes a text that describes
 * it, since the API would reject the whole conversation.
 */
function partOf(block: ResultBlock): AnthropicResultPart {
  const file = fileIn(block);
  if (file !== undefined && isSupportedImage(file.mediaType))
    return { type: "image", source: { type: "base64", media_type: file.mediaType, data: file.base64 } };
  if (file?.mediaType === "application/pdf")
    return { type: "document", title: fileNameOf(file), source: { type: "base64", media_type: "application/pdf", data: file.base64 } };
  if (block.type === "resource" && "text" in block.resource && block.resource.text.trim() !== "")
    return { type: "document", title: block.resource.uri, source: { type: "text", media_type: "text/plain", data: block.resource.text } };
  return { type: "text", text: blockText(block) };
}

const imageTypes: readonly string[] = ["image/jpeg", "image/png", "image/gif", "image/webp"] satisfies Base64ImageSource["media_type"][];

function isSupportedImage(mediaType: string): mediaType is Base64ImageSource["media_type"] {
  return imageTypes.includes(mediaType);
}
