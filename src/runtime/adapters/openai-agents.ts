import {
  type FunctionCallItem,
  type FunctionTool,
  type RunContext,
  tool as sdkTool,
  type ToolOutputFileContent,
  type ToolOutputImage,
  type ToolOutputText,
} from "@openai/agents";
import { isUnbound } from "../client.ts";
import type { RuntimeContext } from "../context.ts";
import { canonicalJson } from "../json.ts";
import { shownSchema } from "../projection/declare.ts";
import { mediaContent } from "../result/content.ts";
import { modelMessage } from "../result/public-message.ts";
import { resultText } from "../result/result-text.ts";
import { type Approve, isFirstUse } from "../tool/approval.ts";
import { type ContextOf, untyped } from "../tool/bind-tools.ts";
import { makeCall } from "../tool/make-call.ts";
import { type OnError, reportError } from "../tool/on-error.ts";
import type { Tool } from "../tool/tool.ts";
import type { DistinctNames } from "../tool/tools-by-name.ts";
import { inModelTerms } from "./providers/model-issues.ts";
import { offerTools, type StrictOptions } from "./providers/offered-tools.ts";
import { type OpenAiPart, openaiPart } from "./providers/openai-parts.ts";

export type { ModelCall, OnError } from "../tool/on-error.ts";
export type { FallbackOptions, StrictOptions } from "./providers/offered-tools.ts";

/** Options of `openaiAgents`, and the context of all calls. */
export interface OpenAiAgentsOptions<Tools extends readonly Tool[] = readonly Tool[]>
  extends ContextOf<Tools, RuntimeContext<RunContext | undefined>>,
    StrictOptions {
  /** `deferred`: the SDK offers lazy tools once its `toolSearchTool()` has found them. Without that tool, every run of the agent throws. */
  readonly lazyTools?: "offered" | "deferred" | undefined;
  /** Whether descriptions end with the tools' examples. */
  readonly examples?: boolean | undefined;
  /**
   * Approves or declines calls of tools that require approval, in place of the SDK, which then does not interrupt the run. Without
   * `approve`, such a call is made only if the run has its approval.
   */
  readonly approve?: Approve<Tools[number]> | undefined;
  /**
   * Called with the error of every failed call, since the model receives only a public message. Errors that the function throws are
   * ignored.
   */
  readonly onError?: OnError | undefined;
}

/** A tool of the SDK. Its result is the JSON text of the output, limited by `trim`, or an array of texts, images and files. */
export type OpenAiAgentsTool<Name extends string> = FunctionTool<unknown, ObjectSchema, string | OpenAiAgentsResultPart[]> & { name: Name };

/** A text, image or file in a tool's result, as the SDK defines it. */
export type OpenAiAgentsResultPart = ToolOutputText | ToolOutputImage | ToolOutputFileContent;

/**
 * Tools for an agent of the OpenAI Agents SDK, with `options` as the context of all calls. A run of the agent is interrupted by calls of
 * tools that require approval and of client functions without a handler. To resume a run after a call of such a client function, pass a
 * handler. Throws if two tools have the same name, or if there are more than 128.
 */
export function openaiAgents<const Tools extends readonly Tool[]>(
  tools: Tools & DistinctNames<Tools>,
  options: OpenAiAgentsOptions<Tools> = {},
): OpenAiAgentsTool<Tools[number]["name"]>[] {
  const { lazyTools, ...given } = untyped(options);
  const { approve, onError } = given;
  const offered = offerTools(tools, given, { provider: "OpenAI", api: "responses" });
  return Array.from(offered.values(), ({ tool, projected, restoreArguments, modelIssues }) => {
    const { name, description, projection, strict: isStrict } = projected;
    const { lazy } = tool;
    const sdk = sdkTool({
      name,
      description,
      // The SDK does not validate arguments with a JSON Schema; `execute` validates them with the tool's own schema.
      parameters: shownSchema(projection) as unknown as ObjectSchema, // The cast is safe: every projection is the schema of an object.
      strict: false,
      needsApproval: isUnbound(tool) || (tool.approval === "required" && approve === undefined),
      deferLoading: lazy && lazyTools === "deferred",
      // The SDK's default sends the message of any error to the model.
      errorFunction: (_run, error, details) => {
        const { toolCall } = details ?? {};
        reportError(onError, error, { id: toolCall?.callId, name, arguments: toolCall?.arguments });
        return modelMessage(error);
      },
      execute: async (input, runtime, details) => {
        const { signal, toolCall } = details ?? {};
        const call = toolCall?.type === "function_call" ? toolCall : undefined;
        const context = { toolCallId: call?.callId, signal, runtime };
        const decide = approve ?? (() => call !== undefined && isApproved(runtime, name, call, input));
        const output = await makeCall(tool, restoreArguments(input), context, decide).catch((error: unknown) => {
          throw inModelTerms(error, modelIssues, input);
        });
        return mediaContent(tool, output)?.map(openaiPart).map(toSdk) ?? resultText(tool, output);
      },
    });
    // `strict` is set after creation: if it were passed to `sdkTool`, the SDK would convert the schema itself, and throw if it cannot.
    return Object.assign(sdk, { strict: isStrict }) as OpenAiAgentsTool<Tools[number]["name"]>; // The cast is safe: `name` is the name of one of `Tools`.
  });
}

/**
 * Whether the run has the approval of this call: by the call's identifier, or of all calls of the tool if the user has decided so. The
 * approval of a call counts once, and not for other arguments.
 */
function isApproved(run: RunContext | undefined, toolName: string, call: FunctionCallItem, input: unknown): boolean {
  const { callId, name, arguments: given } = call;
  const isSame = name === toolName && canonicalJson(JSON.parse(given || "{}")) === canonicalJson(input ?? {});
  return isSame && run?.isToolApproved({ toolName, callId }) === true && isFirstUse(run, callId);
}

function toSdk(part: OpenAiPart): OpenAiAgentsResultPart {
  if (part.kind === "text") return { type: "text", text: part.text };
  const { base64: data, mediaType } = part.file;
  return part.kind === "image"
    ? { type: "image", image: { data, mediaType } }
    : { type: "file", file: { data, mediaType, filename: part.filename } };
}

/** A JSON Schema, with the members that the SDK's type requires. */
export interface ObjectSchema {
  type: "object";
  properties: Record<string, never>;
  required: string[];
  additionalProperties: true;
}
