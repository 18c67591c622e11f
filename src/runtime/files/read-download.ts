import { essence, isJson, isText } from "../http/media-type.ts";
import { isRecord } from "../json.ts";
import { base64Of } from "../response/base64.ts";
import { type ReadLimits, readBounded } from "../response/read-bounded.ts";
import type { KeptFile } from "./kept-file.ts";
import { type KeptFiles, tooLarge } from "./kept-files.ts";

/** The bytes of a file that are returned as they are. More are kept in a file. */
const maxReturnedBytes = 1 << 20;

/** The downloads of one call. */
export interface Downloads {
  readonly readBody: (response: Response, limits: ReadLimits) => Promise<Uint8Array<ArrayBuffer>>;
  /** The result of the call, with the file that is kept in the place of its bytes. */
  readonly inResult: (result: unknown) => unknown;
}

/** Keeps large downloads. Only a chunk of them is in memory. */
export function keepDownloads(files: Pick<KeptFiles, "keep">, maxBytes: number): Downloads {
  // The transport makes a result of the bytes that it gets. So it gets random bytes, which stand for the file, until the result is finished.
  const kept = new Map<string, KeptFile>();

  async function readBody(response: Response, limits: ReadLimits): Promise<Uint8Array<ArrayBuffer>> {
    const { body, headers } = response;
    const type = headers.get("content-type") ?? "";
    if (body === null || isJson(essence(type)) || isText(type)) return readBounded(response, limits);
    const { signal } = limits;
    const rest = body.getReader();
    // `cancel` also ends a pending read.
    const stop = () => void rest.cancel().catch(() => undefined);
    signal.addEventListener("abort", stop, { once: true });
    try {
      if (Number(headers.get("content-length")) > maxBytes) throw tooLarge(maxBytes);
      const first: Uint8Array[] = [];
      let size = 0;
      while (size <= maxReturnedBytes) {
        const { done, value } = await rest.read();
        signal.throwIfAborted();
        if (done) return joinedBytes(first, size);
        first.push(value);
        size += value.byteLength;
      }
      const file = await files.keep({ headers, first, rest, signal });
      const stand = crypto.getRandomValues(new Uint8Array(16));
      kept.set(base64Of(stand), file);
      return stand;
    } catch (error) {
      stop();
      throw signal.aborted ? signal.reason : error;
    } finally {
      signal.removeEventListener("abort", stop);
    }
  }

  const keptAt = (value: unknown) => (isRecord(value) && typeof value["base64"] === "string" ? kept.get(value["base64"]) : undefined);
  const inResult = (output: unknown): unknown => {
    const inner = isRecord(output) ? keptAt(output["result"]) : undefined;
    return inner === undefined ? (keptAt(output) ?? output) : { ...Object(output), result: inner };
  };
  return { readBody, inResult };
}

function joinedBytes(chunks: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  let position = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, position);
    position += chunk.byteLength;
  }
  return bytes;
}
