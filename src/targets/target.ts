import type { Outcome } from "../diagnostic/diagnostic.ts";
import type { Program } from "../ir/ir.ts";
import type { JsonObject } from "../source/json.ts";

/**
 * A target turns a program into files. It is a pure function: equal input gives equal bytes.
 * Its diagnostics say what it, and perhaps no other target, cannot express.
 */
export interface Target<Options = JsonObject, Prepared = unknown> {
  readonly name: string;
  /** What it makes, in a sentence for those who choose it in an editor. */
  readonly description: string;
  /** What it can be told, by name. The configuration's JSON Schema and the check of `toolsetc.yaml` both come from here. */
  readonly options: { readonly [Name in keyof Options]: TargetOption };
  /** Loads what it needs beside the program, where its options ask for something that few need. */
  prepare?(options: Options): Promise<Prepared>;
  /** `options` holds a value for each of its options, one that is allowed. `prepared` is what `prepare` gave for them. */
  // A method, since the list of all targets knows no more of their options than that they are JSON.
  emit(program: Program, options: Options, prepared?: Prepared): Outcome<File[]>;
}

export type TargetOption = Choice | ListOfChoices | Text;

interface OptionBase {
  /** What it changes, in a sentence for those who write it in an editor. */
  readonly description: string;
  /** The value that another option must have, or this one changes nothing. */
  readonly needs?: { readonly option: string; readonly value: string };
}

interface Choice extends OptionBase {
  readonly kind: "choice";
  readonly values: readonly (string | boolean)[];
  readonly standard: string | boolean;
}

interface ListOfChoices extends OptionBase {
  readonly kind: "list";
  /** What may stand in it. */
  readonly values: readonly string[];
  readonly standard: readonly string[];
}

interface Text extends OptionBase {
  readonly kind: "text";
  /** The regular expression of the texts that are allowed, and what a message calls them; `undefined`: any text. */
  readonly form: { readonly pattern: string; readonly name: string } | undefined;
  readonly standard: string;
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
