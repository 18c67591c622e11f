import { nearest } from "../../../diagnostic/nearest.ts";
import type { JsonObject } from "../../../source/json/json.ts";
import { unknownSessionValue } from "../parameter-codes.ts";
import { atValue, reportFinding } from "../read/visit.ts";
import type { Visit } from "./shapes/shape.ts";

const values = ["project_id", "project_number", "location", "app_id", "session_id", "turn_index", "variables"].map(
  (name) => `$context.${name}`,
);

/** Checks the `x-ces-session-context` of a parameter. The extension names the value of the CES session that is sent as the parameter. */
export function checkSessionContext(parameter: JsonObject, visit: Visit): void {
  const value = parameter["x-ces-session-context"];
  if (typeof value !== "string" || values.includes(value) || /^\$context\.variables\.[A-Za-z_][A-Za-z0-9_]*$/.test(value)) return;
  reportFinding(visit, { code: unknownSessionValue, params: { value, near: nearValue(value) }, spot: atValue("x-ces-session-context") });
}

function nearValue(value: string): string | undefined {
  const [, start = "", rest] = /^(\$?[A-Za-z]*\.?[A-Za-z_]*)(\..*)?$/.exec(value) ?? [];
  const near = nearest(start, values);
  return near === "$context.variables" && rest !== undefined ? near + rest : near;
}
