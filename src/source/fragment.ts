import type { Range } from "./source.ts";

/** A fragment of a nested text, with its range in the outer text. Its offset in the nested text is the length of all previous fragments. */
export interface Fragment {
  readonly text: string;
  readonly outer: Range;
}
