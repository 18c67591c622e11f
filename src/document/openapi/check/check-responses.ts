import type { JsonObject } from "../../../source/json/json.ts";
import { invalidStatus, noResponses } from "../operation-codes.ts";
import { atKey, here, reportFinding } from "../read/visit.ts";
import type { Visit } from "./shapes/shape.ts";

/**
 * Whether the key of a response is a status code or a range such as `2XX`, in any version of OpenAPI and in upper or lower case. Only such
 * responses and `default` are read.
 */
export function isStatus(name: string): boolean {
  return /^[1-5](?:\d\d|XX)$/i.test(name);
}

/** Checks the Responses Object: it has at least one response, and its ranges of status codes are allowed in the version. */
export function checkResponses(value: JsonObject, visit: Visit): void {
  const { version } = visit.session;
  let responses = 0;
  for (const name in value) {
    if (name.startsWith("x-")) continue;
    responses += 1;
    const isRange = isStatus(name) && /x/i.test(name);
    if (isRange && (version === "2.0" || name !== name.toUpperCase()))
      reportFinding(visit, { code: invalidStatus, params: { status: name, version }, spot: atKey(name) });
  }
  if (responses === 0) reportFinding(visit, { code: noResponses, params: {}, spot: here });
}

/** Reports a key of a Responses Object that is no valid status code, but starts with a digit. Returns whether the key was reported. */
export function checkStatusName(name: string, visit: Visit): boolean {
  if (!/^\d/.test(name)) return false;
  reportFinding(visit, { code: invalidStatus, params: { status: name, version: visit.session.version }, spot: atKey(name) });
  return true;
}
