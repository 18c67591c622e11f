import type { Tool } from "../tool/tool.ts";
import { ToolError } from "../tool-error.ts";
import { answeringTool } from "./answering-tool.ts";
import { cutValue, jsonBytes, type OmittedCounts } from "./cut-value.ts";

/**
 * The JSON text of an answer, for a model. A text longer than the tool's `trim.maxBytes` is cut to that many bytes of UTF-8; it is
 * still JSON, and its last member `_cut` states what is missing. Throws for a value that JSON cannot represent.
 */
export function resultText(called: Tool, output: unknown): string {
  const tool = answeringTool(called, output);
  const text = jsonText(tool, output);
  const { maxBytes } = tool.trim;
  if (maxBytes === null || isWithin(text, maxBytes)) return text;
  if (maxBytes < 2) return "";
  return JSON.stringify(cutOutput(text, maxBytes));
}

/** The same for SDKs that accept a value: `output` itself if it is short enough, else the object whose text `resultText` returns. */
export function modelOutput(called: Tool, output: unknown): unknown {
  const tool = answeringTool(called, output);
  const { maxBytes } = tool.trim;
  if (maxBytes === null) return output;
  const text = jsonText(tool, output);
  return isWithin(text, maxBytes) ? output : cutOutput(text, maxBytes);
}

/** Throws for answers that are nested too deeply, have cycles or are not JSON, as client functions may return them. */
function jsonText(tool: Tool, output: unknown): string {
  try {
    return JSON.stringify(output) ?? "null";
  } catch {
    throw new ToolError("invalid-answer", "The answer cannot be written as JSON, but the call was made.", { tool: tool.name, sent: true });
  }
}

function isWithin(text: string, maxBytes: number): boolean {
  if (text.length > maxBytes) return false;
  return text.length * 3 <= maxBytes || byteLength(text) <= maxBytes;
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}

function cutOutput(text: string, maxBytes: number): object {
  // Parsed again, so that values with a `toJSON`, such as dates, are plain JSON.
  const value: unknown = JSON.parse(text);
  const answer = typeof value === "object" && value !== null && !Array.isArray(value) ? value : { result: value };
  const bytes = byteLength(text);
  const mark = markName(answer);
  const room = (note: string | number) => maxBytes - jsonBytes(mark) - 2 - JSON.stringify(note).length;
  // No count has more digits than the number of bytes.
  const longestNote = cutNote(bytes, { items: bytes, members: bytes, characters: bytes, files: bytes });
  if (room(longestNote) >= maxBytes / 2) {
    const cut = cutValue(answer, room(longestNote));
    return { ...asObject(cut.value), [mark]: cutNote(bytes, cut.omitted) };
  }
  // A note must not take most of the space.
  const shortNote = `cut from ${bytes} bytes`;
  const note = room(shortNote) >= maxBytes / 2 ? shortNote : bytes;
  return room(note) < 2 ? {} : { ...asObject(cutValue(answer, room(note)).value), [mark]: note };
}

/** The name of the member that marks a cut. It differs from all members of the answer. */
function markName(answer: object): string {
  let name = "_cut";
  while (Object.hasOwn(answer, name)) name = `_${name}`;
  return name;
}

function cutNote(bytes: number, { items, members, characters, files }: OmittedCounts): string {
  const missing = [
    ...(items > 0 ? [`${items} items of lists`] : []),
    ...(members > 0 ? [`${members} members of objects`] : []),
    ...(characters > 0 ? [`${characters} characters of texts`] : []),
    ...(files > 0 ? [`the contents of ${files} files`] : []),
  ];
  return `The answer had ${bytes} bytes and is cut to size. Missing: ${missing.join(", ")}.`;
}

function asObject(value: unknown): object {
  return value as object; // `cutValue` returns an object for an object.
}
