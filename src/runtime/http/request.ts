import { applyCredentials } from "../auth/apply-credentials.ts";
import type { Credentials } from "../auth/authenticate.ts";
import type { HttpBinding } from "../binding.ts";
import type { Call } from "../call.ts";
import { serviceOrigin } from "../environment/service-directory.ts";
import { ToolError } from "../tool-error.ts";
import { callAddress } from "./address.ts";
import { callBody } from "./body.ts";
import { cookieText, headerTexts, queryText } from "./parameters.ts";
import { requireContext } from "./require-context.ts";

/** WHATWG Fetch §2.2.1. */
const forbiddenMethods = ["CONNECT", "TRACE", "TRACK"];

/** What a call sends, but for its credentials. */
export interface PreparedRequest {
  readonly address: URL;
  /** Makes the request anew for each attempt: its body can be read once only. */
  readonly create: (credentials: Credentials) => Request;
}

/** All of a request that can be said before credentials are asked for. What cannot be sent throws. */
export async function prepareRequest(call: Call<HttpBinding>, signal: AbortSignal): Promise<PreparedRequest> {
  const { method } = call.binding;
  if (forbiddenMethods.includes(method.toUpperCase())) throw unsupported(`\`fetch\` cannot send a ${method} request.`, call);
  await requireContext(call);
  const body = callBody(call);
  if (body !== undefined && (method === "GET" || method === "HEAD"))
    throw unsupported(`A ${method} request cannot have a body here: \`fetch\` sends none.`, call);
  const query = queryText(call);
  const headers = headerTexts(call);
  const cookie = cookieText(call);
  const address = callAddress(call, query, await serviceOrigin(call));

  function createRequest(credentials: Credentials): Request {
    const all = new Headers({ accept: accepted(call.binding) });
    for (const [name, value] of headers) all.set(name, value);
    if (cookie !== undefined) all.set("cookie", cookie);
    if (body !== undefined) all.set("content-type", body.contentType);
    const signed = applyCredentials({ address, headers: all }, credentials);
    // `fetch` forwards credentials in headers of other names than `authorization` to wherever a redirect leads.
    const init = { method, headers: signed.headers, signal, redirect: "manual" } as const;
    return new Request(signed.address, body === undefined ? init : { ...init, body: body.content });
  }

  function create(credentials: Credentials): Request {
    let request: Request;
    try {
      request = createRequest(credentials);
    } catch {
      // Their own messages quote the values.
      throw unsupported("`fetch` cannot send this request: its method, the name of a header or a media type is not one of HTTP.", call);
    }
    // Browsers leave out the headers that they keep for themselves, and say nothing.
    const hasCookies = cookie !== undefined || credentials.cookies.length > 0;
    if (hasCookies && !request.headers.has("cookie")) throw unsupported("This runtime lets no program send cookies.", call);
    return request;
  }

  return { address, create };
}

function unsupported(message: string, call: Call<HttpBinding>): ToolError {
  return new ToolError("unsupported-request", message, { tool: call.tool, sent: false, details: { method: call.binding.method } });
}

function accepted(binding: HttpBinding): string {
  const types = binding.responses
    .filter(({ status }) => status.startsWith("2") || status === "default")
    .map(({ contentType }) => contentType);
  const named = [...new Set(types.filter((type) => type !== null))];
  return named.length === 0 ? "*/*" : named.join(", ");
}
