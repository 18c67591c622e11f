import type { JsonObject } from "../../source/json.ts";
import { invalidStatus, noResponses } from "./codes.ts";
import type { Visit } from "./shapes/shape.ts";
import { atKey, here, reportFinding } from "./visit.ts";

/** Checks the Responses Object: at least one response, with valid status codes. */
export function checkResponses(value: JsonObject, visit: Visit): void {
  let responses = 0;
  for (const name in value) {
    if (name.startsWith("x-")) continue;
    responses += 1;
    if (name !== "default" && !/^[1-5](?:\d\d|XX)$/.test(name) && /^[1-5](?:\d\d|xx)$/i.test(name)) {
      reportFinding(visit, { code: invalidStatus, params: { status: name }, spot: atKey(name) });
    }
  }
  if (responses === 0) reportFinding(visit, { code: noResponses, params: {}, spot: here });
}

/** Reports a name that looks like a status code and is invalid; returns whether it did. */
export function checkStatusName(name: string, visit: Visit): boolean {
  if (!/^\d/.test(name)) return false;
  reportFinding(visit, { code: invalidStatus, params: { status: name }, spot: atKey(name) });
  return true;
}
