import { type Diagnostic, diagnostic, type Outcome } from "../../diagnostic/diagnostic.ts";
import type { ToolOverrides } from "../../project/config/config.ts";
import type { WaitingBinding } from "../../runtime/binding.ts";
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
  const diagnostics: Diagnostic[] = [];
  // An entry with a selector also applies to operations that answer with their result.
  if (found === undefined && wait?.origin !== undefined && !isSelector(String(wait.origin.path.at(-2)))) {
    const why = "the document does not say where the result can be read once the operation is done";
    diagnostics.push(diagnostic(unusedOverride, { name: "wait", why }, originOfKey(wait.origin.tree, wait.origin.path), { tool: id }));
  }
  const seconds = wait === undefined ? null : member(wait.value, "seconds");
  const binding = found === undefined ? null : { ...found.waiting, seconds: typeof seconds === "number" ? seconds : null };
  return { value: { binding, output: found?.output }, diagnostics };
}
