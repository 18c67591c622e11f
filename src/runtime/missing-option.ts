import type { ToolError } from "./tool-error.ts";

/** An option of the context that is missing, although it would provide a value that a call needs. */
export interface MissingOption {
  readonly option: "auth" | "secrets" | "session" | "variables";
  /** The missing member of the option; absent if the whole option is missing. */
  readonly name?: string;
}

/** The option as text for a message. */
export function optionText({ option, name }: MissingOption): string {
  if (option === "secrets") return `the secret "${name}" from \`secrets\``;
  return name === undefined ? `\`${option}\`` : `\`${option}.${name}\``;
}

/** The missing options in the details of an error. If one of several options would be enough, all of them are listed. */
export function missingOptions({ details }: ToolError): readonly MissingOption[] {
  const { options } = details;
  // The cast is safe: only this library writes `options`.
  return Array.isArray(options) ? (options as readonly MissingOption[]) : [];
}
