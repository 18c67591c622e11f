import type { Toolset } from "../../ir/ir.ts";
import { sharedSchemaName } from "../../schema/references.ts";
import { isObject, itemsIn, type Json, type JsonObject, member, namedEntries } from "../../source/json/json.ts";
import { pushAll } from "../../source/text/push-all.ts";
import { plainType } from "../plain-type.ts";

/** An argument, a member of a result, or one of the forms that a value may have. */
export interface CatalogValue {
  readonly name: string;
  /** Whether data have the name; otherwise, it says in words which value is meant. */
  readonly isName: boolean;
  readonly type: string;
  readonly isRequired: boolean;
  readonly description: string;
  /** The value that is used if none is given, as text; `undefined` if there is none. */
  readonly fallback: string | undefined;
  /** An example of the value, as text; `undefined` if there is none. */
  readonly example: string | undefined;
  /** The number of the group that the value is, or that the items of a list are; `undefined` for other values. */
  readonly group: number | undefined;
}

/** The groups of values of a toolset: the objects in its arguments and results, each described once however many tools have it. */
interface Groups {
  /** The members of a schema, whose own groups are added. For a schema that has several forms, these. */
  readonly valuesOf: (schema: Json) => readonly CatalogValue[];
  /** The members of all groups that were added, by number. */
  readonly all: () => readonly (readonly CatalogValue[])[];
}

/** The maximum number of groups of a toolset. Values of further groups are shown without their members. */
const mostGroups = 10_000;

/** The maximum length of an example or a default value. Longer ones would hide what stands beside them. */
const longestValue = 80;

export function groupsOf(shared: Toolset["schemas"]): Groups {
  const numbers = new Map<string, number>();
  const waiting: (readonly Json[])[] = [];
  const groups: (readonly CatalogValue[])[] = [];

  function valueOf(schema: Json, forms: readonly Json[]): Omit<CatalogValue, "name" | "isName"> {
    const fact = (keyword: string) => member(schema, keyword) ?? member(resolved(schema, shared), keyword);
    const description = fact("description");
    return {
      type: plainType(schema, shared),
      isRequired: false,
      description: typeof description === "string" ? description : "",
      fallback: shortText(fact("default")),
      example: shortText(itemsIn(fact("examples"))[0] ?? fact("example")),
      group: numberOf(forms),
    };
  }

  /** The members of an object, or the forms of a value that has several. */
  function valuesOfForms(forms: readonly Json[]): readonly CatalogValue[] {
    const [first, ...others] = forms;
    if (first === undefined) return [];
    if (others.length === 0) return membersOf(first);
    return forms.map((form, place) => {
      const title = member(form, "title") ?? sharedSchemaName(member(form, "$ref"));
      return { ...valueOf(form, [form]), name: typeof title === "string" ? `form “${title}”` : `form ${place + 1}`, isName: false };
    });
  }

  function membersOf(schema: Json): readonly CatalogValue[] {
    const parts = partsOf(schema, shared);
    const required = new Set(parts.flatMap((part) => itemsIn(member(part, "required"))));
    // Members that only some alternatives have follow the others.
    const alternatives = parts.flatMap(alternativesOf).flatMap((each) => partsOf(each, shared));
    const properties = new Map<string, Json>();
    for (const [name, value] of [...parts, ...alternatives].flatMap((part) => namedEntries(member(part, "properties"))))
      if (!properties.has(name)) properties.set(name, value);
    const named = [...properties].map(([name, value]) => ({
      ...valueOf(value, formsOf(value, shared)),
      name,
      isName: true,
      isRequired: required.has(name),
    }));
    const name = named.length === 0 ? "any name" : "any other name";
    const unnamed = parts.flatMap(unnamedOf).map((value) => ({ ...valueOf(value, formsOf(value, shared)), name, isName: false }));
    return [...named, ...unnamed];
  }

  /** The number of the group that has the forms. */
  function numberOf(forms: readonly Json[]): number | undefined {
    if (forms.length === 0) return undefined;
    const key = JSON.stringify(forms);
    const known = numbers.get(key);
    if (known !== undefined || numbers.size >= mostGroups) return known;
    numbers.set(key, numbers.size);
    waiting.push(forms);
    return numbers.size - 1;
  }

  return {
    valuesOf: (schema) => valuesOfForms(formsOf(schema, shared)),
    all: () => {
      // A group may contain itself, so groups are described one after the other.
      for (let next = groups.length; next < waiting.length; next++) groups.push(valuesOfForms(waiting[next] ?? []));
      return groups;
    },
  };
}

/** The objects that a value is, or that the items of its lists are: one, or several if it has several forms. */
function formsOf(schema: Json, shared: Toolset["schemas"]): readonly Json[] {
  const forms = new Map<string, Json>();
  const seen = new Set<Json>();
  const waiting = [schema];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const target = resolved(next, shared);
    // A list of itself has no end.
    if (!isObject(target) || seen.has(target)) continue;
    seen.add(target);
    const parts = partsOf(target, shared);
    if (parts.some((part) => namedEntries(member(part, "properties")).length > 0 || unnamedOf(part).length > 0))
      forms.set(JSON.stringify(next), next);
    else pushAll(waiting, [...parts.flatMap(alternativesOf), ...parts.flatMap((part) => member(part, "items") ?? [])].toReversed());
  }
  return [...forms.values()];
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

/** The schema of the members with any name, if it says something. */
function unnamedOf(part: JsonObject): readonly Json[] {
  const schema = member(part, "additionalProperties");
  return isObject(schema) && Object.keys(schema).length > 0 ? [schema] : [];
}

function alternativesOf(part: JsonObject): readonly Json[] {
  return itemsIn(member(part, "anyOf") ?? member(part, "oneOf"));
}

function shortText(value: Json | undefined): string | undefined {
  if (value === undefined || value === null) return undefined;
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text === "" || text.length > longestValue ? undefined : text;
}

/** The target of the schema's `$ref`, or the schema itself if it has no `$ref`. */
function resolved(schema: Json, shared: Toolset["schemas"]): Json {
  const name = sharedSchemaName(member(schema, "$ref"));
  return (name === undefined ? undefined : shared.get(name)?.json) ?? schema;
}
