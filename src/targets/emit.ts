import { type Code, type Diagnostic, diagnostic, type Outcome } from "../diagnostic/diagnostic.ts";
import { nearest } from "../diagnostic/nearest.ts";
import type { Program } from "../ir/ir.ts";
import type { JsonObject } from "../source/json.ts";
import { anthropic } from "./anthropic.ts";
import { ces } from "./ces.ts";
import { clashCodes, type Made, withoutClashes } from "./clashing-outputs.ts";
import { dotcraft } from "./dotcraft.ts";
import { gemini } from "./gemini.ts";
import { manifest } from "./manifest.ts";
import { mcp } from "./mcp.ts";
import { openai } from "./openai.ts";
import { optionCodes, placeIn, settleOptions, type Wanted } from "./settle-options.ts";
import type { File, Target } from "./target.ts";
import type { Library } from "./typescript/library.ts";
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
  help: "A target is what is made of the tools. Correct the name, or remove the entry.",
  replacement: ({ near }) => near,
};

export const emitCodes: readonly Code<never>[] = [unknownTarget, ...optionCodes, ...clashCodes];

/** Whether the run-time library is to be copied. */
export function wantsLibrary(wanted: readonly Wanted[]): boolean {
  return wanted.some(({ target, options }) => target === typescript.name && options.runtime === "copy");
}

/** What targets are given beside what the configuration says of them. */
export interface Given {
  /** They hold where an entry says nothing, by its output folder. */
  readonly defaults: (out: string) => JsonObject;
  /** `undefined` where nothing wants it. */
  readonly library: Library | undefined;
}

/** The files of each target that is wanted, as far as they can be written together. */
export function emit(program: Program, wanted: readonly Wanted[], { defaults, library }: Given): Outcome<Output[]> {
  const made: Made[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const entry of wanted) {
    const target = targets.find(({ name }) => name === entry.target);
    if (target === undefined) {
      const known = targets.map(({ name }) => name);
      const params = { name: entry.target, known, near: nearest(entry.target, known) };
      diagnostics.push(diagnostic(unknownTarget, params, placeIn(entry, ["target"])));
      continue;
    }
    const options = settleOptions(target, entry, { targets, defaults: defaults(entry.out) });
    const emitted = target.emit(program, options.value, library);
    made.push({ entry, files: emitted.value });
    diagnostics.push(...options.diagnostics, ...emitted.diagnostics);
  }
  const together = withoutClashes(made);
  return {
    value: together.value.map(({ entry: { target, out }, files }) => ({ target, out, files })),
    diagnostics: [...diagnostics, ...together.diagnostics],
  };
}
