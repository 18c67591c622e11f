import { isArray, isObject, type JsonObject } from "../../../source/json/json.ts";
import { defaultNotInEnum, duplicateItem, undefinedServerVariable } from "../codes.ts";
import { atValue, reportFinding } from "../read/visit.ts";
import type { Visit } from "./shapes/shape.ts";

/** Checks a Server Object: each variable of the URL is defined, and in 3.2, each variable occurs only once in the URL (3.2 §4.6). */
export function checkServer(value: JsonObject, visit: Visit): void {
  if (typeof value.url !== "string") return;
  const seen = new Set<string>();
  for (const name of variableNames(value.url)) {
    const isKnown = isObject(value.variables) && Object.hasOwn(value.variables, name);
    if (!isKnown) reportFinding(visit, { code: undefinedServerVariable, params: { name }, spot: atValue("url") });
    if (visit.session.version === "3.2" && seen.has(name))
      reportFinding(visit, { code: duplicateItem, params: { what: "variable", names: [`{${name}}`] }, spot: atValue("url") });
    seen.add(name);
  }
}

/** The names in braces in a URL or path. A name that occurs several times is repeated. */
export function variableNames(url: string): string[] {
  return Array.from(url.matchAll(/\{([^{}]*)\}/g), ([, name]) => name ?? "");
}

/** Checks a Server Variable Object: the default is one of the allowed values. */
export function checkServerVariable(value: JsonObject, visit: Visit): void {
  const { enum: values, default: fallback } = value;
  if (isArray(values) && values.length > 0 && typeof fallback === "string" && !values.includes(fallback)) {
    reportFinding(visit, { code: defaultNotInEnum, params: { value: fallback }, spot: atValue("default") });
  }
}
