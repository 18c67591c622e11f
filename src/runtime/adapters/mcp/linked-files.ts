import { isHandle, isKeptFile } from "../../files/kept-file.ts";
import { isRecord } from "../../json.ts";
import { base64Of } from "../../response/base64.ts";
import { maxResponseBytes } from "../../response/read-bounded.ts";
import { fileNameFor, type LinkBlock } from "../../result/content-block.ts";

/** Opens the files to which results link: what `files` of `@toolsetc/runtime/files` returns. */
export interface LinkedFiles {
  readonly open: (handle: string) => Promise<File>;
}

/** The content of a resource, as MCP defines it. */
export interface BlobContents {
  [member: string]: unknown;
  uri: string;
  mimeType: string;
  blob: string;
}

/** The link to the file that is kept in place of a result; `undefined` for any other result. */
export function fileLink(output: unknown): LinkBlock | undefined {
  const kept = isRecord(output) && isKeptFile(output["result"]) ? output["result"] : output;
  if (!isKeptFile(kept)) return undefined;
  const { file, filename, mediaType, size } = kept;
  return { type: "resource_link", uri: file, name: filename ?? fileNameFor(mediaType), mimeType: mediaType, size };
}

/**
 * Reads a linked file, if it has at most as many bytes as a response without files; otherwise `undefined`. Only handles are read: a path
 * is for arguments of tools, whose calls are approved.
 */
export async function readLinked(files: LinkedFiles, uri: string): Promise<BlobContents | undefined> {
  const file = isHandle(uri) ? await files.open(uri).catch(() => undefined) : undefined;
  if (file === undefined || file.size > maxResponseBytes) return undefined;
  const bytes = new Uint8Array(await file.arrayBuffer());
  return { uri, mimeType: file.type, blob: base64Of(bytes) };
}
