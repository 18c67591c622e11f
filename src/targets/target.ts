import type { Outcome } from "../diagnostic/diagnostic.ts";
import type { Program } from "../ir/ir.ts";
import type { JsonObject } from "../source/json.ts";

/**
 * A target turns a program into files. It is a pure function: equal input gives equal bytes.
 * Its diagnostics report what this target cannot express.
 */
export interface Target<Options = JsonObject, Prepared = unknown> {
  readonly name: string;
  /** What it emits, in one sentence. Editors show it. */
  readonly description: string;
  /** Its options by name. The configuration's JSON Schema and the validation of `toolsetc.yaml` both use them. */
  readonly options: { readonly [Name in keyof Options]: TargetOption };
  /** Loads further data that some options require. */
  prepare?(options: Options): Promise<Prepared>;
  /** `options` has a valid value for each option. `prepared` is the result of `prepare`. */
  // A method, since methods are bivariant: the list of all targets has only the type JSON for options.
  emit(program: Program, options: Options, prepared?: Prepared): Outcome<File[]>;
}

export type TargetOption = Choice | ListOfChoices | Text;

interface OptionBase {
  /** What it changes, in one sentence. Editors show it. */
  readonly description: string;
  /** The value that another option must have for this one to have an effect. */
  readonly needs?: { readonly option: string; readonly value: string };
}

interface Choice extends OptionBase {
  readonly kind: "choice";
  readonly values: readonly (string | number | boolean)[];
  readonly standard: string | number | boolean;
}

interface ListOfChoices extends OptionBase {
  readonly kind: "list";
  /** The values that it may contain. */
  readonly values: readonly string[];
  readonly standard: readonly string[];
}

interface Text extends OptionBase {
  readonly kind: "text";
  /** A regular expression for valid texts, and their description in messages; `undefined`: any text. */
  readonly form: { readonly pattern: string; readonly name: string } | undefined;
  readonly standard: string;
  /** Whether the target emits nothing without it. */
  readonly isRequired?: true;
}

export interface File {
  /** Relative to the target's output folder, with `/`. */
  readonly path: string;
  readonly text: string;
  /** The name of the toolset that the file belongs to; absent for a file about the whole program. */
  readonly toolset?: string;
  /** The exported names of the tools, for a module that programs import them from; absent for all other files. */
  readonly tools?: readonly string[];
}
