import { isRecord } from "../json.ts";
import { parseBounded } from "../response/parse-bounded.ts";
import { attachContent } from "../result/attached-content.ts";
import { reasonSentence, serviceReason } from "../result/service-reason.ts";
import { sentError, type ToolError } from "../tool-error.ts";
import type { Attempt } from "./attempt.ts";
import { readBlock } from "./read-block.ts";

/** Converts the result of `tools/call` (MCP 2025-11-25, Server Features, Tools) to the tool's output. */
export function readResult(result: unknown, attempt: Attempt): unknown {
  const { call } = attempt;
  const { content = [], structuredContent, isError } = members(result);
  if (!Array.isArray(content)) {
    throw sentError("invalid-response", "The server's response to tools/call is not a tool result. The call was made.", call.tool);
  }
  if (isError === true) throw failure(content, structuredContent, attempt);
  const structured = structuredContent ?? (call.binding.structured ? parsedText(content) : undefined);
  if (structured === undefined) {
    const text = textOf(content);
    return withContent({ result: text ?? content }, content);
  }
  const output = call.binding.output === "object" && isRecord(structured) ? structured : { result: structured };
  const json = JSON.stringify(structured);
  return withContent(
    output,
    content.some((block) => isTextOf(block, json)) ? content : [{ type: "text", text: JSON.stringify(output) }, ...content],
  );
}

/** Attaches the content of a result to its output, if the content has more than `output`: media, resources or annotations. */
function withContent(output: object, content: readonly unknown[]): object {
  const isMore = content.some((block) => members(block)["type"] !== "text" || members(block)["annotations"] !== undefined);
  return isMore ? attachContent(output, content.map(readBlock)) : output;
}

/** Whether a block is a text block that contains the structured content, whose JSON is `json`. */
function isTextOf(block: unknown, json: string): boolean {
  const { type, text } = members(block);
  const parsed = type === "text" && typeof text === "string" ? jsonOf(text) : undefined;
  return parsed !== undefined && JSON.stringify(parsed) === json;
}

/**
 * The error for a call that failed in the server. Its message has the server's text, which is intended for the model: the model may call
 * again with other arguments.
 */
function failure(content: readonly unknown[], structuredContent: unknown, { call, redact }: Attempt): ToolError {
  const texts = content.map((block) => members(block)["text"]).filter((text) => typeof text === "string");
  const given = texts.length === 0 && structuredContent !== undefined ? JSON.stringify(structuredContent) : texts.join("\n");
  const reason = call.context.errors === "status" ? undefined : serviceReason(given, redact);
  return sentError("tool-failed", `The tool failed.${reasonSentence(reason)}`, call.tool, { content, structuredContent, reason });
}

/** The text of the content; `undefined` if the content has blocks other than text. */
function textOf(content: readonly unknown[]): string | undefined {
  const texts = content.map((block) => (members(block)["type"] === "text" ? members(block)["text"] : undefined));
  return texts.every((text) => typeof text === "string") ? texts.join("\n") : undefined;
}

/**
 * Parses the text of a result as JSON, if its content is a single text block: revision 2025-03-26 has structured content only in this form.
 */
function parsedText(content: readonly unknown[]): unknown {
  const text = content.length === 1 ? textOf(content) : undefined;
  return text === undefined ? undefined : jsonOf(text);
}

function jsonOf(text: string): unknown {
  try {
    return parseBounded(text);
  } catch {
    return undefined;
  }
}

function members(value: unknown): { readonly [member: string]: unknown } {
  return isRecord(value) ? value : {};
}
