import { type Detail, defaultDepth, details } from "../runtime/projection/model-view.ts";
import type { TargetOption } from "./target.ts";

/** How much of each tool a list for models holds. */
export type DetailOptions = { readonly detail: Detail; readonly depth: number };

export const detailOption: TargetOption = {
  kind: "choice",
  description:
    "How much of each tool a model is shown. `compact`: first sentences, no examples, lengths and patterns, and objects below `depth` are only described. `index`: the first line of the description.",
  values: details,
  standard: "full",
};

export const depthOption: TargetOption = {
  kind: "choice",
  description: "The levels of objects that are shown.",
  values: [1, 2, 3, 4, 5, 6, 7, 8],
  standard: defaultDepth,
  needs: { option: "detail", value: "compact" },
};
