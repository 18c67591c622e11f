import { checkBounded } from "../response/parse-bounded.ts";
import { maxResponseBytes, ResponseLimitError } from "../response/read-bounded.ts";

/** Lines, of an event or of the whole as the bytes; each costs whoever reads it, and may have but one. */
const maxLines = 100_000;

/** What is told of a stream of events, and when it ends. */
export interface EventBounds {
  readonly signal: AbortSignal;
  /** Whether the cap holds for each event of a stream without end, or for the whole. */
  readonly perEvent: boolean;
  /** It has ended, whoever ended it. `isResumable`: an event had an identifier, by which the server lets the stream be taken up again. */
  readonly onEnd: (isResumable: boolean) => void;
  readonly onExcess: (error: ResponseLimitError) => void;
}

/**
 * The same bytes of a stream of events (WHATWG HTML §9.2), but an event is passed on only when it is there whole and its text may be
 * parsed. The function given back ends the stream, as if the server had.
 */
export function boundedEvents(
  body: ReadableStream<Uint8Array>,
  { signal, perEvent, onEnd, onExcess }: EventBounds,
): { readonly body: ReadableStream<Uint8Array>; readonly end: () => void } {
  const reader = body.getReader();
  const waiting = createBuffer();
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

  /** The events that are complete with `chunk`. */
  function complete(chunk: Uint8Array): Uint8Array {
    size += chunk.byteLength;
    if (size > maxResponseBytes)
      throw new ResponseLimitError("response-too-large", `has more than ${maxResponseBytes} bytes`, maxResponseBytes);
    for (const byte of chunk) if (byte === lineFeed || byte === carriageReturn) lines++;
    if (lines > maxLines) throw new ResponseLimitError("response-too-large", `has more than ${maxLines} lines`, maxLines);
    const events = waiting.add(chunk);
    if (perEvent && events.byteLength > 0) {
      size = waiting.size();
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
          onExcess(error);
          reader.cancel().catch(() => undefined);
        } else finish();
        started.error(error);
      }
    },
    async cancel(reason) {
      isOver = true;
      await reader.cancel(reason);
    },
  });
  if (signal.aborted) end();
  return { body: stream, end };
}

interface Buffer {
  /** Gives what ends with a blank line, and keeps the rest. */
  add(chunk: Uint8Array): Uint8Array;
  size(): number;
}

function createBuffer(): Buffer {
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

/** Where the last blank line ends that ends in `bytes` between `start` and `end`; 0 if none does. */
function lastBlankLine(bytes: Uint8Array, start: number, end: number): number {
  for (let at = end - 1; at >= start; at--) {
    const byte = bytes[at];
    const before = bytes[at - 1];
    if (byte === lineFeed && (before === lineFeed || (before === carriageReturn && bytes[at - 2] === lineFeed))) return at + 1;
    if (byte === carriageReturn && before === carriageReturn) return at + 1;
  }
  return 0;
}
