import { createTool, type Tool as SdkTool, type ToolExecutionContext, type ValidationError } from "@mastra/core/tools";
import { isUnbound } from "../client.ts";
import type { RuntimeContext } from "../context.ts";
import { mediaContent } from "../result/content.ts";
import { publicMessage } from "../result/public-message.ts";
import { modelOutput } from "../result/result-text.ts";
import { unchecked } from "../schema/unchecked.ts";
import { bindTool, type ContextOf, untyped } from "../tool/bind-tools.ts";
import { type OnError, tellOfError } from "../tool/on-error.ts";
import type { Tool } from "../tool/tool.ts";
import { type DistinctNames, toolsByName } from "../tool/tools-by-name.ts";
import { fileParts, toModelOutput } from "./ai-sdk/model-output.ts";

export type { ModelCall, OnError } from "../tool/on-error.ts";

/** The SDK's own tools by name, as an `Agent` takes them. */
export type MastraTools<Tools extends readonly Tool[]> = {
  [Each in Tools[number] as Each["name"]]: Each extends Tool<infer Input, infer Output> ? MastraTool<Input, Output, Each["name"]> : never;
};

/** A tool of the SDK. A program may call it by itself too, with as much of a context as it has. */
export type MastraTool<Input, Output, Name extends string> = SdkTool<Input, Output, unknown, unknown, ToolExecutionContext, Name> & {
  execute?: (input: Input, context?: Partial<ToolExecutionContext>) => Promise<Output | ValidationError>;
};

export interface MastraOptions<Tools extends readonly Tool[] = readonly Tool[]>
  extends ContextOf<Tools, RuntimeContext<Partial<ToolExecutionContext> | undefined>> {
  /** Told of every call that failed, with the error itself: the model is told only what it may know. What it throws is passed over. The SDK itself refuses arguments that do not match. */
  readonly onError?: OnError | undefined;
}

/**
 * Tools for Mastra's agents and workflows, with `options` as the context of all calls. A client function that nobody has bound has no
 * `execute`: the agent leaves its calls to the client. Two tools of one name are an error.
 */
export function mastra<const Tools extends readonly Tool[]>(
  tools: Tools & DistinctNames<Tools>,
  options: MastraOptions<Tools> = {},
): MastraTools<Tools> {
  const { onError, ...context } = untyped(options);
  const made = [...toolsByName(tools)].map(([name, tool]) => [name, mastraTool(bindTool(tool, context), onError)]);
  // The names and types of `Tools`, entry by entry; `fromEntries` knows neither.
  return Object.fromEntries(made) as MastraTools<Tools>;
}

function mastraTool(tool: Tool, onError: OnError | undefined): unknown {
  return createTool({
    id: tool.name,
    description: tool.description,
    inputSchema: tool.inputSchema,
    // Checked by `execute` as the context says. The SDK would withhold an answer that does not match in full.
    outputSchema: unchecked(tool.outputSchema),
    requireApproval: tool.approval === "required",
    mcp: {
      annotations: {
        ...(tool.title === "" ? {} : { title: tool.title }),
        readOnlyHint: tool.annotations.readOnly,
        destructiveHint: tool.annotations.destructive,
        idempotentHint: tool.annotations.idempotent,
        openWorldHint: tool.annotations.openWorld,
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
            try {
              return await tool.execute(input, { toolCallId: agent?.toolCallId, signal: abortSignal, runtime });
            } catch (error) {
              tellOfError(onError, error, { id: agent?.toolCallId, name: tool.name, arguments: input });
              // Agents tell the model what an error says.
              throw new Error(publicMessage(error), { cause: error });
            }
          },
        }),
  });
}
