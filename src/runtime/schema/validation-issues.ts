import { isRecord } from "../json.ts";
import { nearestName, quotedList } from "../names-in-message.ts";
import type { Cause } from "./cause.ts";
import { memberText } from "./corrected-text.ts";
import { expectationOf } from "./describe-schema.ts";
import { type KeywordViolation, type NodeVisit, type SchemaNodes, valuePath } from "./evaluation.ts";
import { keywordNamed } from "./keyword-named.ts";
import { issueAt } from "./location.ts";
import { rootCauses } from "./root-causes.ts";
import { schemaNodes } from "./schema-nodes.ts";
import type { Issue } from "./standard-schema.ts";

const maxIssues = 20;

/**
 * The maximum number of violations that are described: an object may have a hundred thousand invalid members, and each violation is visited
 * more than once.
 */
const maxViolations = 10_000;

/** The issue of an invalid value for which there is no more specific issue. */
export const mismatch: Issue = { message: "The value does not match its schema.", path: [] };

/** The violations of a schema, and what they are described with. */
export interface Invalid extends Pick<SchemaNodes, "begin" | "library"> {
  readonly violations: readonly KeywordViolation[];
}

/** The issues of an invalid value. */
export function describeViolations({ violations, begin, library }: Invalid): Issue[] {
  const nodes = schemaNodes({ keyword: (name) => keywordNamed(name, library), begin, library });
  const issues: Issue[] = [];
  // Members that are not allowed are reported first: a misspelt name is often the cause of a missing member.
  const causes = rootCauses(violations.slice(0, maxViolations), nodes).toSorted((a, b) => Number(isForbidden(b)) - Number(isForbidden(a)));
  for (const cause of causes) {
    for (const issue of issuesOf(cause, nodes)) if (!issues.some((other) => other.message === issue.message)) issues.push(issue);
    // Further causes are not described, since each description may compare a name with all names of a schema.
    if (issues.length >= maxIssues) return issues.slice(0, maxIssues);
  }
  return issues.length > 0 ? issues : [mismatch];
}

function isForbidden({ violation }: Cause): boolean {
  return violation.keyword === "false";
}

function issuesOf({ violation: { keyword, visit }, text }: Cause, nodes: SchemaNodes): Issue[] {
  if (keyword === "required") return missingIssues(visit, nodes);
  return [issueAt(valuePath(visit), text?.() ?? keywordText(keyword, visit, nodes))];
}

function keywordText(keyword: string, visit: NodeVisit, nodes: SchemaNodes): string {
  if (keyword === "false") return `is not allowed here.${otherNameText(visit, nodes)}`;
  // The contract of `Keyword` says what the limit is.
  return nodes.keyword(keyword).text?.(visit.schema[keyword] as never, visit, nodes) ?? "does not match its schema.";
}

function missingIssues(visit: NodeVisit, nodes: SchemaNodes): Issue[] {
  const members = nodes.members(visit.schema);
  // The casts are safe: an object violates the keyword.
  const missing = (visit.schema["required"] as readonly string[]).filter((name) => !Object.hasOwn(visit.value as object, name));
  return missing.map((name) => {
    const member = members.get(name);
    const expected = expectationOf(member, nodes);
    return issueAt(
      [...valuePath(visit), name],
      `is required${expected === undefined ? "" : `: ${expected}`}.${memberText(name, { schema: member, keyword: "required", above: undefined }, nodes)}`,
    );
  });
}

/**
 * The hint for a member that is not allowed. It states the first of these that exists: an allowed member within the value, a similar
 * name, a member that may contain the name, the list of all allowed members.
 */
function otherNameText({ keyword, key: name, value, above }: NodeVisit, nodes: SchemaNodes): string {
  if (!keyword.endsWith("Properties") || typeof name !== "string") return "";
  const members = nodes.members(above?.schema);
  const inner = isRecord(value) ? Object.keys(value).find((each) => members.has(each)) : undefined;
  if (inner !== undefined) return ` Its members, such as ${JSON.stringify(inner)}, are allowed in its place.`;
  const nearest = nearestName([...members.keys()], name);
  if (nearest !== undefined) return ` Did you mean ${JSON.stringify(nearest)}?`;
  const [owner] = [...members].find(([, member]) => nodes.members(member).has(name)) ?? [];
  if (owner !== undefined) return ` It is allowed in ${JSON.stringify(owner)}.`;
  return members.size === 0 ? "" : ` Allowed members: ${quotedList([...members.keys()])}.`;
}
