import type { HttpBinding } from "../binding.ts";
import type { Call } from "../call.ts";
import type { CallInfo } from "../context.ts";
import { ToolError } from "../tool-error.ts";

/** The request with the caller's credential. It is asked for at each attempt, since it may have run out by the next. */
export async function authorized(request: Request, info: CallInfo, call: Call<HttpBinding>): Promise<Request> {
  const { authorize } = call.context;
  if (authorize === undefined) return request;
  let result: Request;
  try {
    result = await authorize(request, info);
  } catch {
    // The hook's own error may tell the credential.
    throw new ToolError("authorization-failed", "The `authorize` hook failed.", { tool: call.tool, sent: false });
  }
  if (new URL(result.url).origin !== new URL(request.url).origin) {
    throw new ToolError("authorization-failed", "The `authorize` hook sent the request to another origin.", {
      tool: call.tool,
      sent: false,
    });
  }
  return result.redirect === "manual" ? result : new Request(result, { redirect: "manual" });
}
