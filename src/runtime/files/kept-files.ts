import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { type FileHandle, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { essence } from "../http/media-type.ts";
import { ResponseLimitError } from "../response/read-bounded.ts";
import { fileNameIn } from "./file-name.ts";
import { fileStream } from "./file-stream.ts";
import { type KeptFile, scheme } from "./kept-file.ts";
import { keepUntil, makeRunFolder, removeRunFolder } from "./run-folder.ts";
import { StreamedFile } from "./streamed-file.ts";

/** How much is kept, and for how long. */
export interface KeptLimits {
  /** The bytes of all files together. */
  readonly maxBytes: number;
  /** The milliseconds until a file is removed. */
  readonly maxAge: number;
}

/** Downloads that are kept in files, by their handles. */
export interface KeptFiles {
  readonly keep: (download: Download) => Promise<KeptFile>;
  /** The file of a handle; `undefined` if the handle is not of these files, or has expired. */
  readonly find: (handle: string) => File | undefined;
  readonly close: () => Promise<void>;
}

/** A response of which the first bytes have been read. */
export interface Download {
  readonly headers: Headers;
  readonly first: readonly Uint8Array[];
  readonly rest: ReadableStreamDefaultReader<Uint8Array>;
  readonly signal: AbortSignal;
}

interface Entry {
  readonly path: string;
  readonly file: File;
  readonly size: number;
  readonly until: number;
  readonly timer: NodeJS.Timeout;
}

/** Keeps files in a folder that is made with the first of them. */
export function keepFiles({ maxBytes, maxAge }: KeptLimits): KeptFiles {
  const entries = new Map<string, Entry>();
  let folder: Promise<string> | undefined;
  let used = 0;

  async function keep({ headers, first, rest, signal }: Download): Promise<KeptFile> {
    const id = randomBytes(16).toString("hex");
    const parent = await currentFolder();
    const path = join(parent, id);
    const file = await open(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600);
    await keepUntil(parent, Date.now() + maxAge);
    let size = 0;
    try {
      for (const chunk of first) await add(chunk);
      for (let read = await rest.read(); !read.done; read = await rest.read()) await add(read.value);
      // A reader that is cancelled ends as if it had read everything.
      signal.throwIfAborted();
    } catch (error) {
      used -= size;
      await file.close();
      await rm(path, { force: true });
      throw error;
    }
    await file.close();
    const until = Date.now() + maxAge;
    await keepUntil(parent, until);
    const filename = fileNameIn(headers.get("content-disposition"));
    const mediaType = essence(headers.get("content-type") ?? "") || "application/octet-stream";
    const handle = `${scheme}${id}`;
    const kept = new StreamedFile((start, end) => fileStream(() => openKept(path), start, end), { filename, mediaType, size });
    // Longer times end a timer at once.
    const timer = setTimeout(() => remove(handle), Math.min(maxAge, 0x7fffffff));
    timer.unref();
    entries.set(handle, { path, file: kept, size, until, timer });
    return { ...(filename === undefined ? {} : { filename }), mediaType, size, file: handle };

    async function add(chunk: Uint8Array): Promise<void> {
      if (used + chunk.byteLength > maxBytes) throw tooLarge(maxBytes);
      used += chunk.byteLength;
      size += chunk.byteLength;
      await writeAll(file, chunk);
    }
  }

  async function currentFolder(): Promise<string> {
    folder ??= makeRunFolder(Date.now() + maxAge);
    const made = folder;
    try {
      await keepUntil(await made, Date.now() + maxAge);
      return await made;
    } catch {
      // All of its files have expired, and another process has removed it.
      if (folder === made) folder = undefined;
      return currentFolder();
    }
  }

  function find(handle: string): File | undefined {
    const entry = entries.get(handle);
    if (entry !== undefined && entry.until > Date.now()) return entry.file;
    remove(handle);
    return undefined;
  }

  function remove(handle: string): void {
    const entry = entries.get(handle);
    if (entry === undefined) return;
    clearTimeout(entry.timer);
    entries.delete(handle);
    used -= entry.size;
    rm(entry.path, { force: true }).catch(() => undefined);
  }

  async function close(): Promise<void> {
    for (const { timer } of entries.values()) clearTimeout(timer);
    entries.clear();
    used = 0;
    const made = folder;
    folder = undefined;
    if (made !== undefined) await removeRunFolder(await made);
  }

  return { keep, find, close };
}

/** The error for files that take more bytes than is allowed. */
export function tooLarge(maxBytes: number): ResponseLimitError {
  return new ResponseLimitError("response-too-large", `and the files that are kept have more than ${maxBytes} bytes`, maxBytes);
}

async function openKept(path: string) {
  const handle = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  return { handle, stats: await handle.stat({ bigint: true }) };
}

/** The system may write fewer bytes than it is given. */
async function writeAll(file: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let written = 0; written < chunk.byteLength; ) written += (await file.write(chunk, written)).bytesWritten;
}
