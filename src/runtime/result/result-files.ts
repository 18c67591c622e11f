import { isRecord } from "../json.ts";
import { blockText, type ContentBlock, fileNameFor, isBase64, isBlock } from "./content-block.ts";

/** A file in a result: `{ mediaType, base64 }`, with an optional `filename`. */
export interface ResultFile {
  readonly mediaType: string;
  readonly base64: string;
  readonly filename: string | undefined;
}

/** Reads `value` as a file; `undefined` if `value` is not a file. */
export function resultFile(value: unknown): ResultFile | undefined {
  if (!isRecord(value)) return undefined;
  const { mediaType, base64, filename, ...others } = value;
  if (typeof mediaType !== "string" || !/^[\w.+-]+\/[\w.+-]+/.test(mediaType) || !isBase64(base64) || Object.keys(others).length > 0)
    return undefined;
  return { mediaType, base64, filename: typeof filename === "string" && filename !== "" ? filename : undefined };
}

/** The content block of a file. */
export function fileBlock({ mediaType, base64, filename }: ResultFile, tool: string): ContentBlock {
  const [kind] = mediaType.toLowerCase().split("/");
  if (kind === "image" || kind === "audio") return { type: kind, data: base64, mimeType: mediaType };
  // MCP requires a URI for embedded resources. This one names the tool, and nothing can be fetched from it.
  const name = encodeURIComponent(filename ?? fileNameFor(mediaType));
  return { type: "resource", resource: { uri: `toolsetc:///${tool}/${name}`, mimeType: mediaType, blob: base64 } };
}

/** A result in which each file is replaced by a string. */
export interface DescribedResult {
  /** The result with its files replaced. If it has no files, this is the original object. */
  readonly value: unknown;
  readonly files: readonly ResultFile[];
}

/** Deeper values are not visited: the compiler rejects deeper schemas, and much deeper values cannot be serialized. */
const maxDepth = 100;

/** Replaces each file in a result by its media type and size: Base64 is useless to a model, and costs a token for two characters. */
export function describeFiles(result: unknown): DescribedResult {
  const files: ResultFile[] = [];
  // Each object is described once, since the results of handlers may have cycles.
  const described = new Map<object, unknown>();

  function describe(value: unknown, depth: number): unknown {
    if (typeof value !== "object" || value === null || depth > maxDepth) return value;
    if (!described.has(value)) {
      described.set(value, value);
      described.set(value, describeObject(value, depth));
    }
    return described.get(value);
  }

  function describeObject(value: object, depth: number): unknown {
    if (Array.isArray(value)) {
      const items = value.map((item) => describe(item, depth + 1));
      return items.every((item, index) => item === value[index]) ? value : items;
    }
    const file = resultFile(value);
    if (file !== undefined) {
      files.push(file);
      return blockText({ type: "image", data: file.base64, mimeType: file.mediaType });
    }
    if (isBlock(value) && (value.type === "image" || value.type === "audio" || "blob" in (value.type === "resource" ? value.resource : {})))
      return { type: "text", text: blockText(value) };
    const members = Object.entries(value).map(([name, member]) => [name, describe(member, depth + 1)] as const);
    return members.every(([name, member]) => member === Reflect.get(value, name)) ? value : Object.fromEntries(members);
  }

  return { value: describe(result, 0), files };
}
