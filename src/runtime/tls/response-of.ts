import type { IncomingMessage } from "node:http";
import { pipeline, Readable, type Transform } from "node:stream";
import { constants, createBrotliDecompress, createGunzip, createInflate } from "node:zlib";

/** The answer as `fetch` would give it, its content decompressed as it is read. */
export function responseOf(incoming: IncomingMessage): Response {
  const status = incoming.statusCode ?? 0;
  const headers = new Headers();
  for (let index = 0; index + 1 < incoming.rawHeaders.length; index += 2)
    headers.append(incoming.rawHeaders[index] ?? "", incoming.rawHeaders[index + 1] ?? "");
  // WHATWG Fetch §2.2.3: these have no body, and a `Response` refuses one.
  if (status === 204 || status === 205 || status === 304) {
    incoming.resume();
    return new Response(null, { status, headers });
  }
  const decoder = decoderOf(headers.get("content-encoding"));
  // `pipeline` destroys both if one fails; whoever reads the decoder sees the error.
  const content = decoder === undefined ? incoming : pipeline(incoming, decoder, () => undefined);
  // The two declarations of the same class differ only in what they say of their iterators.
  return new Response(Readable.toWeb(content) as ReadableStream<Uint8Array<ArrayBuffer>>, { status, headers });
}

/** As in `fetch`: the answer to HEAD, and an empty one, names an encoding and has not even the beginning of one. */
const untilItEnds = { finishFlush: constants.Z_SYNC_FLUSH };
const untilBrotliEnds = { finishFlush: constants.BROTLI_OPERATION_FLUSH };

function decoderOf(encoding: string | null): Transform | undefined {
  switch (encoding?.trim().toLowerCase()) {
    case "gzip":
    case "x-gzip":
      return createGunzip(untilItEnds);
    case "deflate":
      return createInflate(untilItEnds);
    case "br":
      return createBrotliDecompress(untilBrotliEnds);
    default:
      return undefined;
  }
}
