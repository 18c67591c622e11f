import type { ToolError } from "./tool-error.ts";

/** A missing option of the context, which would provide a value that a call needs. */
export interface MissingOption {
  readonly option: "auth" | "secrets" | "session" | "variables";
  /** The missing key of the option. Absent: the whole option is missing. */
  readonly name?: string;
}

/** The option as text for a message. */
export function optionText({ option, name }: MissingOption): string {
  if (option === "secrets") return `the secret "${name}" from \`secrets\``;
  return name === undefined ? `\`${option}\`` : `\`${option}.${name}\``;
}

/** The missing options in the details of an error. If there are alternatives, the options of all of them are listed. */
export function missingOptions({ details }: ToolError): readonly MissingOption[] {
  const { options } = details;
  // Only this library writes this member.
  return Array.isArray(options) ? (options as readonly MissingOption[]) : [];
}
