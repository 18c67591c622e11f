import type { CallableTool, FunctionCall, FunctionDeclaration, FunctionResponse, Part } from "@google/genai";
import type { Context } from "../context.ts";
import { geminiFunction } from "../projection/declare.ts";
import type { ViewOptions } from "../projection/model-view.ts";
import { blockText, type ContentBlock, fileIn } from "../result/content-block.ts";
import { untyped } from "../tool/bind-tools.ts";
import type { Tool } from "../tool/tool.ts";
import type { DistinctNames } from "../tool/tools-by-name.ts";
import { answerCalls, type CallForm } from "./providers/answer-calls.ts";
import type { Dispatched, DispatchOptions } from "./providers/dispatch.ts";
import { type FallbackOptions, offerTools } from "./providers/offered-tools.ts";

export type { ModelCall, OnError } from "../tool/on-error.ts";
export type { DispatchOptions } from "./providers/dispatch.ts";
export type { FallbackOptions } from "./providers/offered-tools.ts";

/** Options of `gemini`, and the context of all calls. */
export interface GeminiOptions<Tools extends readonly Tool[] = readonly Tool[]>
  extends DispatchOptions<Tools>,
    FallbackOptions,
    ViewOptions {
  /**
   * The member of a function declaration that contains the tool's input schema. `parameters` is for Gemini endpoints that do not support
   * `parametersJsonSchema`: it contains an OpenAPI schema, which can express much less.
   */
  readonly schema?: "parametersJsonSchema" | "parameters" | undefined;
  /** Whether descriptions end with the tools' examples. */
  readonly examples?: boolean | undefined;
}

/** Tools for `ai.models.generateContent`. */
export interface Gemini<Name extends string> {
  readonly tools: [{ functionDeclarations: (FunctionDeclaration & { name: Name })[] }];
  /**
   * The tools for automatic function calling, in which the SDK makes the calls: `config: { tools: [callable] }`. Client functions without a
   * handler are omitted, since the SDK must execute all calls.
   */
  readonly callable: CallableTool;
  /** Executes one function call, and returns the response for the model. */
  readonly answer: (call: FunctionCall, context?: Context) => Promise<Part>;
  /**
   * Executes the `functionCalls` of a response in parallel, and returns the responses in the order of the calls. Calls that are `pending`
   * are omitted.
   */
  readonly answerAll: (calls: readonly FunctionCall[] | undefined, context?: Context) => Promise<Part[]>;
  /** The calls that the program has to execute: those of client functions without a handler. */
  readonly pending: (calls: readonly FunctionCall[] | undefined, context?: Context) => FunctionCall[];
}

/** Tools for the Gemini API, and the execution of their calls. Throws if two tools have the same name. */
export function gemini<const Tools extends readonly Tool[]>(
  tools: Tools & DistinctNames<Tools>,
  options: GeminiOptions<Tools> = {},
): Gemini<Tools[number]["name"]> {
  const { schema, ...given } = untyped(options);
  const offered = offerTools(tools, given, { provider: "Gemini", api: schema === "parameters" ? "gemini-openapi" : "gemini" });
  const declarations = Array.from(offered.values(), ({ projected }) => geminiFunction(projected));
  const { isPending, answers } = answerCalls(offered, given, functionCalls);
  // The casts are safe: `geminiFunction` returns declarations as the Gemini API documents them, with the names of `Tools`. Only the types
  // in schemas differ: the SDK declares them as an enum.
  const functionDeclarations = declarations as FunctionDeclaration[] as (FunctionDeclaration & { name: Tools[number]["name"] })[];
  const isExecutable = ({ name = "" }: { readonly name?: string }) => offered.has(name) && !isPending(name);
  return {
    tools: [{ functionDeclarations }],
    callable: {
      tool: async () => ({ functionDeclarations: functionDeclarations.filter(isExecutable) }),
      // The SDK passes all calls of a turn to each callable tool, so calls of other tools are ignored.
      callTool: (calls) => answers.answerAll(calls.filter(isExecutable)),
    },
    ...answers,
  };
}

const functionCalls: CallForm<FunctionCall, FunctionCall, FunctionCall, Part> = {
  isCall: (_call): _call is FunctionCall => true,
  read: ({ id, name = "", args = {} }) => ({ id, name, arguments: args }),
  write: ({ id, name = "" }, dispatched) => ({
    functionResponse: { ...(id === undefined ? {} : { id }), name, ...responseOf(dispatched) },
  }),
};

/**
 * The members of a function response that contain the result of a call. Files of the types that models accept are in `parts`, and the text
 * in `response` refers to them.
 */
function responseOf(dispatched: Dispatched): Pick<FunctionResponse, "response" | "parts"> {
  if (dispatched.kind === "error") return { response: { error: dispatched.message } };
  if (dispatched.content === undefined) return { response: { output: dispatched.value } };
  const parts = dispatched.content.flatMap((block) => {
    const file = inlineFile(block);
    return file === undefined ? [] : [{ inlineData: { mimeType: file.mediaType, data: file.base64 } }];
  });
  return { response: { output: dispatched.content.map(outputText).join("\n") }, ...(parts.length === 0 ? {} : { parts }) };
}

function outputText(block: ContentBlock): string {
  const file = inlineFile(block);
  return file === undefined ? blockText(block) : `[${file.mediaType}, in the parts of this response]`;
}

/**
 * The media types that models accept in the `parts` of a function response (https://ai.google.dev/gemini-api/docs/function-calling,
 * multimodal function responses).
 */
const inline: readonly string[] = ["image/png", "image/jpeg", "image/webp", "application/pdf", "text/plain"];

function inlineFile(block: ContentBlock): ReturnType<typeof fileIn> {
  const file = fileIn(block);
  return file !== undefined && inline.includes(file.mediaType) ? file : undefined;
}
