import { applyEdits, type Edit } from "../source/edit.ts";
import { isArray, isObject, type Json } from "../source/json/json.ts";
import { pushAll } from "../source/text/push-all.ts";
import { type Tree, valueAt, writtenTree } from "../source/tree.ts";
import { withValueAt } from "./overlay.ts";
import type { ResourceSurvey } from "./survey.ts";
import { swaggerEdits } from "./swagger-address.ts";

/** The text of a document in which values replace the placeholders, or the reason why the document cannot be one text. */
export function documentText({
  resource: { document },
  placeholders,
}: ResourceSurvey): { readonly text: string } | { readonly reason: string } {
  if (document === undefined) return { reason: "its OpenAPI document cannot be read" };
  const file = externalFile(writtenTree(document));
  if (file !== undefined) return { reason: `its document refers to another file, "${file}"` };
  const edits: Edit[] = [];
  for (const { locations, environmentValues } of placeholders) {
    const [environmentValue] = environmentValues;
    if (environmentValue?.state !== "given") continue;
    for (const { origin, server } of locations) {
      if (server === undefined) continue;
      const own = server.kind === "swagger" ? swaggerEdits(document, environmentValue.value) : [{ origin, value: environmentValue.value }];
      if (typeof own === "string") return { reason: own };
      pushAll(edits, own);
    }
  }
  return { text: edited(document, edits) };
}

/**
 * The text of a document after edits. A document in a string is edited like a file. A document that is an object is written as JSON, and so
 * is one with overlays, which no text has.
 */
function edited(resolvedTree: Tree, edits: readonly Edit[]): string {
  const document = writtenTree(resolvedTree);
  if (document.format === "value" || document.overlaid !== undefined) {
    const data = edits.reduce<Json>((into, { origin, value }) => withValueAt(into, origin.path, value), valueAt(document, []) ?? {});
    return JSON.stringify(data, null, 2);
  }
  const alone: Tree = { ...document, within: undefined };
  const texts = applyEdits(edits.map(({ origin, value }) => ({ origin: { ...origin, tree: alone }, value })));
  return (texts.get(document.source.path) ?? document.source.text).replace(/^\ufeff/, "");
}

/** The file in the first `$ref` to another file; `undefined` if there is no such `$ref`. */
function externalFile(document: Tree): string | undefined {
  const open: Json[] = [document.data ?? null];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (isArray(value)) pushAll(open, value);
    else if (isObject(value)) {
      const { $ref } = value;
      if (typeof $ref === "string" && !$ref.startsWith("#")) return $ref.split("#")[0];
      pushAll(open, Object.values(value));
    }
  }
  return undefined;
}
