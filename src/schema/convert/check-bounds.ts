import type { JsonObject } from "../../source/json/json.ts";
import { impossibleBounds } from "../codes.ts";
import { findBoundContradiction } from "../reason/contradictions.ts";
import type { ConversionContext } from "./conversion-context.ts";

/** Reports lower bounds that are above the upper bound of the same schema. */
export function checkBounds(schema: JsonObject, { report }: ConversionContext): void {
  for (const [type, least] of leastBounds) {
    const clash =
      schema[least] === undefined
        ? undefined
        : findBoundContradiction(schema.type === "integer" && type === "number" ? "integer" : type, [schema]);
    if (clash !== undefined) report(impossibleBounds, { why: clash.why }, clash.keyword);
  }
}

const leastBounds = [
  ["number", "minimum"],
  ["number", "exclusiveMinimum"],
  ["string", "minLength"],
  ["array", "minItems"],
  ["object", "minProperties"],
] as const;
