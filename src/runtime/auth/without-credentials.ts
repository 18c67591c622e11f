import { changeTexts } from "../json.ts";
import { ToolError } from "../tool-error.ts";

/** The error without credentials, which the service may have quoted. */
export function withoutCredentials({ code, message, tool, sent, details, cause }: ToolError, hide: (text: string) => string): ToolError {
  // The copy of an object is an object.
  const shown = changeTexts(details, hide) as ToolError["details"];
  return new ToolError(code, hide(message), { tool, sent, details: shown, cause });
}
