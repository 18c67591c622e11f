import { mediaContent } from "../../result/content.ts";
import { blockText, type ContentBlock, fileIn, fileNameOf } from "../../result/content-block.ts";
import { producingTool } from "../../result/producing-tool.ts";
import { resultText } from "../../result/result-text.ts";
import type { Tool } from "../../tool/tool.ts";

/** Creates the content part for a file, as one version of the SDK defines it. */
export type FilePart = (file: { readonly data: string; readonly mediaType: string; readonly filename: string }) => object;

/**
 * Creates the content part for a file, by the part's `type` in the SDK: `file` since version 7; `file-data` in version 6, which version 7
 * accepts with a warning; `media` in version 5.
 */
export const fileParts: { readonly [name in "file" | "file-data" | "media"]: FilePart } = {
  file: ({ data, mediaType, filename }) => ({ type: "file", data: { type: "data", data }, mediaType, filename }),
  "file-data": (file) => ({ type: "file-data", ...file }),
  media: ({ data, mediaType }) => ({ type: "media", data, mediaType }),
};

/**
 * The result of a tool's `toModelOutput` function for the SDK: content parts if there are files; otherwise JSON, as the SDK itself would
 * return it, or text for a tool with its own size limit.
 */
export function toModelOutput(tool: Tool, output: unknown, filePart: FilePart): object {
  const content = mediaContent(tool, output);
  if (content !== undefined) return { type: "content", value: content.map((block) => partOf(block, filePart)) };
  const text = resultText(tool, output);
  return producingTool(tool, output).trim.maxBytes === null ? { type: "json", value: JSON.parse(text) } : { type: "text", value: text };
}

function partOf(block: ContentBlock, filePart: FilePart): object {
  const file = fileIn(block);
  if (file === undefined) return { type: "text", text: blockText(block) };
  return filePart({ data: file.base64, mediaType: file.mediaType, filename: fileNameOf(file) });
}
