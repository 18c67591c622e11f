import { isRecord } from "../json.ts";
import { blockText, type ContentBlock, isBase64, isBlock } from "./content-block.ts";

/** A file in an answer: `{ mediaType, base64 }`, with an optional `filename`. */
export interface AnswerFile {
  readonly mediaType: string;
  readonly base64: string;
  readonly filename: string | undefined;
}

/** The file that `value` is, if it is one. */
export function answerFile(value: unknown): AnswerFile | undefined {
  if (!isRecord(value)) return undefined;
  const { mediaType, base64, filename, ...others } = value;
  if (typeof mediaType !== "string" || !/^[\w.+-]+\/[\w.+-]+/.test(mediaType) || !isBase64(base64) || Object.keys(others).length > 0)
    return undefined;
  return { mediaType, base64, filename: typeof filename === "string" && filename !== "" ? filename : undefined };
}

/** The content block of a file. */
export function fileBlock({ mediaType, base64, filename }: AnswerFile, tool: string): ContentBlock {
  const [kind, subtype = ""] = mediaType.toLowerCase().split(/[/;]/);
  if (kind === "image" || kind === "audio") return { type: kind, data: base64, mimeType: mediaType };
  // MCP requires a URI for embedded resources. This one names the tool, and nothing can be fetched from it.
  const name = filename ?? `answer.${/^[a-z0-9]{1,8}$/.test(subtype) ? subtype : "bin"}`;
  return { type: "resource", resource: { uri: `toolsetc:///${tool}/${encodeURIComponent(name)}`, mimeType: mediaType, blob: base64 } };
}

/** An answer with a text in the place of each file. */
export interface DescribedAnswer {
  /** The answer itself if it has no files. */
  readonly value: unknown;
  readonly files: readonly AnswerFile[];
}

/** Deeper values are not looked into: no document describes them, and writing them as JSON fails. */
const maxDepth = 100;

/** Describes the files anywhere in an answer by their type and size: their Base64 is useless to a model, and costs a token for two characters. */
export function describeFiles(answer: unknown): DescribedAnswer {
  const files: AnswerFile[] = [];
  // Answers of handlers may have cycles.
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
    const file = answerFile(value);
    if (file !== undefined) {
      files.push(file);
      return blockText({ type: "image", data: file.base64, mimeType: file.mediaType });
    }
    if (isBlock(value) && (value.type === "image" || value.type === "audio" || "blob" in (value.type === "resource" ? value.resource : {})))
      return { type: "text", text: blockText(value) };
    const members = Object.entries(value).map(([name, member]) => [name, describe(member, depth + 1)] as const);
    return members.every(([name, member]) => member === Reflect.get(value, name)) ? value : Object.fromEntries(members);
  }

  return { value: describe(answer, 0), files };
}
