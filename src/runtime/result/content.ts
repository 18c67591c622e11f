import { isPreferred } from "../http/is-preferred.ts";
import { isRecord } from "../json.ts";
import type { Tool } from "../tool/tool.ts";
import { attachedContent } from "./attached-content.ts";
import { type ContentBlock, isBlock } from "./content-block.ts";
import { cutValue, jsonBytes, utf8Length } from "./cut-value.ts";
import { producingTool } from "./producing-tool.ts";
import { describeFiles, fileBlock, resultFile } from "./result-files.ts";
import { parametersText, resultText } from "./result-text.ts";
import { defaultMaxBytes } from "./trim.ts";

/**
 * A result as MCP content, limited to the tool's `trim.maxBytes`. Media and resources are separate blocks, a server's text is unchanged,
 * and everything else is one JSON text.
 */
export function resultContent(called: Tool, output: unknown): ContentBlock[] {
  const tool = producingTool(called, output);
  return limitContent(tool, blocksOf(tool, output) ?? serverText(tool, output)) ?? [{ type: "text", text: resultText(tool, output) }];
}

/**
 * The content of a result with media, resources or annotations. `undefined` if the result is only JSON or exceeds the tool's
 * `trim.maxBytes`: the model then receives only the text of the result, which states what was omitted.
 */
export function mediaContent(called: Tool, output: unknown): ContentBlock[] | undefined {
  const tool = producingTool(called, output);
  return limitContent(tool, blocksOf(tool, output));
}

/** Whether the results of `tool` usually are files or MCP content instead of JSON data. */
export function returnsContent({ binding }: Tool): boolean {
  if (binding.transport === "mcp") return !binding.structured;
  if (binding.transport !== "http") return false;
  const { responses } = binding;
  return responses.some((response) => response.body === "binary" && isPreferred(response, responses));
}

function limitContent(tool: Tool, content: ContentBlock[] | undefined): ContentBlock[] | undefined {
  const { maxBytes } = tool.trim;
  if (content === undefined) return content;
  if (maxBytes === null) return limitTexts(tool, content);
  return utf8Length(JSON.stringify(content)) > maxBytes ? undefined : content;
}

/** Shortens the texts of a result if their total size exceeds the default limit. Files are not affected. */
function limitTexts(tool: Tool, content: ContentBlock[]): ContentBlock[] {
  let room = defaultMaxBytes;
  const limited = (text: string): string => {
    const size = jsonBytes(text);
    const shown = size <= room ? text : `${cutValue(text, room).value} [Truncated from ${size} bytes.${parametersText(tool)}]`;
    room = Math.max(room - size, minText);
    return shown;
  };
  return content.map((block) => {
    if (block.type === "text") return { ...block, text: limited(block.text) };
    if (block.type !== "resource" || !("text" in block.resource)) return block;
    return { ...block, resource: { ...block.resource, text: limited(block.resource.text) } };
  });
}

/** The minimum bytes of each text that are kept, even if other texts have used up the limit. */
const minText = 100;

function blocksOf(tool: Tool, output: unknown): ContentBlock[] | undefined {
  if (!isRecord(output)) return undefined;
  const { result } = output;
  const file = resultFile(output) ?? resultFile(result);
  if (file !== undefined) return [fileBlock(file, tool.name)];
  if (tool.binding.transport !== "mcp") return withFiles(tool, output);
  // Serializing and parsing a result loses the content that is attached to its object. The member `result` then still has the content.
  return attachedContent(output) ?? (!tool.binding.structured && hasBlocks(result) ? result : undefined);
}

/** The JSON text of a result that contains files, and the files. */
function withFiles(tool: Tool, output: unknown): ContentBlock[] | undefined {
  const { files } = describeFiles(output);
  return files.length === 0
    ? undefined
    : [{ type: "text", text: resultText(tool, output) }, ...files.map((file) => fileBlock(file, tool.name))];
}

function hasBlocks(value: unknown): value is ContentBlock[] {
  return Array.isArray(value) && value.length > 0 && value.every(isBlock);
}

/** The content of an MCP tool that returned only text. */
function serverText({ binding }: Tool, output: unknown): ContentBlock[] | undefined {
  if (binding.transport !== "mcp" || binding.structured || !isRecord(output)) return undefined;
  return typeof output["result"] === "string" ? [{ type: "text", text: output["result"] }] : undefined;
}

/** `output` without the bytes of its media, for SDKs that receive the media separately. */
export function withoutBytes(output: unknown): unknown {
  if (!isRecord(output)) return output;
  if (resultFile(output) !== undefined) return described(output);
  const { result } = output;
  if (resultFile(result) !== undefined) return { ...output, result: described(result) };
  return hasBlocks(result) ? { ...output, result: result.map(described) } : describeFiles(output).value;
}

function described(value: unknown): unknown {
  if (!isRecord(value)) return value;
  const { base64: _file, data: _media, resource, ...others } = value;
  if (!isRecord(resource)) return others;
  const { blob: _blob, ...about } = resource;
  return { ...others, resource: about };
}
