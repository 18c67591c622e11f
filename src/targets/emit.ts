import { type Code, type Diagnostic, diagnostic, type Outcome } from "../diagnostic/diagnostic.ts";
import { nearest } from "../diagnostic/nearest.ts";
import type { Program } from "../ir/ir.ts";
import { isArray, type Json, type JsonObject } from "../source/json.ts";
import { type Origin, originOfKey, originOfValue } from "../source/tree.ts";
import { anthropic } from "./anthropic.ts";
import { ces } from "./ces.ts";
import { dotcraft } from "./dotcraft.ts";
import { gemini } from "./gemini.ts";
import { manifest } from "./manifest.ts";
import { mcp } from "./mcp.ts";
import { openai } from "./openai.ts";
import type { File, Target, TargetOption } from "./target.ts";
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

/** A target that was asked for; the configuration's entry has this shape. */
export interface Wanted {
  readonly target: string;
  readonly out: string;
  readonly options: JsonObject;
  /** `undefined` where nobody wrote it. */
  readonly origin: Origin | undefined;
}

const unknownTarget: Code<{ name: string; known: readonly string[]; near: string | undefined }> = {
  code: "unknown-target",
  severity: "error",
  message: ({ name, known, near }) =>
    `There is no target "${name}". ${near === undefined ? `The targets are ${known.join(", ")}.` : `Did you mean "${near}"?`}`,
  help: "A target is what is made of the tools. Correct the name, or remove the entry.",
};

const unknownOption: Code<{ target: string; option: string; near: string | undefined }> = {
  code: "unknown-target-option",
  severity: "error",
  message: ({ target, option, near }) =>
    `The target "${target}" has no option "${option}".${near === undefined ? "" : ` Did you mean "${near}"?`}`,
  help: "An option that is not known would be passed over in silence. Correct or remove it.",
};

const invalidOption: Code<{ option: string; known: TargetOption }> = {
  code: "invalid-target-option",
  severity: "error",
  message: ({ option, known: { values, standard } }) =>
    `"${option}" must be ${values === undefined ? "a text" : `${isArray(standard) ? "a list of any" : "one"} of ${values.join(", ")}`}.`,
  help: "Until it is corrected, the target does what it does without the option.",
};

export const emitCodes: readonly Code<never>[] = [unknownTarget, unknownOption, invalidOption];

/** Whether the run-time library is to be copied. */
export function wantsLibrary(wanted: readonly Wanted[]): boolean {
  return wanted.some(({ target, options }) => target === typescript.name && options.runtime === "copy");
}

/** What targets are given beside what the configuration says of them. */
export interface Given {
  /** They hold where an entry says nothing. */
  readonly defaults: JsonObject;
  /** `undefined` where nothing wants it. */
  readonly library: Library | undefined;
}

/** The files of each target that is wanted. */
export function emit(program: Program, wanted: readonly Wanted[], { defaults, library }: Given): Outcome<Output[]> {
  const value: Output[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const entry of wanted) {
    const target = targets.find(({ name }) => name === entry.target);
    if (target === undefined) {
      const known = targets.map(({ name }) => name);
      const params = { name: entry.target, known, near: nearest(entry.target, known) };
      diagnostics.push(diagnostic(unknownTarget, params, place(entry, ["target"])));
      continue;
    }
    const options = optionsFor(target, entry, defaults);
    const emitted = target.emit(program, options.value, library);
    value.push({ target: target.name, out: entry.out, files: emitted.value });
    diagnostics.push(...options.diagnostics, ...emitted.diagnostics);
  }
  return { value, diagnostics };
}

function optionsFor(target: Target, entry: Wanted, defaults: JsonObject): Outcome<JsonObject> {
  const diagnostics: Diagnostic[] = [];
  const options = new Map<string, Json>(
    Object.entries(target.options).map(([name, { standard }]) => [
      name,
      (Object.hasOwn(defaults, name) ? defaults[name] : undefined) ?? standard,
    ]),
  );
  for (const [option, value] of Object.entries(entry.options)) {
    const known = Object.hasOwn(target.options, option) ? target.options[option] : undefined;
    if (known === undefined) {
      const near = nearest(option, Object.keys(target.options));
      diagnostics.push(diagnostic(unknownOption, { target: target.name, option, near }, keyPlace(entry, option)));
    } else if (!isAllowed(value, known)) {
      diagnostics.push(diagnostic(invalidOption, { option, known }, place(entry, [option])));
    } else options.set(option, value);
  }
  return { value: Object.fromEntries(options), diagnostics };
}

function isAllowed(value: Json, { values, standard }: TargetOption): boolean {
  if (isArray(standard)) return isArray(value) && value.every((each) => values?.some((allowed) => allowed === each));
  return values === undefined ? typeof value === "string" : values.some((allowed) => allowed === value);
}

function place({ origin }: Wanted, path: readonly string[]): Origin {
  if (origin === undefined) throw new Error("What the compiler itself asks for is in order.");
  return originOfValue(origin.tree, [...origin.path, ...path]);
}

function keyPlace(entry: Wanted, option: string): Origin {
  const { tree, path } = place(entry, [option]);
  return originOfKey(tree, path);
}
