import { isArray, isObject, itemsIn, type Json, member } from "../../source/json/json.ts";
import { valueText } from "../../source/json/value-text.ts";
import type { Path } from "../../source/tree.ts";

/** A message in the response of an import, and its path in the response. */
export interface ImportMessage {
  readonly text: string;
  readonly path: Path;
}

/**
 * The messages in a response of `apps:importApp` (google/cloud/ces/v1beta/agent_service.proto): the warnings of an ImportAppResponse, or
 * the error of the operation (google/longrunning/operations.proto, google/rpc/status.proto). Returns a reason if the data is not a
 * response.
 */
export function importMessages(data: Json): readonly ImportMessage[] | string {
  if (isArray(data)) return warningsIn(data, []);
  if (!isObject(data)) return "it is not an object";
  const { error, response } = data;
  if (isObject(error)) return errorsIn(error);
  if (data.done === false) return "the import is not done";
  if (isObject(response)) return warningsIn(response.warnings, ["response", "warnings"]);
  if (data.warnings !== undefined) return warningsIn(data.warnings, ["warnings"]);
  // The response of an import without warnings contains only the name of the app.
  const isImported = typeof data.name === "string" && /\/apps\/[^/]+$/.test(data.name);
  return isImported ? [] : "it has no `response`, `error` or `warnings`";
}

function warningsIn(warnings: Json | undefined, path: Path): readonly ImportMessage[] | string {
  if (warnings === undefined || warnings === null) return [];
  if (!isArray(warnings)) return "its warnings are not an array";
  return warnings.map((warning, index) => ({ text: valueText(warning), path: [...path, index] }));
}

/** The message of a Status, and the violations of fields in its details (google/rpc/error_details.proto, BadRequest). */
function errorsIn(error: { readonly [name: string]: Json }): ImportMessage[] {
  const details = isArray(error.details) ? error.details : [];
  const violations = details.flatMap((detail, index) => {
    const fields = member(detail, "fieldViolations");
    return itemsIn(fields).map((violation, at) => ({
      text: [member(violation, "field"), member(violation, "description")].filter((part) => typeof part === "string").join(": "),
      path: ["error", "details", index, "fieldViolations", at],
    }));
  });
  return [{ text: valueText(error.message ?? error), path: error.message === undefined ? ["error"] : ["error", "message"] }, ...violations];
}
