import type { OutputUnit, Validator } from "@cfworker/json-schema";
import { locationName } from "./plain-value.ts";
import { rootCauses } from "./root-causes.ts";
import type { Issue } from "./standard-schema.ts";

const maxIssues = 20;

/** An object may have a hundred thousand invalid members, and each is visited more than once. */
const maxErrors = 1000;

/** The issues of `value`. The messages are written here, since those of the validator quote the value. */
export function describeErrors(errors: readonly OutputUnit[], value: unknown, validator: Validator): Issue[] {
  const issues: Issue[] = [];
  for (const error of rootCauses(errors.slice(0, maxErrors))) {
    const path = pathIn(value, error.instanceLocation);
    for (const issue of describe(error, { path, value: valueAt(value, path) }, validator)) {
      if (issues.length < maxIssues && !issues.some((other) => other.message === issue.message)) issues.push(issue);
    }
  }
  return issues.length > 0 ? issues : [{ message: "The value does not match its schema.", path: [] }];
}

/** A part of the validated value, and its path. */
interface Part {
  readonly path: readonly (string | number)[];
  readonly value: unknown;
}

function describe(error: OutputUnit, { path, value }: Part, validator: Validator): Issue[] {
  const place = locationName(path);
  const limit = schemaValue(error.keywordLocation, validator);
  const issue = (message: string): Issue[] => [{ message: `${place} ${message}`, path }];
  switch (error.keyword) {
    case "required":
      return missingNames(limit, value).map((name) => ({
        message: `${locationName([...path, name])} is required.`,
        path: [...path, name],
      }));
    case "type":
      return issue(`must be ${listed(Array.isArray(limit) ? limit.map(kindName) : [kindName(limit)])}.`);
    case "enum":
      return issue(Array.isArray(limit) ? `must be one of ${shortList(limit)}.` : "must be one of the listed values.");
    case "const":
      return issue(`must be ${shortList([limit])}.`);
    case "false":
      return issue("is not allowed here.");
    case "minimum":
      return issue(`must be at least ${limit}.`);
    case "maximum":
      return issue(`must be at most ${limit}.`);
    case "exclusiveMinimum":
      return issue(`must be greater than ${limit}.`);
    case "exclusiveMaximum":
      return issue(`must be less than ${limit}.`);
    case "multipleOf":
      return issue(`must be a multiple of ${limit}.`);
    case "minLength":
      return issue(`must have at least ${count(limit, "character")}.`);
    case "maxLength":
      return issue(`must have at most ${count(limit, "character")}.`);
    case "minItems":
      return issue(`must have at least ${count(limit, "item")}.`);
    case "maxItems":
      return issue(`must have at most ${count(limit, "item")}.`);
    case "minProperties":
      return issue(`must have at least ${count(limit, "member")}.`);
    case "maxProperties":
      return issue(`must have at most ${count(limit, "member")}.`);
    case "uniqueItems":
      return issue("must not have the same item twice.");
    case "contains":
    case "minContains":
    case "maxContains":
      return issue("does not have the required number of matching items.");
    case "pattern":
      return issue(`must match the pattern ${shortList([limit])}.`);
    case "format":
      return issue(`must be a valid ${String(limit)}.`);
    case "dependentRequired":
      return issue("lacks a member that another of its members requires.");
    case "not":
      return issue("matches a schema that is not allowed here.");
    case "anyOf":
      return issue(`must match one of ${Array.isArray(limit) ? limit.length : "the"} alternatives.`);
    case "oneOf":
      return issue(`must match exactly one of ${Array.isArray(limit) ? limit.length : "the"} alternatives.`);
    default:
      return issue("does not match its schema.");
  }
}

/** The value of the schema at a keyword location such as `#/properties/a/$ref/minimum`, which may pass through references. */
function schemaValue(location: string, validator: Validator): unknown {
  // Private members of the validator.
  const { schema, lookup } = validator as unknown as { schema: unknown; lookup: { [uri: string]: unknown } };
  let node = schema;
  for (const segment of segments(location)) {
    if (typeof node !== "object" || node === null) return undefined;
    const member = Object.hasOwn(node, segment) ? Reflect.get(node, segment) : undefined;
    // The validator stores the target beside each reference.
    node = segment === "$ref" && typeof member === "string" ? lookup[String(Reflect.get(node, "__absolute_ref__"))] : member;
  }
  return node;
}

function segments(location: string): string[] {
  return location
    .split("/")
    .slice(1)
    .map((segment) => decodeURIComponent(segment).replaceAll("~1", "/").replaceAll("~0", "~"));
}

function pathIn(value: unknown, location: string): (string | number)[] {
  let node = value;
  return segments(location).map((segment) => {
    const key = Array.isArray(node) ? Number(segment) : segment;
    node = valueAt(node, [key]);
    return key;
  });
}

function valueAt(value: unknown, path: readonly (string | number)[]): unknown {
  let node = value;
  for (const key of path) node = typeof node === "object" && node !== null && Object.hasOwn(node, key) ? Reflect.get(node, key) : undefined;
  return node;
}

function missingNames(required: unknown, value: unknown): string[] {
  if (!Array.isArray(required) || typeof value !== "object" || value === null) return [];
  return required.filter((name) => typeof name === "string" && !Object.hasOwn(value, name));
}

function kindName(type: unknown): string {
  if (type === "null") return "null";
  return type === "array" || type === "object" || type === "integer" ? `an ${type}` : `a ${String(type)}`;
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}

function shortList(values: readonly unknown[]): string {
  const shown = values.slice(0, 20).map((value) => cut(JSON.stringify(value) ?? "undefined"));
  return shown.join(", ") + (values.length > shown.length ? ` and ${values.length - shown.length} more` : "");
}

function cut(text: string): string {
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}

function count(number: unknown, noun: string): string {
  return `${String(number)} ${noun}${number === 1 ? "" : "s"}`;
}
