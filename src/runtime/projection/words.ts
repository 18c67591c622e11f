import type { Projecting } from "./projecting.ts";
import { type Path, type SchemaObject, without } from "./schema.ts";
import { actionOn, annotations } from "./table.ts";

/** Longer values would hide the author's words. */
const maxLength = 300;

/** The words of a schema for the model: its title, its description, and what of it cannot be said otherwise. */
export function words(node: SchemaObject, unsaid: ReadonlyMap<string, unknown>, note: string | undefined = undefined): SchemaObject {
  const { title, description } = node;
  const said = [...unsaid].map(([keyword, value]) => [keyword, JSON.stringify(value)] as const);
  const rest = said
    .filter(([, text]) => text.length <= maxLength && !text.includes('"$ref"'))
    .map(([keyword, text]) => `${keyword}: ${text}`);
  const parts = [typeof description === "string" ? description : "", note ?? "", rest.length === 0 ? "" : `{${rest.join(", ")}}`];
  const text = parts.filter((part) => part !== "").join("\n\n");
  return { ...(typeof title === "string" ? { title } : {}), ...(text === "" ? {} : { description: text }) };
}

/** Sorts what the table says of keywords: those to keep, and those that move into the description. Each that is not enforced any more is a loss. */
export function sortKeywords(node: SchemaObject, at: Path, projecting: Projecting): { kept: SchemaObject; unsaid: Map<string, unknown> } {
  const kept: [string, unknown][] = [];
  const unsaid = new Map<string, unknown>();
  for (const [keyword, value] of Object.entries(node)) {
    const action = actionOn(keyword, projecting.profile.name);
    if (action === "keep") kept.push([keyword, value]);
    else if (action === "describe") {
      unsaid.set(keyword, value);
      if (!annotations.has(keyword)) projecting.losses.push({ at, keyword, effect: "described", reason: "only the description says so" });
    } else if (action === "refuse") projecting.losses.push({ at, keyword, effect: "refused", reason: "it cannot be expressed there" });
  }
  return { kept: Object.fromEntries(kept), unsaid };
}

/** The annotations of a schema. */
export function onlyWords(node: SchemaObject): SchemaObject {
  return Object.fromEntries(Object.entries(node).filter(([keyword]) => annotations.has(keyword)));
}

/** All but the annotations of a schema. */
export function withoutWords(node: SchemaObject): SchemaObject {
  return without(node, annotations);
}
