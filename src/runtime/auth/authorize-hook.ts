import type { Call } from "../call.ts";
import type { CallInfo } from "../context.ts";
import { unsentError } from "../tool-error.ts";

/**
 * Calls the caller's `authorize` hook with `request`, and returns the request that the hook returns. The hook may change everything except
 * the origin.
 */
export async function applyAuthorizeHook(request: Request, info: CallInfo, { context, tool }: Call<unknown>): Promise<Request> {
  if (context.authorize === undefined) return request;
  const refusal = (did: string) => unsentError("authorization-failed", `The \`authorize\` hook ${did}, so the request was not sent.`, tool);
  let result: Request;
  try {
    result = await context.authorize(request, info);
  } catch {
    // The hook's error is omitted, since it may contain the credential.
    throw refusal("failed");
  }
  if (new URL(result.url).origin !== new URL(request.url).origin) throw refusal("changed the origin of the request");
  return result;
}
