import type { Context } from "../context.ts";
import { pickMembers } from "../result/trim.ts";
import { ToolError } from "../tool-error.ts";
import { checkInput, invalidArguments } from "./check-input.ts";
import { fakeFor } from "./fake.ts";
import type { Tool } from "./tool.ts";

/** Checks the input, carries the tool out and checks the answer. */
export async function execute(tool: Tool, given: unknown, outer: Context): Promise<unknown> {
  const context = trimPreliminary(tool, outer);
  const checked = checkInput(tool.inputSchema, given);
  if (checked.issues !== undefined) throw invalidArguments(tool.name, checked.issues);
  if (context.signal?.aborted === true)
    throw new ToolError("cancelled", "The call was cancelled before it began.", { tool: tool.name, sent: false });
  const { name, toolset, binding, inputSchema } = tool;
  const input = checked.value;
  const faked = await fakedAnswer(name, input, context);
  const answer = faked === undefined ? await toolset.transport({ tool: name, toolset, binding, input, context, inputSchema }) : faked;
  checkAnswer(tool, answer, context);
  return pickMembers(answer, tool.trim);
}

/** What is told of a call that goes on is cut as its answer is. */
function trimPreliminary({ trim }: Tool, context: Context): Context {
  const { onPreliminary } = context;
  if (onPreliminary === undefined) return context;
  return { ...context, onPreliminary: (preliminary) => onPreliminary({ ...preliminary, value: pickMembers(preliminary.value, trim) }) };
}

/** A fake may leave a call to the real tool: then it gives `undefined`. */
async function fakedAnswer(tool: string, input: unknown, context: Context): Promise<unknown> {
  // The input has passed the schema that the fake's type was made from; a list of fakes cannot name that type.
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
