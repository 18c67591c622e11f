import type { Context } from "../../context.ts";
import { namesInMessage } from "../../names-in-message.ts";
import { mediaContent } from "../../result/content.ts";
import { blockText, type ContentBlock } from "../../result/content-block.ts";
import { publicMessage } from "../../result/public-message.ts";
import { modelOutput, resultText } from "../../result/result-text.ts";
import { type Approve, requireApproval } from "../../tool/approval.ts";
import type { ContextOf } from "../../tool/bind-tools.ts";
import { type ModelCall, type OnError, tellOfError } from "../../tool/on-error.ts";
import type { Tool } from "../../tool/tool.ts";
import { ToolError } from "../../tool-error.ts";
import type { TurnBack } from "./turn-back.ts";

/** What an adapter that carries out calls itself can be told, beside the context of all calls. */
export interface DispatchOptions<Tools extends readonly Tool[] = readonly Tool[]> extends ContextOf<Tools> {
  /** Decides on calls of tools that need an approval. Without it, they are declined. */
  readonly approve?: Approve<Tools[number]> | undefined;
  /** Told of every call that failed, with the error itself: the model is told only what it may know. What it throws is passed over. */
  readonly onError?: OnError | undefined;
}

/** What came of a call. `text` and `value` are the answer, cut to size; `content` is there where it is more than JSON, and then is what the model is given. */
export type Dispatched =
  | { readonly kind: "answer"; readonly content: readonly ContentBlock[] | undefined; readonly text: string; readonly value: unknown }
  | { readonly kind: "error"; readonly message: string };

/** A tool, and how arguments for what a provider was told of it become its own. */
export interface Dispatchable {
  readonly tool: Tool;
  readonly turnBack: TurnBack;
}

/** Carries out calls of `tools`. It never rejects: a call without an answer would leave the conversation invalid. */
export function dispatcher(tools: ReadonlyMap<string, Dispatchable>, { approve, onError }: Pick<DispatchOptions, "approve" | "onError">) {
  return async (call: ModelCall, context: Context = {}): Promise<Dispatched> => {
    try {
      const found = tools.get(call.name);
      if (found === undefined) {
        const name = call.name.slice(0, maxNameLength);
        const message = `There is no tool ${JSON.stringify(name)}. The tools are ${namesInMessage([...tools.keys()], name)}.`;
        throw new ToolError("unknown-tool", message, { tool: call.name, sent: false });
      }
      const { tool, turnBack } = found;
      const input = turnBack(argumentsOf(call));
      await requireApproval({ tool, toolCallId: call.id, input }, approve);
      const output = await tool.execute(input, { ...context, toolCallId: call.id ?? context.toolCallId });
      // Written here, so that an answer that is no JSON is an error too.
      const content = mediaContent(tool, output);
      if (content !== undefined) return { kind: "answer", content, text: content.map(blockText).join("\n"), value: output };
      return { kind: "answer", content, text: resultText(tool, output), value: modelOutput(tool, output) };
    } catch (error) {
      tellOfError(onError, error, call);
      return { kind: "error", message: publicMessage(error) };
    }
  };
}

/** A model may make up any text. */
const maxNameLength = 64;

function argumentsOf({ name, arguments: given }: ModelCall): unknown {
  if (typeof given !== "string") return given;
  // Some models send nothing at all where there are no parameters.
  if (given.trim() === "") return {};
  try {
    return JSON.parse(given);
  } catch {
    throw new ToolError("invalid-arguments", "The arguments are not valid JSON.", { tool: name, sent: false });
  }
}
