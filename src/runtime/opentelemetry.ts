import {
  type Attributes,
  context as current,
  isSpanContextValid,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from "@opentelemetry/api";
import type { AroundCall, CallInfo, Context } from "./context.ts";
import { retryPolicy } from "./http/retry-policy.ts";
import { ToolError } from "./tool-error.ts";

/** The settings of `traced`. */
export interface TracedOptions {
  /** The tracer that makes the spans. The default is the tracer "toolsetc" of the global provider. */
  readonly tracer?: Tracer | undefined;
  /** Additional attributes for the span of a call, such as the version of its toolset. */
  readonly attributes?: ((call: AroundCall) => Attributes) | undefined;
}

/** The methods that have a name in the conventions. */
const methods = ["CONNECT", "DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT", "TRACE"];

/**
 * Makes a hook for the option `around` that records a span for each call by OpenTelemetry's conventions for generative AI, and a span for
 * each attempt of a request by those for HTTP. No span has arguments, results, headers or values of a query.
 */
export function traced({ tracer = trace.getTracer("toolsetc"), attributes }: TracedOptions = {}): NonNullable<Context["around"]> {
  return (call, next) => {
    const span = tracer.startSpan(`execute_tool ${call.tool}`, { kind: SpanKind.CLIENT });
    // Without an SDK, nothing is recorded, and no span has a parent.
    if (!isSpanContextValid(span.spanContext())) return next();
    const around = trace.setSpan(current.active(), span);
    // An unrecorded span is still the parent of those that others make.
    if (!span.isRecording()) return current.with(around, next);
    span.setAttributes({
      "gen_ai.operation.name": "execute_tool",
      "gen_ai.tool.name": call.tool,
      "gen_ai.tool.type": "function",
      ...(call.toolCallId === undefined ? {} : { "gen_ai.tool.call.id": call.toolCallId }),
      "toolsetc.toolset.name": call.toolset,
      ...digestOf(call),
      ...attributes?.(call),
    });
    const attempts = tracedAttempts(call.context, (name, options) => tracer.startSpan(name, options, around));
    return current.with(around, async () => {
      try {
        const result = await next({ ...call.context, ...attempts.hooks });
        attempts.end();
        return result;
      } catch (error) {
        attempts.end(error);
        fail(span, error);
        throw error;
      } finally {
        span.end();
      }
    });
  };
}

/** The attribute with the digest of the saved tool, which the lock of a project has too. */
function digestOf({ binding }: AroundCall): Attributes {
  return binding.transport === "mcp" && binding.digest ? { "toolsetc.tool.digest": binding.digest } : {};
}

/** Hooks that record the attempts of a call, and a function that ends the last one. */
function tracedAttempts(given: Context, start: (name: string, options: { kind: SpanKind; attributes: Attributes }) => Span) {
  const usual = given.retries ?? retryPolicy({});
  let made = 0;
  let running: Span | undefined;
  let status: number | undefined;
  const end = (error?: unknown) => {
    if (running === undefined) return;
    if (status !== undefined && status >= 400) fail(running, undefined, String(status));
    else if (error !== undefined) fail(running, error);
    running.end();
    running = undefined;
  };
  const hooks: Pick<Context, "onRequest" | "onResponse" | "retries"> = {
    onRequest(request, info) {
      // The requests of an MCP call follow one another.
      end();
      status = undefined;
      const { method, ...attributes } = describedRequest(request);
      running = start(method, {
        kind: SpanKind.CLIENT,
        attributes: { ...attributes, ...usedCredentials(info), ...(made === 0 ? {} : { "http.request.resend_count": made }) },
      });
      made += 1;
      given.onRequest?.(request, info);
    },
    onResponse(response, info) {
      status = response.status;
      running?.setAttribute("http.response.status_code", status);
      given.onResponse?.(response, info);
      // Another hook may wait before it makes the call again, which ends no attempt.
      if (status >= 400) end();
    },
    retries(error, attempt) {
      end(error);
      return usual(error, attempt);
    },
  };
  return { hooks, end };
}

/** The attribute with the names of the security schemes whose credentials are sent. */
function usedCredentials({ usedSchemes }: CallInfo): Attributes {
  return usedSchemes.length === 0 ? {} : { "toolsetc.security_schemes": [...usedSchemes] };
}

/** The attributes of a request, and the name of its span. */
function describedRequest(request: Request): Attributes & { readonly method: string } {
  const url = new URL(request.url);
  const port = url.port === "" ? (url.protocol === "http:" ? 80 : 443) : Number(url.port);
  const isKnown = methods.includes(request.method);
  return {
    method: isKnown ? request.method : "HTTP",
    "http.request.method": isKnown ? request.method : "_OTHER",
    ...(isKnown ? {} : { "http.request.method_original": request.method }),
    "server.address": url.hostname,
    "server.port": port,
    "url.full": withoutValues(url),
  };
}

/** An address in which the values of the query are replaced: they are arguments and API keys. */
function withoutValues(url: URL): string {
  const names = [...url.searchParams.keys()].map((name) => `${encodeURIComponent(name)}=REDACTED`);
  return `${url.origin}${url.pathname}${names.length === 0 ? "" : `?${names.join("&")}`}`;
}

/** Marks a span as failed. The message of an error is omitted, since it may have texts of the service. */
function fail(span: Span, error: unknown, type: string = typeOf(error)): void {
  span.setAttribute("error.type", type);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

function typeOf(error: unknown): string {
  if (error instanceof ToolError) return error.code;
  return error instanceof Error ? error.name : "_OTHER";
}
