import { isRecord, type UnknownRecord } from "../json.ts";
import { counted } from "../projection/text/counted.ts";
import { inputNames } from "../tool/input-names.ts";
import type { Tool } from "../tool/tool.ts";
import { sentError } from "../tool-error.ts";
import { cutObject, jsonBytes, type OmittedCounts, utf8Length } from "./cut-value.ts";
import { attachedNext, paginationNames } from "./next-call.ts";
import { producingTool } from "./producing-tool.ts";
import { describeFiles } from "./result-files.ts";
import { defaultMaxBytes } from "./trim.ts";

/**
 * The JSON text of a result, for a model. A text longer than the tool's `trim.maxBytes`, by default 32 KiB, is shortened to that many
 * bytes of UTF-8. It is still JSON; its last member `_cut` states what was omitted, and which parameters request smaller results. If
 * the service provides a next page, the last member `_next` of a complete result contains the arguments of the call for it. Files are
 * replaced by their type and size. Throws for a value that JSON cannot represent.
 */
export function resultText(called: Tool, output: unknown): string {
  const tool = producingTool(called, output);
  const { text, maxBytes } = serialized(tool, output);
  if (isWithin(text, maxBytes)) return text;
  return maxBytes < 2 ? "" : JSON.stringify(cutOutput(tool, output, maxBytes));
}

/**
 * The result for SDKs that accept a value: `output` itself if nothing is omitted or added, else the value whose JSON text `resultText`
 * returns.
 */
export function modelOutput(called: Tool, output: unknown): unknown {
  const tool = producingTool(called, output);
  const { whole, text, maxBytes } = serialized(tool, output);
  return isWithin(text, maxBytes) ? whole : cutOutput(tool, output, maxBytes);
}

/** The complete result for a model, its text, and the maximum size of the text. */
function serialized(tool: Tool, output: unknown): { readonly whole: unknown; readonly text: string; readonly maxBytes: number } {
  // The result is serialized before its files are looked for: serializing throws if the result has cycles.
  const plain = jsonText(tool, output);
  const described = describeFiles(output).value;
  const whole = withNext(described, attachedNext(output));
  return { whole, text: whole === output ? plain : jsonText(tool, whole), maxBytes: tool.trim.maxBytes ?? defaultMaxBytes };
}

/**
 * Adds to a result the arguments of the call for the next page. They are not added to a shortened result, since that call would skip what
 * was omitted.
 */
function withNext(output: unknown, next: object | undefined): unknown {
  return next === undefined || !isRecord(output) ? output : { ...output, [freeName("_next", output)]: next };
}

/**
 * The JSON text of a result. Throws if the result is nested too deeply, has cycles or is not JSON, since client functions may return any
 * value.
 */
function jsonText(tool: Tool, output: unknown): string {
  try {
    return JSON.stringify(output) ?? "null";
  } catch {
    throw sentError("invalid-response", "The call was made, but its result cannot be serialized as JSON.", tool.name);
  }
}

function isWithin(text: string, maxBytes: number): boolean {
  if (text.length > maxBytes) return false;
  return text.length * 3 <= maxBytes || utf8Length(text) <= maxBytes;
}

function cutOutput(tool: Tool, output: unknown, maxBytes: number): object {
  const text = jsonText(tool, describeFiles(output).value);
  // The text is parsed, so that values with a `toJSON`, such as dates, become plain JSON.
  const value: unknown = JSON.parse(text);
  const given = isRecord(value) ? value : { result: value };
  const added = addedMembers(tool, given);
  // A member of the result has a comma in place of its two brackets.
  const available = maxBytes - (Object.keys(added).length === 0 ? 0 : utf8Length(JSON.stringify(added)) - 1);
  if (available < 2) return utf8Length(JSON.stringify(added)) <= maxBytes ? added : {};
  const result: UnknownRecord = Object.fromEntries(Object.entries(given).filter(([name]) => !Object.hasOwn(added, name)));
  const bytes = utf8Length(text);
  const member = freeName("_cut", result);
  const parameters = parametersText(tool);
  const room = (note: string | number) => available - jsonBytes(member) - 2 - JSON.stringify(note).length;
  // The counts of what is omitted are not known yet, but no count has more digits than the number of bytes.
  const longestNote = cutNote(bytes, { items: bytes, members: bytes, characters: bytes, files: bytes }) + parameters;
  if (room(longestNote) >= available / 2) {
    const cut = cutObject(result, room(longestNote));
    return { ...cut.value, ...added, [member]: cutNote(bytes, cut.omitted) + parameters };
  }
  // The long note would take more than half of the space.
  const shortNote = `truncated from ${bytes} bytes`;
  const note = room(shortNote) >= available / 2 ? shortNote : bytes;
  return room(note) < 2 ? added : { ...cutObject(result, room(note)).value, ...added, [member]: note };
}

/**
 * The members that a call has added to the answer of the service, which are never shortened: without the value of `_waiting`, a model would
 * begin the work again, and without `_stopped`, it would take a part of a list for the whole.
 */
function addedMembers({ binding }: Tool, result: UnknownRecord): UnknownRecord {
  const isWaiting = "waiting" in binding && Boolean(binding.waiting);
  const isCollected = binding.transport === "http" && Boolean(binding.pages?.collect);
  const names = [...(isWaiting ? ["_waiting"] : []), ...(isCollected ? ["_stopped"] : [])];
  return Object.fromEntries(names.filter((name) => Object.hasOwn(result, name)).map((name) => [name, result[name]]));
}

/** A name that no member of the result has. */
function freeName(preferred: string, result: object): string {
  let name = preferred;
  while (Object.hasOwn(result, name)) name = `_${name}`;
  return name;
}

/** The sentence that names the tool's pagination parameters; empty if the tool has no such parameters. */
export function parametersText(tool: Tool): string {
  const names = paginationNames(inputNames(tool));
  return names.length === 0 ? "" : ` For smaller results, use ${names.map((name) => JSON.stringify(name)).join(", ")}.`;
}

function cutNote(bytes: number, { items, members, characters, files }: OmittedCounts): string {
  const parts = [
    ...(items > 0 ? [counted(items, "array item")] : []),
    ...(members > 0 ? [counted(members, "object member")] : []),
    ...(characters > 0 ? [`${counted(characters, "character")} of strings`] : []),
    ...(files > 0 ? [`the contents of ${counted(files, "file")}`] : []),
  ];
  return `The result had ${bytes} bytes and was truncated. Omitted: ${parts.join(", ")}.`;
}
