import type { JsonObject } from "../../../../source/json/json.ts";
import { atKey, reportFinding } from "../../read/visit.ts";
import { ignoredSibling } from "../../reference-codes.ts";
import type { Visit } from "./shape.ts";

/**
 * Creates a check that reports fields beside a `$ref`, because they are ignored. Extensions and the fields in `harmless` are not reported.
 */
export function ignoredSiblings(harmless: ReadonlySet<string>): (value: JsonObject, visit: Visit) => void {
  return (value, visit) => {
    for (const name in value) {
      if (!harmless.has(name) && !name.startsWith("x-"))
        reportFinding(visit, { code: ignoredSibling, params: { name }, spot: atKey(name) });
    }
  };
}
