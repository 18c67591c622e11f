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
import { type ContentBlock as AnswerBlock, blockText, fileIn, fileNameOf } from "../result/content-block.ts";
import { untyped } from "../tool/bind-tools.ts";
import type { Tool } from "../tool/tool.ts";
import type { DistinctNames } from "../tool/tools-by-name.ts";
import { type Dispatched, type DispatchOptions, dispatcher } from "./providers/dispatch.ts";
import { deferrable, offerTools, type StrictOptions } from "./providers/offered-tools.ts";
import { pendingCalls } from "./providers/pending-calls.ts";

export type { AnthropicToolSearch } from "../projection/defer.ts";
export type { ModelCall, OnError } from "../tool/on-error.ts";

export interface AnthropicOptions<Tools extends readonly Tool[] = readonly Tool[]> extends DispatchOptions<Tools>, StrictOptions {
  /** Whether tools have their examples in `input_examples`, which the Messages API of Vertex AI does not take. */
  readonly examples?: boolean | undefined;
  /** `deferred`: lazy tools have `defer_loading`, and the API's tool search, which is then among the tools, loads them. */
  readonly lazyTools?: "offered" | "deferred" | undefined;
}

/** Tools for `client.messages.create`. */
export interface Anthropic<Name extends string> {
  readonly tools: (AnthropicTool & { name: Name })[];
  /**
   * The tools for `client.beta.messages.toolRunner`, which makes the calls itself. Client functions without a handler are omitted, since
   * the runner cannot leave calls to the program.
   */
  readonly runnable: AnthropicRunnableTool<Name>[];
  /** The answer to one `tool_use` block. */
  readonly answer: (call: ToolUse, context?: Context) => Promise<ToolResultBlockParam>;
  /** Executes the `tool_use` blocks of a message's `content` in parallel, and returns the answers in their order, without those that are `pending`. */
  readonly answerAll: (content: readonly ContentBlock[], context?: Context) => Promise<ToolResultBlockParam[]>;
  /** The calls that the program has to answer: those of client functions without a handler. */
  readonly pending: (content: readonly ContentBlock[], context?: Context) => ToolUseBlock[];
}

/** The same where lazy tools are deferred: the API's tool search is the first of the tools, if any of them is lazy. */
export interface AnthropicDeferred<Name extends string> extends Omit<Anthropic<Name>, "tools" | "runnable"> {
  readonly tools: (Anthropic<Name>["tools"][number] | AnthropicToolSearch)[];
  readonly runnable: (AnthropicRunnableTool<Name> | AnthropicToolSearch)[];
}

/** The SDK's `BetaRunnableTool`. */
export type AnthropicRunnableTool<Name extends string> = AnthropicTool & {
  name: Name;
  /** Throws an error with a message for the model, which the runner marks as an error. */
  run: (input: unknown, runtime?: ToolRun) => Promise<string | AnthropicResultPart[]>;
  /** Returns its argument unchanged: `run` validates it. */
  parse: (input: unknown) => unknown;
};

/** The used parts of the SDK's `BetaToolRunContext`. Its first versions have only `toolUseBlock`; older versions pass no context. */
export interface ToolRun {
  readonly toolUse?: { readonly id: string };
  readonly toolUseBlock?: { readonly id: string };
  readonly signal?: AbortSignal | null | undefined;
}

/** The used parts of a `tool_use` block. */
export interface ToolUse {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

/** Tools as Anthropic's Messages API takes them, and the answers to their calls. Two tools of one name are an error. */
export function anthropic<const Tools extends readonly Tool[]>(
  tools: Tools & DistinctNames<Tools>,
  options?: AnthropicOptions<Tools> & { readonly lazyTools?: "offered" | undefined },
): Anthropic<Tools[number]["name"]>;
export function anthropic<const Tools extends readonly Tool[]>(
  tools: Tools & DistinctNames<Tools>,
  options: AnthropicOptions<Tools>,
): AnthropicDeferred<Tools[number]["name"]>;
export function anthropic(tools: readonly Tool[], options: AnthropicOptions = {}): AnthropicDeferred<string> {
  const {
    strict = false,
    examples = true,
    lazyTools = "offered",
    onFallback,
    detail,
    depth,
    approve,
    onError,
    ...context
  } = untyped(options);
  const { projected, byName } = offerTools(tools, context, {
    provider: "Anthropic",
    api: "anthropic",
    strict,
    examples,
    onFallback,
    detail,
    depth,
  });
  const declarations = lazyTools === "deferred" ? deferAnthropic(deferrable(projected, byName)) : projected.map(anthropicTool);
  const dispatch = dispatcher(byName, { approve, onError });
  const isPending = pendingCalls(byName);
  const answer: Anthropic<string>["answer"] = async ({ id, name, input }, context) => {
    const dispatched = await dispatch({ id, name, arguments: input }, context);
    return {
      type: "tool_result",
      tool_use_id: id,
      ...(dispatched.kind === "answer" ? { content: contentOf(dispatched) } : { content: dispatched.message, is_error: true }),
    };
  };
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
      .map((tool) =>
        "input_schema" in tool ? { ...tool, run: (input, runtime) => run(tool.name, input, runtime), parse: (input) => input } : tool,
      ),
    answer,
    answerAll: (content, context) =>
      Promise.all(content.flatMap((block) => (isCall(block) && !isPending(block.name, context) ? [answer(block, context)] : []))),
    pending: (content, context) => content.filter(isCall).filter(({ name }) => isPending(name, context)),
  };
}

/** A part of a tool's answer. */
export type AnthropicResultPart = Exclude<ToolResultBlockParam["content"], string | undefined>[number];

function contentOf({ content, text }: Extract<Dispatched, { kind: "answer" }>): string | AnthropicResultPart[] {
  return content === undefined ? text : partsOf(content);
}

/** The API rejects empty texts. */
function partsOf(content: readonly AnswerBlock[]): AnthropicResultPart[] {
  return content.map(partOf).filter((part) => part.type !== "text" || part.text.trim() !== "");
}

/** Images of the API's four types, PDFs and texts. Anything else is described by a text, since the API would reject the whole conversation. */
function partOf(block: AnswerBlock): AnthropicResultPart {
  const file = fileIn(block);
  if (file !== undefined && isPicture(file.mediaType))
    return { type: "image", source: { type: "base64", media_type: file.mediaType, data: file.base64 } };
  if (file?.mediaType === "application/pdf")
    return { type: "document", title: fileNameOf(file), source: { type: "base64", media_type: "application/pdf", data: file.base64 } };
  if (block.type === "resource" && "text" in block.resource && block.resource.text.trim() !== "")
    return { type: "document", title: block.resource.uri, source: { type: "text", media_type: "text/plain", data: block.resource.text } };
  return { type: "text", text: blockText(block) };
}

const pictures: readonly string[] = ["image/jpeg", "image/png", "image/gif", "image/webp"] satisfies Base64ImageSource["media_type"][];

function isPicture(mediaType: string): mediaType is Base64ImageSource["media_type"] {
  return pictures.includes(mediaType);
}

function isCall(block: ContentBlock): block is ToolUseBlock {
  return block.type === "tool_use";
}
