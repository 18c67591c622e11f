import { type BlockFile, blockText, type ContentBlock, fileIn, fileNameOf } from "../../result/content-block.ts";

/** A part of a tool's result, of the kinds that OpenAI's Responses API accepts. */
export type OpenAiPart =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "image"; readonly file: BlockFile }
  | { readonly kind: "file"; readonly file: BlockFile; readonly filename: string };

/**
 * Converts a content block. A file of an unsupported type becomes a text that describes it, since the API would reject the whole
 * conversation.
 */
export function openaiPart(block: ContentBlock): OpenAiPart {
  const file = fileIn(block);
  if (file !== undefined && image.test(file.mediaType)) return { kind: "image", file };
  if (file !== undefined && document.test(file.mediaType)) return { kind: "file", file, filename: fileNameOf(file) };
  return { kind: "text", text: blockText(block) };
}

/**
 * The media types of images and files that the API accepts: https://platform.openai.com/docs/guides/images-vision and
 * /docs/guides/pdf-files.
 */
const image = /^image\/(?:png|jpeg|webp|gif)$/;
const document = /^(?:application\/(?:pdf|json|msword|rtf|vnd\.openxmlformats-officedocument\.[\w.]+)|text\/[\w.+-]+)$/;

/** The `data:` URL of a file (RFC 2397). */
export function dataUrl({ mediaType, base64 }: BlockFile): string {
  return `data:${mediaType};base64,${base64}`;
}
