import type { Outcome } from "../diagnostic/diagnostic.ts";
import type { Program } from "../ir/ir.ts";

/**
 * A target turns a program into files. It is a pure function: equal input gives equal bytes.
 * Its diagnostics say what it, and perhaps no other target, cannot express.
 */
export interface Target<Options = unknown> {
  readonly name: string;
  readonly emit: (program: Program, options: Options) => Outcome<File[]>;
}

export interface File {
  /** Relative to the target's output folder, with `/`. */
  readonly path: string;
  readonly text: string;
}
