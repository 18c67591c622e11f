import type { AppliedCredentials } from "../auth/found-credential.ts";
import type { HttpBinding, ParameterBinding } from "../binding.ts";
import type { Call } from "../call.ts";
import { serviceOrigin } from "../environment/service-settings.ts";
import { part } from "../part.ts";
import { type ToolError, unsentError } from "../tool-error.ts";
import { callAddress } from "./address.ts";
import { isPreferred } from "./is-preferred.ts";

/** The methods that every `fetch` sends as they are, so that they need not be tried. */
const commonMethods = /^(?:GET|HEAD|OPTIONS|POST|PUT|PATCH|DELETE)$/;

/** A request without its credentials. */
export interface PreparedRequest {
  readonly address: URL;
  /** Creates a request with credentials. Each attempt needs a new request, since a body can be read only once. */
  readonly create: (credentials: AppliedCredentials) => OutgoingRequest;
}

/** A request as `fetch` accepts it. */
export interface OutgoingRequest {
  readonly url: string;
  /**
   * The request as an object, for the caller's functions. Without one, `fetch` gets `init`: another object takes a tenth of the processor
   * time of a call.
   */
  readonly request: Request | undefined;
  readonly init: RequestInit;
}

/** Prepares the request of a call before credentials are obtained. Throws if the request cannot be sent. */
export async function prepareRequest(call: Call<HttpBinding>, signal: AbortSignal): Promise<PreparedRequest> {
  const { method, parameters } = call.binding;
  if (parameters.some(({ from }) => "context" in from)) await part("contextValues", call).check(call);
  const body = call.binding.body === null ? undefined : part("body", call)(call);
  const sends = (place: ParameterBinding["in"]) => parameters.some((parameter) => parameter.in === place);
  const query = sends("query") || sends("querystring") ? part("query", call)(call) : "";
  const headers = sends("header") ? part("headers", call)(call) : [];
  const cookie = sends("cookie") ? part("cookies", call)(call) : undefined;
  const address = call.address ?? callAddress(call, query, await serviceOrigin(call));

  const { fetch, authorize, onRequest } = call.context;
  const isSeen = fetch !== undefined || authorize !== undefined || onRequest !== undefined;

  function create(credentials: AppliedCredentials): OutgoingRequest {
    let created: OutgoingRequest;
    let hasCookies: boolean;
    try {
      const all = new Headers({ accept: accepted(call.binding) });
      for (const [name, value] of headers) all.set(name, value);
      if (cookie !== undefined) all.set("cookie", cookie);
      if (body !== undefined) all.set("content-type", body.contentType);
      const authorized = credentials.apply({ address, headers: all });
      const url = authorized.address.href;
      hasCookies = authorized.headers.has("cookie");
      // Redirects are not followed: `fetch` would forward credentials in headers other than `authorization`.
      const common = { method, headers: authorized.headers, signal, redirect: "manual" } as const;
      const init = body === undefined ? common : { ...common, body: body.content };
      const needsObject = isSeen || hasCookies || !commonMethods.test(method);
      created = { url, init, request: needsObject ? new Request(url, init) : undefined };
    } catch {
      // The original error is omitted, since its message quotes the values.
      throw unsupported("`fetch` cannot send this request: its method, a header name or a media type is not valid in HTTP.", call);
    }
    // A browser removes the header `Cookie` that a program sets without an error. Without this check, the call would be sent without its
    // cookies.
    if (hasCookies && created.request?.headers.has("cookie") !== true)
      throw unsupported("The call requires cookies, and this runtime does not let programs send them.", call);
    return created;
  }

  return { address, create };
}

function unsupported(message: string, call: Call<HttpBinding>): ToolError {
  return unsentError("unsupported-request", message, call.tool, { method: call.binding.method });
}

/** The header `Accept` of each operation that was called. */
const acceptHeaders = /* @__PURE__ */ new WeakMap<HttpBinding, string>();

/** The documented media types. Those that are read in another way than the preferred one of their status have a lower weight. */
function accepted(binding: HttpBinding): string {
  const known = acceptHeaders.get(binding);
  if (known !== undefined) return known;
  const { responses } = binding;
  const preferred = new Set<string>();
  const others = new Set<string>();
  for (const response of responses) {
    const { status, contentType, body } = response;
    if (contentType === null || !(status.startsWith("2") || status === "default")) continue;
    if (isPreferred(response, responses)) preferred.add(contentType);
    // A sequence beside JSON is not requested: many services begin to stream as soon as the header names one.
    else if (body === "text" || body === "binary") others.add(`${contentType};q=0.5`);
  }
  const text = [...preferred, ...others].join(", ") || "*/*";
  acceptHeaders.set(binding, text);
  return text;
}
