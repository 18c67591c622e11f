import type { Call } from "../call.ts";
import type { CallInfo } from "../context.ts";
import { ToolError } from "../tool-error.ts";

/** `request` as the caller's `authorize` hook gives it back, which has the last word on it, but not on where it goes. */
export async function throughHook(request: Request, info: CallInfo, { context, tool }: Call<unknown>): Promise<Request> {
  if (context.authorize === undefined) return request;
  let result: Request;
  try {
    result = await context.authorize(request, info);
  } catch {
    // The hook's own error may tell the credential.
    throw new ToolError("authorization-failed", "The `authorize` hook failed.", { tool, sent: false });
  }
  if (new URL(result.url).origin !== new URL(request.url).origin)
    throw new ToolError("authorization-failed", "The `authorize` hook sent the request to another origin.", { tool, sent: false });
  return result;
}
