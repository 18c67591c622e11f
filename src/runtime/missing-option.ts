import type { ToolError } from "./tool-error.ts";

/** An option of the context that provides a value which a call needs and does not have. */
export interface MissingOption {
  readonly option: "auth" | "secrets" | "session" | "variables";
  /** Its key in the option; without one, the whole option is missing. */
  readonly name?: string;
}

/** The option as text for a message. */
export function optionText({ option, name }: MissingOption): string {
  if (option === "secrets") return `the secret "${name}" from \`secrets\``;
  return name === undefined ? `\`${option}\`` : `\`${option}.${name}\``;
}

/** The options that an error of a call lists in its details. Of alternatives, it lists those of all. */
export function missingOptions({ details }: ToolError): readonly MissingOption[] {
  const { options } = details;
  // Only this library writes this member.
  return Array.isArray(options) ? (options as readonly MissingOption[]) : [];
}
