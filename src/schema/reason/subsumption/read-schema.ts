import { isArray, isObject, type Json, type JsonObject, namedEntries } from "../../../source/json/json.ts";
import { valueKey } from "../../../source/json/value-key.ts";
import { pushAll } from "../../../source/text/push-all.ts";
import { isValidPattern } from "../../patterns/pattern.ts";
import { referencesOf, sharedSchemaName } from "../../references.ts";
import type { Budget } from "../budget.ts";
import { assertionKey } from "./assertion-key.ts";
import { listedValues } from "./listed-values.ts";
import { type AssertionForm, anyType, type NormalSchema, type SchemaReader, type SharedSchemas, typeBits } from "./normal-schema.ts";
import { unevaluatedItems, unevaluatedProperties } from "./unevaluated.ts";

export interface ReaderOptions {
  /** The formats that are checked. All other formats are annotations. */
  readonly formats: ReadonlySet<Json>;
  /** The names of the shared schemas that are equal on all compared sides, as `unchangedNames` returns them. */
  readonly same: ReadonlySet<string>;
  readonly budget: Budget;
}

export function createSchemaReader({ formats, same, budget }: ReaderOptions): SchemaReader {
  const ids = new Map<string, number>();
  const assertions = new Map<string, NormalSchema["assertions"][number]>();
  const schemas = new Map<string, NormalSchema>();
  const known = new Map<SharedSchemas, WeakMap<JsonObject, NormalSchema>>();
  const tables = new Map<SharedSchemas, number>();

  const reader: SchemaReader = {
    read,
    all,
    opaque,
    always: conjunction([]),
    never: conjunction([assertion("types:0", { kind: "types", types: 0 })]),
  };
  return reader;

  function read(schema: Json, shared: SharedSchemas): NormalSchema {
    if (schema === false) return reader.never;
    if (!isObject(schema)) return reader.always;
    const ofTable = known.get(shared) ?? new WeakMap<JsonObject, NormalSchema>();
    known.set(shared, ofTable);
    const found = ofTable.get(schema) ?? readObject(schema, shared);
    ofTable.set(schema, found);
    return found;
  }

  function readObject(schema: JsonObject, shared: SharedSchemas): NormalSchema {
    const parts: NormalSchema[] = [];
    const forms: AssertionForm[] = [...simpleForms(schema, formats)];
    const sub = (node: Json | undefined) => read(node ?? true, shared);
    const name = sharedSchemaName(schema.$ref ?? schema.$dynamicRef);
    if (name !== undefined) parts.push(reference(name, shared));
    else if (schema.$ref !== undefined || schema.$dynamicRef !== undefined) parts.push(opaque(schema, shared));
    if (isArray(schema.allOf)) pushAll(parts, schema.allOf.map(sub));
    for (const [keyword, kind] of [
      ["anyOf", "any"],
      ["oneOf", "one"],
    ] as const) {
      // biome-ignore format: pairs
      const list = schema[keyword];
      if (isArray(list)) parts.push(alternatives(kind, list.map(sub)));
    }
    if (schema.not !== undefined) parts.push(negation(sub(schema.not)));
    if (schema.if !== undefined && (schema.then !== undefined || schema.else !== undefined))
      forms.push({ kind: "conditional", test: sub(schema.if), ifValid: sub(schema.then), ifInvalid: sub(schema.else) });
    if (schema.properties !== undefined || schema.patternProperties !== undefined || schema.additionalProperties !== undefined)
      forms.push(membersOf(schema, sub));
    if (schema.propertyNames !== undefined) forms.push({ kind: "propertyNames", schema: sub(schema.propertyNames) });
    for (const [each, node] of namedEntries(schema.dependentSchemas)) forms.push({ kind: "dependent", name: each, schema: sub(node) });
    for (const [each, names] of namedEntries(schema.dependentRequired))
      forms.push({ kind: "dependent", name: each, schema: all([], requiredForms(names)) });
    if (schema.items !== undefined || isArray(schema.prefixItems))
      forms.push({ kind: "items", prefix: isArray(schema.prefixItems) ? schema.prefixItems.map(sub) : [], rest: sub(schema.items) });
    if (schema.contains !== undefined)
      forms.push({
        kind: "contains",
        schema: sub(schema.contains),
        min: typeof schema.minContains === "number" ? schema.minContains : 1,
        max: typeof schema.maxContains === "number" ? schema.maxContains : Number.POSITIVE_INFINITY,
      });
    if (schema.unevaluatedProperties !== undefined) parts.push(unevaluatedProperties(schema, { shared, reader, budget }));
    if (schema.unevaluatedItems !== undefined) parts.push(unevaluatedItems(schema, { shared, reader, budget }));
    return all(parts, forms);
  }

  function reference(name: string, shared: SharedSchemas): NormalSchema {
    const target = shared.schemas.get(name);
    // The target may be missing in a lock file that was edited by hand.
    if (target === undefined) return opaque({ $ref: name }, shared);
    const table = same.has(name) ? 0 : tableOf(shared);
    return conjunction([assertion(`reference:${table}:${name}`, { kind: "reference", name, target: () => read(target, shared) })]);
  }

  function opaque(schema: JsonObject, shared: SharedSchemas): NormalSchema {
    const table = referencesOf(schema).every((name) => same.has(name)) ? 0 : tableOf(shared);
    return all([], [{ kind: "opaque", source: `${table}:${valueKey(schema)}` }]);
  }

  function tableOf(shared: SharedSchemas): number {
    const table = tables.get(shared) ?? tables.size + 1;
    tables.set(shared, table);
    return table;
  }

  function alternatives(kind: "any" | "one", list: readonly NormalSchema[]): NormalSchema {
    const possible = list.filter((each) => each !== reader.never);
    // In `oneOf`, equal alternatives are not merged: a value that matches two of them is invalid.
    const distinct = kind === "any" ? [...new Set(possible)] : possible;
    const [only] = distinct;
    if (only === undefined) return reader.never;
    if (distinct.length === 1) return only;
    if (kind === "any" && distinct.includes(reader.always)) return reader.always;
    const values = listedValues(kind, distinct);
    return all([], [values === undefined ? { kind, schemas: distinct } : { kind: "values", values }]);
  }

  function negation(schema: NormalSchema): NormalSchema {
    if (schema === reader.always) return reader.never;
    if (schema === reader.never) return reader.always;
    return all([], [{ kind: "not", schema }]);
  }

  function all(parts: readonly NormalSchema[], forms: readonly AssertionForm[] = []): NormalSchema {
    const own = forms.filter((form) => !isEmpty(form)).map((form) => assertion(assertionKey(form), form));
    return conjunction([...parts.flatMap((part) => part.assertions), ...own]);
  }

  /** Whether an assertion holds for every value, so that it can be omitted. */
  function isEmpty(form: AssertionForm): boolean {
    switch (form.kind) {
      case "types":
        return form.types === anyType;
      case "items":
        return form.rest === reader.always && form.prefix.every((schema) => schema === reader.always);
      case "members":
        // A member without a schema is described too: a schema for it is no new member.
        return form.others === reader.always && form.properties.size === 0 && form.patterns.length === 0;
      case "propertyNames":
      case "dependent":
        return form.schema === reader.always;
      case "contains":
        return form.min === 0 && form.max === Number.POSITIVE_INFINITY;
      case "conditional":
        return form.ifValid === reader.always && form.ifInvalid === reader.always;
      case "minLength":
      case "minItems":
      case "minProperties":
        return form.count === 0;
      default:
        return false;
    }
  }

  function assertion(key: string, form: AssertionForm): NormalSchema["assertions"][number] {
    const found = assertions.get(key) ?? { id: idOf(`assertion ${key}`), ...form };
    assertions.set(key, found);
    return found;
  }

  function conjunction(list: NormalSchema["assertions"]): NormalSchema {
    const distinct = [...new Map(list.map((each) => [each.id, each])).values()].sort((a, b) => a.id - b.id);
    const key = distinct.map(({ id }) => id).join();
    const found = schemas.get(key) ?? { id: idOf(`schema ${key}`), assertions: distinct };
    schemas.set(key, found);
    return found;
  }

  function idOf(key: string): number {
    const id = ids.get(key) ?? ids.size;
    ids.set(key, id);
    return id;
  }
}

/** The assertions of keywords that have no subschemas. */
function simpleForms(schema: JsonObject, formats: ReadonlySet<Json>): AssertionForm[] {
  const forms: AssertionForm[] = [];
  const { type, format, pattern } = schema;
  const types = isArray(type) ? type : type === undefined ? undefined : [type];
  if (types !== undefined) forms.push({ kind: "types", types: types.reduce((sum: number, each) => sum | bitsOf(each), 0) });
  if (schema.const !== undefined) forms.push({ kind: "values", values: [schema.const] });
  if (isArray(schema.enum)) forms.push({ kind: "values", values: schema.enum });
  for (const [keyword, kind, isExclusive] of bounds) {
    const bound = schema[keyword];
    if (typeof bound === "number") forms.push({ kind, bound, isExclusive });
  }
  for (const kind of counts) {
    const count = schema[kind];
    if (typeof count === "number") forms.push({ kind, count });
  }
  if (typeof schema.multipleOf === "number" && schema.multipleOf > 0) forms.push({ kind: "multipleOf", divisor: schema.multipleOf });
  if (typeof pattern === "string" && isValidPattern(pattern)) forms.push({ kind: "pattern", pattern });
  if (typeof format === "string" && formats.has(format)) forms.push({ kind: "format", format });
  if (schema.uniqueItems === true) forms.push({ kind: "uniqueItems" });
  return [...forms, ...requiredForms(schema.required ?? [])];
}

function requiredForms(names: Json): AssertionForm[] {
  return (isArray(names) ? names : []).flatMap((name) => (typeof name === "string" ? [{ kind: "required", name }] : []));
}

const bounds = [
  ["minimum", "minimum", false],
  ["exclusiveMinimum", "minimum", true],
  ["maximum", "maximum", false],
  ["exclusiveMaximum", "maximum", true],
] as const;
const counts = ["minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"] as const;

function bitsOf(type: Json): number {
  if (type === "number") return typeBits.integer | typeBits.fraction;
  // The cast is safe: `type` is a key.
  return typeof type === "string" && Object.hasOwn(typeBits, type) && type !== "fraction" ? typeBits[type as keyof typeof typeBits] : 0;
}

function membersOf(schema: JsonObject, sub: (node: Json | undefined) => NormalSchema): AssertionForm {
  return {
    kind: "members",
    properties: new Map(namedEntries(schema.properties).map(([name, node]) => [name, sub(node)])),
    // An invalid pattern is ignored, as the validator of the run-time library ignores it.
    patterns: namedEntries(schema.patternProperties).flatMap(([pattern, node]) =>
      isValidPattern(pattern) ? [[pattern, sub(node)] as const] : [],
    ),
    others: sub(schema.additionalProperties),
  };
}
