import { optionalPart, part } from "../part.ts";
import type { Cause } from "./cause.ts";
import type { KeywordViolation, SchemaNodes } from "./evaluation.ts";

/** The causes to report. If no alternative of a union matches, the causes of the nearest alternative are reported. */
export function rootCauses(errors: readonly KeywordViolation[], nodes: SchemaNodes): Cause[] {
  const causes: Cause[] = [];
  for (let index = 0; index < errors.length; index++) {
    const error = errors[index];
    // The errors of its subschemas follow.
    if (error === undefined || error.isOfSubschema) continue;
    if (error.matches === undefined) {
      causes.push({ kind: "keyword", error, within: error.keyword === "false" ? errors[index - 1] : undefined });
    } else {
      const union = part("unionMessages", nodes.library).causes(error, errors.slice(index + 1), nodes);
      causes.push(...union.causes);
      index += union.size;
    }
  }
  return optionalPart("withoutUnevaluated", nodes.library)?.(causes, nodes) ?? causes;
}
