import { type Diagnostic, diagnostic, type Outcome } from "../../diagnostic/diagnostic.ts";
import type { ToolOverrides } from "../../project/config/config.ts";
import type { McpBinding, WaitingBinding } from "../../runtime/binding.ts";
import type { SchemaUse } from "../../schema/schema-library.ts";
import { member } from "../../source/json/json.ts";
import { originOfKey } from "../../source/tree.ts";
import { unusedOverride } from "../overrides/codes.ts";
import { isSelector } from "../overrides/tool-overrides.ts";
import { findWaiting, type WaitingDocument, type WaitingFacts } from "./find-waiting.ts";

export interface LoweredWaiting {
  readonly binding: WaitingBinding | null;
  /** The schema of the result that the call waits for, if it is that of another operation. */
  readonly output: SchemaUse | undefined;
}

export interface WaitingOptions {
  readonly overrides: Pick<ToolOverrides, "wait"> | undefined;
  /** The id of the operation in messages. */
  readonly id: string;
}

/** How a call waits for its result: as the document shows it, unless it is switched off. */
export function lowerWaiting(facts: WaitingFacts, document: WaitingDocument, { overrides, id }: WaitingOptions): Outcome<LoweredWaiting> {
  const wait = overrides?.wait;
  if (wait?.value === false) return { value: { binding: null, output: undefined }, diagnostics: [] };
  const found = findWaiting(facts, document);
  const why = "the document does not say where the result can be read once the operation is done";
  const diagnostics = found === undefined ? unusedWait(wait, why, id) : [];
  const binding = found === undefined ? null : { ...found.waiting, seconds: secondsOf(wait) };
  return { value: { binding, output: found?.output }, diagnostics };
}

/** How a call of an MCP tool waits for its result: only for that of a task. */
export function lowerTask(isTask: boolean, { overrides, id }: WaitingOptions): Outcome<McpBinding["waiting"]> {
  const wait = overrides?.wait;
  if (!isTask) return { value: null, diagnostics: unusedWait(wait, "the server answers with the result of the tool", id) };
  const isOff = wait?.value === false;
  const diagnostics = isOff ? unusedWait(wait, "the server executes the tool only as a task, whose result a call waits for", id) : [];
  return { value: { style: "task", seconds: secondsOf(wait) }, diagnostics };
}

function secondsOf(wait: ToolOverrides["wait"]): number | null {
  const seconds = wait === undefined ? null : member(wait.value, "seconds");
  return typeof seconds === "number" ? seconds : null;
}

/** Reports the override `wait` of a tool. An entry with a selector also applies to tools that answer with their result. */
function unusedWait(wait: ToolOverrides["wait"], why: string, id: string): Diagnostic[] {
  if (wait?.origin === undefined || isSelector(String(wait.origin.path.at(-2)))) return [];
  return [diagnostic(unusedOverride, { name: "wait", why }, originOfKey(wait.origin.tree, wait.origin.path), { tool: id })];
}
