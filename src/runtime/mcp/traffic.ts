import type { Context } from "../context.ts";
import { essence } from "../http/media-type.ts";
import { checkBounded } from "../response/parse-bounded.ts";
import { maxResponseBytes, ResponseLimitError, readBounded } from "../response/read-bounded.ts";
import { anySignal } from "../transport/any-signal.ts";
import { type Attempt, isAttempt } from "./attempt.ts";
import { boundedEvents } from "./bounded-events.ts";
import { type Exchange, ExchangeFailure } from "./exchange.ts";

/** Sends the HTTP requests of a session, limits their responses, and records which calls were sent and how many are in progress. */
export interface Traffic {
  /** The `fetch` function for the SDK's transport. */
  readonly fetch: (url: string | URL, init?: RequestInit) => Promise<Response>;
  /** Runs `work`, which sends a request of `exchange` with the given options. Rejects if the exchange fails. */
  during<Value>(exchange: Exchange, work: (options: ExchangeOptions) => Promise<Value>): Promise<Value>;
  /**
   * Runs `work`, which opens the session. The requests of `work` belong to `exchange`, although they have no `toolsetc-exchange` header.
   */
  opening<Value>(exchange: Exchange, work: () => Promise<Value>): Promise<Value>;
  /** Marks the start of a call, and returns a function that marks its end. */
  enter(): () => void;
  isBusy(): boolean;
  /** Whether the stream of the server's notifications is open. */
  isListening(): boolean;
  /** Aborts all requests, since an open request keeps the process alive. */
  close(): void;
}

/** The options that the SDK takes for a request, if the request belongs to an exchange. */
export interface ExchangeOptions {
  readonly headers: { readonly [name: string]: string };
  /** Aborts when the exchange ends. */
  readonly signal: AbortSignal;
}

export interface TrafficOptions {
  readonly fetch: Context["fetch"];
  /** The timeout of requests that belong to no exchange, such as notifications, in milliseconds. */
  readonly timeout: number;
  /** Whether to open a stream for the server's notifications. */
  readonly needsStream: () => boolean;
}

/**
 * How long the stream of notifications stays open after the last call, in milliseconds. The time is short, since an open stream keeps the
 * process alive.
 */
const idleTime = 2000;

/** The maximum bytes of an error response. */
const maxErrorBytes = 1 << 16;

/**
 * An internal header that identifies the exchange of a request, even if the SDK repeats the request. The header is not sent to the server.
 */
const exchangeHeader = "toolsetc-exchange";

export function createTraffic({ fetch: given, timeout, needsStream }: TrafficOptions): Traffic {
  const exchanges = new Map<string, Exchange>();
  const closing = new AbortController();
  let beginning: Exchange | undefined;
  let lastExchange = 0;
  let active = 0;
  let resumeListening: (() => void)[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The functions that end the open streams. */
  const streams = new Set<() => void>();

  const send = (request: Request): Promise<Response> => (given ?? fetch)(request);

  /** Opens the stream of the server's notifications while calls are running, and for a short time afterwards. */
  async function listen(request: Request): Promise<Response> {
    // A request with `last-event-id` is always sent, since it resumes the interrupted response of a call. If no stream of notifications is
    // needed, status 405 tells the SDK that there is none.
    if (!needsStream() && !request.headers.has("last-event-id")) return new Response(null, { status: 405 });
    const { signal } = request;
    signal.throwIfAborted();
    if (active === 0) {
      await new Promise<void>((resolve, reject) => {
        const end = () => reject(new Error("The session has ended."));
        signal.addEventListener("abort", end);
        resumeListening.push(() => {
          signal.removeEventListener("abort", end);
          resolve();
        });
      });
    }
    const response = await send(request);
    if (!response.ok || response.body === null) return withBody(response, await errorText(response, signal));
    const forget = () => void streams.delete(end);
    const { body, end } = boundedEvents(response.body, { signal, perEvent: true, onEnd: forget, onLimit: forget });
    streams.add(end);
    return withBody(response, body);
  }

  async function post(request: Request, exchange: Exchange | undefined): Promise<Response> {
    const attempt = isAttempt(exchange) ? exchange : undefined;
    const { context } = attempt?.call ?? {};
    if (attempt !== undefined) {
      runHook(attempt, () => context?.onRequest?.(request, attempt.info));
      // The hook `onRequest` may have aborted the call.
      context?.signal?.throwIfAborted();
      attempt.sent = true;
    }
    const response = await send(request);
    if (attempt !== undefined) runHook(attempt, () => context?.onResponse?.(response, attempt.info));
    if (exchange !== undefined) exchange.challenge = response.headers.get("www-authenticate") ?? undefined;
    try {
      return await limitResponse(response, request.signal, exchange);
    } catch (error) {
      if (error instanceof ResponseLimitError || error instanceof ExchangeFailure) exchange?.fail(error);
      throw error;
    }
  }

  return {
    fetch(url, init) {
      const headers = new Headers(init?.headers);
      const isStream = init?.method === "GET";
      const exchange = isStream ? undefined : (exchanges.get(headers.get(exchangeHeader) ?? "") ?? beginning);
      headers.delete(exchangeHeader);
      const limit = exchange?.signal ?? (isStream ? undefined : AbortSignal.timeout(timeout));
      const signals = [closing.signal, init?.signal, limit].filter((signal) => signal !== undefined && signal !== null);
      // Redirects are not followed: `fetch` would forward credentials in headers other than `authorization`.
      const request = new Request(url, { ...init, headers, redirect: "manual", signal: anySignal(signals) });
      return isStream ? listen(request) : post(request, exchange);
    },
    async during(exchange, work) {
      const name = String(++lastExchange);
      exchanges.set(name, exchange);
      const ending = new AbortController();
      const signal = anySignal([exchange.signal, ending.signal]);
      try {
        return await Promise.race([work({ headers: { [exchangeHeader]: name }, signal }), exchange.failed]);
      } finally {
        exchanges.delete(name);
        // Aborting ends the SDK's wait for a response. After a failure, this wait would last until its timeout, and keep the process alive.
        ending.abort();
      }
    },
    async opening(exchange, work) {
      beginning = exchange;
      try {
        return await Promise.race([work(), exchange.failed]);
      } finally {
        beginning = undefined;
      }
    },
    enter() {
      active++;
      clearTimeout(timer);
      for (const resume of resumeListening) resume();
      resumeListening = [];
      return () => {
        active--;
        if (active > 0) return;
        timer = setTimeout(() => {
          for (const end of streams) end();
        }, idleTime);
        // The timer need not keep the process alive: an open stream does so itself, and without one there is nothing to end.
        if (typeof timer === "object") timer.unref();
      };
    },
    isBusy: () => active > 0,
    isListening: () => streams.size > 0,
    close() {
      clearTimeout(timer);
      closing.abort();
    },
  };
}

/** Runs a hook of the caller. If the hook throws, the call ends with the thrown error. */
function runHook(attempt: Attempt, run: () => void): void {
  try {
    run();
  } catch (error) {
    attempt.thrown = { error };
    throw error;
  }
}

/** Limits the size and complexity of a response, which the SDK reads and parses. */
async function limitResponse(response: Response, signal: AbortSignal, exchange: Exchange | undefined): Promise<Response> {
  const { status, headers } = response;
  if (response.type === "opaqueredirect" || (status >= 300 && status < 400)) {
    response.body?.cancel().catch(() => undefined);
    // Browsers hide the status of redirects, and report 0.
    const [statusText, details] = status === 0 ? ["", {}] : [` (${status})`, { status }];
    throw new ExchangeFailure(
      "redirect",
      `The server responded with a redirect${statusText}. Redirects are not followed, since the target would receive the credentials.`,
      details,
    );
  }
  if (!response.ok) return withBody(response, await errorText(response, signal));
  if (response.body === null) return response;
  if (essence(headers.get("content-type") ?? "") !== "text/event-stream") {
    const bytes = await readBounded(response, { bytes: maxResponseBytes, signal });
    checkBounded(new TextDecoder().decode(bytes));
    return withBody(response, bytes.byteLength === 0 ? null : bytes);
  }
  const { body } = boundedEvents(response.body, {
    signal,
    perEvent: false,
    onEnd: (isResumable) => {
      // The SDK does not report a stream that ended without a result. The delay gives the SDK time to read events that have already
      // arrived.
      if (!isResumable && exchange?.isSingle === true) setTimeout(() => exchange.fail(incomplete), 0);
    },
    onLimit: (error) => exchange?.fail(error),
  });
  return withBody(response, body);
}

const incomplete: ExchangeFailure = /* @__PURE__ */ new ExchangeFailure(
  "network-error",
  "The server ended its response before the result arrived.",
  { reason: "incomplete" },
);

/**
 * The text of an error response; `null` if the text is empty. It is also `null` if the text exceeds a limit, so that the call fails with
 * the status and not with the limit.
 */
async function errorText(response: Response, signal: AbortSignal): Promise<string | null> {
  try {
    const text = new TextDecoder().decode(await readBounded(response, { bytes: maxErrorBytes, signal }));
    checkBounded(text);
    return text === "" ? null : text;
  } catch (error) {
    if (error instanceof ResponseLimitError) return null;
    throw error;
  }
}

/** A copy of a response with another body. The SDK also needs `url`, `redirected` and `type`, which a new response lacks. */
function withBody({ status, statusText, headers, url, redirected, type }: Response, body: BodyInit | null): Response {
  const made = new Response(body, { status, statusText, headers });
  // The SDK would ask for a login itself, and hide the status if it cannot.
  made.headers.delete("www-authenticate");
  return Object.defineProperties(made, { url: { value: url }, redirected: { value: redirected }, type: { value: type } });
}
