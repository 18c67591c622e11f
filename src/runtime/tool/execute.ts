import type { Part } from "../call.ts";
import type { Context } from "../context.ts";
import { optionalPart, part } from "../part.ts";
import { ToolError, unsentError } from "../tool-error.ts";
import { checkInput, invalidArguments } from "./check-input.ts";
import { fakeFor } from "./fake.ts";
import type { Tool } from "./tool.ts";
import { withAdvice } from "./uncertain-call.ts";

/** Validates the input, executes the tool and validates its result. */
export async function execute(tool: Tool, parts: Part, given: unknown, outer: Context): Promise<unknown> {
  const picked = (value: unknown) => (tool.trim.pick.length === 0 ? value : part("pick", { tool: tool.name, parts })(value, tool.trim));
  const context = pickPreliminary(outer, picked);
  const checked = checkInput(tool, given);
  if (checked.issues !== undefined) throw invalidArguments(tool.name, checked.issues);
  if (context.signal?.aborted === true) throw unsentError("cancelled", "The call was cancelled before it started.", tool.name);
  const { name, toolset, binding, inputSchema } = tool;
  const input = checked.value;
  const faked = await fakedResult(name, input, context);
  const result = faked === undefined ? await transported() : faked;
  checkResult(tool, result, context);
  const output = picked(result);
  // The arguments for the next page are not attached to the result of a handler or a fake, which may return the same object for several
  // calls.
  if (faked !== undefined || binding.transport === "client") return output;
  return optionalPart("nextPage", { parts })?.ofResult(output, result, input, tool) ?? output;

  async function transported(): Promise<unknown> {
    try {
      return await toolset.transport({ tool: name, toolset, binding, input, context, parts, inputSchema, texts: tool });
    } catch (error) {
      throw withAdvice(error, tool);
    }
  }
}

/** The context in which preliminary results are shortened like the final result. */
function pickPreliminary(context: Context, picked: (value: unknown) => unknown): Context {
  const { onPreliminary } = context;
  if (onPreliminary === undefined) return context;
  return { ...context, onPreliminary: (preliminary) => onPreliminary({ ...preliminary, value: picked(preliminary.value) }) };
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
