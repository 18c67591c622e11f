import { isRecord, ownMember, type UnknownRecord } from "../json.ts";
import { segmentsOf } from "./location.ts";
import type { JsonSchema } from "./schema.ts";
import { subschemas } from "./subschemas.ts";

/** Returns the schema that `reference` in `node` refers to. Throws if the schema has no such part. */
export type Resolve = (node: UnknownRecord, reference: string) => unknown;

/** The address of a schema that has none of its own. */
const root = "schema:/";

/** Finds the targets of the references in `schema`, each once. */
export function createResolve(schema: JsonSchema): Resolve {
  const found = new Map<UnknownRecord, unknown>();
  let addresses: Addresses | undefined;
  return (node, reference) => {
    if (found.has(node)) return found.get(node);
    addresses ??= addressesOf(schema);
    const { schemas, bases } = addresses;
    const [address = "", fragment = ""] = reference.split("#");
    const resource = absolute(address, bases.get(node));
    const name = decodeURIComponent(fragment);
    const target = name.startsWith("/") ? at(schemas.get(resource), name) : schemas.get(name === "" ? resource : `${resource}#${name}`);
    if (target === undefined) throw new Error(`The schema has no part ${JSON.stringify(reference)}.`);
    found.set(node, target);
    return target;
  };
}

interface Addresses {
  /** The schemas by absolute address, with the name of their anchor as the fragment. */
  readonly schemas: ReadonlyMap<string, unknown>;
  /** The base addresses of the schemas in a resource of its own. */
  readonly bases: ReadonlyMap<unknown, string>;
}

function addressesOf(schema: JsonSchema): Addresses {
  const schemas = new Map<string, unknown>([[root, schema]]);
  const bases = new Map<unknown, string>();
  const visit = (node: unknown, outer: string): void => {
    if (!isRecord(node)) return;
    const { $id, $anchor, $dynamicAnchor } = node;
    const base = typeof $id === "string" ? absolute($id, outer) : outer;
    if (base !== root) bases.set(node, base);
    if (base !== outer) schemas.set(base, node);
    // In one resource, the name of each anchor is unique, so `$dynamicAnchor` and `$dynamicRef` mean the same as `$anchor` and `$ref`.
    for (const name of [$anchor, $dynamicAnchor]) if (typeof name === "string") schemas.set(`${base}#${name}`, node);
    for (const each of subschemas(node)) visit(each, base);
  };
  visit(schema, root);
  return { schemas, bases };
}

/** The absolute address of a reference, without a fragment. */
function absolute(reference: string, base = root): string {
  return reference === "" ? base : new URL(reference, base).href.replace(/#.*/, "");
}

function at(schema: unknown, pointer: string): unknown {
  return segmentsOf(pointer).reduce<unknown>(ownMember, schema);
}
