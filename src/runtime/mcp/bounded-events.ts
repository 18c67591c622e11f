import { checkBounded } from "../response/parse-bounded.ts";
import { maxResponseBytes, overLimit, ResponseLimitError } from "../response/read-bounded.ts";

/**
 * The maximum lines of an event or of the stream. The limit on bytes alone would allow millions of empty lines, which take long to parse.
 */
const maxLines = 100_000;

/** The limits of an event stream, and the functions that are called when the stream ends. */
export interface EventStreamOptions {
  readonly signal: AbortSignal;
  /** Whether the limits apply to each event, as is necessary for an endless stream. If `false`, they apply to the whole stream. */
  readonly perEvent: boolean;
  /**
   * Called when the server, the client or a network failure has ended the stream. `isResumable` is `true` if an event had an identifier, so
   * that the client can resume the stream.
   */
  readonly onEnd: (isResumable: boolean) => void;
  readonly onLimit: (error: ResponseLimitError) => void;
}

/**
 * Limits an event stream (WHATWG HTML §9.2). Each event is passed on once it is complete. If the response exceeds a limit for parsing, the
 * stream ends with an error. The returned function `end` ends the stream as if the server had ended it.
 */
export function boundedEvents(
  body: ReadableStream<Uint8Array>,
  { signal, perEvent, onEnd, onLimit }: EventStreamOptions,
): { readonly body: ReadableStream<Uint8Array>; readonly end: () => void } {
  const reader = body.getReader();
  const buffer = createBuffer();
  let size = 0;
  let lines = 0;
  let isResumable = false;
  let isOver = false;
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;

  function finish(): void {
    isOver = true;
    signal.removeEventListener("abort", end);
    onEnd(isResumable);
  }

  function end(): void {
    if (isOver) return;
    finish();
    controller?.close();
    reader.cancel().catch(() => undefined);
  }

  /** Returns the events that `chunk` completes. */
  function complete(chunk: Uint8Array): Uint8Array {
    size += chunk.byteLength;
    if (size > maxResponseBytes) throw overLimit(maxResponseBytes, "bytes");
    for (const byte of chunk) if (byte === lineFeed || byte === carriageReturn) lines++;
    if (lines > maxLines) throw overLimit(maxLines, "lines");
    const events = buffer.add(chunk);
    if (perEvent && events.byteLength > 0) {
      size = buffer.size();
      lines = 0;
    }
    const text = new TextDecoder().decode(events);
    isResumable ||= /^id:/m.test(text);
    checkBounded(text);
    return events;
  }

  signal.addEventListener("abort", end, { once: true });
  const stream = new ReadableStream<Uint8Array>({
    start(started) {
      controller = started;
    },
    async pull(started) {
      try {
        for (let passed = false; !passed; ) {
          const { done, value } = await reader.read();
          if (isOver) return;
          if (done) {
            finish();
            started.close();
            return;
          }
          const events = complete(value);
          passed = events.byteLength > 0;
          if (passed) started.enqueue(events);
        }
      } catch (error) {
        if (isOver) return;
        if (error instanceof ResponseLimitError) {
          isOver = true;
          onLimit(error);
          reader.cancel().catch(() => undefined);
        } else finish();
        started.error(error);
      }
    },
    async cancel(reason) {
      if (!isOver) finish();
      await reader.cancel(reason);
    },
  });
  if (signal.aborted) end();
  return { body: stream, end };
}

interface EventBuffer {
  /**
   * Adds `chunk` to the stored bytes, and returns all bytes up to the last blank line. The bytes after that line, which are an incomplete
   * event, remain stored for the next call.
   */
  add(chunk: Uint8Array): Uint8Array;
  size(): number;
}

function createBuffer(): EventBuffer {
  let bytes = new Uint8Array(1 << 12);
  let size = 0;
  return {
    add(chunk) {
      if (size + chunk.byteLength > bytes.byteLength) {
        const larger = new Uint8Array(Math.max(size + chunk.byteLength, 2 * bytes.byteLength));
        larger.set(bytes.subarray(0, size));
        bytes = larger;
      }
      bytes.set(chunk, size);
      const start = size;
      size += chunk.byteLength;
      const end = lastBlankLine(bytes, start, size);
      const whole = bytes.slice(0, end);
      bytes.copyWithin(0, end, size);
      size -= end;
      return whole;
    },
    size: () => size,
  };
}

const lineFeed = 10;
const carriageReturn = 13;

/** The index after the last blank line that ends between `start` and `end`; 0 if there is no such line. */
function lastBlankLine(bytes: Uint8Array, start: number, end: number): number {
  for (let at = end - 1; at >= start; at--) {
    const byte = bytes[at];
    const before = bytes[at - 1];
    if (byte === lineFeed && (before === lineFeed || (before === carriageReturn && bytes[at - 2] === lineFeed))) return at + 1;
    if (byte === carriageReturn && before === carriageReturn) return at + 1;
  }
  return 0;
}
