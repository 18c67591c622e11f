/** Bytes of an answer that are read; a service must not fill the memory. */
export const maxResponseBytes: number = 8 * 1024 * 1024;

/** An answer that is not read, whoever sent it. The message is what a sentence about the answer says of it: "has more than 8 bytes". */
export class ResponseLimitError extends Error {
  override readonly name = "AnswerExcess";
  readonly code: "response-too-large" | "invalid-answer";
  readonly limit: number;

  constructor(code: ResponseLimitError["code"], message: string, limit: number) {
    super(message);
    this.code = code;
    this.limit = limit;
  }
}

/** How much of an answer is read, and until when. */
export interface ReadLimits {
  readonly bytes: number;
  readonly signal: AbortSignal;
}

/**
 * The bytes of an answer of whatever status. It throws `AnswerExcess` once they are more than the cap, and the signal's reason once it
 * aborts; then nothing more is read, also where `fetch` is one that does not look at signals.
 */
export async function readBounded({ body }: Response, { bytes: limit, signal }: ReadLimits): Promise<Uint8Array<ArrayBuffer>> {
  if (body === null) return new Uint8Array();
  const reader = body.getReader();
  // What is read at the moment ends by this, too.
  const stop = () => void reader.cancel().catch(() => undefined);
  signal.addEventListener("abort", stop, { once: true });
  let bytes = new Uint8Array(Math.min(limit, 1 << 16));
  let size = 0;
  try {
    for (;;) {
      signal.throwIfAborted();
      const { done, value } = await reader.read();
      signal.throwIfAborted();
      if (done) return bytes.subarray(0, size);
      if (size + value.byteLength > limit) throw new ResponseLimitError("response-too-large", `has more than ${limit} bytes`, limit);
      // One buffer for all: a list of chunks of a byte each takes a hundred times what they hold.
      if (size + value.byteLength > bytes.byteLength) bytes = enlarged(bytes, size + value.byteLength, limit);
      bytes.set(value, size);
      size += value.byteLength;
    }
  } catch (error) {
    stop();
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

/** By much at a time: what is not written to takes no memory, and each smaller one is a copy that lies about. */
function enlarged(bytes: Uint8Array, atLeast: number, limit: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(Math.max(atLeast, Math.min(limit, 16 * bytes.byteLength)));
  larger.set(bytes);
  return larger;
}
