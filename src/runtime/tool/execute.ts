import type { Part } from "../call.ts";
import type { Context } from "../context.ts";
import { optionalPart, part } from "../part.ts";
import { sentError, unsentError } from "../tool-error.ts";
import { checkInput, invalidArguments } from "./check-input.ts";
import { fakeFor } from "./fake.ts";
import type { Tool } from "./tool.ts";

/** Validates the input, executes the tool and validates its result. */
export async function execute(tool: Tool, parts: Part, given: unknown, outer: Context): Promise<unknown> {
  const pick = tool.trim.pick.length === 0 ? undefined : part("pick", { tool: tool.name, parts });
  const context = pick === undefined ? outer : pick.preliminary(outer, tool.trim);
  const checked = checkInput(tool, given, optionalPart("examples", { parts })?.ofTool);
  if (checked.issues !== undefined) throw invalidArguments(tool.name, checked.issues);
  if (context.signal?.aborted === true) throw unsentError("cancelled", "The call was cancelled before it started.", tool.name);
  const { name, toolset, binding, inputSchema, annotations } = tool;
  // The copy is the identity of this call, even if the caller passes one object to several calls.
  const input = { ...checked.value };
  const { around } = context;
  let isFetched = false;
  const result =
    around === undefined
      ? await made(context)
      : await around({ tool: name, toolset: toolset.name, toolCallId: context.toolCallId, binding, input, context }, (given = context) =>
          made(given),
        );
  checkResult(tool, result, context);
  const output = pick === undefined ? result : pick.result(result, tool.trim);
  // The arguments for the next page are not attached to the result of a hook, a handler or a fake, which may return the same object for
  // several calls.
  return isFetched ? (optionalPart("nextPage", { parts })?.ofResult(output, result, input, tool) ?? output) : output;

  /** Makes the call, unless the tool has a fake that returns a result. */
  async function made(within: Context): Promise<unknown> {
    // The cast is safe: `input` matches the tool's schema, and so the parameter of the tool's fake. The type of `fakes` cannot express this.
    const fake = fakeFor(name, within) as ((input: unknown, context: Context) => unknown) | undefined;
    const faked = fake && (await fake(input, within));
    if (faked !== undefined) return faked;
    try {
      const result = await toolset.transport({ tool: name, toolset, binding, input, context: within, parts, inputSchema, texts: tool });
      isFetched = binding.transport !== "client";
      return result;
    } catch (error) {
      // A call that changes nothing, or may be repeated, needs no advice. A client function is the program's own.
      const isCertain = annotations.readOnly || annotations.idempotent || binding.transport === "client";
      throw isCertain ? error : part("advice", { tool: name, parts })(error, tool);
    }
  }
}

function checkResult(tool: Tool, result: unknown, context: Context): void {
  if (context.output !== "strict" && context.onMismatch === undefined) return;
  const { issues } = tool.outputSchema["~standard"].validate(result);
  if (issues === undefined) return;
  if (context.output === "strict") {
    throw sentError(
      "invalid-response",
      `The call was made, but its result does not match the output schema: ${issues.map(({ message }) => message).join(" ")}`,
      tool.name,
      { issues },
    );
  }
  context.onMismatch?.({ tool: tool.name, toolCallId: context.toolCallId, issues });
}
