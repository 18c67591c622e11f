import { isRecord } from "../json.ts";
import type { Issue, StandardResult, StandardSchema } from "../schema/standard-schema.ts";
import { ToolError } from "../tool-error.ts";

/** Validates the input of a call. */
export function checkInput(schema: StandardSchema<unknown>, given: unknown): StandardResult<{ readonly [name: string]: unknown }> {
  // Some models send no input for tools without parameters.
  const input = given === undefined || given === null ? {} : given;
  const { issues } = schema["~standard"].validate(input);
  if (issues !== undefined) return { issues };
  return isRecord(input) ? { value: input } : { issues: [{ message: "The value must be an object.", path: [] }] };
}

/** The error for an input with `issues`. */
export function invalidArguments(tool: string, issues: readonly Issue[]): ToolError {
  const message = `The arguments are not valid: ${issues.map((issue) => issue.message).join(" ")}`;
  return new ToolError("invalid-arguments", message, { tool, sent: false, details: { issues } });
}
