import type { Context } from "../context.ts";
import { maxAnswerBytes } from "../http/read-body.ts";
import { ToolError } from "../tool-error.ts";
import type { Attempt } from "./attempt.ts";

/** The HTTP requests of a session: how they are sent, and what is noted of those that make calls. */
export interface Traffic {
  /** For the SDK's transport. */
  readonly fetch: (url: string | URL, init?: RequestInit) => Promise<Response>;
  /** Says that the JSON-RPC request `id` makes the call of `attempt`. */
  expect(id: number | string, attempt: Attempt): void;
  /** Says that a call has begun; the function given back says that it has ended. */
  enter(): () => void;
  isBusy(): boolean;
  /** Whether the server can say that its list has changed. */
  isHeard(): boolean;
  /** Ends the streams of a session that is over, as they would keep a program from ending. */
  close(): void;
}

/** How long after the last call the server's own messages are still waited for, in milliseconds. An open stream keeps a program from ending. */
const idleTime = 2000;

export function createTraffic(given: Context["fetch"], wantsStream: () => boolean): Traffic {
  const attempts = new Map<number | string, Attempt>();
  let active = 0;
  let wake: (() => void)[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Each ends a stream. */
  const streams = new Set<() => void>();

  /** The stream of the server's own messages: there while calls are made, and for a moment afterwards. */
  async function listen(request: Request, signal: AbortSignal | null | undefined): Promise<Response> {
    // The answer of a call whose stream broke off is taken up again in the same way.
    if (!wantsStream() && !request.headers.has("last-event-id")) return new Response(null, { status: 405 });
    if (active === 0) {
      await new Promise<void>((resolve, reject) => {
        wake.push(resolve);
        signal?.addEventListener("abort", () => reject(new Error("The session has ended.")), { once: true });
      });
    }
    const response = await send(request);
    if (!response.ok || response.body === null) return response;
    const forget = () => streams.delete(end);
    const { body, end } = limited(response.body, { perEvent: true, onEnd: forget, onExcess: forget });
    streams.add(end);
    return withBody(response, body);
  }

  async function post(request: Request, body: unknown): Promise<Response> {
    const attempt = attemptOf(body);
    const { context } = attempt?.call ?? {};
    if (attempt !== undefined) {
      hook(attempt, () => context?.onRequest?.(request, attempt.info));
      // The hook may have ended the call.
      context?.signal?.throwIfAborted();
      attempt.sent = true;
    }
    const response = await send(request);
    if (attempt !== undefined) hook(attempt, () => context?.onResponse?.(response, attempt.info));
    if (response.body === null || !response.ok) return response;
    const tool = attempt?.call.tool ?? "";
    const { body: capped } = limited(response.body, {
      perEvent: false,
      onEnd: (isResumable) => {
        // The SDK would wait for the answer until its time is over. What has arrived whole is read before this.
        if (!isResumable) setTimeout(() => attempt?.fail(incomplete(tool)), 0);
      },
      onExcess: () => attempt?.fail(tooLarge(tool)),
    });
    return withBody(response, capped);
  }

  function attemptOf(body: unknown): Attempt | undefined {
    if (attempts.size === 0 || typeof body !== "string") return undefined;
    const message: unknown = JSON.parse(body);
    if (typeof message !== "object" || message === null || !("id" in message) || !("method" in message)) return undefined;
    const { id } = message;
    if (typeof id !== "number" && typeof id !== "string") return undefined;
    const attempt = attempts.get(id);
    attempts.delete(id);
    return attempt;
  }

  const send = (request: Request): Promise<Response> => (given ?? fetch)(request);

  function endStreams(): void {
    for (const end of streams) end();
  }

  return {
    fetch(url, init) {
      // `fetch` forwards credentials in headers of other names than `authorization` to wherever a redirect leads.
      const request = new Request(url, { ...init, redirect: "manual" });
      return request.method === "GET" ? listen(request, init?.signal) : post(request, init?.body);
    },
    expect: (id, attempt) => attempts.set(id, attempt),
    enter() {
      active++;
      clearTimeout(timer);
      for (const resume of wake) resume();
      wake = [];
      return () => {
        active--;
        if (active > 0) return;
        timer = setTimeout(endStreams, idleTime);
      };
    },
    isBusy: () => active > 0,
    isHeard: () => streams.size > 0,
    close() {
      clearTimeout(timer);
      endStreams();
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

interface Limits {
  /** Whether the cap holds for each event of a stream without end, or for the whole. */
  readonly perEvent: boolean;
  readonly onEnd: (isResumable: boolean) => void;
  readonly onExcess: () => void;
}

/** The same bytes, as long as they are not too many. */
function limited(
  body: ReadableStream<Uint8Array>,
  { perEvent, onEnd, onExcess }: Limits,
): { readonly body: ReadableStream<Uint8Array>; readonly end: () => void } {
  const reader = body.getReader();
  let size = 0;
  // An event with an identifier: the server lets the stream be taken up again.
  let isResumable = false;
  let isOver = false;
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const finish = () => {
    isOver = true;
    onEnd(isResumable);
  };
  const end = () => {
    if (isOver) return;
    finish();
    controller?.close();
    reader.cancel().catch(() => undefined);
  };
  const stream = new ReadableStream<Uint8Array>({
    start(started) {
      controller = started;
    },
    async pull(started) {
      try {
        const { done, value } = await reader.read();
        if (isOver) return;
        if (done) {
          finish();
          started.close();
          return;
        }
        size = perEvent && hasBlankLine(value) ? value.byteLength : size + value.byteLength;
        isResumable ||= startsWithIdentifier(value);
        if (size > maxAnswerBytes) {
          isOver = true;
          onExcess();
          started.error(new Error("The answer is too large."));
          reader.cancel().catch(() => undefined);
          return;
        }
        started.enqueue(value);
      } catch (error) {
        if (isOver) return;
        finish();
        started.error(error);
      }
    },
    async cancel(reason) {
      isOver = true;
      await reader.cancel(reason);
    },
  });
  return { body: stream, end };
}

const lineFeed = 10;

function hasBlankLine(bytes: Uint8Array): boolean {
  for (let at = bytes.indexOf(lineFeed); at !== -1; at = bytes.indexOf(lineFeed, at + 1)) {
    const next = bytes[at + 1] === 13 ? bytes[at + 2] : bytes[at + 1];
    if (next === lineFeed) return true;
  }
  return false;
}

/** SDK servers begin a stream that can be taken up again with an event of nothing but an identifier. */
function startsWithIdentifier(bytes: Uint8Array): boolean {
  return bytes[0] === 105 && bytes[1] === 100 && bytes[2] === 58; // "id:"
}

/** A response that is made anew has no address, and the SDK looks at it to judge redirects. */
function withBody({ status, statusText, headers, url, redirected, type }: Response, body: ReadableStream<Uint8Array>): Response {
  const made = new Response(body, { status, statusText, headers });
  return Object.defineProperties(made, { url: { value: url }, redirected: { value: redirected }, type: { value: type } });
}

function incomplete(tool: string): ToolError {
  return new ToolError("network-error", "The server ended its answer before the result of the call came.", {
    tool,
    sent: true,
    details: { reason: "incomplete" },
  });
}

function tooLarge(tool: string): ToolError {
  return new ToolError("response-too-large", `The server's answer is larger than ${maxAnswerBytes} bytes. The call was made.`, {
    tool,
    sent: true,
    details: { limit: maxAnswerBytes },
  });
}
