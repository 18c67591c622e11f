import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import { essence, isJson } from "../http/media-type.ts";
import type { Tool } from "../tool/tool.ts";
import { unsentError } from "../tool-error.ts";
import { type FileSchemas, mapNamedFiles, type NamedFile, offerNamedFiles, schemaWithFiles } from "./file-arguments.ts";
import { fileStream } from "./file-stream.ts";
import { isHandle, type KeptFile } from "./kept-file.ts";
import { keepFiles } from "./kept-files.ts";
import { type OpenFile, openAllowed } from "./open-allowed.ts";
import { keepDownloads } from "./read-download.ts";
import { removeOldFolders } from "./run-folder.ts";
import { type FileFacts, StreamedFile } from "./streamed-file.ts";

export { isKeptFile, type KeptFile } from "./kept-file.ts";
export { type FileFacts, streamedFile } from "./streamed-file.ts";

/** The settings of `files`. */
export interface FilesOptions {
  /** The folders whose files arguments may name. By default, arguments can name only files that are kept. */
  readonly folders?: readonly string[] | undefined;
  /** The maximum bytes of all files that are kept; 1 GiB by default. */
  readonly maxBytes?: number | undefined;
  /** The milliseconds for which a file is kept; an hour by default. */
  readonly maxAge?: number | undefined;
}

/** The files of one user: those in the allowed folders, and those that are kept until `close` is called or the process ends. */
export interface Files {
  /** Returns the same tools. Their arguments may name files, and their large downloads are kept. */
  readonly bind: <const Tools extends readonly Tool[]>(tools: Tools) => Tools;
  /**
   * Opens a file by its handle, or by its path in an allowed folder. It may be an argument of a tool; its bytes are read while they are
   * sent. Throws for every other file.
   */
  readonly open: (file: string | KeptFile) => Promise<File>;
  /** Removes all files that are kept. */
  readonly close: () => Promise<void>;
}

/**
 * Lets tools send and receive large files, in Node: arguments may name a file by its path below one of `folders`, and a large download is
 * kept in a file of this process, which results and arguments name by its handle.
 */
export function files({ folders = [], maxBytes = 2 ** 30, maxAge = 3_600_000 }: FilesOptions = {}): Files {
  // What is a link later is not what the user has allowed now.
  const roots = folders.map((folder) => realpathSync.native(folder));
  const allowed = allowedFiles(folders);
  const kept = keepFiles({ maxBytes, maxAge });
  // What cannot be removed now is left to the next process.
  const cleaned = removeOldFolders().catch(() => undefined);

  async function find(name: string, facts: FileFacts): Promise<File | undefined> {
    if (!isHandle(name)) return openPath(name, roots, facts);
    const file = kept.find(name);
    if (file === undefined) return undefined;
    const { filename = file.name, mediaType = file.type } = facts;
    return new StreamedFile((start, end) => file.slice(start, end).stream(), { filename, mediaType, size: file.size });
  }

  /** The input with the files that it names. */
  async function opened(input: unknown, schema: FileSchemas["authored"], tool: string): Promise<unknown> {
    const named = new Map<string, NamedFile>();
    mapNamedFiles(input, schema, (file, path) => named.set(path, file));
    const found = new Map<string, File>();
    // One after the other, so that few files are open at a time.
    for (const [path, { file, filename, mediaType }] of named) {
      const opened = await find(file, { filename, mediaType });
      if (opened === undefined)
        throw unsentError(
          "invalid-arguments",
          `"${path}" names no file that may be read. Pass ${allowed}, or the bytes as "base64".`,
          tool,
        );
      found.set(path, opened);
    }
    return found.size === 0 ? input : mapNamedFiles(input, schema, (file, path) => found.get(path) ?? file);
  }

  function bindOne(tool: Tool): Tool {
    let schemas: FileSchemas | undefined | null = null;
    const schemasOfTool = () => {
      if (schemas === null && !mayHaveFiles(tool)) schemas = undefined;
      if (schemas === null) schemas = schemaWithFiles(tool.inputSchema, `In place of "base64": ${allowed}.`);
      return schemas;
    };
    return {
      ...tool,
      inputSchema: mayHaveFiles(tool) ? offerNamedFiles(tool.inputSchema, schemasOfTool) : tool.inputSchema,
      execute: async (input, context) => {
        const { readBody, inResult } = keepDownloads(kept, maxBytes);
        const schema = schemasOfTool()?.authored;
        const given = schema === undefined ? input : await opened(input, schema, tool.name);
        return inResult(await tool.execute(given, { ...context, readBody }));
      },
    };
  }

  return {
    // The cast is safe: `map` keeps length and order, and each tool has the type that it had.
    bind: <const Tools extends readonly Tool[]>(tools: Tools) => tools.map(bindOne) as unknown as Tools,
    open: async (given) => {
      const file = await find(typeof given === "string" ? given : given.file, {});
      if (file === undefined) throw new Error("There is no such file in an allowed folder, and no file with such a handle.");
      return file;
    },
    close: async () => {
      await cleaned;
      await kept.close();
    },
  };
}

/** Files are only in bodies that are not JSON, so that the schemas of other tools need not be read. */
function mayHaveFiles({ binding }: Tool): boolean {
  return binding.transport === "http" && binding.body !== null && !isJson(essence(binding.body.contentType));
}

/** A file at a path, which is opened and checked again each time that it is read. */
async function openPath(path: string, roots: readonly string[], { filename, mediaType }: FileFacts): Promise<File | undefined> {
  const found = await openAllowed(path, roots);
  if (found === undefined) return undefined;
  const { stats } = found;
  await found.handle.close();
  const facts = { filename: filename ?? path.split(/[/\\]/).at(-1), mediaType, size: Number(stats.size) };
  return new StreamedFile((start, end) => fileStream(() => openSame(path, roots, stats), start, end), facts);
}

async function openSame(path: string, roots: readonly string[], { dev, ino, size, mtimeNs }: OpenFile["stats"]): Promise<OpenFile> {
  const found = await openAllowed(path, roots);
  const stats = found?.stats;
  if (found !== undefined && stats?.dev === dev && stats.ino === ino && stats.size === size && stats.mtimeNs === mtimeNs) return found;
  await found?.handle.close();
  throw new Error("The file was changed since it was opened.");
}

/** What a model may pass as the member `file`. */
function allowedFiles(folders: readonly string[]): string {
  const handle = "the handle of a file from an earlier result (toolsetc-file:...)";
  return folders.length === 0 ? handle : `${handle}, or the path of a file below ${folders.map((folder) => resolve(folder)).join(" or ")}`;
}
