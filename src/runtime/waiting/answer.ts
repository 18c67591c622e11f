import type { HttpBinding } from "../binding.ts";
import type { Call } from "../call.ts";
import { possibleSecrets } from "../http/authorize.ts";
import { secondsToWait } from "../http/status-error.ts";
import { redactSecrets } from "../response/redact-secrets.ts";

/** Makes one call without waiting. */
export type Send = (call: Call<HttpBinding>) => Promise<unknown>;

/** The result of a call, and what its response says besides. */
export interface Answer {
  readonly result: unknown;
  readonly status: number | undefined;
  readonly headers: Headers | undefined;
  /** The seconds that the service asks to wait. */
  readonly retryAfter: number | undefined;
  /** The address that was requested. */
  readonly url: string;
  /** Removes the credentials of the request from text of the service. */
  readonly redact: (text: string) => string;
}

/** Makes a call, and returns what its last response says. `onRedirect` gets the addresses of a redirect, which is an error. */
export async function answerOf(call: Call<HttpBinding>, send: Send, onRedirect?: (target: string, from: string) => void): Promise<Answer> {
  const { context } = call;
  let request: Request | undefined;
  let response: Response | undefined;
  const result = await send({
    ...call,
    context: {
      ...context,
      onRequest(each, info) {
        request = each;
        context.onRequest?.(each, info);
      },
      onResponse(each, info) {
        response = each;
        const target = each.status >= 300 && each.status < 400 ? each.headers.get("location") : null;
        if (target !== null && request !== undefined) onRedirect?.(target, request.url);
        context.onResponse?.(each, info);
      },
    },
  });
  const sent = request;
  return {
    result,
    status: response?.status,
    headers: response?.headers,
    retryAfter: secondsToWait(response?.headers.get("retry-after") ?? ""),
    url: sent?.url ?? "",
    redact: (text) => (sent === undefined ? text : redactSecrets(text, possibleSecrets(sent))),
  };
}
