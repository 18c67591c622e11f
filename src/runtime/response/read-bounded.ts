/** The maximum bytes of a response, so that a service cannot exhaust memory. */
export const maxResponseBytes: number = 8 * 1024 * 1024;

/** The error for a response that exceeds a limit. The message is a predicate without a subject: "has more than 8 bytes". */
export class ResponseLimitError extends Error {
  override readonly name = "ResponseLimitError";
  declare readonly code: "response-too-large" | "invalid-response";
  declare readonly limit: number;

  constructor(code: ResponseLimitError["code"], message: string, limit: number) {
    super(message);
    this.code = code;
    this.limit = limit;
  }
}

/** The error for a response that has more of something, such as bytes, than a limit. */
export function overLimit(limit: number, what: string): ResponseLimitError {
  return new ResponseLimitError("response-too-large", `has more than ${limit} ${what}`, limit);
}

/** The maximum bytes to read of a response, and the signal that ends reading. */
export interface ReadLimits {
  readonly bytes: number;
  readonly signal: AbortSignal;
}

/**
 * Reads the body of a response. It throws `ResponseLimitError` for more bytes than the limit, and the signal's reason once the signal
 * aborts. Reading then stops, even if the `fetch` in use ignores signals. With `keepsStart`, what was read up to the limit or to a failure
 * is returned, unless the signal aborts.
 */
export async function readBounded(
  { body }: Pick<Response, "body">,
  { bytes: limit, signal }: ReadLimits,
  keepsStart = false,
): Promise<Uint8Array<ArrayBuffer>> {
  if (body === null) return new Uint8Array();
  const reader = body.getReader();
  // `cancel` also ends a pending read.
  const stop = () => void reader.cancel().catch(() => undefined);
  signal.addEventListener("abort", stop, { once: true });
  let bytes = new Uint8Array();
  let size = 0;
  try {
    for (;;) {
      signal.throwIfAborted();
      const { done, value } = await reader.read();
      signal.throwIfAborted();
      if (done) break;
      const read = value.byteLength > limit - size ? value.subarray(0, limit - size) : value;
      // Most bodies are one chunk, which is not copied. More chunks share a buffer: an array of one-byte chunks would take a hundred times
      // their size.
      if (size === 0) bytes = read;
      else {
        if (size + read.byteLength > bytes.byteLength) bytes = enlarged(bytes, size + read.byteLength, limit);
        bytes.set(read, size);
      }
      size += read.byteLength;
      if (read !== value) throw overLimit(limit, "bytes");
    }
  } catch (error) {
    stop();
    signal.throwIfAborted();
    if (!keepsStart) throw error;
  } finally {
    signal.removeEventListener("abort", stop);
  }
  return bytes.subarray(0, size);
}

/**
 * Copies `bytes` to a buffer of up to 16 times the size. Such large steps cost little, since the system allocates memory only for bytes
 * that are written.
 */
function enlarged(bytes: Uint8Array, atLeast: number, limit: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(Math.max(atLeast, Math.min(limit, 16 * bytes.byteLength)));
  larger.set(bytes);
  return larger;
}
