import type { Context } from "../context.ts";
import { trimAnswer } from "../result/trim.ts";
import type { StandardSchema } from "../schema/standard-schema.ts";
import type { Tool } from "../tool.ts";
import { ToolError } from "../tool-error.ts";
import { fakeOf } from "./fake.ts";

/** Checks the input, carries the tool out and checks the answer. */
export async function execute(tool: Tool, input: unknown, context: Context): Promise<unknown> {
  const checked = checkInput(tool.inputSchema, input, tool.name);
  if (context.signal?.aborted === true)
    throw new ToolError("cancelled", "The call was cancelled before it began.", { tool: tool.name, sent: false });
  const { name, toolset, binding, inputSchema } = tool;
  const faked = await fakedAnswer(name, checked, context);
  const answer =
    faked === undefined ? await toolset.transport({ tool: name, toolset, binding, input: checked, context, inputSchema }) : faked;
  checkAnswer(tool, answer, context);
  return trimAnswer(answer, tool.trim);
}

function checkInput(schema: StandardSchema<unknown>, input: unknown, tool: string): { readonly [name: string]: unknown } {
  // Tools without parameters are called with nothing at all by some models.
  const given = input === undefined || input === null ? {} : input;
  const result = schema["~standard"].validate(given);
  const issues =
    result.issues ??
    (typeof given === "object" && !Array.isArray(given) ? undefined : [{ message: "The value must be an object.", path: [] }]);
  if (issues !== undefined) {
    throw new ToolError("invalid-arguments", `The arguments are not valid: ${issues.map(({ message }) => message).join(" ")}`, {
      tool,
      sent: false,
      details: { issues },
    });
  }
  return given as { readonly [name: string]: unknown }; // An object, by the check above.
}

/** A fake may leave a call to the real tool: then it gives `undefined`. */
async function fakedAnswer(tool: string, input: unknown, context: Context): Promise<unknown> {
  // The input has passed the schema that the fake's type was made from; a list of fakes cannot name that type.
  const fake = fakeOf(tool, context) as ((input: unknown, context: Context) => unknown) | undefined;
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
