import { isArray, isObject, type JsonObject } from "../../source/json.ts";
import { defaultNotInEnum, duplicateItem, undefinedServerVariable } from "./codes.ts";
import type { Visit } from "./shapes/shape.ts";
import { atValue, reportFinding } from "./visit.ts";

/** Checks the Server Object: each variable of the URL is described, and occurs once. 3.2 §4.6. */
export function checkServer(value: JsonObject, visit: Visit): void {
  if (typeof value.url !== "string") return;
  const names = variableNames(value.url);
  for (const [index, name] of names.entries()) {
    const isKnown = isObject(value.variables) && Object.hasOwn(value.variables, name);
    if (!isKnown) reportFinding(visit, { code: undefinedServerVariable, params: { name }, spot: atValue("url") });
    if (visit.session.version === "3.2" && names.indexOf(name) < index)
      reportFinding(visit, { code: duplicateItem, params: { item: `{${name}}` }, spot: atValue("url") });
  }
}

export function variableNames(url: string): string[] {
  return Array.from(url.matchAll(/\{([^{}]*)\}/g), ([, name]) => name ?? "");
}

export function checkServerVariable(value: JsonObject, visit: Visit): void {
  const { enum: values, default: fallback } = value;
  if (isArray(values) && values.length > 0 && typeof fallback === "string" && !values.includes(fallback)) {
    reportFinding(visit, { code: defaultNotInEnum, params: { value: fallback }, spot: atValue("default") });
  }
}
