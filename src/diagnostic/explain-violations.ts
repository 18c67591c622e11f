import { isArray, isObject, type Json } from "../source/json/json.ts";
import { hasProblemAt } from "../source/problem-index.ts";
import { pushAll } from "../source/text/push-all.ts";
import { originOfKey, originOfValue, type Path, parsePointer, type Tree, valueAt } from "../source/tree.ts";
import { type Diagnostic, diagnostic } from "./diagnostic.ts";
import { nearest } from "./nearest.ts";
import { formatChoices, invalidValue, missingField, unknownField, wrongChoice, wrongType } from "./structure.ts";
import { memberOf, reasonFor, textOf } from "./violation-reason.ts";

/** An error of a JSON Schema validator: those members of ajv's `ErrorObject`, with the option `verbose`, that this file uses. */
export interface Violation {
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly keyword: string;
  readonly params: object;
  readonly message?: string | undefined;
  readonly parentSchema?: object | undefined;
}

/** A validator that ajv compiled. */
export interface AjvValidator {
  (value: unknown): boolean;
  errors?: readonly Violation[] | null;
}

/** The violations that a validator finds in a value; empty if the value is valid. */
export function violationsOf(validate: AjvValidator, value: unknown): readonly Violation[] {
  return validate(value) ? [] : (validate.errors ?? []);
}

/** The path of the object that has a field of this name, as `overrides.<name>`; `""` for the root, `undefined` if no object has it. */
export type HomeOf = (field: string) => string | undefined;

/** Converts violations to diagnostics. `base` is the path of the validated value, and `homeOf` says where an unknown field belongs. */
export function explainViolations(
  violations: readonly Violation[],
  tree: Tree,
  base: Path,
  homeOf: HomeOf = () => undefined,
): Diagnostic[] {
  const explained = withoutFollowOns(violations).map((violation) => ({
    path: [...base, ...parsePointer(violation.instancePath)],
    violation,
  }));
  const known = new Set<string>();
  return explained.flatMap(({ path, violation }) => {
    // The text at this path has a syntax error, which was already reported. The tree has only a substitute for the value, so its violations
    // are omitted.
    if (tree.problems.length > 0 && hasProblemAt(tree, path)) return [];
    const found = explain(violation, { tree, path, homeOf });
    const place = found.place;
    const key = JSON.stringify([found.code, found.message, "path" in place ? [place.path, place.part] : 0]);
    if (known.has(key)) return [];
    known.add(key);
    return [found];
  });
}

/** Keywords whose violations only repeat the violations of their subschemas. */
const summaries = new Set(["if", "allOf", "$ref", "propertyNames"]);

/**
 * Omits violations that are consequences of others. For a value that matches no branch of a `oneOf` or `anyOf`, the validator reports
 * violations of every branch and one of the keyword. Only the violations of the branch that the author probably meant are kept.
 */
function withoutFollowOns(violations: readonly Violation[]): Violation[] {
  const kept: Violation[] = [];
  for (const violation of violations) {
    if (summaries.has(violation.keyword)) continue;
    if (violation.keyword === "oneOf" || violation.keyword === "anyOf") {
      // The validator reports the violations of the branches just before the violation of the keyword itself.
      const first = kept.findLastIndex(({ instancePath }) => !isInside(instancePath, violation.instancePath)) + 1;
      const inside = kept.splice(first);
      pushAll(kept, inside.length === 0 ? [violation] : mostSpecific(inside, violation));
    } else kept.push(violation);
  }
  return kept;
}

function isInside(path: string, outer: string): boolean {
  return path === outer || path.startsWith(`${outer}/`);
}

/**
 * The violations that explain best why no branch matches. Violations of members are preferred to violations of the value itself, and wrong
 * types are reported only if there is nothing else.
 */
function mostSpecific(inside: readonly Violation[], choice: Violation): Violation[] {
  const deeper = inside.filter(({ instancePath, keyword }) => instancePath !== choice.instancePath || keyword === "additionalProperties");
  if (deeper.length > 0) return smallestBranch(deeper, choice);
  const others = inside.filter(({ keyword }) => keyword !== "type");
  if (others.length > 0) return smallestBranch(others, choice);
  const types = inside.flatMap(({ params }) => listOf(params, "type"));
  return [{ ...choice, keyword: "type", params: { type: [...new Set(types)] } }];
}

/** The violations of the branch with the fewest violations. The first segments of a schema path identify the branch. */
function smallestBranch(violations: readonly Violation[], { schemaPath }: Violation): Violation[] {
  const branches = new Map<string, Violation[]>();
  for (const violation of violations) {
    const rest = violation.schemaPath.startsWith(`${schemaPath}/`)
      ? violation.schemaPath.slice(schemaPath.length + 1)
      : violation.schemaPath;
    const branch = rest.split("/", violation.schemaPath === rest ? 3 : 1).join("/");
    const known = branches.get(branch) ?? [];
    branches.set(branch, known);
    known.push(violation);
  }
  return [...branches.values()].reduce((best, branch) => (branch.length < best.length ? branch : best));
}

interface Violated {
  readonly tree: Tree;
  readonly path: Path;
  readonly homeOf: HomeOf;
}

function explain({ keyword, params, message, parentSchema }: Violation, { tree, path, homeOf }: Violated): Diagnostic {
  switch (keyword) {
    case "additionalProperties":
    case "unevaluatedProperties": {
      const name = textOf(params, keyword === "additionalProperties" ? "additionalProperty" : "unevaluatedProperty");
      const fields = Object.keys(objectOf(parentSchema, "properties"));
      const absent = fields.filter((field) => valueAt(tree, [...path, field]) === undefined);
      return diagnostic(unknownField, { name, near: nearest(name, absent), home: homeOf(name) }, originOfKey(tree, [...path, name]));
    }
    case "required":
    case "dependentRequired":
      return diagnostic(missingField, { name: textOf(params, "missingProperty") }, originOfKey(tree, path));
    case "type":
      return diagnostic(
        wrongType,
        { expected: listOf(params, "type").map(typeName).join(" or "), found: kindOf(valueAt(tree, path)) },
        originOfValue(tree, path),
      );
    case "enum":
    case "const":
      return explainChoice(keyword === "enum" ? listOf(params, "allowedValues") : [memberOf(params, "allowedValue")], tree, path);
    default:
      return diagnostic(invalidValue, { reason: reasonFor(keyword, params, message) }, originOfValue(tree, path));
  }
}

function explainChoice(allowed: readonly unknown[], tree: Tree, path: Path): Diagnostic {
  const value = valueAt(tree, path);
  const written = allowed.map((choice) => JSON.stringify(choice));
  const near = typeof value === "string" ? nearest(JSON.stringify(value), written) : undefined;
  return diagnostic(wrongChoice, { value: shortJson(value), allowed: formatChoices(written), near }, originOfValue(tree, path));
}

/** The value as JSON for a message; `undefined` for an array, an object or a long value. A long value may be a secret. */
function shortJson(value: Json | undefined): string | undefined {
  if (isArray(value) || isObject(value)) return undefined;
  const written = JSON.stringify(value ?? null);
  return written.length > 60 ? undefined : written;
}

const typeNames = new Map([
  ["string", "a string"],
  ["number", "a number"],
  ["integer", "a whole number"],
  ["boolean", "true or false"],
  ["object", "an object"],
  ["array", "an array"],
  ["null", "null"],
]);

function typeName(type: unknown): string {
  return typeNames.get(String(type)) ?? String(type);
}

function kindOf(value: Json | undefined): string {
  if (value === null || value === undefined) return "null";
  if (isArray(value)) return "an array";
  if (isObject(value)) return "an object";
  if (typeof value === "string") return "a string";
  return typeof value === "number" ? `the number ${value}` : String(value);
}

function listOf(params: object, name: string): readonly unknown[] {
  const value = memberOf(params, name);
  return Array.isArray(value) ? value : [value];
}

function objectOf(params: object | undefined, name: string): object {
  const value = memberOf(params, name);
  return typeof value === "object" && value !== null ? value : {};
}
