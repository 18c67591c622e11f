import { isRecord } from "../json.ts";
import { inputNames } from "../tool/input-names.ts";
import type { Tool } from "../tool/tool.ts";
import { ToolError } from "../tool-error.ts";
import { describeFiles } from "./answer-files.ts";
import { answeringTool } from "./answering-tool.ts";
import { cutValue, jsonBytes, type OmittedCounts } from "./cut-value.ts";
import { attachedNext, paginationNames } from "./next-call.ts";
import { defaultMaxBytes } from "./trim.ts";

/**
 * The JSON text of an answer, for a model. A text longer than the tool's `trim.maxBytes`, by default 32 KiB, is cut to that many bytes
 * of UTF-8; it is still JSON, and its last member `_cut` states what is missing and the parameters for smaller answers. If the service
 * says how to continue a list, the last member `_next` of a whole answer has the arguments of that call. Throws for a value that JSON
 * cannot represent. Files are described by their type and size.
 */
export function resultText(called: Tool, output: unknown): string {
  const tool = answeringTool(called, output);
  const { text, maxBytes } = written(tool, output);
  if (isWithin(text, maxBytes)) return text;
  return maxBytes < 2 ? "" : JSON.stringify(cutOutput(tool, output, maxBytes));
}

/** The same for SDKs that accept a value: `output` itself if nothing is cut or added, else the object whose text `resultText` returns. */
export function modelOutput(called: Tool, output: unknown): unknown {
  const tool = answeringTool(called, output);
  const { whole, text, maxBytes } = written(tool, output);
  return isWithin(text, maxBytes) ? whole : cutOutput(tool, output, maxBytes);
}

/** The whole answer as a model may read it, its text, and the size that it may have. */
function written(tool: Tool, output: unknown): { readonly whole: unknown; readonly text: string; readonly maxBytes: number } {
  // Checked before its files are looked for: an answer may have cycles.
  const plain = jsonText(tool, output);
  const described = describeFiles(output).value;
  const whole = withNext(described, attachedNext(output));
  return { whole, text: whole === output ? plain : jsonText(tool, whole), maxBytes: tool.trim.maxBytes ?? defaultMaxBytes };
}

/** The answer with the arguments of the call that continues it. A cut answer has none: that call would skip what was cut off. */
function withNext(output: unknown, next: object | undefined): unknown {
  return next === undefined || !isRecord(output) ? output : { ...output, [freeName("_next", output)]: next };
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

function cutOutput(tool: Tool, output: unknown, maxBytes: number): object {
  const text = jsonText(tool, describeFiles(output).value);
  // Parsed again, so that values with a `toJSON`, such as dates, are plain JSON.
  const value: unknown = JSON.parse(text);
  const answer = typeof value === "object" && value !== null && !Array.isArray(value) ? value : { result: value };
  const bytes = byteLength(text);
  const mark = freeName("_cut", answer);
  const parameters = parametersText(tool);
  const room = (note: string | number) => maxBytes - jsonBytes(mark) - 2 - JSON.stringify(note).length;
  // No count has more digits than the number of bytes.
  const longestNote = cutNote(bytes, { items: bytes, members: bytes, characters: bytes, files: bytes }) + parameters;
  if (room(longestNote) >= maxBytes / 2) {
    const cut = cutValue(answer, room(longestNote));
    return { ...asObject(cut.value), [mark]: cutNote(bytes, cut.omitted) + parameters };
  }
  // A note must not take most of the space.
  const shortNote = `cut from ${bytes} bytes`;
  const note = room(shortNote) >= maxBytes / 2 ? shortNote : bytes;
  return room(note) < 2 ? {} : { ...asObject(cutValue(answer, room(note)).value), [mark]: note };
}

/** A name that differs from all members of the answer. */
function freeName(wanted: string, answer: object): string {
  let name = wanted;
  while (Object.hasOwn(answer, name)) name = `_${name}`;
  return name;
}

/** The sentence that names the tool's parameters for smaller answers; empty if it has none. */
export function parametersText(tool: Tool): string {
  const names = paginationNames(inputNames(tool));
  return names.length === 0 ? "" : ` Parameters for smaller parts: ${names.map((name) => JSON.stringify(name)).join(", ")}.`;
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
