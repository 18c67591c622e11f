import type { Range } from "./source.ts";

/** A piece of a nested text and its range in the outer text. Its position in the nested text is not known yet. */
export interface Fragment {
  readonly text: string;
  readonly outer: Range;
}
