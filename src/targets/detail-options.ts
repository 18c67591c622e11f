import { type Detail, defaultDepth, details } from "../runtime/projection/model-view.ts";
import type { TargetOption } from "./target.ts";

/** The options for how much of each tool its declaration contains. */
export type DetailOptions = { readonly detail: Detail; readonly depth: number };

export const detailOption: TargetOption = {
  kind: "choice",
  description:
    "How much of each tool a model is shown. `compact`: only the first sentences of descriptions, no examples, lengths and patterns, and objects below `depth` are only described. `index`: only the first line of the description.",
  values: details,
  default: "full",
};

export const depthOption: TargetOption = {
  kind: "choice",
  description: "The levels of objects that are shown.",
  values: [1, 2, 3, 4, 5, 6, 7, 8],
  default: defaultDepth,
  needs: { option: "detail", value: "compact" },
};
