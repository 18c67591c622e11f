import type { Outcome } from "../diagnostic/diagnostic.ts";
import type { Program } from "../ir/ir.ts";
import type { JsonObject } from "../source/json.ts";
import type { Library } from "./typescript/library.ts";

/**
 * A target turns a program into files. It is a pure function: equal input gives equal bytes.
 * Its diagnostics say what it, and perhaps no other target, cannot express.
 */
export interface Target<Options = JsonObject> {
  readonly name: string;
  /** What it can be told, by name. */
  readonly options: { readonly [Name in keyof Options]: TargetOption };
  /** `options` holds a value for each of its options, one that is allowed. `library` is there where they say that it is to be copied. */
  // A method, since the list of all targets knows no more of their options than that they are JSON.
  emit(program: Program, options: Options, library?: Library): Outcome<File[]>;
}

export interface TargetOption {
  /** What it may be, or what may stand in it if it is a list; `undefined`: any text. */
  readonly values: readonly (string | boolean)[] | undefined;
  readonly standard: string | boolean | readonly string[];
}

export interface File {
  /** Relative to the target's output folder, with `/`. */
  readonly path: string;
  readonly text: string;
}
