import type { McpBinding } from "../binding.ts";
import type { Call } from "../call.ts";
import { isRecord } from "../json.ts";
import { attachContent } from "../result/attached-content.ts";
import { ToolError } from "../tool-error.ts";
import { readBlock } from "./read-block.ts";

/** What of a server's words goes into the message of an error. */
const maxReason = 2000;

/** The tool's output from the result of `tools/call` (MCP 2025-11-25, Server Features, Tools). */
export function readResult(result: unknown, call: Call<McpBinding>): unknown {
  const { content = [], structuredContent, isError } = members(result);
  if (!Array.isArray(content)) {
    throw new ToolError("invalid-answer", "The server's answer to tools/call is no result of a tool. The call was made.", {
      tool: call.tool,
      sent: true,
    });
  }
  if (isError === true) throw failure(content, structuredContent, call);
  const structured = structuredContent ?? (call.binding.structured ? parsedText(content) : undefined);
  if (structured === undefined) {
    const text = textOf(content);
    return beside({ result: text ?? content }, content);
  }
  const output = call.binding.output === "object" && isRecord(structured) ? structured : { result: structured };
  return beside(
    output,
    content.some((block) => says(block, structured)) ? content : [{ type: "text", text: JSON.stringify(output) }, ...content],
  );
}

/** `output` with the content that holds more than it: media, resources, or what is said of them. */
function beside(output: object, content: readonly unknown[]): object {
  const isMore = content.some((block) => members(block)["type"] !== "text" || members(block)["annotations"] !== undefined);
  return isMore ? attachContent(output, content.map(readBlock)) : output;
}

/** Whether a block is the text that servers give beside structured content. */
function says(block: unknown, structured: unknown): boolean {
  const { type, text } = members(block);
  const parsed = type === "text" && typeof text === "string" ? jsonOf(text) : undefined;
  return parsed !== undefined && JSON.stringify(parsed) === JSON.stringify(structured);
}

/** What the server says of a failed call is meant for the model, which may call again with other arguments. */
function failure(content: readonly unknown[], structuredContent: unknown, { tool }: Call<McpBinding>): ToolError {
  const said = content.map((block) => members(block)["text"]).filter((text) => typeof text === "string");
  const reason = said.join("\n").slice(0, maxReason);
  return new ToolError("tool-failed", reason === "" ? "The tool failed, and did not say why." : `The tool failed: ${reason}`, {
    tool,
    sent: true,
    details: { content, ...(structuredContent === undefined ? {} : { structuredContent }) },
  });
}

/** The text, where there is nothing else. */
function textOf(content: readonly unknown[]): string | undefined {
  const texts = content.map((block) => (members(block)["type"] === "text" ? members(block)["text"] : undefined));
  return texts.every((text) => typeof text === "string") ? texts.join("\n") : undefined;
}

/** Servers of 2025-03-26 write what would be structured as the text of their one block. */
function parsedText(content: readonly unknown[]): unknown {
  const text = content.length === 1 ? textOf(content) : undefined;
  return text === undefined ? undefined : jsonOf(text);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function members(value: unknown): { readonly [member: string]: unknown } {
  return isRecord(value) ? value : {};
}
