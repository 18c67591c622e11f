import type { Toolset } from "../../ir/ir.ts";
import { sharedSchemaName } from "../../schema/references.ts";
import { isObject, itemsIn, type Json, type JsonObject, member } from "../../source/json/json.ts";
import { pushAll } from "../../source/text/push-all.ts";
import { plainType } from "../plain-type.ts";

/** An argument, or a member of a result. */
export interface CatalogValue {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly description: string;
  /** The number of the group that the value is, or that the items of a list are; `undefined` for other values. */
  readonly group: number | undefined;
}

/** The groups of values of a toolset: the objects in its arguments and results, each described once however many tools have it. */
interface Groups {
  /** The members of a schema, whose own groups are added. */
  readonly valuesOf: (schema: Json) => readonly CatalogValue[];
  /** The members of all groups that were added, by number. */
  readonly all: () => readonly (readonly CatalogValue[])[];
}

/** The maximum number of groups of a toolset. Values of further groups are shown without their members. */
const mostGroups = 10_000;

export function groupsOf(shared: Toolset["schemas"]): Groups {
  const numbers = new Map<string, number>();
  const waiting: Json[] = [];
  const groups: (readonly CatalogValue[])[] = [];

  function valuesOf(schema: Json): readonly CatalogValue[] {
    const parts = partsOf(schema, shared);
    const required = new Set(parts.flatMap((part) => itemsIn(member(part, "required"))));
    const properties = new Map(
      parts.flatMap((part) => {
        const own = member(part, "properties");
        return isObject(own) ? Object.entries(own) : [];
      }),
    );
    return [...properties].map(([name, value]) => ({
      name,
      type: plainType(value, shared),
      isRequired: required.has(name),
      description: descriptionOf(value, shared),
      group: numberOf(value),
    }));
  }

  /** The number of the group that a value is, or that the items of a list are. */
  function numberOf(schema: Json): number | undefined {
    const object = innermost(schema, shared);
    if (!partsOf(object, shared).some((part) => isObject(member(part, "properties")))) return undefined;
    const key = JSON.stringify(object);
    const known = numbers.get(key);
    if (known !== undefined || numbers.size >= mostGroups) return known;
    numbers.set(key, numbers.size);
    waiting.push(object);
    return numbers.size - 1;
  }

  return {
    valuesOf,
    all: () => {
      // A group may contain itself, so groups are described one after the other.
      for (let next = groups.length; next < waiting.length; next++) groups.push(valuesOf(waiting[next] ?? {}));
      return groups;
    },
  };
}

/** The schema of a value without the lists around it and without `null` beside it. */
function innermost(schema: Json, shared: Toolset["schemas"], depth = 0): Json {
  const target = resolved(schema, shared);
  if (depth > 8) return schema;
  const items = member(target, "items");
  if (isObject(items)) return innermost(items, shared, depth + 1);
  const others = itemsIn(member(target, "anyOf") ?? member(target, "oneOf")).filter((each) => member(each, "type") !== "null");
  return others.length === 1 && others[0] !== undefined ? innermost(others[0], shared, depth + 1) : schema;
}

/** A schema and the schemas of its `allOf`, which all describe the same object, each once. */
function partsOf(schema: Json, shared: Toolset["schemas"]): readonly JsonObject[] {
  const parts = new Set<JsonObject>();
  const waiting = [schema];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const target = resolved(next, shared);
    if (!isObject(target) || parts.has(target)) continue;
    parts.add(target);
    pushAll(waiting, itemsIn(member(target, "allOf")).toReversed());
  }
  return [...parts];
}

function descriptionOf(schema: Json, shared: Toolset["schemas"]): string {
  const description = member(schema, "description") ?? member(resolved(schema, shared), "description");
  return typeof description === "string" ? description : "";
}

/** The target of the schema's `$ref`, or the schema itself if it has no `$ref`. */
function resolved(schema: Json, shared: Toolset["schemas"]): Json {
  const name = sharedSchemaName(member(schema, "$ref"));
  return (name === undefined ? undefined : shared.get(name)?.json) ?? schema;
}
