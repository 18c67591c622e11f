import { createTool, type Tool as SdkTool, type ToolExecutionContext, type ValidationError } from "@mastra/core/tools";
import { isUnbound } from "../client.ts";
import type { RuntimeContext } from "../context.ts";
import { hintsOf } from "../projection/mcp-hints.ts";
import type { ViewOptions } from "../projection/model-view.ts";
import { mediaContent } from "../result/content.ts";
import { modelMessage } from "../result/public-message.ts";
import { modelOutput } from "../result/result-text.ts";
import { withDraft07 } from "../schema/draft-07.ts";
import { unchecked } from "../schema/unchecked.ts";
import type { Approve } from "../tool/approval.ts";
import { bindTool, type ContextOf, untyped } from "../tool/bind-tools.ts";
import { makeCall } from "../tool/make-call.ts";
import { type OnError, reportError } from "../tool/on-error.ts";
import { showTool } from "../tool/show-tool.ts";
import type { Tool } from "../tool/tool.ts";
import { type DistinctNames, toolsByName } from "../tool/tools-by-name.ts";
import { fileParts, toModelOutput } from "./ai-sdk/model-output.ts";
import { approvalSchemas, decisionIn, type MastraDecision } from "./mastra/approval.ts";

export type { ModelCall, OnError } from "../tool/on-error.ts";

/** The tools as objects of the SDK, by tool name, for an `Agent`. */
export type MastraTools<Tools extends readonly Tool[]> = {
  [Each in Tools[number] as Each["name"]]: Each extends Tool<infer Input, infer Output> ? MastraTool<Input, Output, Each["name"]> : never;
};

/** A tool as an object of the SDK. A program may also call its `execute` directly, with a partial context. */
export type MastraTool<Input, Output, Name extends string> = SdkTool<Input, Output, unknown, unknown, ToolExecutionContext, Name> & {
  execute?: (input: Input, context?: Partial<ToolExecutionContext>) => Promise<Output | ValidationError>;
};

/** Options of `mastra`, and the context of all calls. */
export interface MastraOptions<Tools extends readonly Tool[] = readonly Tool[]>
  extends ContextOf<Tools, RuntimeContext<Partial<ToolExecutionContext> | undefined>>,
    ViewOptions {
  /**
   * Approves or declines calls of tools that require approval, in place of the SDK, which then does not suspend the run. Without `approve`,
   * such a call suspends the run of the agent or workflow, and is made only when the run is resumed with `{ approved: true }`.
   */
  readonly approve?: Approve<Tools[number]> | undefined;
  /**
   * Called with the error of every failed call, since the model receives only a public message. Errors that the function throws are
   * ignored. It is not called for invalid arguments, which the SDK rejects before the call.
   */
  readonly onError?: OnError | undefined;
}

/**
 * Tools for Mastra's agents and workflows, with `options` as the context of all calls. A client function without a handler has no
 * `execute`: the client executes its calls. Throws if two tools have the same name.
 */
export function mastra<const Tools extends readonly Tool[]>(
  tools: Tools & DistinctNames<Tools>,
  options: MastraOptions<Tools> = {},
): MastraTools<Tools> {
  const { approve, onError, detail, depth, ...context } = untyped(options);
  const made = [...toolsByName(tools)].map(([name, tool]) => [
    name,
    mastraTool(bindTool(tool, context), { approve, onError, detail, depth }),
  ]);
  // The cast is safe: each array entry has the name and the types of one tool in `Tools`, and only `fromEntries` loses them.
  return Object.fromEntries(made) as MastraTools<Tools>;
}

function mastraTool(tool: Tool, { approve, onError, ...view }: Pick<MastraOptions, "approve" | "onError" | keyof ViewOptions>): unknown {
  const { description, inputSchema } = showTool(tool, view);
  return createTool({
    id: tool.name,
    description,
    inputSchema,
    // `execute` validates the output if the context requires it. The SDK does not validate it again: it would withhold a result that does
    // not match the schema.
    outputSchema: unchecked(withDraft07(tool.outputSchema)),
    ...(tool.approval === "required" && approve === undefined ? approvalSchemas : {}),
    mcp: {
      annotations: {
        ...(tool.title === "" ? {} : { title: tool.title }),
        ...hintsOf(tool.annotations),
      },
    },
    toModelOutput: (output: unknown) =>
      mediaContent(tool, output) === undefined
        ? { type: "json", value: modelOutput(tool, output) }
        : toModelOutput(tool, output, fileParts["file-data"]),
    ...(isUnbound(tool)
      ? {}
      : {
          execute: async (input: unknown, runtime) => {
            const { abortSignal, agent } = runtime ?? {};
            let decision: MastraDecision | undefined;
            const decide = async () => {
              decision = await decisionIn(runtime ?? {}, tool.name, input);
              return decision === "approved";
            };
            try {
              const context = { toolCallId: agent?.toolCallId, signal: abortSignal, runtime };
              return await makeCall(tool, input, context, approve ?? decide);
            } catch (error) {
              // A suspended workflow must get no error. An agent ignores it, except `generateLegacy`, which cannot be suspended.
              if (decision === "asked" && agent === undefined) return undefined;
              if (decision !== "asked") reportError(onError, error, { id: agent?.toolCallId, name: tool.name, arguments: input });
              // Agents send the message of an error to the model.
              throw new Error(modelMessage(error), { cause: error });
            }
          },
        }),
  });
}
