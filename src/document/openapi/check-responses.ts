import type { JsonObject } from "../../source/json.ts";
import { invalidStatus, noResponses } from "./codes.ts";
import type { Visit } from "./shapes/shape.ts";
import { atKey, here, report } from "./visit.ts";

/** The Responses Object: at least one response, under a status code that the standard has. */
export function checkResponses(value: JsonObject, visit: Visit): void {
  let responses = 0;
  for (const name in value) {
    if (name.startsWith("x-")) continue;
    responses += 1;
    if (name !== "default" && !/^[1-5](?:\d\d|XX)$/.test(name) && /^[1-5](?:\d\d|xx)$/i.test(name)) {
      report(visit, { code: invalidStatus, params: { status: name }, spot: atKey(name) });
    }
  }
  if (responses === 0) report(visit, { code: noResponses, params: {}, spot: here });
}

/** What looks like a status code and is none. */
export function checkStatusName(name: string, visit: Visit): boolean {
  if (!/^\d/.test(name)) return false;
  report(visit, { code: invalidStatus, params: { status: name }, spot: atKey(name) });
  return true;
}
