import { lstatSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { createPartialFile, type PartialFile } from "../../host/partial-file.ts";
import { isKeptFile, type KeptFile, scheme } from "../../runtime/files/kept-file.ts";
import type { Download } from "../../runtime/files/kept-files.ts";
import { type Downloads, keepDownloads } from "../../runtime/files/read-download.ts";
import type { Tool } from "../../runtime/index.ts";
import { isRecord } from "../../runtime/json.ts";
import { mediaContent } from "../../runtime/result/content.ts";
import { fileIn } from "../../runtime/result/content-block.ts";
import { resultFile } from "../../runtime/result/result-files.ts";
import { absolutePath } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";

/** What was written to the file for a result. */
export interface WrittenFile {
  readonly path: string;
  readonly mediaType: string;
  readonly bytes: number;
}

/** The file for the result of a call. Nothing is at its path before the whole result is. */
export interface FileForResult {
  /** Reads a response: a large download goes to the file while it arrives. */
  readonly readBody: Downloads["readBody"];
  /** Writes the one file of a result, a text as it is, and any other result as JSON. */
  readonly write: (tool: Tool, output: unknown) => Promise<WrittenFile>;
  /** Why the file could not be written; `undefined` if it could. */
  readonly failure: () => unknown;
  readonly close: () => Promise<void>;
}

/** The file at the path of `-o`. It is refused before anything is sent if it exists or has no folder. */
export function resultFileAt(path: string, { force = false }: { readonly force?: boolean | undefined }): FileForResult {
  const target = absolutePath(path);
  checkTarget(path, target, force);
  const parts = new Map<string, { readonly part: PartialFile; readonly kept: KeptFile }>();
  let failure: unknown;
  const { readBody, inResult } = keepDownloads({ keep }, Number.POSITIVE_INFINITY);

  async function keep({ headers, first, rest, signal }: Download): Promise<KeptFile> {
    const part = await writable(() => createPartialFile(target));
    const mediaType = headers.get("content-type")?.split(";")[0]?.trim() || "application/octet-stream";
    const kept = { mediaType, size: 0, file: `${scheme}${parts.size}` };
    parts.set(kept.file, { part, kept });
    for (const chunk of first) await writable(() => part.write(chunk));
    for (let read = await rest.read(); !read.done; read = await rest.read()) {
      const { value } = read;
      await writable(() => part.write(value));
    }
    // A reader that is cancelled ends as if it had read everything.
    signal.throwIfAborted();
    return kept;
  }

  async function writable<Value>(work: () => Promise<Value>): Promise<Value> {
    try {
      return await work();
    } catch (error) {
      failure ??= error;
      throw error;
    }
  }

  return {
    readBody,
    write: (tool, output) =>
      writable(async () => {
        const result = inResult(output);
        const download = [result, isRecord(result) ? result["result"] : undefined].find(isKeptFile);
        const written = download === undefined ? undefined : parts.get(download.file);
        if (written !== undefined) return { path, mediaType: written.kept.mediaType, bytes: await written.part.finish() };
        const { bytes, mediaType } = contentOf(tool, output);
        const part = await createPartialFile(target);
        parts.set(path, { part, kept: { mediaType, size: bytes.byteLength, file: path } });
        await part.write(bytes);
        return { path, mediaType, bytes: await part.finish() };
      }),
    failure: () => failure,
    close: async () => {
      for (const { part } of parts.values()) await part.remove();
    },
  };
}

/** What a file for a result contains. */
function contentOf(tool: Tool, output: unknown): { readonly bytes: Uint8Array; readonly mediaType: string } {
  const { result } = isRecord(output) ? output : {};
  const [block, ...others] = mediaContent({ ...tool, trim: { pick: [], maxBytes: null } }, output) ?? [];
  const file = resultFile(output) ?? resultFile(result) ?? (block !== undefined && others.length === 0 ? fileIn(block) : undefined);
  if (file !== undefined) return { bytes: Buffer.from(file.base64, "base64"), mediaType: file.mediaType };
  if (typeof result === "string" && isRecord(output) && Object.keys(output).length === 1)
    return { bytes: Buffer.from(result), mediaType: "text/plain" };
  return { bytes: Buffer.from(`${JSON.stringify(output ?? null, null, 2)}\n`), mediaType: "application/json" };
}

function checkTarget(path: string, target: string, force: boolean): void {
  const found = lstatSync(target, { throwIfNoEntry: false });
  if (found !== undefined && !found.isFile())
    throw new UsageError(`"${path}" is not a regular file. The result is written to a new file, or replaces a regular one.`);
  if (found !== undefined && !force)
    throw new UsageError(`The file "${path}" exists. Nothing was sent. With --force, the result replaces it.`);
  if (statSync(dirname(target), { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new UsageError(`There is no folder for the file "${path}". Nothing was sent.`);
}
