import type { FunctionCall, FunctionDeclaration, Part } from "@google/genai";
import type { Context } from "../context.ts";
import { geminiFunction } from "../projection/declare.ts";
import { project } from "../projection/project.ts";
import type { DistinctNames } from "../tool/tools-by-name.ts";
import type { Tool } from "../tool.ts";
import { type DispatchOptions, dispatcher } from "./providers/dispatch.ts";
import { offerTools } from "./providers/offered-tools.ts";

export type { ModelCall, OnError } from "../tool/on-error.ts";

export interface GeminiOptions extends DispatchOptions {
  /** The member that holds the schema. `parameters`, an OpenAPI schema that can say much less, is for endpoints that do not know the other. */
  readonly schema?: "parametersJsonSchema" | "parameters" | undefined;
}

/** Tools for `ai.models.generateContent`. */
export interface Gemini<Name extends string> {
  readonly tools: [{ functionDeclarations: (FunctionDeclaration & { name: Name })[] }];
  /** The answer to one function call. */
  readonly answer: (call: FunctionCall, context?: Context) => Promise<Part>;
  /** The answers to all `functionCalls` of a response, carried out at once, in their order. */
  readonly answerAll: (calls: readonly FunctionCall[] | undefined, context?: Context) => Promise<Part[]>;
}

/** Tools as the Gemini API takes them, and the answers to their calls. Two tools of one name are an error. */
export function gemini<const Tools extends readonly Tool[]>(
  tools: Tools & DistinctNames<Tools>,
  { schema: form = "parametersJsonSchema", approve, onError, ...context }: GeminiOptions = {},
): Gemini<Tools[number]["name"]> {
  const { declarations, byName } = offerTools(tools, context, {
    provider: "Gemini",
    declare: (tool, schema) => {
      const projection = project(schema, form === "parameters" ? "gemini-openapi" : "gemini");
      return { declaration: geminiFunction(tool, projection), projection };
    },
  });
  const dispatch = dispatcher(byName, { approve, onError });
  const answer: Gemini<string>["answer"] = async ({ id, name = "", args = {} }, context) => {
    const dispatched = await dispatch({ id, name, arguments: args }, context);
    const response = dispatched.kind === "answer" ? { output: dispatched.value } : { error: dispatched.message };
    return { functionResponse: { ...(id === undefined ? {} : { id }), name, response } };
  };
  return {
    // The names of `Tools`, and schemas of the form that the provider documents; its SDK has an enum for the types in them.
    tools: [{ functionDeclarations: declarations as FunctionDeclaration[] as (FunctionDeclaration & { name: Tools[number]["name"] })[] }],
    answer,
    answerAll: (calls = [], context) => Promise.all(calls.map((call) => answer(call, context))),
  };
}
