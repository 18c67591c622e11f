import type { ProjectionContext } from "./projection-context.ts";
import { type SchemaObject, type SchemaPath, withoutKeywords } from "./schema.ts";
import { actionOn, annotationKeywords } from "./table.ts";

/** Longer values would hide the author's description. */
const maxLength = 300;

/** The title and description of a projected schema. The description ends with the constraints that only it can express. */
export function annotationsOf(
  node: SchemaObject,
  described: ReadonlyMap<string, unknown>,
  form: string | undefined = undefined,
): SchemaObject {
  const { title, description } = node;
  const texts = [...described].map(([keyword, value]) => [keyword, JSON.stringify(value)] as const);
  const rest = texts
    .filter(([, text]) => text.length <= maxLength && !text.includes('"$ref"'))
    .map(([keyword, text]) => `${keyword}: ${text}`);
  const parts = [typeof description === "string" ? description : "", form ?? "", rest.length === 0 ? "" : `{${rest.join(", ")}}`];
  const text = parts.filter((part) => part !== "").join("\n\n");
  return { ...(typeof title === "string" ? { title } : {}), ...(text === "" ? {} : { description: text }) };
}

/** Separates the keywords to keep from those that move to the description. Each constraint that is no longer enforced is recorded as a loss. */
export function partitionKeywords(
  node: SchemaObject,
  at: SchemaPath,
  context: ProjectionContext,
): { kept: SchemaObject; described: Map<string, unknown> } {
  const kept: [string, unknown][] = [];
  const described = new Map<string, unknown>();
  for (const [keyword, value] of Object.entries(node)) {
    const action = actionOn(keyword, context.profile.name);
    if (action === "keep") kept.push([keyword, value]);
    else if (action === "describe") {
      described.set(keyword, value);
      if (!annotationKeywords.has(keyword))
        context.losses.push({ at, keyword, effect: "described", reason: "the constraint is only in the description" });
    } else if (action === "refuse") context.losses.push({ at, keyword, effect: "refused", reason: "it cannot be expressed there" });
  }
  return { kept: Object.fromEntries(kept), described };
}

/** The annotations of a schema. */
export function onlyAnnotations(node: SchemaObject): SchemaObject {
  return Object.fromEntries(Object.entries(node).filter(([keyword]) => annotationKeywords.has(keyword)));
}

/** A schema without its annotations. */
export function withoutAnnotations(node: SchemaObject): SchemaObject {
  return withoutKeywords(node, annotationKeywords);
}
