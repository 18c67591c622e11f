import { withoutCredentials } from "../auth/without-credentials.ts";
import type { HttpBinding } from "../binding.ts";
import type { Call } from "../call.ts";
import { requireTrust } from "../environment/service-settings.ts";
import { optionalPart } from "../part.ts";
import { changedError, ToolError } from "../tool-error.ts";
import { startDeadline } from "../transport/deadline.ts";
import { networkError } from "../transport/network-error.ts";
import { authorizeRequest } from "./authorize.ts";
import { readHttpResponse } from "./read-http-response.ts";
import { type OutgoingRequest, type PreparedRequest, prepareRequest } from "./request.ts";
import { idempotentMethods, waitAfter, withRetries } from "./retry.ts";

/** Executes an operation of an OpenAPI document and returns its output. */
export async function callHttp(call: Call<HttpBinding>): Promise<unknown> {
  const deadline = startDeadline(call);
  // Whether any attempt may have reached the service.
  let wasSent = false;

  async function attempt(prepared: PreparedRequest, isRepeated = false): Promise<unknown> {
    // Neither credentials nor the hook `authorize` change the origin.
    const { origin } = prepared.address;
    const { outgoing, info, renew, redact } = await deadline.within(authorizeRequest(prepared, call));
    if (outgoing.request !== undefined) call.context.onRequest?.(outgoing.request, info);
    // The hook `onRequest` may have aborted the call.
    deadline.signal.throwIfAborted();
    try {
      const response = await deadline.within(sendRequest(outgoing, origin, call));
      call.context.onResponse?.(response, info);
      const result = await deadline.within(readHttpResponse(response, call, { signal: deadline.signal, redact, origin }));
      return optionalPart("nextPage", call)?.ofResponse(result, response, outgoing.url, call) ?? result;
    } catch (error) {
      if (!(error instanceof ToolError)) {
        wasSent = true;
        throw error;
      }
      wasSent ||= error.sent;
      if (!isRepeated && (await deadline.within(renew(error)))) return attempt(prepared, true);
      throw withoutCredentials(error, redact);
    }
  }

  try {
    requireTrust(call);
    const keyed = optionalPart("idempotencyKey", call)?.(call);
    const prepared = await deadline.within(prepareRequest(keyed ?? call, deadline.signal));
    // Any other request is sent only once, whatever the policy is.
    const isRepeatable = keyed !== undefined || idempotentMethods.includes(call.binding.method);
    return await withRetries(isRepeatable ? (call.context.retries ?? waitAfter) : undefined, deadline, () => attempt(prepared));
  } catch (error) {
    const isAnswer = error instanceof ToolError && error.code !== "network-error";
    const failure = isAnswer ? error : (deadline.reason(wasSent) ?? error);
    // An earlier attempt may have been sent, even if the last one was not.
    throw wasSent && failure instanceof ToolError && !failure.sent ? changedError(failure, { sent: true }) : failure;
  } finally {
    deadline.stop();
  }
}

async function sendRequest({ url, request, init }: OutgoingRequest, origin: string, call: Call<HttpBinding>): Promise<Response> {
  try {
    return await (request === undefined ? fetch(url, init) : (call.context.fetch ?? fetch)(request));
  } catch (error) {
    throw error instanceof ToolError ? error : networkError(error, call, origin);
  }
}
