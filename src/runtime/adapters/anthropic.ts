import type { Tool as AnthropicTool, ContentBlock, ToolResultBlockParam } from "@anthropic-ai/sdk/resources/messages/messages";
import type { Context } from "../context.ts";
import { anthropicTool } from "../projection/declare.ts";
import type { DistinctNames } from "../tool/tools-by-name.ts";
import type { Tool } from "../tool.ts";
import { type DispatchOptions, dispatcher } from "./providers/dispatch.ts";
import { offerStrictly, offerTools, type StrictOptions } from "./providers/offered-tools.ts";

export type { ModelCall, OnError } from "../tool/on-error.ts";

export interface AnthropicOptions extends DispatchOptions, StrictOptions {}

/** Tools for `client.messages.create`. */
export interface Anthropic<Name extends string> {
  readonly tools: (AnthropicTool & { name: Name })[];
  /** The answer to one `tool_use` block. */
  readonly answer: (call: ToolUse, context?: Context) => Promise<ToolResultBlockParam>;
  /** The answers to all `tool_use` blocks of a message's `content`, carried out at once, in their order. */
  readonly answerAll: (content: readonly ContentBlock[], context?: Context) => Promise<ToolResultBlockParam[]>;
}

/** What of a `tool_use` block is read. */
export interface ToolUse {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

/** Tools as Anthropic's Messages API takes them, and the answers to their calls. Two tools of one name are an error. */
export function anthropic<const Tools extends readonly Tool[]>(
  tools: Tools & DistinctNames<Tools>,
  { strict, onFallback, approve, onError, ...context }: AnthropicOptions = {},
): Anthropic<Tools[number]["name"]> {
  const { declarations, byName } = offerTools(tools, context, {
    provider: "Anthropic",
    declare: (tool, schema) => {
      const offered = offerStrictly(tool, schema, { provider: "anthropic", strict, onFallback });
      return { declaration: anthropicTool(tool, offered), projection: offered.projection };
    },
  });
  const dispatch = dispatcher(byName, { approve, onError });
  const answer: Anthropic<string>["answer"] = async ({ id, name, input }, context) => {
    const dispatched = await dispatch({ id, name, arguments: input }, context);
    return {
      type: "tool_result",
      tool_use_id: id,
      ...(dispatched.kind === "answer" ? { content: dispatched.text } : { content: dispatched.message, is_error: true }),
    };
  };
  return {
    tools: declarations,
    answer,
    answerAll: (content, context) => Promise.all(content.flatMap((block) => (block.type === "tool_use" ? [answer(block, context)] : []))),
  };
}
