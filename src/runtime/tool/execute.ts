import type { Context } from "../context.ts";
import type { UnknownRecord } from "../json.ts";
import { argumentsForCursor, attachedNext, attachNext } from "../result/next-call.ts";
import { pickMembers } from "../result/trim.ts";
import { ToolError } from "../tool-error.ts";
import { checkInput, invalidArguments } from "./check-input.ts";
import { fakeFor } from "./fake.ts";
import { inputNames } from "./input-names.ts";
import type { Tool } from "./tool.ts";

/** Validates the input, executes the tool and validates the answer. */
export async function execute(tool: Tool, given: unknown, outer: Context): Promise<unknown> {
  const context = trimPreliminary(tool, outer);
  const checked = checkInput(tool.inputSchema, given);
  if (checked.issues !== undefined) throw invalidArguments(tool.name, checked.issues);
  if (context.signal?.aborted === true)
    throw new ToolError("cancelled", "The call was cancelled before it started.", { tool: tool.name, sent: false });
  const { name, toolset, binding, inputSchema } = tool;
  const input = checked.value;
  const faked = await fakedAnswer(name, input, context);
  const answer = faked === undefined ? await toolset.transport({ tool: name, toolset, binding, input, context, inputSchema }) : faked;
  checkAnswer(tool, answer, context);
  const output = pickMembers(answer, tool.trim);
  // A handler or a fake may return one object again and again.
  return faked === undefined && binding.transport !== "client" ? attachNext(output, nextArguments(tool, input, answer)) : output;
}

/** The arguments of the call that continues a list, if they are certain. */
function nextArguments(tool: Tool, input: UnknownRecord, answer: unknown): UnknownRecord | undefined {
  return attachedNext(answer) ?? argumentsForCursor(answer, input, () => inputNames(tool));
}

/** Applies `pick` to preliminary results, as to the answer. */
function trimPreliminary({ trim }: Tool, context: Context): Context {
  const { onPreliminary } = context;
  if (onPreliminary === undefined) return context;
  return { ...context, onPreliminary: (preliminary) => onPreliminary({ ...preliminary, value: pickMembers(preliminary.value, trim) }) };
}

/** Calls the fake if there is one, and the real tool if the fake returns `undefined`. */
async function fakedAnswer(tool: string, input: unknown, context: Context): Promise<unknown> {
  // The input was validated with the schema of the fake's type; a list of fakes cannot name that type.
  const fake = fakeFor(tool, context) as ((input: unknown, context: Context) => unknown) | undefined;
  return fake?.(input, context);
}

function checkAnswer(tool: Tool, answer: unknown, context: Context): void {
  if (context.output !== "strict" && context.onMismatch === undefined) return;
  const { issues } = tool.outputSchema["~standard"].validate(answer);
  if (issues === undefined) return;
  if (context.output === "strict") {
    throw new ToolError(
      "invalid-answer",
      `The answer does not match its schema, but the call was made: ${issues.map(({ message }) => message).join(" ")}`,
      { tool: tool.name, sent: true, details: { issues } },
    );
  }
  context.onMismatch?.({ tool: tool.name, toolCallId: context.toolCallId, issues });
}
