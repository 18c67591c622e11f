import { annotationsOf, onlyDescribed, type PartitionedKeywords, partitionKeywords } from "./annotations.ts";
import { widths } from "./is-width.ts";
import { unsupportedInPattern } from "./pattern-limits.ts";
import type { Loss, Projected, ProjectionContext } from "./projection-context.ts";
import type { SchemaObject, SchemaPath } from "./schema.ts";
import { actionOn } from "./table.ts";

interface Scalar {
  readonly node: SchemaObject;
  readonly type: string;
}

/** Projects a string, a number, a boolean or null. */
export function projectScalar({ node, type }: Scalar, at: SchemaPath, context: ProjectionContext): Projected {
  const keywords = partitionKeywords(node, at, context);
  const lose: Lose = (keyword, effect = "described", reason = onlyDescribed) => context.losses.push({ at, keyword, effect, reason });
  projectFormat({ node, type }, keywords, context, lose);
  if (type === "string") projectLength(node, keywords, context, lose);
  if (type === "integer" || type === "number") projectExclusiveBounds({ node, type }, keywords, context, lose);
  const schema = { type, ...Object.fromEntries(keywords.kept), ...annotationsOf(node, keywords.described) };
  return { schema, plan: undefined };
}

type Lose = (keyword: string, effect?: Loss["effect"], reason?: string) => void;

/** Keeps a supported format. Another one is in the description; where the form has patterns, a pattern enforces it. */
function projectFormat({ node, type }: Scalar, { kept, described }: PartitionedKeywords, context: ProjectionContext, lose: Lose) {
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
  const stated = type === "string" && pattern === undefined ? formatPatterns.get(format) : undefined;
  if (stated === undefined || !isSupported(stated.pattern, context)) {
    lose("format");
    return;
  }
  kept.set("pattern", stated.pattern);
  if (stated.except !== undefined) lose("format", "narrower", stated.except);
}

/** Formats as patterns that match little else. `except` are the values that they do not match. */
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

/** Writes lengths as a pattern, where the form has patterns but no lengths. The description has them in words. */
function projectLength(node: SchemaObject, { kept, described }: PartitionedKeywords, context: ProjectionContext, lose: Lose) {
  const given = (["minLength", "maxLength"] as const).filter(
    (keyword) => typeof node[keyword] === "number" && node[keyword] !== 0 && actionOn(keyword, context.profile.name) === "rewrite",
  );
  for (const keyword of given) described.set(keyword, node[keyword]);
  const stated = given.filter((keyword) => Number(node[keyword]) <= longestCounted);
  const isFree = !kept.has("pattern") && !kept.has("format");
  if (isFree && stated.length > 0)
    kept.set(
      "pattern",
      lengthPattern(Number(node["minLength"] ?? 0), stated.includes("maxLength") ? Number(node["maxLength"]) : undefined),
    );
  for (const keyword of given) if (!isFree || !stated.includes(keyword)) lose(keyword);
}

/** The highest length in a pattern: providers limit the size of what they compile, and no value is longer by accident. */
const longestCounted = 64;

function lengthPattern(least: number, most: number | undefined): string {
  return most === undefined && least === 1 ? "[\\s\\S]" : `^[\\s\\S]{${least},${most ?? ""}}$`;
}

/** Writes exclusive bounds as inclusive ones, where the form has only those. For numbers, the bound itself is then accepted. */
function projectExclusiveBounds({ node, type }: Scalar, { kept, described }: PartitionedKeywords, context: ProjectionContext, lose: Lose) {
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
    lose(keyword);
  }
}

function isSupported(pattern: string, { profile: { name, patterns } }: ProjectionContext): boolean {
  return actionOn("pattern", name) === "keep" && (patterns === undefined || unsupportedInPattern(pattern, patterns) === undefined);
}
