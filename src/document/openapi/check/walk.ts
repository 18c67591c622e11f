import { nearest } from "../../../diagnostic/nearest.ts";
import { formatChoices, invalidValue, missingField, unknownField, wrongChoice, wrongType } from "../../../diagnostic/structure.ts";
import { isArray, isObject, type Json, type JsonObject } from "../../../source/json/json.ts";
import type { TreeLocation } from "../../../source/tree.ts";
import { duplicateItem, invalidName } from "../codes.ts";
import { atKey, atValue, here, reject, reportFinding } from "../read/visit.ts";
import { coerce, coerceToObject, isAbsent, recordRepair } from "./coerce.ts";
import type { ArrayShape, ChoiceShape, Field, MapShape, ObjectShape, PendingReference, ScalarShape, Shape, Visit } from "./shapes/shape.ts";

/** Checks a value against a shape. The recursion is bounded, because the parser limits the depth of trees to `maxDepth`. */
export function walk(value: Json, shape: Shape, visit: Visit): void {
  if (isMisplacedReference(value, shape)) {
    addReference(String(value.$ref), shape, visit);
    // If the reference is followed, the members beside the `$ref` are merged with the target, so they are checked too.
    if (shape.kind === "object") walkFields(value, shape, visit);
    return;
  }
  switch (shape.kind) {
    case "any":
      break;
    case "object":
      walkObject(value, shape, visit);
      break;
    case "map":
      walkMap(value, shape, visit);
      break;
    case "array":
      walkArray(value, shape, visit);
      break;
    case "either":
      walk(value, isArray(value) ? shape.many : shape.of, visit);
      break;
    case "choice":
      if (!isChoice(value, shape) && !recordRepair(coerce(value, shape), visit)) rejectChoice(value, shape.values, visit);
      break;
    default:
      walkScalar(value, shape, visit);
  }
}

/**
 * Whether a value is an object with a `$ref` where the standard allows no reference. Where any data is allowed, `$ref` is an ordinary
 * member.
 */
function isMisplacedReference(value: Json, shape: Shape): value is JsonObject {
  if (shape.kind === "any" || (shape.kind === "object" && shape.reference !== "none") || (shape.kind === "map" && shape.of.kind === "any"))
    return false;
  if (shape.kind === "either") return !isArray(value) && isMisplacedReference(value, shape.of);
  return isObject(value) && typeof value.$ref === "string";
}

function addReference(to: PendingReference["to"], shape: Shape, { session, tree, path, need }: Visit): void {
  const isMisplaced = shape.kind !== "object" || shape.reference === "none";
  session.references.push({ tree, path: [...path], to, shape, need, isMisplaced });
}

/** Checks a member or an item of the visited value. `graft` is the authored location of a value that a repair inserted here. */
function walkIn(step: string | number, field: Field, value: Json, visit: Visit, graft?: TreeLocation): void {
  if (isPlainlyValid(value, field.shape)) return;
  const before = visit.need;
  if (field.need === "minor") visit.need = "minor";
  visit.path.push(step);
  // A value that a repair inserted is checked once, at its authored location.
  if (graft !== undefined) addReference(graft, field.shape, visit);
  else walk(value, field.shape, visit);
  visit.path.pop();
  visit.need = before;
}

/** A fast path: whether a value is valid without a walk. Most values are strings where any string is allowed. */
function isPlainlyValid(value: Json, shape: Shape): boolean {
  if (shape.kind === "string") return typeof value === "string" && shape.test === undefined;
  if (shape.kind === "choice") return isChoice(value, shape);
  return shape.kind === "any" || (shape.kind === "boolean" && typeof value === "boolean");
}

function isChoice(value: Json, { values }: ChoiceShape): boolean {
  return (typeof value === "string" || typeof value === "boolean") && values.includes(value);
}

function walkScalar(value: Json, shape: ScalarShape, visit: Visit): void {
  const { kind, test } = shape;
  if (!isOfKind(value, kind)) {
    if (!recordRepair(coerce(value, shape), visit)) rejectType(value, scalarNames[kind], visit);
  } else if (test !== undefined && (typeof value === "string" || typeof value === "number")) {
    const reason = test(value);
    if (reason !== undefined) reject(visit, { code: invalidValue, params: { reason }, spot: here });
  }
}

const scalarNames = {
  any: "a value",
  string: "a string",
  boolean: "true or false",
  number: "a number",
  integer: "a whole number",
  "flag or number": "true, false or a number",
};

function isOfKind(value: Json, kind: ScalarShape["kind"]): boolean {
  if (kind === "string") return typeof value === "string";
  if (kind === "boolean") return typeof value === "boolean";
  if (kind === "integer") return Number.isInteger(value);
  if (kind === "flag or number") return typeof value === "boolean" || typeof value === "number";
  return kind === "any" || typeof value === "number";
}

function walkObject(value: Json, shape: ObjectShape, visit: Visit): void {
  if (!isObject(value)) {
    if (typeof value === "boolean" && shape.boolean === "allowed") return;
    if (!recordRepair(coerceToObject(value, shape), visit)) rejectType(value, `an object (${shape.name})`, visit);
    return;
  }
  if (shape.reference !== "none" && Object.hasOwn(value, "$ref")) {
    if (typeof value.$ref === "string") addReference(value.$ref, shape, visit);
    if (shape.reference === "instead") {
      walkReference(value, shape, visit);
      return;
    }
  }
  shape.check?.(value, visit);
  for (const { name, need } of shape.required) {
    if (!Object.hasOwn(value, name))
      (need === "vital" ? reject : reportFinding)(visit, { code: missingField, params: { name, within: shape.name }, spot: here });
  }
  walkFields(value, shape, visit);
}

function walkFields(value: JsonObject, shape: ObjectShape, visit: Visit): void {
  const { fields } = shape;
  const grafts = visit.tree.repaired?.grafts.get(value);
  const meaningless = shape.meaningless?.(value);
  for (const name in value) {
    if (meaningless?.includes(name)) continue;
    const field = fields.get(name) ?? shape.pattern?.(name);
    const item = value[name] as Json; // The cast is safe: `name` is a member of `value`.
    if (field !== undefined) {
      if (isAbsent(item, field.shape)) recordAbsent(name, visit);
      else walkIn(name, field, item, visit, grafts?.get(name));
    } else if (!(shape.others !== "closed" && name.startsWith("x-")) && !(name === "$ref" && isMisplacedReference(value, shape)))
      reportUnknown(name, shape, visit);
  }
}

function recordAbsent(name: string, visit: Visit): void {
  visit.path.push(name);
  recordRepair("absent", visit);
  visit.path.pop();
}

/** Checks a Reference Object. The members beside its `$ref` have no effect, so their values are not checked. */
function walkReference(value: JsonObject, shape: ObjectShape, visit: Visit): void {
  if (typeof value.$ref !== "string") {
    visit.path.push("$ref");
    rejectType(value.$ref ?? null, "a string", visit);
    visit.path.pop();
  }
  shape.checkSiblings?.(value, visit);
}

function reportUnknown(name: string, shape: ObjectShape, visit: Visit): void {
  if (shape.checkOther?.(name, visit) || shape.others === "open") return;
  reportFinding(visit, {
    code: unknownField,
    params: { name, near: nearest(name, shape.fields.keys()), within: shape.name },
    spot: atKey(name),
  });
}

function walkMap(value: Json, shape: MapShape, visit: Visit): void {
  if (!isObject(value)) {
    rejectType(value, "an object", visit);
    return;
  }
  const grafts = visit.tree.repaired?.grafts.get(value);
  const field: Field = { shape: shape.of, need: "vital" };
  for (const name in value) {
    const item = value[name] as Json; // The cast is safe: `name` is a member of `value`.
    if (shape.extensions === "allowed" && name.startsWith("x-")) continue;
    const reason = shape.testKey?.(name);
    if (reason !== undefined) reportFinding(visit, { code: invalidName, params: { name, reason }, spot: atKey(name) });
    walkIn(name, field, item, visit, grafts?.get(name));
  }
}

function walkArray(value: Json, shape: ArrayShape, visit: Visit): void {
  if (!isArray(value)) {
    rejectType(value, "an array", visit);
    return;
  }
  if (value.length < shape.least)
    reportFinding(visit, { code: invalidValue, params: { reason: "must have at least one item", field: fieldOf(visit) }, spot: here });
  const field: Field = { shape: shape.of, need: "vital" };
  const grafts = visit.tree.repaired?.grafts.get(value);
  for (let index = 0; index < value.length; index++) walkIn(index, field, value[index] ?? null, visit, grafts?.get(String(index)));
  if (shape.items === "unique" && value.length > 1 && new Set(value).size < value.length) {
    const seen = new Set<Json>();
    const repeated = new Map<Json, number>();
    for (const [index, item] of value.entries()) {
      if (seen.has(item) && !repeated.has(item)) repeated.set(item, index);
      seen.add(item);
    }
    const [first = 0] = repeated.values();
    const params = { what: "item", names: [...repeated.keys()].map(String) } as const;
    reportFinding(visit, { code: duplicateItem, params, spot: atValue(first) });
  }
}

function rejectChoice(value: Json, values: readonly (string | boolean)[], visit: Visit): void {
  const near = typeof value === "string" ? nearest(value, values.map(String)) : undefined;
  const params = { value: show(value), allowed: formatChoices(values.map(show)), near: near === undefined ? undefined : show(near) };
  reject(visit, { code: wrongChoice, params, spot: here });
}

function rejectType(value: Json, expected: string, visit: Visit): void {
  reject(visit, { code: wrongType, params: { expected, found: describe(value), field: fieldOf(visit) }, spot: here });
}

/** The name of the field that has the value; `undefined` for an item of an array. */
function fieldOf({ path }: Visit): string | undefined {
  const field = path.at(-1);
  return typeof field === "string" ? field : undefined;
}

function describe(value: Json): string {
  if (value === null) return "null";
  if (isArray(value)) return "an array";
  if (typeof value === "object") return "an object";
  return typeof value === "string" ? "a string" : typeof value === "number" ? `the number ${value}` : String(value);
}

function show(value: Json): string {
  const printed = JSON.stringify(value);
  return printed.length > 60 ? `${printed.slice(0, 57)}…` : printed;
}
