import {
  type FunctionTool,
  type RunContext,
  tool as sdkTool,
  type ToolOutputFileContent,
  type ToolOutputImage,
  type ToolOutputText,
} from "@openai/agents";
import { isUnbound } from "../client.ts";
import type { RuntimeContext } from "../context.ts";
import { mediaContent } from "../result/content.ts";
import { publicMessage } from "../result/public-message.ts";
import { resultText } from "../result/result-text.ts";
import { type ContextOf, untyped } from "../tool/bind-tools.ts";
import { type OnError, tellOfError } from "../tool/on-error.ts";
import type { Tool } from "../tool/tool.ts";
import type { DistinctNames } from "../tool/tools-by-name.ts";
import { type Offered, offerStrictly, offerTools, type StrictOptions } from "./providers/offered-tools.ts";
import { type OpenAiPart, openaiPart } from "./providers/openai-parts.ts";

export type { ModelCall, OnError } from "../tool/on-error.ts";

export interface OpenAiAgentsOptions<Tools extends readonly Tool[] = readonly Tool[]>
  extends ContextOf<Tools, RuntimeContext<RunContext | undefined>>,
    StrictOptions {
  /** `deferred`: the SDK offers lazy tools once its `toolSearchTool()` has found them. Without that tool beside them, every run throws. */
  readonly lazyTools?: "offered" | "deferred" | undefined;
  /** Told of every call that failed, with the error itself: the model is told only what it may know. What it throws is passed over. */
  readonly onError?: OnError | undefined;
}

/** A tool of the SDK under one of our names. Its result is text, the answer's JSON cut to size, or a list of texts, pictures and files. */
export type OpenAiAgentsTool<Name extends string> = FunctionTool<unknown, ObjectSchema, string | AnswerPart[]> & { name: Name };

/** The SDK's parts of an answer. */
export type AnswerPart = ToolOutputText | ToolOutputImage | ToolOutputFileContent;

/**
 * Tools for an agent of the OpenAI Agents SDK, with `options` as the context of all calls. A tool that needs approval interrupts the run,
 * and so does a client function that nobody has bound: go on with a handler for it. Two tools of one name are an error.
 */
export function openaiAgents<const Tools extends readonly Tool[]>(
  tools: Tools & DistinctNames<Tools>,
  options: OpenAiAgentsOptions<Tools> = {},
): OpenAiAgentsTool<Tools[number]["name"]>[] {
  const { lazyTools = "offered", strict, onFallback, onError, ...context } = untyped(options);
  const { declarations, byName } = offerTools(tools, context, {
    provider: "OpenAI",
    declare: (tool, schema): Offered<{ readonly tool: Tool; readonly schema: object; readonly isStrict: boolean }> => {
      const { projection, strict: isStrict } = offerStrictly(tool, schema, { provider: "openai", strict, onFallback });
      return { declaration: { tool, schema: projection.schema, isStrict }, projection };
    },
  });
  return declarations.map(({ tool: { name, description, approval, lazy }, schema, isStrict }) => {
    const made = byName.get(name);
    if (made === undefined) throw new Error(`The tool "${name}" was offered and is not there.`);
    const { tool, turnBack } = made;
    const sdk = sdkTool({
      name,
      description,
      // The SDK checks nothing against a JSON Schema; `execute` does, against the whole one.
      parameters: schema as ObjectSchema, // Of an object, as every tool's.
      strict: false,
      needsApproval: approval === "required" || isUnbound(tool),
      deferLoading: lazy && lazyTools === "deferred",
      // The SDK's own tells the model whatever the error says.
      errorFunction: (_run, error, details) => {
        const { toolCall } = details ?? {};
        tellOfError(onError, error, { id: toolCall?.callId, name, arguments: toolCall?.arguments });
        return publicMessage(error);
      },
      execute: async (input, runtime, details) => {
        const { signal, toolCall } = details ?? {};
        const callId = toolCall !== undefined && "callId" in toolCall ? toolCall.callId : undefined;
        const output = await tool.execute(turnBack(input), { toolCallId: callId, signal, runtime });
        return mediaContent(tool, output)?.map(openaiPart).map(toSdk) ?? resultText(tool, output);
      },
    });
    // Set here: as an option the SDK would make the schema strict itself, and what it cannot make strict would throw.
    return Object.assign(sdk, { strict: isStrict }) as OpenAiAgentsTool<Tools[number]["name"]>; // The name is the one given.
  });
}

function toSdk(part: OpenAiPart): AnswerPart {
  if (part.kind === "text") return { type: "text", text: part.text };
  const { base64: data, mediaType } = part.file;
  return part.kind === "image"
    ? { type: "image", image: { data, mediaType } }
    : { type: "file", file: { data, mediaType, filename: part.filename } };
}

/** A JSON Schema, as the SDK wants to see one. */
export interface ObjectSchema {
  type: "object";
  properties: Record<string, never>;
  required: string[];
  additionalProperties: true;
}
