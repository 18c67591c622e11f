import { type JsonObject, member } from "../../../../source/json/json.ts";
import { followReference } from "../../read/references.ts";
import { atKey, reportFinding } from "../../read/visit.ts";
import { ignoredSibling } from "../../reference-codes.ts";
import type { Visit } from "./shape.ts";

/**
 * Creates a check that reports fields beside a `$ref`, because they are ignored. Extensions and the fields in `harmless` are not reported,
 * nor are fields that the target has with the same value.
 */
export function ignoredSiblings(harmless: ReadonlySet<string>): (value: JsonObject, visit: Visit) => void {
  return (value, visit) => {
    for (const name in value) {
      if (harmless.has(name) || name.startsWith("x-") || isRepeated(name, value, visit)) continue;
      reportFinding(visit, { code: ignoredSibling, params: { name }, spot: atKey(name) });
    }
  };
}

/** Whether the target of the reference has the field with the same value, which is no array and no object. */
function isRepeated(name: string, value: JsonObject, visit: Visit): boolean {
  return member(followReference(visit, visit.session.find)?.value, name) === value[name];
}
