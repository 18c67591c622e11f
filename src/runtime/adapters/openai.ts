import type {
  ChatCompletionFunctionTool,
  ChatCompletionMessageFunctionToolCall,
  ChatCompletionMessageToolCall,
  ChatCompletionToolMessageParam,
} from "openai/resources/chat/completions/completions";
import type { FunctionTool, ResponseFunctionToolCall, ResponseInputItem, ResponseOutputItem } from "openai/resources/responses/responses";
import type { Context } from "../context.ts";
import { chatTool, responsesTool } from "../projection/declare.ts";
import { deferResponses, type ResponsesNamespace, type ResponsesToolSearch } from "../projection/defer.ts";
import { untyped } from "../tool/bind-tools.ts";
import type { Tool } from "../tool/tool.ts";
import type { DistinctNames } from "../tool/tools-by-name.ts";
import { type AnswerOptions, answerCalls, type CallForm } from "./providers/answer-calls.ts";
import type { Dispatched, DispatchOptions } from "./providers/dispatch.ts";
import { type OfferedTool, offerTools, type StrictOptions } from "./providers/offered-tools.ts";
import { dataUrl, openaiPart } from "./providers/openai-parts.ts";

export type { ResponsesTool } from "../projection/declare.ts";
export type { ResponsesNamespace, ResponsesToolSearch } from "../projection/defer.ts";
export type { SchemaObject } from "../projection/schema.ts";
export type { ModelCall, OnError } from "../tool/on-error.ts";
export type { DispatchOptions } from "./providers/dispatch.ts";
export type { FallbackOptions, StrictOptions } from "./providers/offered-tools.ts";

/** Options of `openai`, and the context of all calls. */
export interface OpenAiOptions<Tools extends readonly Tool[] = readonly Tool[]> extends DispatchOptions<Tools>, StrictOptions {
  /** Whether descriptions end with the tools' examples. */
  readonly examples?: boolean | undefined;
  /**
   * `deferred`: lazy tools are grouped into namespaces by toolset and first tag, and the API loads them with its tool search. Not supported
   * for `api: "chat"`.
   */
  readonly lazyTools?: "offered" | "deferred" | undefined;
}

/** Tools for `client.responses.create`. */
export interface OpenAiResponses<Name extends string> {
  readonly tools: (FunctionTool & { name: Name })[];
  /** Executes one `function_call`, and returns its output for the model. */
  readonly answer: (call: ResponseCall, context?: Context) => Promise<ResponseInputItem.FunctionCallOutput>;
  /**
   * Executes the `function_call`s of a response's `output` in parallel, and returns their outputs in the order of the calls. Calls that are
   * `pending` are omitted.
   */
  readonly answerAll: (output: readonly ResponseOutputItem[], context?: Context) => Promise<ResponseInputItem.FunctionCallOutput[]>;
  /** The calls that the program has to execute: those of client functions without a handler. */
  readonly pending: (output: readonly ResponseOutputItem[], context?: Context) => ResponseFunctionToolCall[];
}

/**
 * The result of `openai` if lazy tools are deferred: they are in namespaces, whose tools the API loads when its tool search finds them. If
 * any tool is lazy, the last of `tools` is that tool search.
 */
export interface OpenAiDeferred<Name extends string> extends Omit<OpenAiResponses<Name>, "tools"> {
  readonly tools: (FunctionTool | ResponsesNamespace | ResponsesToolSearch)[];
}

/** Tools for `client.chat.completions.create`. */
export interface OpenAiChat<Name extends string> {
  readonly tools: (ChatCompletionFunctionTool & { function: { name: Name } })[];
  /**
   * The tools for `client.chat.completions.runTools`, a runner of the SDK that executes the calls and does not pass their identifiers to
   * the tools. Client functions without a handler are omitted, since the runner must execute all calls.
   */
  readonly runnable: OpenAiRunnableTool<Name>[];
  /** Executes one of a message's `tool_calls`, and returns the message that contains the result of the call. */
  readonly answer: (call: ChatCall, context?: Context) => Promise<ChatCompletionToolMessageParam>;
  /**
   * Executes the function calls in a message's `tool_calls` in parallel, and returns the messages that contain the results, in the order of
   * the calls. The calls that `pending` returns are omitted.
   */
  readonly answerAll: (
    calls: readonly ChatCompletionMessageToolCall[] | undefined,
    context?: Context,
  ) => Promise<ChatCompletionToolMessageParam[]>;
  /** The calls that the program has to execute: those of client functions without a handler. */
  readonly pending: (
    calls: readonly ChatCompletionMessageToolCall[] | undefined,
    context?: Context,
  ) => ChatCompletionMessageFunctionToolCall[];
}

/** A tool for the SDK's runner: the SDK's `RunnableToolFunction`. Its function returns the text for the model, even if the call fails. */
export interface OpenAiRunnableTool<Name extends string> {
  type: "function";
  function: {
    name: Name;
    description: string;
    parameters: { [keyword: string]: unknown };
    strict?: boolean;
    function: (args: string, runner: ToolRunner, toolContext?: unknown) => Promise<string>;
  };
}

/** The members of the SDK's runner that the adapter reads. */
export interface ToolRunner {
  readonly controller: AbortController;
}

/** The members of a `function_call` item that the adapter reads. */
export interface ResponseCall {
  readonly call_id: string;
  readonly name: string;
  readonly arguments: string;
}

/** The members of a tool call in a chat message that the adapter reads. */
export interface ChatCall {
  readonly id: string;
  readonly function: { readonly name: string; readonly arguments: string };
}

/** Tools for OpenAI's APIs, and the execution of their calls. Throws if two tools have the same name, or if there are more than 128. */
export function openai<const Tools extends readonly Tool[]>(
  tools: Tools & DistinctNames<Tools>,
  options?: OpenAiOptions<Tools> & { readonly api?: "responses" | undefined; readonly lazyTools?: "offered" | undefined },
): OpenAiResponses<Tools[number]["name"]>;
export function openai<const Tools extends readonly Tool[]>(
  tools: Tools & DistinctNames<Tools>,
  options: OpenAiOptions<Tools> & { readonly api?: "responses" | undefined },
): OpenAiDeferred<Tools[number]["name"]>;
export function openai<const Tools extends readonly Tool[]>(
  tools: Tools & DistinctNames<Tools>,
  options: OpenAiOptions<Tools> & { readonly api: "chat"; readonly lazyTools?: "offered" | undefined },
): OpenAiChat<Tools[number]["name"]>;
export function openai(
  tools: readonly Tool[],
  options: OpenAiOptions & { readonly api?: "responses" | "chat" | undefined } = {},
): OpenAiDeferred<string> | OpenAiChat<string> {
  const { api = "responses", lazyTools = "offered", ...given } = untyped(options);
  const offered = offerTools(tools, given, { provider: "OpenAI", api });
  return api === "chat" ? chat(offered, given) : responses(offered, given, lazyTools);
}

type Offered = ReadonlyMap<string, OfferedTool>;

function responses(offered: Offered, options: AnswerOptions, lazyTools: OpenAiOptions["lazyTools"]): OpenAiDeferred<string> {
  const tools = [...offered.values()];
  const { answers } = answerCalls(offered, options, responsesCalls);
  return {
    tools: lazyTools === "deferred" ? deferResponses(tools) : tools.map(({ projected }) => responsesTool(projected)),
    ...answers,
  };
}

const responsesCalls: CallForm<ResponseOutputItem, ResponseCall, ResponseFunctionToolCall, ResponseInputItem.FunctionCallOutput> = {
  isCall: (item) => item.type === "function_call",
  read: ({ call_id: id, name, arguments: given }) => ({ id, name, arguments: given }),
  write: ({ call_id }, dispatched) => ({ type: "function_call_output", call_id, output: outputOf(dispatched) }),
};

function chat(offered: Offered, options: AnswerOptions): OpenAiChat<string> {
  const tools = Array.from(offered.values(), ({ projected }) => chatTool(projected));
  const { dispatch, isPending, answers } = answerCalls(offered, options, chatCalls);
  const run = async (name: string, given: string, runner: ToolRunner, toolContext?: unknown) => {
    const context = { signal: runner.controller.signal, runtime: { runner, toolContext } };
    return textOf(await dispatch({ id: undefined, name, arguments: given }, context));
  };
  return {
    tools,
    runnable: tools
      .filter(({ function: { name } }) => !isPending(name))
      .map(({ type, function: { name, description = "", parameters, strict } }) => ({
        type,
        function: { name, description, parameters, strict, function: (...given) => run(name, ...given) },
      })),
    ...answers,
  };
}

const chatCalls: CallForm<ChatCompletionMessageToolCall, ChatCall, ChatCompletionMessageFunctionToolCall, ChatCompletionToolMessageParam> =
  {
    isCall: (call) => call.type === "function",
    read: ({ id, function: { name, arguments: given } }) => ({ id, name, arguments: given }),
    write: ({ id }, dispatched) => ({ role: "tool", tool_call_id: id, content: textOf(dispatched) }),
  };

function outputOf(dispatched: Dispatched): ResponseInputItem.FunctionCallOutput["output"] {
  if (dispatched.kind === "error" || dispatched.content === undefined) return textOf(dispatched);
  return dispatched.content.map(openaiPart).map((part) => {
    if (part.kind === "text") return { type: "input_text", text: part.text };
    if (part.kind === "image") return { type: "input_image", image_url: dataUrl(part.file) };
    return { type: "input_file", filename: part.filename, file_data: dataUrl(part.file) };
  });
}

/** The text of a result. A failure is a JSON object with `error`, since neither of OpenAI's APIs can mark failures. */
function textOf(dispatched: Dispatched): string {
  return dispatched.kind === "result" ? dispatched.text : JSON.stringify({ error: dispatched.message });
}
