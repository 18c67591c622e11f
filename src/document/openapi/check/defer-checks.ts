import type { JsonObject } from "../../../source/json/json.ts";
import { resolveUri } from "../read/references.ts";
import { atValue, reportFinding } from "../read/visit.ts";
import { danglingLink } from "../reference-codes.ts";
import type { Visit } from "./shapes/shape.ts";
import { suggestTarget } from "./suggest.ts";

/**
 * Defers the check of the JSON Pointers in a discriminator's mapping. Mappings to the name of a schema are not checked, because the schema
 * may be in another file.
 */
export function deferMappingCheck(mapping: JsonObject, visit: Visit): void {
  for (const [name, uri] of Object.entries(mapping)) {
    if (typeof uri === "string" && uri.startsWith("#/")) deferReferenceCheck(uri, ["discriminator", "mapping", name], visit);
  }
}

/** Defers the check of a link's target, if the link refers to an operation in the same document. */
export function deferLinkCheck(value: JsonObject, visit: Visit): void {
  if (typeof value.operationRef === "string" && value.operationRef.startsWith("#/"))
    deferReferenceCheck(value.operationRef, ["operationRef"], visit);
  if (typeof value.operationId === "string")
    visit.session.links.push({ tree: visit.tree, path: [...visit.path, "operationId"], name: value.operationId });
}

function deferReferenceCheck(uri: string, steps: readonly string[], { session, tree, path }: Visit): void {
  const location = { tree, path: [...path] };
  session.deferredChecks.push(() => {
    const step = resolveUri(uri, location, session.find);
    if (step.kind !== "dangling") return;
    const params = { uri, ...suggestTarget(step, session) };
    reportFinding({ session, ...location }, { code: danglingLink, params, spot: atValue(...steps) });
  });
}
