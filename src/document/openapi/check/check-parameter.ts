import { nearest } from "../../../diagnostic/nearest.ts";
import { wrongChoice } from "../../../diagnostic/structure.ts";
import { isArray, type Json, type JsonObject, member } from "../../../source/json/json.ts";
import { invalidName, uselessField } from "../codes.ts";
import { ignoredParameter, optionalPathParameter, queryConflict } from "../parameter-codes.ts";
import { atKey, atValue, here, reject, reportFinding } from "../read/visit.ts";
import { checkHeaderName, checkSchemaOrContent } from "./check-content.ts";
import { checkSessionContext } from "./check-session-context.ts";
import { recordRepair } from "./coerce.ts";
import type { Coercion } from "./repair.ts";
import { reservedBy } from "./reserved-headers.ts";
import type { Visit } from "./shapes/shape.ts";

/**
 * Checks an Operation or Path Item Object: a parameter that is the whole query (3.2 §4.12) must be the only query parameter. References are
 * not followed here; `checkParameters` repeats the check with the targets of all references.
 */
export function checkQueries({ parameters }: JsonObject, visit: Visit): void {
  if (!isArray(parameters)) return;
  const places = parameters.map((parameter) => member(parameter, "in"));
  const last = places.lastIndexOf("querystring");
  const reason = last === -1 ? undefined : queryConflictOf(places);
  if (reason !== undefined) reject(visit, { code: queryConflict, params: { reason }, spot: atValue("parameters", last) });
}

/** Why the query parameters of one request conflict; `undefined` if there is no conflict. `places` has the field `in` of each parameter. */
export function queryConflictOf(places: readonly (Json | undefined)[]): string | undefined {
  const whole = places.filter((place) => place === "querystring").length;
  if (whole > 1) return `${whole} parameters have \`in: querystring\``;
  return whole === 1 && places.includes("query") ? "one parameter has `in: querystring`, and others have `in: query`" : undefined;
}

/** Checks a Parameter Object of 3.x: the rules that depend on the location of the parameter in a request (3.2 §4.12). */
export function checkParameter(value: JsonObject, visit: Visit): void {
  const place = value.in;
  checkSchemaOrContent(value, visit);
  checkSessionContext(value, visit);
  if (place === "path") checkPathParameter(value, visit);
  if (place === "header") checkHeaderParameter(value, visit);
  if (place === "querystring" && Object.hasOwn(value, "schema")) {
    reportFinding(visit, {
      code: uselessField,
      params: { name: "schema", why: 'with "in: querystring", "content" describes the whole query' },
      spot: atKey("schema"),
    });
  }
  if (typeof place === "string") {
    checkStyle(value, place, visit);
    checkAllowed(value, place, visit);
  }
}

/** Checks a path parameter: it is required, and its name has no braces. */
export function checkPathParameter(value: JsonObject, visit: Visit): void {
  const name = String(value.name);
  // The official schemas of 3.1 and 3.2 do not require `required: true` if `content` describes the value.
  if (value.required !== true && (visit.session.version < "3.1" || Object.hasOwn(value, "schema") || value.required !== undefined)) {
    reportFinding(visit, {
      code: optionalPathParameter,
      params: { name },
      spot: value.required === undefined ? here : atValue("required"),
    });
  }
  if (/[{}]/.test(name)) {
    reportFinding(visit, {
      code: invalidName,
      params: { name, reason: "braces enclose the name of a parameter in the path" },
      spot: atValue("name"),
    });
  }
}

function checkHeaderParameter(value: JsonObject, visit: Visit): void {
  const name = String(value.name);
  checkHeaderName(value.name, visit);
  const by = reservedBy(name);
  if (by !== undefined) reportFinding(visit, { code: ignoredParameter, params: { name, by }, spot: atValue("name") });
}

const styles: ReadonlyMap<string, readonly string[]> = new Map([
  ["path", ["matrix", "label", "simple"]],
  ["query", ["form", "spaceDelimited", "pipeDelimited", "deepObject"]],
  ["header", ["simple"]],
  ["cookie", ["form"]],
]);

function checkStyle(value: JsonObject, place: string, visit: Visit): void {
  const { style } = value;
  const allowed = place === "cookie" && visit.session.version === "3.2" ? ["form", "cookie"] : styles.get(place);
  if (typeof style !== "string" || allowed === undefined || allowed.includes(style)) return;
  visit.path.push("style");
  const isMeant = recordRepair(meantStyle(style, place, value), visit);
  visit.path.pop();
  if (isMeant) return;
  const near = nearest(style, allowed);
  const params = {
    value: JSON.stringify(style),
    allowed: allowed.map((name) => JSON.stringify(name)).join(", "),
    near: near === undefined ? undefined : JSON.stringify(near),
  };
  reject(visit, { code: wrongChoice, params, spot: atValue("style") });
}

/** The style that is meant by one of another location, as other programs read it; `undefined` if that is not certain. */
function meantStyle(style: string, place: string, { explode, schema }: JsonObject): Coercion | undefined {
  if (style === "form") return place === "path" || place === "header" ? { value: "simple" } : undefined;
  if (style !== "simple" || (place !== "cookie" && place !== "query")) return undefined;
  // Without `explode`, the list `[a, b]` is `a,b` in the style `simple`, and two parameters in the style `form`.
  const isSame = typeof explode === "boolean" || scalars.includes(member(schema, "type") ?? null);
  return isSame ? { value: "form" } : undefined;
}

const scalars: readonly Json[] = ["string", "integer", "number", "boolean"];

/**
 * Checks that `allowReserved` and `allowEmptyValue` are used only for parameters in certain locations. 3.0 allows both fields in all
 * locations.
 */
function checkAllowed(value: JsonObject, place: string, visit: Visit): void {
  const { version } = visit.session;
  if (version === "3.0") return;
  const reserved =
    version === "3.1" ? place === "query" : place === "query" || place === "path" || (place === "cookie" && value.style !== "cookie");
  if (!reserved && Object.hasOwn(value, "allowReserved")) {
    reportFinding(visit, {
      code: uselessField,
      params: { name: "allowReserved", why: `it has no meaning for a parameter in ${place}` },
      spot: atKey("allowReserved"),
    });
  }
  if (place !== "query" && Object.hasOwn(value, "allowEmptyValue")) {
    reportFinding(visit, {
      code: uselessField,
      params: { name: "allowEmptyValue", why: `it has no meaning for a parameter in ${place}` },
      spot: atKey("allowEmptyValue"),
    });
  }
}
