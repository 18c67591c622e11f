import { type DynamicStructuredTool, tool as sdkTool, type ToolRunnableConfig } from "@langchain/core/tools";
import type { RuntimeContext } from "../context.ts";
import type { ViewOptions } from "../projection/model-view.ts";
import { mediaContent } from "../result/content.ts";
import { blockText, type ContentBlock, fileIn, fileNameOf } from "../result/content-block.ts";
import { modelMessage } from "../result/public-message.ts";
import { resultText } from "../result/result-text.ts";
import type { Approve } from "../tool/approval.ts";
import { bindTool, type ContextOf, untyped } from "../tool/bind-tools.ts";
import { makeCall } from "../tool/make-call.ts";
import { type OnError, reportError } from "../tool/on-error.ts";
import { showTool } from "../tool/show-tool.ts";
import type { Tool } from "../tool/tool.ts";
import { type DistinctNames, toolsByName } from "../tool/tools-by-name.ts";

export type { ModelCall, OnError } from "../tool/on-error.ts";

/** A tool as an object of the SDK. Its result is a pair of the content for the model and the output, which the SDK calls the artifact. */
export type LangchainTool<Each> =
  Each extends Tool<infer Input, infer Output, infer Name>
    ? DynamicStructuredTool<JsonSchema, Input, Input, [content: string | LangchainBlock[], artifact: Output], unknown, Name>
    : never;

/** The SDK's content blocks, with files in the format that the SDK supports for all providers. */
export type LangchainBlock =
  | { type: "text"; text: string }
  | { type: "image" | "audio" | "file"; source_type: "base64"; mime_type: string; data: string; metadata: { filename: string } };

/** The tools as objects of the SDK, in the order of `Tools`. */
export type LangchainTools<Tools extends readonly Tool[]> = { -readonly [Index in keyof Tools]: LangchainTool<Tools[Index]> };

interface JsonSchema {
  readonly [keyword: string]: unknown;
}

/** Options of `langchain`, and the context of all calls. */
export interface LangchainOptions<Tools extends readonly Tool[] = readonly Tool[]>
  extends ContextOf<Tools, RuntimeContext<ToolRunnableConfig>>,
    ViewOptions {
  /**
   * Approves or declines calls of tools that require approval. Without `approve`, these calls are declined. The function may interrupt the
   * graph with LangGraph's `interrupt`.
   */
  readonly approve?: Approve<Tools[number]> | undefined;
  /**
   * Called with the error of every failed call, since the model receives only a public message. Errors that the function throws are
   * ignored. It is not called for invalid arguments, which the SDK rejects before the call.
   */
  readonly onError?: OnError | undefined;
}

/** Tools for LangChain and LangGraph, with `options` as the context of all calls. Throws if two tools have the same name. */
export function langchain<const Tools extends readonly Tool[]>(
  tools: Tools & DistinctNames<Tools>,
  options: LangchainOptions<Tools> = {},
): LangchainTools<Tools> {
  const { approve, onError, detail, depth, ...context } = untyped(options);
  const sdkTools = [...toolsByName(tools).values()].map((tool) =>
    langchainTool(bindTool(tool, context), { approve, onError, detail, depth }),
  );
  return sdkTools as unknown as LangchainTools<Tools>; // The cast is safe: `map` keeps the order, and the types of each SDK tool are those of its tool in `Tools`.
}

function langchainTool(
  tool: Tool,
  { approve, onError, ...view }: Pick<LangchainOptions, "approve" | "onError" | keyof ViewOptions>,
): unknown {
  const { name, metadata, toolset, id } = tool;
  const { description, input: schemaIn } = showTool(tool, view);
  return sdkTool(
    async (input: unknown, runtime) => {
      const { toolCall, signal } = runtime;
      try {
        const output = await makeCall(tool, input, { toolCallId: toolCall?.id, signal, runtime }, approve);
        return [mediaContent(tool, output)?.map(contentOf) ?? resultText(tool, output), output];
      } catch (error) {
        if (isGraphControl(error)) throw error;
        reportError(onError, error, { id: toolCall?.id, name, arguments: input });
        // Agents send the message of an error to the model.
        throw new Error(modelMessage(error), { cause: error });
      }
    },
    {
      name,
      description,
      // The schema is passed as JSON Schema: the SDK accepts a Standard Schema too, but does not validate arguments with it.
      schema: schemaIn("draft-07"),
      responseFormat: "content_and_artifact",
      // With the SDK's default, the error for the model does not state which arguments are invalid.
      verboseParsingErrors: true,
      metadata: { ...metadata, toolset: toolset.name, id },
    },
  );
}

/** Whether an error is an interrupt or another `GraphBubbleUp` of LangGraph, which must reach the graph unchanged. */
function isGraphControl(error: unknown): boolean {
  return error instanceof Error && "is_bubble_up" in error && error.is_bubble_up === true;
}

function contentOf(block: ContentBlock): LangchainBlock {
  const file = fileIn(block);
  if (file === undefined) return { type: "text", text: blockText(block) };
  const kind = file.mediaType.split("/")[0];
  const type = kind === "image" || kind === "audio" ? kind : "file";
  return { type, source_type: "base64", mime_type: file.mediaType, data: file.base64, metadata: { filename: fileNameOf(file) } };
}
