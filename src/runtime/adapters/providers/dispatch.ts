import type { Context } from "../../context.ts";
import { namesInMessage } from "../../names-in-message.ts";
import { longestName } from "../../projection/limits/provider-limits.ts";
import { mediaContent } from "../../result/content.ts";
import { blockText, type ContentBlock } from "../../result/content-block.ts";
import { modelMessage } from "../../result/public-message.ts";
import { modelOutput, resultText } from "../../result/result-text.ts";
import type { Approve } from "../../tool/approval.ts";
import type { ContextOf } from "../../tool/bind-tools.ts";
import { makeCall } from "../../tool/make-call.ts";
import { type ModelCall, type OnError, reportError } from "../../tool/on-error.ts";
import type { Tool } from "../../tool/tool.ts";
import { unsentError } from "../../tool-error.ts";
import { inModelTerms, type ModelIssues } from "./model-issues.ts";
import type { RestoreArguments } from "./restore-arguments.ts";

/** The options of an adapter that executes calls itself, with the context of all calls. */
export interface DispatchOptions<Tools extends readonly Tool[] = readonly Tool[]> extends ContextOf<Tools> {
  /** Approves or declines calls of tools that require approval. Without `approve`, these calls are declined. */
  readonly approve?: Approve<Tools[number]> | undefined;
  /**
   * Called with the error of every failed call, since the model receives only a public message. Errors that the function throws are
   * ignored.
   */
  readonly onError?: OnError | undefined;
}

/**
 * The outcome of a call. `text` and `value` are the result, limited by `trim`. If the result contains files or other content than JSON,
 * `content` is defined and is sent to the model.
 */
export type Dispatched =
  | { readonly kind: "result"; readonly content: readonly ContentBlock[] | undefined; readonly text: string; readonly value: unknown }
  | { readonly kind: "error"; readonly message: string };

/** A tool, with the functions that convert between its own schema and its projected schema, which is the one presented to the model. */
export interface Dispatchable {
  readonly tool: Tool;
  readonly restoreArguments: RestoreArguments;
  /** Absent if the model receives the tool's own schema. */
  readonly modelIssues?: ModelIssues;
}

/**
 * Creates a function that executes calls of `tools`. Its promise never rejects, since a call without a result would make the conversation
 * invalid.
 */
export function dispatcher(tools: ReadonlyMap<string, Dispatchable>, { approve, onError }: Pick<DispatchOptions, "approve" | "onError">) {
  return async (call: ModelCall, context: Context = {}): Promise<Dispatched> => {
    const found = tools.get(call.name);
    let given: unknown;
    try {
      if (found === undefined) {
        const name = call.name.slice(0, longestName);
        const message = `There is no tool ${JSON.stringify(name)}. Available tools: ${namesInMessage([...tools.keys()], name)}.`;
        throw unsentError("unknown-tool", message, call.name);
      }
      const { tool, restoreArguments } = found;
      given = argumentsOf(call);
      const output = await makeCall(tool, restoreArguments(given), { ...context, toolCallId: call.id ?? context.toolCallId }, approve);
      // The result is serialized within `try`, so that a result that is not JSON is handled as a failed call.
      const content = mediaContent(tool, output);
      if (content !== undefined) return { kind: "result", content, text: content.map(blockText).join("\n"), value: output };
      return { kind: "result", content, text: resultText(tool, output), value: modelOutput(tool, output) };
    } catch (error) {
      reportError(onError, error, call);
      return { kind: "error", message: modelMessage(inModelTerms(error, found?.modelIssues, given)) };
    }
  };
}

/** Parses the arguments of a call. Models may send any string. */
function argumentsOf({ name, arguments: given }: ModelCall): unknown {
  if (typeof given !== "string") return given;
  // Some models send an empty string for tools without parameters.
  if (given.trim() === "") return {};
  try {
    return JSON.parse(given);
  } catch {
    throw unsentError("invalid-arguments", "The arguments are not valid JSON.", name);
  }
}
