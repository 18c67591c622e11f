import type { Json } from "../../../source/json/json.ts";
import type { Coercion } from "./repair.ts";
import type { ChoiceShape, ObjectShape, ScalarShape, Shape, Visit } from "./shapes/shape.ts";

/**
 * Records a repair by coercion, and returns whether it did: without a coercion, or if the document was repaired before, the value must be
 * rejected. To pass the rejection as a closure would allocate an object for each value that is walked.
 */
export function recordRepair(coercion: Coercion | undefined, { session, tree, path }: Visit): boolean {
  if (coercion === undefined || session.isRepaired) return false;
  session.repairs.push({ kind: "value", tree, path: [...path], coercion });
  return true;
}

/** The coercion of a value that does not match its shape; `undefined` if the value does not have exactly one possible meaning. */
export function coerce(value: Json, shape: ScalarShape | ChoiceShape): Coercion | undefined {
  if (shape.kind === "choice") return meantChoice(value, shape.values);
  if (shape.kind === "string") return typeof value === "number" || typeof value === "boolean" ? "as-written" : undefined;
  const coerced = coercedScalar(value, shape.kind);
  return coerced === undefined ? undefined : { value: coerced };
}

/** The allowed value that is meant: one that differs only in upper and lower case, or the type that a name such as `int` stands for. */
function meantChoice(value: Json, values: ChoiceShape["values"]): Coercion | undefined {
  if (typeof value !== "string" && value !== null) return undefined;
  const written = String(value).toLowerCase();
  const same = values.filter((each) => typeof each === "string" && each.toLowerCase() === written);
  const meant = same.length === 1 ? same[0] : otherTypeNames.get(written);
  return meant !== undefined && values.includes(meant) ? { value: meant } : undefined;
}

/** The types that other names stand for: those of programming languages, and the formats that OpenAPI has for one type only. */
const otherTypeNames: ReadonlyMap<string, string> = new Map([
  ...["int", "int32", "int64", "long"].map((name) => [name, "integer"] as const),
  ...["float", "double", "decimal"].map((name) => [name, "number"] as const),
  ...["str", "text", "date", "date-time", "datetime", "uuid", "password", "byte"].map((name) => [name, "string"] as const),
  ["bool", "boolean"],
]);

function coercedScalar(value: Json, kind: Exclude<ScalarShape["kind"], "string">): Json | undefined {
  switch (kind) {
    case "any":
      return undefined;
    case "boolean":
      return parseBoolean(value);
    case "flag or number":
      return numberOf(value, "number") ?? parseBoolean(value);
    default:
      return numberOf(value, kind);
  }
}

/** The coercion of a value that is in place of an object; `undefined` if the value does not have exactly one possible meaning. */
export function coerceToObject(value: Json, shape: ObjectShape): Coercion | undefined {
  if (value === null && shape.null === "empty") return { value: {} };
  const flag = shape.boolean === "allowed" ? parseBoolean(value) : undefined;
  return flag === undefined ? undefined : { value: flag };
}

/**
 * Whether a null value means that the field is absent, as for `parameters:` in YAML. Where an object is expected,
 * null is coerced to an empty object or rejected instead.
 */
export function isAbsent(value: Json, shape: Shape): boolean {
  if (value !== null || shape.kind === "any" || shape.kind === "object") return false;
  return !(shape.kind === "choice" ? shape.values.includes("null") : shape.kind === "either");
}

/** Parses a boolean, also in the notations of YAML 1.1 and as 0 or 1; `undefined` for any other value. */
export function parseBoolean(value: Json): boolean | undefined {
  if (value === 1 || value === 0) return value === 1;
  if (typeof value !== "string") return undefined;
  if (/^(?:true|yes|1)$/i.test(value)) return true;
  return /^(?:false|no|0)$/i.test(value) ? false : undefined;
}

function numberOf(value: Json, kind: "number" | "integer"): number | undefined {
  if (typeof value !== "string" || !/^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?$/i.test(value)) return undefined;
  const number = Number(value);
  // JavaScript numbers cannot represent all digits. The coercion must not change the value.
  const isExact = Number.isSafeInteger(number) || (Number.isFinite(number) && !Number.isInteger(number));
  return isExact && (kind === "number" || Number.isInteger(number)) ? number : undefined;
}
