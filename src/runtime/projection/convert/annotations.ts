import { isRecord } from "../../json.ts";
import { unsupportedInPattern } from "../limits/pattern-limits.ts";
import { actionOn } from "../limits/table.ts";
import { annotationKeywords, type SchemaObject, type SchemaPath, withoutKeywords } from "../schema.ts";
import { inWords } from "../text/in-words.ts";
import type { ProjectionContext } from "./projection-context.ts";

/** The maximum characters of a constraint that is appended to a description. Longer constraints would hide the author's description. */
const maxLength = 300;

/** The reason for most losses that are recorded when a keyword moves to the description. */
export const onlyDescribed = "the constraint is only in the description";

/** The title and description of a projected schema. The constraints in `described` are appended to the description in words. */
export function annotationsOf(
  node: SchemaObject,
  described: ReadonlyMap<string, unknown>,
  form: string | undefined = undefined,
): SchemaObject {
  const { title, description } = node;
  const rest = [...described].filter(([, value]) => isShort(JSON.stringify(value))).map(([keyword, value]) => inWords(keyword, value));
  const parts = [typeof description === "string" ? description : "", form ?? "", rest.join(" ")];
  const text = parts.filter((part) => part !== "").join("\n\n");
  return { ...(typeof title === "string" ? { title } : {}), ...(text === "" ? {} : { description: text }) };
}

function isShort(text: string): boolean {
  return text.length <= maxLength && !text.includes('"$ref"');
}

/** The keywords that stay in a schema, and those that move to its description. */
export interface PartitionedKeywords {
  readonly kept: Map<string, unknown>;
  readonly described: Map<string, unknown>;
}

/**
 * Separates the keywords of a schema that stay in the schema from those that move to the description. Each constraint that is no longer
 * enforced is recorded as a loss.
 */
export function partitionKeywords(node: SchemaObject, at: SchemaPath, context: ProjectionContext): PartitionedKeywords {
  const kept = new Map<string, unknown>();
  const described = new Map<string, unknown>();
  for (const [keyword, value] of Object.entries(node)) {
    const action = actionOn(keyword, context.profile.name);
    const unsupported = unsupportedPatterns(keyword, value, context);
    if (unsupported !== undefined) {
      described.set(keyword, value);
      context.losses.push({ at, keyword, effect: "described", reason: unsupported, isRejected: true });
    } else if (action === "keep") kept.set(keyword, value);
    else if (action === "describe") describe(keyword, value, onlyDescribed);
    else if (action === "repeat") {
      kept.set(keyword, value);
      describe(keyword, value, "the provider ignores the constraint, so the description repeats it");
    } else if (action === "refuse")
      context.losses.push({ at, keyword, effect: "refused", reason: `the keyword \`${keyword}\` is not supported` });
  }
  // `patternProperties` moves to the description. If `additionalProperties` were kept, it would reject members that match a pattern.
  if (described.has("patternProperties")) for (const keyword of ["additionalProperties", "unevaluatedProperties"]) kept.delete(keyword);
  return { kept, described };

  function describe(keyword: string, value: unknown, reason: string): void {
    described.set(keyword, value);
    if (!annotationKeywords.has(keyword)) context.losses.push({ at, keyword, effect: "described", reason });
  }
}

/**
 * The reason why the provider does not support the regular expressions of a keyword; `undefined` if the provider supports them, or if the
 * keyword has none.
 */
function unsupportedPatterns(keyword: string, value: unknown, { profile: { patterns } }: ProjectionContext): string | undefined {
  if (patterns === undefined) return undefined;
  if (keyword === "pattern") return unsupportedInPattern(String(value), patterns);
  if (keyword !== "patternProperties" || !isRecord(value)) return undefined;
  return Object.keys(value)
    .map((pattern) => unsupportedInPattern(pattern, patterns))
    .find((reason) => reason !== undefined);
}

/** The annotations of a schema. */
export function onlyAnnotations(node: SchemaObject): SchemaObject {
  return Object.fromEntries(Object.entries(node).filter(([keyword]) => annotationKeywords.has(keyword)));
}

/** A schema without its annotations. */
export function withoutAnnotations(node: SchemaObject): SchemaObject {
  return withoutKeywords(node, annotationKeywords);
}
