import { sharedSchemaName } from "../../schema/references.ts";
import { isArray, isObject, type Json, type JsonObject } from "../../source/json/json.ts";
import { type Path, pointerOf } from "../../source/tree.ts";

/** A schema that applies to a value. */
export interface AppliedSchema {
  /** The name of the shared schema that contains it; `undefined` if the schema of the tool does. */
  readonly shared: string | undefined;
  /** The path from there. */
  readonly path: Path;
  readonly node: JsonObject;
}

/** A schema and the shared schemas that its references can point to, by name. */
export interface SchemaWithShared {
  readonly schema: Json;
  readonly shared: ReadonlyMap<string, JsonObject>;
}

/** The maximum number of schemas of one value that are searched. */
const maxParts = 100;

/** What was found, by the path of the value: many changes of one schema have paths that begin alike. */
const known = new WeakMap<SchemaWithShared, Map<string, readonly AppliedSchema[]>>();

/**
 * The schemas that apply to the part of a value at `steps`, in the alternatives and conjunctions of a schema, outer ones first. The steps are
 * names of members and indices of items, and `*` for all other items and members.
 */
export function partsAt(root: SchemaWithShared, steps: readonly string[]): readonly AppliedSchema[] {
  const found = known.get(root) ?? new Map<string, readonly AppliedSchema[]>();
  known.set(root, found);
  const key = pointerOf(steps);
  const parts = found.get(key) ?? findParts(root, steps);
  found.set(key, parts);
  return parts;
}

function findParts(root: SchemaWithShared, steps: readonly string[]): readonly AppliedSchema[] {
  const { schema, shared } = root;
  const last = steps.at(-1);
  if (last === undefined) return inPlace(isObject(schema) ? [{ shared: undefined, path: [], node: schema }] : [], shared);
  return inPlace(
    partsAt(root, steps.slice(0, -1)).flatMap((part) => stepInto(part, last)),
    shared,
  );
}

/** These schemas, and the schemas that they apply to the same value. */
function inPlace(parts: readonly AppliedSchema[], shared: SchemaWithShared["shared"]): readonly AppliedSchema[] {
  const found = new Map<JsonObject, AppliedSchema>();
  const waiting = [...parts];
  for (let part = waiting.shift(); part !== undefined && found.size < maxParts; part = waiting.shift()) {
    if (found.has(part.node)) continue;
    found.set(part.node, part);
    const name = sharedSchemaName(part.node.$ref);
    const target = name === undefined ? undefined : shared.get(name);
    if (target !== undefined) waiting.push({ shared: name, path: [], node: target });
    for (const keyword of ["allOf", "anyOf", "oneOf"]) {
      const inner = part.node[keyword];
      for (const index of (isArray(inner) ? inner.slice(0, maxParts) : []).keys()) waiting.push(...inside(part, [keyword, index]));
    }
  }
  return [...found.values()];
}

function stepInto(part: AppliedSchema, step: string): readonly AppliedSchema[] {
  const { properties, items, prefixItems } = part.node;
  if (isObject(properties) && Object.hasOwn(properties, step)) return inside(part, ["properties", step]);
  if (isArray(prefixItems) && prefixItems[Number(step)] !== undefined) return inside(part, ["prefixItems", Number(step)]);
  if (step !== "*") return [];
  if (isObject(items)) return inside(part, ["items"]);
  const patterns = isObject(part.node.patternProperties) ? Object.keys(part.node.patternProperties) : [];
  return [...inside(part, ["additionalProperties"]), ...patterns.flatMap((pattern) => inside(part, ["patternProperties", pattern]))];
}

function inside({ shared, path, node }: AppliedSchema, steps: Path): readonly AppliedSchema[] {
  const found = steps.reduce<Json>(
    (at, step) => (isArray(at) ? at[Number(step)] : isObject(at) ? at[String(step)] : undefined) ?? null,
    node,
  );
  if (typeof found === "boolean") return [{ shared, path: [...path, ...steps], node: {} }];
  return isObject(found) ? [{ shared, path: [...path, ...steps], node: found }] : [];
}
