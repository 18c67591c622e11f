import type { Range } from "./source.ts";

/** A piece of a text that stands in a scalar, before it is known where it comes in that text. */
export interface Fragment {
  readonly text: string;
  readonly outer: Range;
}
