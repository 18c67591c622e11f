import { isRecord } from "../json.ts";
import type { Tool } from "../tool/tool.ts";
import { answerFile, describeFiles, fileBlock } from "./answer-files.ts";
import { answeringTool } from "./answering-tool.ts";
import { attachedContent } from "./attached-content.ts";
import { type ContentBlock, isBlock } from "./content-block.ts";
import { cutValue, jsonBytes } from "./cut-value.ts";
import { parametersText, resultText } from "./result-text.ts";
import { defaultMaxBytes } from "./trim.ts";

/** An answer as MCP content: media and resources as blocks of their own, a server's text unchanged, and everything else as one text, limited to the tool's `trim.maxBytes`. */
export function answerContent(called: Tool, output: unknown): ContentBlock[] {
  const tool = answeringTool(called, output);
  return limitContent(tool, blocksOf(tool, output) ?? ownText(tool, output)) ?? [{ type: "text", text: resultText(tool, output) }];
}

/**
 * The content of an answer with media, resources or annotations. `undefined` if the answer is only JSON, or is longer than the
 * tool's `trim.maxBytes`; then the model receives only its text, which states what was cut off.
 */
export function mediaContent(called: Tool, output: unknown): ContentBlock[] | undefined {
  const tool = answeringTool(called, output);
  return limitContent(tool, blocksOf(tool, output));
}

/** Whether the answers of `tool` are files or MCP content, not JSON data. */
export function returnsContent({ binding }: Tool): boolean {
  if (binding.transport === "mcp") return !binding.structured;
  return binding.transport === "http" && binding.responses.some(({ body }) => body === "binary");
}

function limitContent(tool: Tool, content: ContentBlock[] | undefined): ContentBlock[] | undefined {
  const { maxBytes } = tool.trim;
  if (content === undefined) return content;
  if (maxBytes === null) return limitTexts(tool, content);
  return new TextEncoder().encode(JSON.stringify(content)).length > maxBytes ? undefined : content;
}

/** The same content with texts of at most the default size together. Files are no text for the model, and stay. */
function limitTexts(tool: Tool, content: ContentBlock[]): ContentBlock[] {
  let room = defaultMaxBytes;
  const limited = (text: string): string => {
    const size = jsonBytes(text);
    const shown = size <= room ? text : `${cutValue(text, room).value} [Cut from ${size} bytes.${parametersText(tool)}]`;
    room = Math.max(room - size, minText);
    return shown;
  };
  return content.map((block) => {
    if (block.type === "text") return { ...block, text: limited(block.text) };
    if (block.type !== "resource" || !("text" in block.resource)) return block;
    return { ...block, resource: { ...block.resource, text: limited(block.resource.text) } };
  });
}

/** The bytes of a text that remain when others have taken the room. */
const minText = 100;

function blocksOf(tool: Tool, output: unknown): ContentBlock[] | undefined {
  if (!isRecord(output)) return undefined;
  const { result } = output;
  const file = answerFile(output) ?? answerFile(result);
  if (file !== undefined) return [fileBlock(file, tool.name)];
  if (tool.binding.transport !== "mcp") return withFiles(tool, output);
  // An answer that was serialized and parsed again has lost its attached content.
  return attachedContent(output) ?? (!tool.binding.structured && hasBlocks(result) ? result : undefined);
}

/** The JSON of an answer that has files among other members, and the files. */
function withFiles(tool: Tool, output: unknown): ContentBlock[] | undefined {
  const { files } = describeFiles(output);
  return files.length === 0
    ? undefined
    : [{ type: "text", text: resultText(tool, output) }, ...files.map((file) => fileBlock(file, tool.name))];
}

function hasBlocks(value: unknown): value is ContentBlock[] {
  return Array.isArray(value) && value.length > 0 && value.every(isBlock);
}

/** The text of an MCP tool that returns only text. */
function ownText({ binding }: Tool, output: unknown): ContentBlock[] | undefined {
  if (binding.transport !== "mcp" || binding.structured || !isRecord(output)) return undefined;
  return typeof output["result"] === "string" ? [{ type: "text", text: output["result"] }] : undefined;
}

/** `output` without the bytes of its media, for SDKs that receive the media separately. */
export function withoutBytes(output: unknown): unknown {
  if (!isRecord(output)) return output;
  if (answerFile(output) !== undefined) return described(output);
  const { result } = output;
  if (answerFile(result) !== undefined) return { ...output, result: described(result) };
  return hasBlocks(result) ? { ...output, result: result.map(described) } : describeFiles(output).value;
}

function described(value: unknown): unknown {
  if (!isRecord(value)) return value;
  const { base64: _file, data: _media, resource, ...others } = value;
  if (!isRecord(resource)) return others;
  const { blob: _blob, ...about } = resource;
  return { ...others, resource: about };
}
