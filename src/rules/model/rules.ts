import type { RunnableRule } from "../rule.ts";
import { confusable } from "./confusable.ts";
import { deprecationNotInDescription } from "./deprecation-not-in-description.ts";
import { descriptionTooLong } from "./description-too-long.ts";
import { descriptionTooShort } from "./description-too-short.ts";
import { equalDescriptions } from "./equal-descriptions.ts";
import { markupInDescription } from "./markup-in-description.ts";
import { missingDescription } from "./missing-description.ts";
import { titleNotInDescription } from "./title-not-in-description.ts";
import { unexplainedParameter } from "./unexplained-parameter.ts";
import { unfindable } from "./unfindable.ts";
import { unmarkedDeprecation } from "./unmarked-deprecation.ts";

/** The rules on what a model reads: what it needs to choose a tool, and to call it. */
export const modelRules: readonly RunnableRule[] = [
  missingDescription,
  equalDescriptions,
  descriptionTooShort,
  descriptionTooLong,
  titleNotInDescription,
  markupInDescription,
  unexplainedParameter,
  deprecationNotInDescription,
  unmarkedDeprecation,
  unfindable,
  confusable,
];
