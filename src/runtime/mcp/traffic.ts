import type { Context } from "../context.ts";
import { essence } from "../http/media-type.ts";
import { checkBounded } from "../response/parse-bounded.ts";
import { maxResponseBytes, ResponseLimitError, readBounded } from "../response/read-bounded.ts";
import { anySignal } from "../transport/any-signal.ts";
import { type Attempt, isAttempt } from "./attempt.ts";
import { boundedEvents } from "./bounded-events.ts";
import { type Exchange, ExchangeFailure } from "./exchange.ts";

/** The HTTP requests of a session: how they are sent, how much of their answers is read, and what is noted of those that make calls. */
export interface Traffic {
  /** For the SDK's transport. */
  readonly fetch: (url: string | URL, init?: RequestInit) => Promise<Response>;
  /** `work`, whose request has the headers that it is given; it ends if the exchange fails. */
  during<Value>(exchange: Exchange, work: (headers: { readonly [name: string]: string }) => Promise<Value>): Promise<Value>;
  /** `work`, whose requests have no headers to be told by: those that begin the session. */
  opening<Value>(exchange: Exchange, work: () => Promise<Value>): Promise<Value>;
  /** Says that a call has begun; the function given back says that it has ended. */
  enter(): () => void;
  isBusy(): boolean;
  /** Whether the server can say that its list has changed. */
  isHeard(): boolean;
  /** Ends whatever is still on its way, as it would keep a program from ending. */
  close(): void;
}

export interface TrafficOptions {
  readonly fetch: Context["fetch"];
  /** Milliseconds for the answers that no exchange waits for. */
  readonly timeout: number;
  /** Whether the server's own messages are worth a stream. */
  readonly wantsStream: () => boolean;
}

/** How long after the last call the server's own messages are still waited for, in milliseconds. An open stream keeps a program from ending. */
const idleTime = 2000;

/** Bytes that are read of the answer to a request that failed. */
const maxErrorBytes = 1 << 16;

/** A header that the SDK is given, and no server: it says which exchange a request is one of, also where the SDK asks again by itself. */
const mark = "toolsetc-exchange";

export function createTraffic({ fetch: given, timeout, wantsStream }: TrafficOptions): Traffic {
  const exchanges = new Map<string, Exchange>();
  const ended = new AbortController();
  let beginning: Exchange | undefined;
  let lastMark = 0;
  let active = 0;
  let wake: (() => void)[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Each ends a stream. */
  const streams = new Set<() => void>();

  const send = (request: Request): Promise<Response> => (given ?? fetch)(request);

  /** The stream of the server's own messages: there while calls are made, and for a moment afterwards. */
  async function listen(request: Request): Promise<Response> {
    // The answer of a call whose stream broke off is taken up again in the same way.
    if (!wantsStream() && !request.headers.has("last-event-id")) return new Response(null, { status: 405 });
    const { signal } = request;
    if (active === 0) {
      await new Promise<void>((resolve, reject) => {
        wake.push(resolve);
        signal.addEventListener("abort", () => reject(new Error("The session has ended.")), { once: true });
      });
    }
    const response = await send(request);
    if (!response.ok || response.body === null) return withBody(response, await errorText(response, signal));
    const forget = () => void streams.delete(end);
    const { body, end } = boundedEvents(response.body, { signal, perEvent: true, onEnd: forget, onExcess: forget });
    streams.add(end);
    return withBody(response, body);
  }

  async function post(request: Request, exchange: Exchange | undefined): Promise<Response> {
    const attempt = isAttempt(exchange) ? exchange : undefined;
    const { context } = attempt?.call ?? {};
    if (attempt !== undefined) {
      hook(attempt, () => context?.onRequest?.(request, attempt.info));
      // The hook may have ended the call.
      context?.signal?.throwIfAborted();
      attempt.sent = true;
    }
    const response = await send(request);
    if (attempt !== undefined) hook(attempt, () => context?.onResponse?.(response, attempt.info));
    try {
      return await bounded(response, request.signal, exchange);
    } catch (error) {
      if (error instanceof ResponseLimitError || error instanceof ExchangeFailure) exchange?.fail(error);
      throw error;
    }
  }

  return {
    fetch(url, init) {
      const headers = new Headers(init?.headers);
      const isStream = init?.method === "GET";
      const exchange = isStream ? undefined : (exchanges.get(headers.get(mark) ?? "") ?? beginning);
      headers.delete(mark);
      const limit = exchange?.signal ?? (isStream ? undefined : AbortSignal.timeout(timeout));
      const signals = [ended.signal, init?.signal, limit].filter((signal) => signal !== undefined && signal !== null);
      // `fetch` forwards credentials in headers of other names than `authorization` to wherever a redirect leads.
      const request = new Request(url, { ...init, headers, redirect: "manual", signal: anySignal(signals) });
      return isStream ? listen(request) : post(request, exchange);
    },
    async during(exchange, work) {
      const name = String(++lastMark);
      exchanges.set(name, exchange);
      try {
        return await Promise.race([work({ [mark]: name }), exchange.failed]);
      } finally {
        exchanges.delete(name);
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
      for (const resume of wake) resume();
      wake = [];
      return () => {
        active--;
        if (active > 0) return;
        timer = setTimeout(() => {
          for (const end of streams) end();
        }, idleTime);
      };
    },
    isBusy: () => active > 0,
    isHeard: () => streams.size > 0,
    close() {
      clearTimeout(timer);
      ended.abort();
    },
  };
}

/** A hook that throws ends the call with what it threw. */
function hook(attempt: Attempt, run: () => void): void {
  try {
    run();
  } catch (error) {
    attempt.thrown = { error };
    throw error;
  }
}

/** The answer with as much of its content as may be read and parsed. */
async function bounded(response: Response, signal: AbortSignal, exchange: Exchange | undefined): Promise<Response> {
  const { status, headers } = response;
  if (response.type === "opaqueredirect" || (status >= 300 && status < 400)) {
    response.body?.cancel().catch(() => undefined);
    // Browsers hide the status from a program, and say 0.
    const [told, details] = status === 0 ? ["", {}] : [` (${status})`, { status }];
    throw new ExchangeFailure("redirect", `The server answered with a redirect${told}, which is not followed.`, details);
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
      // The SDK would wait for the answer until its time is over. What has arrived whole is read before this.
      if (!isResumable && exchange?.isOne === true) setTimeout(() => exchange.fail(incomplete), 0);
    },
    onExcess: (error) => exchange?.fail(error),
  });
  return withBody(response, body);
}

const incomplete: ExchangeFailure = /* @__PURE__ */ new ExchangeFailure(
  "network-error",
  "The server ended its answer before the result came.",
  { reason: "incomplete" },
);

/** What a failed answer says: its status matters more than what is too long to be read. */
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

/** A response that is made anew has no address, and the SDK looks at it to judge redirects. */
function withBody({ status, statusText, headers, url, redirected, type }: Response, body: BodyInit | null): Response {
  const made = new Response(body, { status, statusText, headers });
  return Object.defineProperties(made, { url: { value: url }, redirected: { value: redirected }, type: { value: type } });
}
