import type { Context } from "../context.ts";
import type { UnknownRecord } from "../json.ts";
import { argumentsForCursor, attachedNext, attachNext } from "../result/next-call.ts";
import { pickMembers } from "../result/trim.ts";
import { ToolError, unsentError } from "../tool-error.ts";
import { checkInput, invalidArguments } from "./check-input.ts";
import { fakeFor } from "./fake.ts";
import { inputNames } from "./input-names.ts";
import type { Tool } from "./tool.ts";
import { withAdvice } from "./uncertain-call.ts";

/** Validates the input, executes the tool and validates its result. */
export async function execute(tool: Tool, given: unknown, outer: Context): Promise<unknown> {
  const context = trimPreliminary(tool, outer);
  const checked = checkInput(tool, given);
  if (checked.issues !== undefined) throw invalidArguments(tool.name, checked.issues);
  if (context.signal?.aborted === true) throw unsentError("cancelled", "The call was cancelled before it started.", tool.name);
  const { name, toolset, binding, inputSchema } = tool;
  const input = checked.value;
  const faked = await fakedResult(name, input, context);
  const result = faked === undefined ? await transported() : faked;
  checkResult(tool, result, context);
  const output = pickMembers(result, tool.trim);
  // The arguments for the next page are not attached to the result of a handler or a fake, which may return the same object for several
  // calls.
  return faked === undefined && binding.transport !== "client" ? attachNext(output, nextArguments(tool, input, result)) : output;

  async function transported(): Promise<unknown> {
    try {
      return await toolset.transport({ tool: name, toolset, binding, input, context, inputSchema });
    } catch (error) {
      throw withAdvice(error, tool);
    }
  }
}

/** The arguments of the call for the next page of a list; `undefined` if they are uncertain. */
function nextArguments(tool: Tool, input: UnknownRecord, result: unknown): UnknownRecord | undefined {
  return attachedNext(result) ?? argumentsForCursor(result, input, () => inputNames(tool));
}

/** Applies the tool's `pick` to preliminary results, as it is applied to the final result. */
function trimPreliminary({ trim }: Tool, context: Context): Context {
  const { onPreliminary } = context;
  if (onPreliminary === undefined) return context;
  return { ...context, onPreliminary: (preliminary) => onPreliminary({ ...preliminary, value: pickMembers(preliminary.value, trim) }) };
}

/** The result of the tool's fake; `undefined` if there is no fake, or if the fake returns `undefined` so that the tool is executed. */
async function fakedResult(tool: string, input: unknown, context: Context): Promise<unknown> {
  // The cast is safe: `input` matches the tool's schema, and so the parameter of the tool's fake. The type of `fakes` cannot express this.
  const fake = fakeFor(tool, context) as ((input: unknown, context: Context) => unknown) | undefined;
  return fake?.(input, context);
}

function checkResult(tool: Tool, result: unknown, context: Context): void {
  if (context.output !== "strict" && context.onMismatch === undefined) return;
  const { issues } = tool.outputSchema["~standard"].validate(result);
  if (issues === undefined) return;
  if (context.output === "strict") {
    throw new ToolError(
      "invalid-response",
      `The call was made, but its result does not match the output schema: ${issues.map(({ message }) => message).join(" ")}`,
      { tool: tool.name, sent: true, details: { issues } },
    );
  }
  context.onMismatch?.({ tool: tool.name, toolCallId: context.toolCallId, issues });
}
