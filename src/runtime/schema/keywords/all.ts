import type { Parts } from "../../part.ts";
import { withExample } from "../../tool/with-example.ts";
import { bundleSchema } from "../bundle-schema.ts";
import { exampleOfSchema } from "../example-of-schema.ts";
import type { KeywordPart } from "../keyword-parts.ts";
import { createResolve } from "../references.ts";
import { arrayKeywords } from "./arrays.ts";
import { constantKeywords } from "./constants.ts";
import { formatKeywords } from "./formats.ts";
import { intersectionKeywords } from "./intersections.ts";
import { numberKeywords } from "./numbers.ts";
import { isPatternNamed, uncommonKeywords } from "./rare.ts";
import { referenceKeywords } from "./references.ts";
import { stringKeywords } from "./strings.ts";
import { withoutUnevaluated } from "./unevaluated.ts";
import { unionCauses } from "./union-causes.ts";
import { unionKeywords } from "./unions.ts";

/** The parts of the library that check keywords of schemas, and describe violations of them. */
export const allKeywords: Pick<
  Parts,
  KeywordPart | "resolver" | "bundle" | "unionCauses" | "isPatternNamed" | "withoutUnevaluated" | "examples"
> = {
  references: referenceKeywords,
  resolver: createResolve,
  bundle: bundleSchema,
  constants: constantKeywords,
  intersections: intersectionKeywords,
  unions: unionKeywords,
  unionCauses,
  numbers: numberKeywords,
  strings: stringKeywords,
  stringFormats: formatKeywords,
  arrays: arrayKeywords,
  rareKeywords: uncommonKeywords,
  isPatternNamed,
  withoutUnevaluated,
  examples: { ofSchema: exampleOfSchema, ofTool: withExample },
};
