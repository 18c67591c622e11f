import { optionalPart, part } from "../part.ts";
import type { Cause } from "./cause.ts";
import type { KeywordViolation, SchemaNodes } from "./evaluation.ts";

/** The causes to report. If no alternative of a union matches, the causes of the nearest alternative are reported. */
export function rootCauses(violations: readonly KeywordViolation[], nodes: SchemaNodes): readonly Cause[] {
  const causes = violations.flatMap((violation): readonly Cause[] =>
    violation.alternatives === undefined ? [{ violation }] : part("unionCauses", nodes.library)(violation, nodes),
  );
  return optionalPart("withoutUnevaluated", nodes.library)?.(causes, nodes) ?? causes;
}
