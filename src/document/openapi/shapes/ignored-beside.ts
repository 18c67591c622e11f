import type { JsonObject } from "../../../source/json.ts";
import { ignoredSibling } from "../codes.ts";
import { atKey, reportFinding } from "../visit.ts";
import type { Visit } from "./shape.ts";

/** Tells of what stands beside a `$ref` and is passed over by all readers, but for `harmless` fields and extensions. */
export function ignoredBeside(harmless: ReadonlySet<string>): (value: JsonObject, visit: Visit) => void {
  return (value, visit) => {
    for (const name in value) {
      if (!harmless.has(name) && !name.startsWith("x-"))
        reportFinding(visit, { code: ignoredSibling, params: { name }, spot: atKey(name) });
    }
  };
}
