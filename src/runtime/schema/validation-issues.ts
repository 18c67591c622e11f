import type { Library } from "../call.ts";
import { isRecord, ownMember } from "../json.ts";
import { namesInMessage, nearestName } from "../names-in-message.ts";
import { part } from "../part.ts";
import type { Cause } from "./cause.ts";
import { memberText } from "./corrected-text.ts";
import { exampleOf, expectationOf } from "./describe-schema.ts";
import type { KeywordViolation, ViolatedPart } from "./evaluation.ts";
import { keywordNamed } from "./keyword-named.ts";
import { locationAbove, locationName, segmentsOf } from "./location.ts";
import { missingNames } from "./missing-names.ts";
import type { Resolve } from "./references.ts";
import { rootCauses } from "./root-causes.ts";
import type { JsonSchema } from "./schema.ts";
import { schemaNodes } from "./schema-nodes.ts";
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
  readonly library: Library;
}

/** The issues of an invalid value. */
export function describeErrors({ errors, value, schema, resolve, isValid, library }: Invalid): Issue[] {
  const nodes = schemaNodes(schema, resolve, { keyword: (name) => keywordNamed(name, library), library });
  const issues: Issue[] = [];
  // Members that are not allowed are reported first: a misspelt name is often the cause of a missing member.
  const causes = rootCauses(errors.slice(0, maxErrors), nodes).sort((a, b) => Number(isForbidden(b)) - Number(isForbidden(a)));
  for (const cause of causes) {
    const path = pathIn(value, cause.error.instanceLocation);
    for (const issue of describeCause(cause, { error: cause.error, path, value: valueAt(value, path), nodes, isValid }))
      if (!issues.some((other) => other.message === issue.message)) issues.push(issue);
    // Further causes are not described, since each description may compare a name with all names of a schema.
    if (issues.length >= maxIssues) return issues.slice(0, maxIssues);
  }
  return issues.length > 0 ? issues : [mismatch];
}

function isForbidden(cause: Cause): boolean {
  return cause.kind === "keyword" && cause.error.keyword === "false";
}

function describeCause(cause: Cause, violated: ViolatedPart): Issue[] {
  const { error, path } = violated;
  if (error.keyword === "required") return missingIssues(violated);
  const text =
    cause.kind === "keyword" ? keywordText(cause, violated) : part("unionMessages", violated.nodes.library).text(cause, violated);
  return [{ message: `${locationName(path)} ${text}`, path }];
}

function keywordText({ error, within }: Extract<Cause, { kind: "keyword" }>, violated: ViolatedPart): string {
  const { keyword, keywordLocation } = error;
  if (keyword === "false") return `is not allowed here.${within === undefined ? "" : otherNameText(within, violated)}`;
  const limit = violated.nodes.at(keywordLocation);
  // `limit` is the value of the keyword.
  return violated.nodes.keyword(keyword).text?.(limit as never, violated) ?? "does not match its schema.";
}

function missingIssues({ error: { keywordLocation }, path, value, nodes, isValid }: ViolatedPart): Issue[] {
  const members = nodes.members(nodes.at(locationAbove(keywordLocation)));
  return missingNames(nodes.at(keywordLocation), value).map((name) => {
    const member = members.get(name);
    const expected = expectationOf(member, nodes);
    const example = memberText(name, exampleOf(member, nodes), (each) => isValid(each, member));
    const text = `is required${expected === undefined ? "" : `: ${expected}`}.${example}`;
    return { message: `${locationName([...path, name])} ${text}`, path: [...path, name] };
  });
}

/**
 * The hint for a member that is not allowed. It states the first of these that exists: an allowed member within the value, a similar
 * name, a member that may contain the name, the list of all allowed members.
 */
function otherNameText({ keyword, keywordLocation }: KeywordViolation, { path, value, nodes }: ViolatedPart): string {
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
