import { isRecord } from "../json.ts";
import { ToolError } from "../tool-error.ts";

/** The same error with nothing of what the server was told of the caller, which it may quote. */
export function withoutCredentials({ code, message, tool, sent, details, cause }: ToolError, hide: (text: string) => string): ToolError {
  // An object's copy is one.
  const shown = hideAll(details, hide) as ToolError["details"];
  return new ToolError(code, hide(message), { tool, sent, details: shown, cause });
}

/** A value as JSON has it, with nothing of it that `hide` takes out; members' names are texts too. */
function hideAll(value: unknown, hide: (text: string) => string): unknown {
  if (typeof value === "string") return hide(value);
  if (Array.isArray(value)) return value.map((item) => hideAll(item, hide));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [hide(name), hideAll(member, hide)]));
}
