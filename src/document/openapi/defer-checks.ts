import { nearest } from "../../diagnostic/nearest.ts";
import { isObject, type JsonObject } from "../../source/json.ts";
import { danglingLink } from "./codes.ts";
import { resolveUri } from "./references.ts";
import type { Visit } from "./shapes/shape.ts";
import { atValue, reportFinding } from "./visit.ts";

/** Defers the check of a discriminator's references. Names are not checked, as their schemas may be in another file. */
export function deferMappingCheck(mapping: JsonObject, visit: Visit): void {
  for (const [name, uri] of Object.entries(mapping)) {
    if (typeof uri === "string" && uri.startsWith("#/")) deferReferenceCheck(uri, ["discriminator", "mapping", name], visit);
  }
}

/** Defers the check of a link's target, if it is in the document. */
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
    const near = isObject(step.within) ? nearest(step.missing, Object.keys(step.within)) : undefined;
    reportFinding({ session, ...location }, { code: danglingLink, params: { uri, missing: step.missing, near }, spot: atValue(...steps) });
  });
}
