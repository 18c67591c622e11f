import { isRecord } from "../json.ts";
import type { Issue, StandardResult } from "../schema/standard-schema.ts";
import { type ToolError, unsentError } from "../tool-error.ts";
import type { Tool } from "./tool.ts";
import type { withExample } from "./with-example.ts";

/**
 * Validates the input of a call. With `exampleOf`, each issue that the message of the error shows ends with a valid example of the member,
 * from one of the tool's examples.
 */
export function checkInput(
  { inputSchema, examples }: Pick<Tool, "inputSchema" | "examples">,
  given: unknown,
  exampleOf: typeof withExample | undefined,
): StandardResult<{ readonly [name: string]: unknown }> {
  // Some models send no input for tools without parameters.
  const input = given === undefined || given === null ? {} : given;
  const { issues } = inputSchema["~standard"].validate(input);
  if (issues !== undefined)
    return { issues: issues.map((issue, index) => (index < maxIssues ? (exampleOf?.(issue, examples) ?? issue) : issue)) };
  return isRecord(input) ? { value: input } : { issues: [{ message: "The value must be an object.", path: [] }] };
}

/** The maximum number of issues in a message. After correcting them, a model calls again and receives the remaining issues. */
const maxIssues = 5;

/** The error for a call whose input has `issues`. */
export function invalidArguments(tool: string, issues: readonly Issue[]): ToolError {
  const shown = issues.slice(0, maxIssues).map(({ message }) => message);
  const more = issues.length - shown.length;
  const message = `The arguments are not valid: ${shown.join(" ")}${more === 0 ? "" : ` ${more} more ${more === 1 ? "issue" : "issues"}.`}`;
  return unsentError("invalid-arguments", message, tool, { issues });
}
