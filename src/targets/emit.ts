import { type Code, type Diagnostic, diagnostic, type Outcome } from "../diagnostic/diagnostic.ts";
import { nearest } from "../diagnostic/nearest.ts";
import type { Program } from "../ir/ir.ts";
import type { JsonObject } from "../source/json.ts";
import { anthropic } from "./anthropic.ts";
import { ces } from "./ces/ces.ts";
import { clashCodes, type EmittedFiles, removeClashes } from "./clashing-outputs.ts";
import { dotcraft } from "./dotcraft/dotcraft.ts";
import { gemini } from "./gemini.ts";
import { manifest } from "./manifest.ts";
import { mcp } from "./mcp.ts";
import { openai } from "./openai.ts";
import { optionCodes, originInEntry, type RequestedTarget, resolveOptions } from "./resolve-options.ts";
import type { File, Target } from "./target.ts";
import { typescript } from "./typescript/typescript.ts";

/** Every target, in the order a reader of the documentation meets them. */
export const targets: readonly Target[] = [typescript, manifest, mcp, dotcraft, ces, openai, anthropic, gemini];

/** What one target made. */
export interface Output {
  readonly target: string;
  /** The folder it is for, as the configuration has it. */
  readonly out: string;
  readonly files: readonly File[];
}

const unknownTarget: Code<{ name: string; known: readonly string[]; near: string | undefined }> = {
  code: "unknown-target",
  severity: "error",
  message: ({ name, known, near }) =>
    `There is no target "${name}". ${near === undefined ? `The targets are ${known.join(", ")}.` : `Did you mean "${near}"?`}`,
  help: "A target is a kind of output. Correct the name, or remove the entry.",
  replacement: ({ near }) => near,
};

export const emitCodes: readonly Code<never>[] = [unknownTarget, ...optionCodes, ...clashCodes];

/** A target that was asked for, and all that it needs beside the program. */
export interface PreparedTarget {
  readonly entry: RequestedTarget;
  readonly target: Target;
  readonly options: JsonObject;
  /** What the target itself loaded. */
  readonly resources: unknown;
}

/** The targets that are wanted, each with its options and what it loads. `defaults` hold where an entry says nothing, by its output folder. */
export async function prepareTargets(
  wanted: readonly RequestedTarget[],
  defaults: (out: string) => JsonObject,
): Promise<Outcome<PreparedTarget[]>> {
  const value: PreparedTarget[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const entry of wanted) {
    const target = targets.find(({ name }) => name === entry.target);
    if (target === undefined) {
      const known = targets.map(({ name }) => name);
      const params = { name: entry.target, known, near: nearest(entry.target, known) };
      diagnostics.push(diagnostic(unknownTarget, params, originInEntry(entry, ["target"])));
      continue;
    }
    const options = resolveOptions(target, entry, { targets, defaults: defaults(entry.out) });
    diagnostics.push(...options.diagnostics);
    value.push({ entry, target, options: options.value, resources: await target.prepare?.(options.value) });
  }
  return { value, diagnostics };
}

/** The files of each target, as far as they can be written together. */
export function emit(program: Program, prepared: readonly PreparedTarget[]): Outcome<Output[]> {
  const made: EmittedFiles[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const { entry, target, options, resources: own } of prepared) {
    const emitted = target.emit(program, options, own);
    made.push({ entry, files: emitted.value });
    diagnostics.push(...emitted.diagnostics);
  }
  const together = removeClashes(made);
  return {
    value: together.value.map(({ entry: { target, out }, files }) => ({ target, out, files })),
    diagnostics: [...diagnostics, ...together.diagnostics],
  };
}
