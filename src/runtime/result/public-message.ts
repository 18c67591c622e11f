import { ToolError } from "../tool-error.ts";

/** What a model or an end user may be told of a failed call: no secrets, no addresses and no answers of services are in it. */
export function publicMessage(error: unknown): string {
  // Some SDKs throw an error of their own with ours as its cause.
  let each = error;
  for (let depth = 0; depth < 8 && each instanceof Error; depth++) {
    if (each instanceof ToolError) return each.message;
    each = each.cause;
  }
  return "The tool failed.";
}
