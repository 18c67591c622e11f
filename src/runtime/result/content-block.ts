import { essence } from "../http/media-type.ts";
import { isRecord } from "../json.ts";

/**
 * A part of a result as MCP defines it (revision 2026-07-28, Tools, Tool Result). Adapters receive everything that is not JSON as content
 * blocks.
 */
export type ContentBlock = TextBlock | MediaBlock | ResourceBlock | LinkBlock;

export interface Annotated {
  annotations?: { audience?: ("user" | "assistant")[]; priority?: number; lastModified?: string };
  _meta?: { [key: string]: unknown };
}

export interface TextBlock extends Annotated {
  type: "text";
  text: string;
}

export interface MediaBlock extends Annotated {
  type: "image" | "audio";
  /** Base64 (RFC 4648 §4). */
  data: string;
  mimeType: string;
}

export interface ResourceBlock extends Annotated {
  type: "resource";
  resource: { uri: string; mimeType?: string; text: string } | { uri: string; mimeType?: string; blob: string };
}

export interface LinkBlock extends Annotated {
  type: "resource_link";
  uri: string;
  name: string;
  title?: string;
  description?: string;
  mimeType?: string;
  size?: number;
  icons?: Icon[];
}

export interface Icon {
  src: string;
  mimeType?: string;
  sizes?: string[];
  theme?: "light" | "dark";
}

/**
 * Whether `text` is Base64 of at least one byte. Files are checked, since model providers reject a whole conversation for one invalid file.
 */
export function isBase64(text: unknown): text is string {
  return typeof text === "string" && text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text);
}

/** Whether `value` is a content block. */
export function isBlock(value: unknown): value is ContentBlock {
  if (!isRecord(value)) return false;
  const { type, text, data, mimeType, resource, uri, name } = value;
  if (type === "text") return typeof text === "string";
  if (type === "image" || type === "audio") return isBase64(data) && typeof mimeType === "string";
  if (type === "resource_link") return typeof uri === "string" && typeof name === "string";
  if (type !== "resource" || !isRecord(resource) || typeof resource["uri"] !== "string") return false;
  return typeof resource["text"] === "string" || isBase64(resource["blob"]);
}

/** The file in a block: its bytes as Base64, and their media type. */
export interface BlockFile {
  readonly mediaType: string;
  readonly base64: string;
  /** `undefined` for images and audio, which have no URI in MCP. */
  readonly uri: string | undefined;
}

/** The file in a block; `undefined` if the block contains no file. */
export function fileIn(block: ContentBlock): BlockFile | undefined {
  if (block.type === "image" || block.type === "audio") return { mediaType: essence(block.mimeType), base64: block.data, uri: undefined };
  if (block.type !== "resource" || !("blob" in block.resource)) return undefined;
  const { uri, mimeType, blob } = block.resource;
  return { mediaType: essence(mimeType ?? "application/octet-stream"), base64: blob, uri };
}

/** The text that represents a block for models that accept only text. It does not contain the block's bytes. */
export function blockText(block: ContentBlock): string {
  if (block.type === "text") return block.text;
  if (block.type === "resource_link") {
    const { type, uri, name, title, description, mimeType, size } = block;
    return JSON.stringify({ type, uri, name, title, description, mimeType, size });
  }
  const file = fileIn(block);
  if (file === undefined) return JSON.stringify("resource" in block ? block.resource : block);
  const address = file.uri === undefined ? "" : `: ${file.uri}`;
  return `[${file.mediaType}, ${bytesIn(file.base64)} bytes, which cannot be shown here${address}]`;
}

/** A file name, which some providers require: the last segment of the file's URI, or else the default for its media type. */
export function fileNameOf({ uri, mediaType }: BlockFile): string {
  const [path = ""] = (uri ?? "").split(/[?#]/, 1);
  const last = path.split("/").at(path.endsWith("/") ? -2 : -1);
  return last || fileNameFor(mediaType);
}

/** The default name of a file, with an extension from the media type: `result.pdf`. */
export function fileNameFor(mediaType: string): string {
  const [, subtype = ""] = essence(mediaType).split("/");
  return `result.${/^[a-z0-9]{1,8}$/.test(subtype) ? subtype : "bin"}`;
}

function bytesIn(base64: string): number {
  return (base64.length / 4) * 3 - (base64.endsWith("==") ? 2 : base64.endsWith("=") ? 1 : 0);
}
