import { unsupportedInPattern } from "../limits/pattern-limits.ts";
import { actionOn } from "../limits/table.ts";
import { widths } from "../reduce/is-width.ts";
import type { SchemaObject, SchemaPath } from "../schema.ts";
import { annotationsOf, onlyDescribed, type PartitionedKeywords, partitionKeywords } from "./annotations.ts";
import type { Loss, Projected, ProjectionContext } from "./projection-context.ts";

interface Scalar {
  readonly node: SchemaObject;
  readonly type: string;
}

/** Projects a string, a number, a boolean or null. */
export function projectScalar({ node, type }: Scalar, at: SchemaPath, context: ProjectionContext): Projected {
  const keywords = partitionKeywords(node, at, context);
  const recordLoss: RecordLoss = (keyword, effect = "described", reason = onlyDescribed) =>
    context.losses.push({ at, keyword, effect, reason });
  projectFormat({ node, type }, keywords, context, recordLoss);
  if (type === "string") projectLength(node, keywords, context, recordLoss);
  if (type === "integer" || type === "number") projectExclusiveBounds({ node, type }, keywords, context, recordLoss);
  const schema = { type, ...Object.fromEntries(keywords.kept), ...annotationsOf(node, keywords.described) };
  return { schema, plan: undefined };
}

type RecordLoss = (keyword: string, effect?: Loss["effect"], reason?: string) => void;

/**
 * Keeps a format that the provider supports. Any other format moves to the description, and is also enforced by a pattern if the provider
 * supports patterns.
 */
function projectFormat(
  { node, type }: Scalar,
  { kept, described }: PartitionedKeywords,
  context: ProjectionContext,
  recordLoss: RecordLoss,
) {
  const { formats } = context.profile;
  const { format, pattern } = node;
  if (typeof format !== "string" || formats === undefined) return;
  if (formats[type]?.includes(format)) {
    kept.set("format", format);
    return;
  }
  if (type !== "string" && widths.has(format)) return;
  described.set("format", format);
  if (widths.has(format)) return;
  const replacement = type === "string" && pattern === undefined ? formatPatterns.get(format) : undefined;
  if (replacement === undefined || !isSupported(replacement.pattern, context)) {
    recordLoss("format");
    return;
  }
  kept.set("pattern", replacement.pattern);
  if (replacement.except !== undefined) recordLoss("format", "narrower", replacement.except);
}

/**
 * The patterns that replace formats. They match few invalid strings. `except` says which valid strings the pattern does not match, as a
 * clause.
 */
const formatPatterns: ReadonlyMap<string, { readonly pattern: string; readonly except?: string }> = new Map([
  ["date", { pattern: "^\\d{4}-((0[13578]|1[02])-(0[1-9]|[12]\\d|3[01])|(0[469]|11)-(0[1-9]|[12]\\d|30)|02-(0[1-9]|[12]\\d))$" }],
  ["time", { pattern: "^([01]\\d|2[0-3]):[0-5]\\d:([0-5]\\d|60)(\\.\\d+)?([Zz]|[+-]([01]\\d|2[0-3]):[0-5]\\d)$" }],
  ["uuid", { pattern: "^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$" }],
  [
    "uri",
    { pattern: "^[A-Za-z][A-Za-z0-9+.-]*:([#!$&-;=?-Z_a-z~]|%[0-9A-Fa-f]{2})+$", except: "the host of a URI cannot be an IPv6 address" },
  ],
  [
    "email",
    { pattern: "^[\\w.!#$%&'*+/=?^`{|}~-]+@[A-Za-z0-9]+((\\.|-+)[A-Za-z0-9]+)*$", except: "the part before the @ cannot be in quotes" },
  ],
]);

/**
 * Expresses `minLength` and `maxLength` by a pattern if the provider supports patterns but not these keywords. The description states the
 * lengths too.
 */
function projectLength(node: SchemaObject, { kept, described }: PartitionedKeywords, context: ProjectionContext, recordLoss: RecordLoss) {
  const given = (["minLength", "maxLength"] as const).filter(
    (keyword) => typeof node[keyword] === "number" && node[keyword] !== 0 && actionOn(keyword, context.profile.name) === "rewrite",
  );
  for (const keyword of given) described.set(keyword, node[keyword]);
  const counted = (keyword: "minLength" | "maxLength") => {
    const count = Number(node[keyword]);
    return given.includes(keyword) && Number.isInteger(count) && count <= maxCounted ? count : undefined;
  };
  const [min, max] = [counted("minLength"), counted("maxLength")];
  // A pattern with a minimum above the maximum is not a valid regular expression.
  const isFree = !kept.has("pattern") && !kept.has("format") && (min ?? 0) <= (max ?? maxCounted);
  if (isFree && (min !== undefined || max !== undefined)) kept.set("pattern", lengthPattern(min ?? 0, max));
  for (const keyword of given) if (!isFree || counted(keyword) === undefined) recordLoss(keyword);
}

/**
 * The maximum length that is expressed by a pattern. Longer ones are not: providers limit the size of the grammar that they make from a
 * schema, and a model cannot count the characters anyway.
 */
const maxCounted = 64;

function lengthPattern(min: number, max: number | undefined): string {
  return max === undefined && min === 1 ? "[\\s\\S]" : `^[\\s\\S]{${min},${max ?? ""}}$`;
}

/**
 * Expresses exclusive bounds by inclusive bounds if the provider supports only inclusive ones. Unless the values are integers, the bound
 * itself is then accepted.
 */
function projectExclusiveBounds(
  { node, type }: Scalar,
  { kept, described }: PartitionedKeywords,
  context: ProjectionContext,
  recordLoss: RecordLoss,
) {
  for (const [keyword, inclusive, step] of [
    ["exclusiveMinimum", "minimum", 1],
    ["exclusiveMaximum", "maximum", -1],
  ] as const) {
    const bound = node[keyword];
    if (typeof bound !== "number" || actionOn(keyword, context.profile.name) !== "rewrite") continue;
    const isWhole = type === "integer" && Number.isInteger(bound);
    const other = node[inclusive];
    const own = isWhole ? bound + step : bound;
    kept.set(inclusive, typeof other === "number" ? (step > 0 ? Math.max(own, other) : Math.min(own, other)) : own);
    if (isWhole) continue;
    described.set(keyword, bound);
    recordLoss(keyword);
  }
}

function isSupported(pattern: string, { profile: { name, patterns } }: ProjectionContext): boolean {
  return actionOn("pattern", name) === "keep" && (patterns === undefined || unsupportedInPattern(pattern, patterns) === undefined);
}
