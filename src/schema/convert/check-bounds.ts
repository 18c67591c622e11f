import type { JsonObject } from "../../source/json/json.ts";
import { impossibleBounds } from "../codes.ts";
import { findBoundContradiction } from "../reason/contradictions.ts";
import type { ConversionContext } from "./conversion-context.ts";

/** Reports lower bounds that are above the upper bound of the same schema. */
export function checkBounds(schema: JsonObject, { report }: ConversionContext): void {
  for (const { type, least } of leastBounds) {
    if (schema[least] === undefined) continue;
    const clash = findBoundContradiction(schema.type === "integer" && type === "number" ? "integer" : type, [schema]);
    if (clash !== undefined) report(impossibleBounds, { why: clash.why }, clash.keyword);
  }
}

const leastBounds = [
  { type: "number", least: "minimum" },
  { type: "number", least: "exclusiveMinimum" },
  { type: "string", least: "minLength" },
  { type: "array", least: "minItems" },
  { type: "object", least: "minProperties" },
] as const;
