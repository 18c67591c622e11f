import { isRecord } from "../json.ts";
import { ToolError } from "../tool-error.ts";

/** The error without credentials, which the server may have quoted. */
export function withoutCredentials({ code, message, tool, sent, details, cause }: ToolError, hide: (text: string) => string): ToolError {
  // The copy of an object is an object.
  const shown = redactAll(details, hide) as ToolError["details"];
  return new ToolError(code, hide(message), { tool, sent, details: shown, cause });
}

/** Redacts all strings in a JSON value, including member names. */
function redactAll(value: unknown, hide: (text: string) => string): unknown {
  if (typeof value === "string") return hide(value);
  if (Array.isArray(value)) return value.map((item) => redactAll(item, hide));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [hide(name), redactAll(member, hide)]));
}
