import type { HttpBinding } from "../binding.ts";
import type { Call } from "../call.ts";
import type { CallInfo } from "../context.ts";
import { ToolError } from "../tool-error.ts";
import { callAddress } from "./address.ts";
import { readAnswer } from "./answer.ts";
import { callBody } from "./body.ts";
import { networkError } from "./network-error.ts";
import { cookieText, headerTexts, queryText } from "./parameters.ts";

/** Carries out an operation of an OpenAPI document and gives its output. */
export async function callHttp(call: Call<HttpBinding>): Promise<unknown> {
  const deadline = startDeadline(call);
  let sent = false;
  try {
    const info = callInfo(call);
    const request = await deadline.within(authorized(buildRequest(call, deadline.signal), info, call));
    call.context.onRequest?.(request, info);
    sent = true;
    const response = await deadline.within(fetched(request, call));
    call.context.onResponse?.(response, info);
    return await deadline.within(readAnswer(response, call));
  } catch (error) {
    if (error instanceof ToolError && error.code !== "network-error") throw error;
    throw deadline.reason(sent) ?? error;
  } finally {
    deadline.stop();
  }
}

function buildRequest(call: Call<HttpBinding>, signal: AbortSignal): Request {
  const { method } = call.binding;
  const body = callBody(call);
  if (body !== undefined && (method === "GET" || method === "HEAD")) {
    throw new ToolError("unsupported-request", `A ${method} request cannot have a body here: \`fetch\` sends none.`, {
      tool: call.tool,
      sent: false,
      details: { method },
    });
  }
  const address = callAddress(call, queryText(call));
  const cookie = cookieText(call);
  const texts = [...headerTexts(call), ...(cookie === undefined ? [] : [["cookie", cookie] as const])];
  try {
    const headers = new Headers({ accept: accepted(call.binding) });
    for (const [name, value] of texts) headers.set(name, value);
    if (body !== undefined) headers.set("content-type", body.contentType);
    // `fetch` forwards credentials in headers of other names than `authorization` to wherever a redirect leads.
    return new Request(address, { method, headers, signal, redirect: "manual", ...(body === undefined ? {} : { body: body.content }) });
  } catch {
    // Their own messages quote the values.
    throw new ToolError(
      "unsupported-request",
      `\`fetch\` cannot send this request: its method, the name of a header or a media type is not one of HTTP.`,
      {
        tool: call.tool,
        sent: false,
        details: { method },
      },
    );
  }
}

function accepted(binding: HttpBinding): string {
  const types = binding.responses
    .filter(({ status }) => status.startsWith("2") || status === "default")
    .map(({ contentType }) => contentType);
  const named = [...new Set(types.filter((type) => type !== null))];
  return named.length === 0 ? "*/*" : named.join(", ");
}

/** What hooks are told of a call. */
function callInfo(call: Call<HttpBinding>): CallInfo {
  return {
    tool: call.tool,
    toolset: call.toolset.name,
    toolCallId: call.context.toolCallId,
    security: call.binding.security,
    securitySchemes: call.toolset.connection.securitySchemes,
  };
}

async function authorized(request: Request, info: CallInfo, call: Call<HttpBinding>): Promise<Request> {
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

async function fetched(request: Request, call: Call<HttpBinding>): Promise<Response> {
  try {
    return await (call.context.fetch ?? fetch)(request);
  } catch (error) {
    throw networkError(error, call);
  }
}

/** The toolset's time for a call, and the caller's wish to end it. Both hold for hooks too, which may not look at a signal. */
function startDeadline(call: Call<HttpBinding>) {
  const { timeout } = call.toolset.connection;
  const { signal } = call.context;
  const controller = new AbortController();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    controller.abort();
  }, timeout);
  const cancel = () => controller.abort();
  signal?.addEventListener("abort", cancel, { once: true });
  const ended = new Promise<never>((_resolve, reject) => {
    controller.signal.addEventListener("abort", () => reject(new Error("The call has ended.")), { once: true });
  });
  // It may be refused between two waits.
  ended.catch(() => undefined);
  return {
    signal: controller.signal,
    within: <Value>(work: Promise<Value>): Promise<Value> => Promise.race([work, ended]),
    reason: (sent: boolean): ToolError | undefined => {
      if (signal?.aborted === true) return new ToolError("cancelled", "The call was cancelled.", { tool: call.tool, sent });
      if (!isLate) return undefined;
      return new ToolError("timeout", `The call was not finished within ${timeout} ms.`, { tool: call.tool, sent, details: { timeout } });
    },
    stop: () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", cancel);
    },
  };
}
