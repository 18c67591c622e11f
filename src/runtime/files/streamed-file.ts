/** The name, the media type and the bytes of a file. */
export interface FileFacts {
  readonly filename?: string | undefined;
  readonly mediaType?: string | undefined;
  /** The number of bytes; `undefined` if it is not known. */
  readonly size?: number | undefined;
}

/** Opens a stream of the bytes from `start` to before `end`. */
type OpenStream = (start: number, end: number) => ReadableStream<Uint8Array<ArrayBuffer>>;

/**
 * A file whose bytes are read while they are sent. It is a `File` for tools and for `fetch`: both read only the members that are replaced
 * here.
 */
export class StreamedFile extends File {
  readonly #open: OpenStream;

  constructor(open: OpenStream, { filename = "file", mediaType = "", size }: FileFacts) {
    super([], filename, { type: mediaType });
    // Bun sends what the constructor was given, which would be an empty body.
    if ("Bun" in globalThis) throw new Error("Files that are read while they are sent need Node.");
    this.#open = open;
    // `fetch` sends a body without a size in chunks.
    Object.defineProperty(this, "size", { value: size });
  }

  override stream(): ReadableStream<Uint8Array<ArrayBuffer>> {
    return withTwins(() => this.#open(0, this.size));
  }

  override slice(start = 0, end: number = this.size, mediaType = ""): StreamedFile {
    const from = this.#position(start);
    const to = Math.max(from, this.#position(end));
    return new StreamedFile((first, last) => this.#open(from + first, from + last), {
      filename: this.name,
      mediaType,
      size: to - from,
    });
  }

  override async arrayBuffer(): Promise<ArrayBuffer> {
    return new Response(this.stream()).arrayBuffer();
  }

  override async text(): Promise<string> {
    return new Response(this.stream()).text();
  }

  /** A body of several parts, of which this file is one. The constructor of `Blob` would not read the file. */
  joined(parts: readonly BlobPart[]): StreamedFile {
    const blobs = parts.map((part) => (part instanceof Blob ? part : new Blob([part])));
    const sizes = blobs.map((blob): number | undefined => blob.size);
    const size = sizes.every((each) => each !== undefined) ? sizes.reduce((sum, each) => sum + each, 0) : undefined;
    return new StreamedFile(() => streamOf(blobs), { size });
  }

  /** A position in the file, which counts from the end if it is negative. */
  #position(given: number): number {
    return Math.max(0, Math.min(this.size, given < 0 ? this.size + given : given));
  }
}

/**
 * A stream that is read again in place of being split. Node's `fetch` splits the body of each request, and never reads the one half, which
 * would then hold all bytes in memory.
 */
function withTwins(open: () => ReadableStream<Uint8Array<ArrayBuffer>>): ReadableStream<Uint8Array<ArrayBuffer>> {
  let reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>> | undefined;
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull: async (controller) => {
        reader ??= open().getReader();
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: (reason) => reader?.cancel(reason),
    },
    { highWaterMark: 0 },
  );
  return Object.defineProperty(stream, "tee", { value: () => [withTwins(open), withTwins(open)] });
}

/**
 * A file of the bytes of a stream, for an argument of a tool. The stream can be read once, so a call with it is sent once. Without `size`,
 * the request has no `Content-Length`, which some services refuse.
 */
export function streamedFile(stream: ReadableStream<Uint8Array<ArrayBuffer>>, facts: FileFacts = {}): File {
  let isRead = false;
  return new StreamedFile((start, end) => {
    if (isRead) throw new TypeError("The stream was read by an earlier attempt, and cannot be sent again.");
    if (start !== 0 || end !== facts.size) throw new TypeError("A stream is sent from its beginning to its end.");
    isRead = true;
    return stream;
  }, facts);
}

/** The bytes of all blobs, one after the other. */
function streamOf(blobs: readonly Blob[]): ReadableStream<Uint8Array<ArrayBuffer>> {
  const left = [...blobs];
  let reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>> | undefined;
  return new ReadableStream(
    {
      pull: async (controller) => {
        for (;;) {
          reader ??= left.shift()?.stream().getReader();
          if (reader === undefined) return controller.close();
          const { done, value } = await reader.read();
          if (!done) return controller.enqueue(value);
          reader = undefined;
        }
      },
      cancel: (reason) => reader?.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
