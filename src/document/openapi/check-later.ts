import { nearest } from "../../diagnostic/nearest.ts";
import { isObject, type JsonObject } from "../../source/json.ts";
import { danglingLink } from "./codes.ts";
import { resolveUri } from "./references.ts";
import type { Visit } from "./shapes/shape.ts";
import { atValue, complain } from "./visit.ts";

/** The references of a discriminator. Names, which may also be of schemas that are elsewhere, are let be. */
export function laterMapping(mapping: JsonObject, visit: Visit): void {
  for (const [name, uri] of Object.entries(mapping)) {
    if (typeof uri === "string" && uri.startsWith("#/")) laterReference(uri, ["discriminator", "mapping", name], visit);
  }
}

/** The operation that a link leads to, where it is a reference within the document. */
export function laterLink(value: JsonObject, visit: Visit): void {
  if (typeof value.operationRef === "string" && value.operationRef.startsWith("#/"))
    laterReference(value.operationRef, ["operationRef"], visit);
  if (typeof value.operationId === "string")
    visit.session.links.push({ tree: visit.tree, path: [...visit.path, "operationId"], name: value.operationId });
}

function laterReference(uri: string, steps: readonly string[], { session, tree, path }: Visit): void {
  const holder = { tree, path: [...path] };
  session.later.push(() => {
    const step = resolveUri(uri, holder, session.find);
    if (step.kind !== "dangling") return;
    const near = isObject(step.within) ? nearest(step.missing, Object.keys(step.within)) : undefined;
    complain({ session, ...holder }, { code: danglingLink, params: { uri, missing: step.missing, near }, spot: atValue(...steps) });
  });
}
