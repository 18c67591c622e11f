import type { McpBinding } from "../binding.ts";
import type { Call } from "../call.ts";
import { isObject } from "../json.ts";
import { ToolError } from "../tool-error.ts";

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
  if (structured === undefined) return { result: textOf(content) ?? content };
  return call.binding.output === "object" && isObject(structured) ? structured : { result: structured };
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
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function members(value: unknown): { readonly [member: string]: unknown } {
  return isObject(value) ? value : {};
}
