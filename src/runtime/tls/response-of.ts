import type { IncomingMessage } from "node:http";
import type { Transform } from "node:stream";
import type { GetNodeModule } from "../node-modules.ts";

/** Converts a response of Node to a `Response`. Its content is decompressed while it is read. */
export function responseOf(incoming: IncomingMessage, nodeModule: GetNodeModule): Response {
  const { pipeline, Readable } = nodeModule("node:stream");
  const status = incoming.statusCode ?? 0;
  const headers = new Headers();
  for (let index = 0; index + 1 < incoming.rawHeaders.length; index += 2)
    headers.append(incoming.rawHeaders[index] ?? "", incoming.rawHeaders[index + 1] ?? "");
  // Responses with these statuses have no body (WHATWG Fetch §2.2.3), and the constructor of `Response` rejects one.
  if (status === 204 || status === 205 || status === 304) {
    incoming.resume();
    return new Response(null, { status, headers });
  }
  const decoder = decoderOf(headers.get("content-encoding"), nodeModule);
  // If either stream fails, `pipeline` destroys both, so that reading the content also fails.
  const content = decoder === undefined ? incoming : pipeline(incoming, decoder, () => undefined);
  // The cast is safe: `ReadableStream` is declared twice, and the two declarations differ only in the types of their iterators.
  return new Response(Readable.toWeb(content) as ReadableStream<Uint8Array<ArrayBuffer>>, { status, headers });
}

function decoderOf(encoding: string | null, nodeModule: GetNodeModule): Transform | undefined {
  const { constants, createBrotliDecompress, createGunzip, createInflate } = nodeModule("node:zlib");
  // With this option, the decoder accepts empty content, as `fetch` does: the response to a HEAD request may name an encoding.
  const lenient = { finishFlush: constants.Z_SYNC_FLUSH };
  switch (encoding?.trim().toLowerCase()) {
    case "gzip":
    case "x-gzip":
      return createGunzip(lenient);
    case "deflate":
      return createInflate(lenient);
    case "br":
      return createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH });
    default:
      return undefined;
  }
}
