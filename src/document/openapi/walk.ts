import { nearest } from "../../diagnostic/nearest.ts";
import { invalidValue, listed, missingField, unknownField, wrongChoice, wrongType } from "../../diagnostic/structure.ts";
import { isArray, isObject, type Json, type JsonObject } from "../../source/json.ts";
import { duplicateItem, invalidName, misplacedReference } from "./codes.ts";
import type { ChoiceShape, Field, ListShape, MapShape, ObjectShape, ScalarShape, Shape } from "./shapes/shape.ts";
import { addFault, atKey, atValue, complain, here, refuse, type Visit } from "./visit.ts";

/** Holds a value against its shape. Texts nest no deeper than `maxDepth`, so neither does this. */
export function walk(value: Json, shape: Shape, visit: Visit): void {
  switch (shape.kind) {
    case "any":
      break;
    case "object":
      walkObject(value, shape, visit);
      break;
    case "map":
      walkMap(value, shape, visit);
      break;
    case "list":
      walkList(value, shape, visit);
      break;
    case "either":
      walk(value, isArray(value) ? shape.many : shape.of, visit);
      break;
    case "choice":
      if (!isChoice(value, shape)) refuseChoice(value, shape.values, visit);
      break;
    default:
      walkScalar(value, shape, visit);
  }
}

/** A value where it stands under the one that is visited. */
function walkIn(step: string | number, field: Field, value: Json, visit: Visit): void {
  if (isPlainlyRight(value, field.shape)) return;
  const before = visit.need;
  if (field.need === "minor") visit.need = "minor";
  visit.path.push(step);
  walk(value, field.shape, visit);
  visit.path.pop();
  visit.need = before;
}

/** Most values are texts where a text may stand: there is nothing to be said of them, and no place to be kept. */
function isPlainlyRight(value: Json, shape: Shape): boolean {
  if (shape.kind === "text") return typeof value === "string" && shape.test === undefined;
  if (shape.kind === "choice") return isChoice(value, shape);
  return shape.kind === "any" || (shape.kind === "flag" && typeof value === "boolean");
}

function isChoice(value: Json, { values }: ChoiceShape): boolean {
  return (typeof value === "string" || typeof value === "boolean") && values.includes(value);
}

function walkScalar(value: Json, { kind, test }: ScalarShape, visit: Visit): void {
  if (!isOfKind(value, kind)) refuseType(value, scalarNames[kind], visit);
  else if (test !== undefined && (typeof value === "string" || typeof value === "number")) {
    const reason = test(value);
    if (reason !== undefined) refuse(visit, { code: invalidValue, params: { reason }, spot: here });
  }
}

const scalarNames = { any: "a value", text: "a text", flag: "true or false", number: "a number", integer: "a whole number" };

function isOfKind(value: Json, kind: ScalarShape["kind"]): boolean {
  if (kind === "text") return typeof value === "string";
  if (kind === "flag") return typeof value === "boolean";
  if (kind === "integer") return Number.isInteger(value);
  return kind === "any" || typeof value === "number";
}

function walkObject(value: Json, shape: ObjectShape, visit: Visit): void {
  if (!isObject(value)) {
    if (typeof value !== "boolean" || shape.boolean === "refused") refuseType(value, `an object (${shape.name})`, visit);
    return;
  }
  if (shape.reference !== "none" && Object.hasOwn(value, "$ref")) {
    const uri = value.$ref;
    if (typeof uri === "string") {
      const { session, tree, path, need } = visit;
      session.references.push({ tree, path: [...path], uri, shape, need });
    }
    if (shape.reference === "instead") {
      walkReference(value, shape, visit);
      return;
    }
  }
  if (shape.reference === "none" && shape.others !== "open" && Object.hasOwn(value, "$ref")) {
    refuse(visit, { code: misplacedReference, params: { what: shape.name }, spot: atKey("$ref") });
    // Nothing of the value is known, not only of this member.
    if (visit.need === "vital") addFault(visit.session, visit.tree, [...visit.path]);
    return;
  }
  shape.check?.(value, visit);
  for (const { name, need } of shape.required) {
    if (!Object.hasOwn(value, name)) (need === "vital" ? refuse : complain)(visit, { code: missingField, params: { name }, spot: here });
  }
  const { fields } = shape;
  for (const name in value) {
    const field = fields.get(name) ?? shape.pattern?.(name);
    // Every name of `for in` is an own one: parsed data has no other enumerable members.
    if (field !== undefined) walkIn(name, field, value[name] as Json, visit);
    else if (!(shape.others !== "closed" && name.startsWith("x-"))) meetUnknown(name, shape, visit);
  }
}

/** An object in whose place a Reference Object may stand. What stands beside the `$ref` is passed over, as the standard says. */
function walkReference(value: JsonObject, shape: ObjectShape, visit: Visit): void {
  if (typeof value.$ref !== "string") {
    visit.path.push("$ref");
    refuseType(value.$ref ?? null, "a text", visit);
    visit.path.pop();
  }
  shape.checkBeside?.(value, visit);
}

function meetUnknown(name: string, shape: ObjectShape, visit: Visit): void {
  if (shape.judgeOther?.(name, visit) || shape.others === "open") return;
  complain(visit, { code: unknownField, params: { name, near: nearest(name, shape.fields.keys()) }, spot: atKey(name) });
}

function walkMap(value: Json, shape: MapShape, visit: Visit): void {
  if (!isObject(value)) {
    refuseType(value, "an object", visit);
    return;
  }
  const field: Field = { shape: shape.of, need: "vital" };
  for (const name in value) {
    const item = value[name] as Json; // As above: an own member.
    if (shape.extensions === "allowed" && name.startsWith("x-")) continue;
    if (name === "$ref" && typeof item === "string" && shape.of.kind === "object") {
      refuse(visit, { code: misplacedReference, params: { what: `map of ${shape.of.name}s` }, spot: atKey(name) });
      continue;
    }
    const reason = shape.testKey?.(name);
    if (reason !== undefined) complain(visit, { code: invalidName, params: { name, reason }, spot: atKey(name) });
    walkIn(name, field, item, visit);
  }
}

function walkList(value: Json, shape: ListShape, visit: Visit): void {
  if (!isArray(value)) {
    refuseType(value, "a list", visit);
    return;
  }
  if (value.length < shape.least)
    complain(visit, { code: invalidValue, params: { reason: "is empty, where at least one item is needed" }, spot: here });
  const field: Field = { shape: shape.of, need: "vital" };
  for (let index = 0; index < value.length; index++) walkIn(index, field, value[index] ?? null, visit);
  if (shape.items === "unique" && value.length > 1 && new Set(value).size < value.length) {
    const seen = new Set<Json>();
    for (const [index, item] of value.entries()) {
      if (seen.has(item)) complain(visit, { code: duplicateItem, params: { item: String(item) }, spot: atValue(index) });
      seen.add(item);
    }
  }
}

function refuseChoice(value: Json, values: readonly (string | boolean)[], visit: Visit): void {
  const near = typeof value === "string" ? nearest(value, values.map(String)) : undefined;
  const params = { value: show(value), allowed: listed(values.map(show)), near: near === undefined ? undefined : show(near) };
  refuse(visit, { code: wrongChoice, params, spot: here });
}

function refuseType(value: Json, expected: string, visit: Visit): void {
  refuse(visit, { code: wrongType, params: { expected, found: describe(value) }, spot: here });
}

function describe(value: Json): string {
  if (value === null) return "null";
  if (isArray(value)) return "a list";
  if (typeof value === "object") return "an object";
  return typeof value === "string" ? "a text" : typeof value === "number" ? `the number ${value}` : String(value);
}

function show(value: Json): string {
  const printed = JSON.stringify(value);
  return printed.length > 60 ? `${printed.slice(0, 57)}…` : printed;
}
