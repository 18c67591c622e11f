import type { OpenFile } from "./open-allowed.ts";

/** The bytes that are read at a time. */
const chunkBytes = 1 << 16;

/** The time after which a file is closed from which nothing is read. */
const idleMilliseconds = 1000;

/**
 * The bytes of a file from `start` to before `end`. The file is opened when the first of them is requested, and closed after the last. It is
 * also closed while nothing is read, and opened again for the next bytes: `fetch` does not cancel the body of a request that it gives up.
 */
export function fileStream(open: () => Promise<OpenFile>, start: number, end: number): ReadableStream<Uint8Array<ArrayBuffer>> {
  let file: OpenFile | undefined;
  let position = start;
  let idle: NodeJS.Timeout | undefined;
  const close = async () => {
    clearTimeout(idle);
    const { handle } = file ?? {};
    file = undefined;
    await handle?.close();
  };
  return new ReadableStream(
    {
      pull: async (controller) => {
        clearTimeout(idle);
        try {
          file ??= await open();
          const chunk = new Uint8Array(Math.min(chunkBytes, end - position));
          const { bytesRead } = await file.handle.read(chunk, 0, chunk.byteLength, position);
          if (bytesRead === 0 && position < end) throw new Error("The file has become shorter while it was read.");
          position += bytesRead;
          if (bytesRead > 0) controller.enqueue(chunk.subarray(0, bytesRead));
          if (position < end) {
            idle = setTimeout(close, idleMilliseconds);
            idle.unref();
            return;
          }
          await close();
          controller.close();
        } catch (error) {
          await close();
          throw error;
        }
      },
      cancel: close,
    },
    { highWaterMark: 0 },
  );
}
