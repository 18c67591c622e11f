import { isRecord, ownMember } from "../json.ts";
import { namesInMessage, nearestName } from "../names-in-message.ts";
import { counted } from "../projection/text/counted.ts";
import { alternativeName, exampleOf, expectationOf, joined, typeText, valuesText } from "./describe-schema.ts";
import type { KeywordViolation } from "./evaluation.ts";
import { exampleText } from "./example-text.ts";
import { checkedFormats } from "./formats.ts";
import { locationAbove, segmentsOf } from "./location.ts";
import { locationName } from "./plain-value.ts";
import type { Resolve } from "./references.ts";
import { type Cause, rootCauses } from "./root-causes.ts";
import type { JsonSchema } from "./schema.ts";
import { type SchemaNodes, schemaNodes } from "./schema-nodes.ts";
import type { Issue } from "./standard-schema.ts";

const maxIssues = 20;

/**
 * The maximum number of errors that are described: an object may have a hundred thousand invalid members, and each error is visited more
 * than once.
 */
const maxErrors = 10_000;

/** The issue of an invalid value for which there is no more specific issue. */
export const mismatch: Issue = { message: "The value does not match its schema.", path: [] };

/** A value, its schema, and the violations. */
export interface Invalid {
  readonly errors: readonly KeywordViolation[];
  readonly value: unknown;
  readonly schema: JsonSchema;
  readonly resolve: Resolve;
  /** Whether a value matches a part of the schema. */
  readonly isValid: (value: unknown, schema: unknown) => boolean;
}

/** The issues of an invalid value. */
export function describeErrors({ errors, value, schema, resolve, isValid }: Invalid): Issue[] {
  const nodes = schemaNodes(schema, resolve);
  const issues: Issue[] = [];
  // Members that are not allowed are reported first: a misspelt name is often the cause of a missing member.
  const causes = rootCauses(errors.slice(0, maxErrors), nodes).sort((a, b) => Number(isForbidden(b)) - Number(isForbidden(a)));
  for (const cause of causes) {
    const path = pathIn(value, cause.error.instanceLocation);
    for (const issue of describeCause(cause, { path, value: valueAt(value, path), nodes, isValid }))
      if (!issues.some((other) => other.message === issue.message)) issues.push(issue);
    // Further causes are not described, since each description may compare a name with all names of a schema.
    if (issues.length >= maxIssues) return issues.slice(0, maxIssues);
  }
  return issues.length > 0 ? issues : [mismatch];
}

function isForbidden(cause: Cause): boolean {
  return cause.kind === "keyword" && cause.error.keyword === "false";
}

/** A part of the validated value, and what is needed to describe the errors in it. */
interface Part {
  readonly path: readonly (string | number)[];
  readonly value: unknown;
  readonly nodes: SchemaNodes;
  readonly isValid: (example: unknown, node: unknown) => boolean;
}

function describeCause(cause: Cause, part: Part): Issue[] {
  const { path, nodes, value } = part;
  const issue = (text: string): Issue[] => [{ message: `${locationName(path)} ${text}`, path }];
  const { error } = cause;
  switch (cause.kind) {
    case "types": {
      const expected = expectationOf({ anyOf: cause.locations.map(nodes.at) }, nodes);
      return issue(expected === undefined ? unionText(error, nodes) : `must be ${expected}.${correctedText(error, part)}`);
    }
    case "tag":
      return issue(
        listedText(
          cause.locations.flatMap((location) => listedValues(location, nodes)),
          value,
        ),
      );
    case "union": {
      const name = cause.nearest === undefined ? undefined : alternativeName(nodes.at(cause.nearest), nodes);
      return issue(`${unionText(error, nodes)}${name === undefined ? "" : ` The closest alternative is ${name}.`}`);
    }
    case "keyword":
      return error.keyword === "required" ? missingIssues(error, part) : issue(keywordText(cause, part));
  }
}

function keywordText({ error, within }: Extract<Cause, { kind: "keyword" }>, part: Part): string {
  const { nodes, value } = part;
  const { keyword, keywordLocation: location } = error;
  const limit = nodes.at(location);
  switch (keyword) {
    case "type":
      return `must be ${typeText(limit, nodes.at(locationAbove(location)), nodes)}.${correctedText(error, part)}`;
    case "enum":
    case "const":
      return listedText(listedValues(location, nodes), value);
    case "false":
      return `is not allowed here.${within === undefined ? "" : otherNameText(within, part)}`;
    case "minimum":
      return `must be at least ${limit}.`;
    case "maximum":
      return `must be at most ${limit}.`;
    case "exclusiveMinimum":
      return `must be greater than ${limit}.`;
    case "exclusiveMaximum":
      return `must be less than ${limit}.`;
    case "multipleOf":
      return `must be a multiple of ${limit}.`;
    case "minLength":
      return `must have at least ${counted(limit, "character")}.`;
    case "maxLength":
      return `must have at most ${counted(limit, "character")}.`;
    case "minItems":
      return `must have at least ${counted(limit, "item")}.`;
    case "maxItems":
      return `must have at most ${counted(limit, "item")}.`;
    case "minProperties":
      return `must have at least ${counted(limit, "member")}.`;
    case "maxProperties":
      return `must have at most ${counted(limit, "member")}.`;
    case "uniqueItems":
      return "must not have duplicate items.";
    case "contains":
      return "does not have the required number of matching items.";
    case "pattern":
      return `must match the pattern ${valuesText([limit])}.${correctedText(error, part)}`;
    case "format": {
      const example = checkedFormats[String(limit)]?.example;
      return `must be a valid ${String(limit)}${example === undefined ? "" : `, such as ${JSON.stringify(example)}`}.`;
    }
    case "dependentRequired":
      return dependentText(nodes.at(`${locationAbove(location)}/dependentRequired`), value);
    case "not":
      return notText(limit, nodes);
    default:
      return "does not match its schema.";
  }
}

function missingIssues({ keywordLocation }: KeywordViolation, { path, value, nodes, isValid }: Part): Issue[] {
  const members = nodes.members(nodes.at(locationAbove(keywordLocation)));
  return missingNames(nodes.at(keywordLocation), value).map((name) => {
    const member = members.get(name);
    const expected = expectationOf(member, nodes);
    const example = memberText(name, exampleOf(member, nodes), (each) => isValid(each, member));
    const text = `is required${expected === undefined ? "" : `: ${expected}`}.${example}`;
    return { message: `${locationName([...path, name])} ${text}`, path: [...path, name] };
  });
}

function unionText({ keyword, keywordLocation, matches }: KeywordViolation, nodes: SchemaNodes): string {
  const alternatives = nodes.at(keywordLocation);
  const size = Array.isArray(alternatives) ? String(alternatives.length) : "the";
  if (matches > 1) return `matches ${matches} of ${size} alternatives, and must match only one.`;
  return `must match ${keyword === "oneOf" ? "exactly " : ""}one of ${size} alternatives.`;
}

function listedValues(location: string, nodes: SchemaNodes): readonly unknown[] {
  const limit = nodes.at(location);
  return location.endsWith("/enum") && Array.isArray(limit) ? limit : [limit];
}

function listedText(listed: readonly unknown[], value: unknown): string {
  const values = [...new Set(listed)];
  const names = values.filter((each) => typeof each === "string");
  const nearest = typeof value === "string" && values.length > 1 ? nearestName(names, value) : undefined;
  const text = `must be ${values.length === 1 ? "" : "one of "}${valuesText(values)}.`;
  return nearest === undefined ? text : `${text} Did you mean ${JSON.stringify(nearest)}?`;
}

/**
 * The hint for a member that is not allowed. It states the first of these that exists: an allowed member within the value, a similar
 * name, a member that may contain the name, the list of all allowed members.
 */
function otherNameText({ keyword, keywordLocation }: KeywordViolation, { path, value, nodes }: Part): string {
  const name = path.at(-1);
  if (!keyword.endsWith("Properties") || typeof name !== "string") return "";
  const members = nodes.members(nodes.at(locationAbove(keywordLocation)));
  const inner = isRecord(value) ? Object.keys(value).find((each) => members.has(each)) : undefined;
  if (inner !== undefined) return ` Its members, such as ${JSON.stringify(inner)}, are allowed in its place.`;
  const nearest = nearestName([...members.keys()], name);
  if (nearest !== undefined) return ` Did you mean ${JSON.stringify(nearest)}?`;
  const [owner] = [...members].find(([, member]) => nodes.members(member).has(name)) ?? [];
  if (owner !== undefined) return ` It is allowed in ${JSON.stringify(owner)}.`;
  return members.size === 0 ? "" : ` Allowed members: ${namesInMessage([...members.keys()])}.`;
}

function dependentText(dependent: unknown, value: unknown): string {
  for (const [name, others] of isRecord(dependent) && isRecord(value) ? Object.entries(dependent) : []) {
    const missing = Object.hasOwn(value as object, name) ? missingNames(others, value) : [];
    if (missing.length > 0)
      return `has the member ${JSON.stringify(name)}, which requires ${joined(
        missing.map((each) => JSON.stringify(each)),
        "and",
      )}.`;
  }
  return "does not have a member that another member requires.";
}

function notText(schema: unknown, nodes: SchemaNodes): string {
  const { required, const: only, enum: values } = nodes.resolve(schema) ?? {};
  if (Array.isArray(values)) return `must be none of ${valuesText(values)}.`;
  if (only !== undefined) return `must not be ${valuesText([only])}.`;
  const names = Array.isArray(required) ? required.map((name) => JSON.stringify(name)) : [];
  return names.length === 0
    ? "must not match the schema under `not`."
    : `must not have the ${names.length === 1 ? `member ${names[0]}` : `members ${joined(names, "and")} together`}.`;
}

/** The end of a message that gives a valid value as an example, from the schema that contains the violated keyword. */
function correctedText({ keywordLocation }: KeywordViolation, { path, nodes, isValid }: Part): string {
  let location = locationAbove(keywordLocation);
  let node = nodes.at(location);
  // The keyword may be in a part of the schema that has the example.
  while (exampleOf(node, nodes) === undefined && /\/(?:then|allOf\/\d+)$/.test(location)) {
    location = location.replace(/\/(?:then|allOf\/\d+)$/, "");
    node = nodes.at(location);
  }
  return memberText(path.at(-1), exampleOf(node, nodes), (example) => isValid(example, node));
}

function memberText(name: string | number | undefined, example: unknown, isValid: (example: unknown) => boolean): string {
  return example === undefined || !isValid(example) ? "" : exampleText(name, example);
}

function pathIn(value: unknown, location: string): (string | number)[] {
  let node = value;
  return segmentsOf(location).map((segment) => {
    const key = Array.isArray(node) ? Number(segment) : segment;
    node = valueAt(node, [key]);
    return key;
  });
}

function valueAt(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((node, key) => ownMember(node, String(key)), value);
}

function missingNames(required: unknown, value: unknown): string[] {
  if (!Array.isArray(required) || typeof value !== "object" || value === null) return [];
  return required.filter((name) => typeof name === "string" && !Object.hasOwn(value, name));
}
