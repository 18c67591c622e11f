import type { Json } from "../../source/json.ts";
import type { Coercion } from "./repair.ts";
import type { ChoiceShape, ScalarShape, Shape } from "./shapes/shape.ts";

/** What is meant by a value that is not of its shape; `undefined` where more than one thing may be, or nothing. */
export function coerce(value: Json, shape: ScalarShape | ChoiceShape): Coercion | undefined {
  if (shape.kind === "choice") return value === null && shape.values.includes("null") ? { value: "null" } : undefined;
  if (shape.kind === "text") return typeof value === "number" || typeof value === "boolean" ? "as-written" : undefined;
  const meant = shape.kind === "flag" ? parseBoolean(value) : shape.kind === "any" ? undefined : numberOf(value, shape.kind);
  return meant === undefined ? undefined : { value: meant };
}

/** Whether a field with nothing behind it, as YAML makes it of `parameters:`, is no field. An operation or a schema is more than its absence. */
export function isAbsent(value: Json, shape: Shape): boolean {
  if (value !== null || shape.kind === "any" || shape.kind === "object") return false;
  return !(shape.kind === "choice" ? shape.values.includes("null") : shape.kind === "either");
}

/** Also the words of YAML 1.1, and what programs write that know no other. */
export function parseBoolean(value: Json): boolean | undefined {
  if (value === 1 || value === 0) return value === 1;
  if (typeof value !== "string") return undefined;
  if (/^(?:true|yes|1)$/i.test(value)) return true;
  return /^(?:false|no|0)$/i.test(value) ? false : undefined;
}

function numberOf(value: Json, kind: "number" | "integer"): number | undefined {
  if (typeof value !== "string" || !/^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?$/i.test(value)) return undefined;
  const number = Number(value);
  // Digits that a number of JavaScript cannot hold would be another number.
  const isExact = Number.isSafeInteger(number) || (Number.isFinite(number) && !Number.isInteger(number));
  return isExact && (kind === "number" || Number.isInteger(number)) ? number : undefined;
}
