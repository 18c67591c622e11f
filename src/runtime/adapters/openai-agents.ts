import { type FunctionTool, tool as sdkTool } from "@openai/agents";
import type { Context } from "../context.ts";
import { publicMessage } from "../result/public-message.ts";
import { resultText } from "../result/result-text.ts";
import { type OnError, tellOfError } from "../tool/on-error.ts";
import type { DistinctNames } from "../tool/tools-by-name.ts";
import type { Tool } from "../tool.ts";
import { type Offered, offerStrictly, offerTools, type StrictOptions } from "./providers/offered-tools.ts";

export type { ModelCall, OnError } from "../tool/on-error.ts";

export interface OpenAiAgentsOptions extends Context, StrictOptions {
  /** Told of every call that failed, with the error itself: the model is told only what it may know. What it throws is passed over. */
  readonly onError?: OnError | undefined;
}

/** A tool of the SDK under one of our names. Its result is text: the answer's JSON, cut to size. */
export type OpenAiAgentsTool<Name extends string> = FunctionTool<unknown, ObjectSchema, string> & { name: Name };

/**
 * Tools for an agent of the OpenAI Agents SDK, with `options` as the context of all calls. A tool that needs approval interrupts the run.
 * Two tools of one name are an error.
 */
export function openaiAgents<const Tools extends readonly Tool[]>(
  tools: Tools & DistinctNames<Tools>,
  { strict, onFallback, onError, ...context }: OpenAiAgentsOptions = {},
): OpenAiAgentsTool<Tools[number]["name"]>[] {
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
      needsApproval: approval === "required",
      deferLoading: lazy,
      // The SDK's own tells the model whatever the error says.
      errorFunction: (_run, error, details) => {
        const { toolCall } = details ?? {};
        tellOfError(onError, error, { id: toolCall?.callId, name, arguments: toolCall?.arguments });
        return publicMessage(error);
      },
      execute: async (input, runtime, details) => {
        const { signal, toolCall } = details ?? {};
        const callId = toolCall !== undefined && "callId" in toolCall ? toolCall.callId : undefined;
        return resultText(tool, await tool.execute(turnBack(input), { toolCallId: callId, signal, runtime }));
      },
    });
    // Set here: as an option the SDK would make the schema strict itself, and what it cannot make strict would throw.
    return Object.assign(sdk, { strict: isStrict }) as OpenAiAgentsTool<Tools[number]["name"]>; // The name is the one given.
  });
}

/** A JSON Schema, as the SDK wants to see one. */
export interface ObjectSchema {
  type: "object";
  properties: Record<string, never>;
  required: string[];
  additionalProperties: true;
}
