import type { Range } from "./source.ts";

/** A piece of a nested text and its range in the outer text. Its position in the nested text follows from the pieces before it. */
export interface Fragment {
  readonly text: string;
  readonly outer: Range;
}
