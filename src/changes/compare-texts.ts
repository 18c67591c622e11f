import { sharedSchemaName } from "../schema/references.ts";
import { valueKey } from "../schema/subsumption/value-key.ts";
import { compareText } from "../source/compare.ts";
import { isArray, isObject, type Json, type JsonObject } from "../source/json.ts";
import { pushAll } from "../source/push-all.ts";

/** A difference in keywords that describe values without restricting them, such as `description`, or in the declared properties. */
export interface TextChange {
  /**
   * The path of the value that the schema describes: the names of members, the indices of tuple items, and `*` for all other items and
   * members.
   */
  readonly path: readonly string[];
  /**
   * The keyword whose value differs, such as `description`, or `properties` if only one of the two schemas declares the member at `path`.
   */
  readonly keyword: string;
  readonly before: readonly Json[];
  readonly after: readonly Json[];
}

/** A schema, and the shared schemas that its references can point to, by name. */
interface Described {
  readonly schema: Json;
  readonly shared: ReadonlyMap<string, JsonObject>;
}

/** Keywords that restrict values or contain schemas. All other keywords are compared as texts. */
const restricting: ReadonlySet<string> = new Set([
  ...["$ref", "$dynamicRef", "$defs", "$schema", "$id", "$anchor", "$dynamicAnchor", "$comment", "type", "enum", "const"],
  ...["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength", "pattern"],
  ...["items", "prefixItems", "contains", "minContains", "maxContains", "minItems", "maxItems", "uniqueItems", "unevaluatedItems"],
  ...["properties", "patternProperties", "additionalProperties", "unevaluatedProperties", "propertyNames", "required"],
  ...["minProperties", "maxProperties", "dependentRequired", "dependentSchemas", "allOf", "anyOf", "oneOf", "not", "if", "then", "else"],
]);

const maxChanges = 100;
/** How deep values are compared. A tool accepts no deeper arguments, and a path of schemas may be as long as the document. */
const maxNesting = 100;

/**
 * Compares the texts of two schemas, such as descriptions. Texts are compared by the path of the value that they describe, so a text can
 * move between the schemas that apply to one value. `same` has the names of the shared schemas that are equal in both versions, together
 * with all schemas that they refer to.
 */
export function compareTexts(former: Described, next: Described, same: ReadonlySet<string>): TextChange[] {
  const found: TextChange[] = [];
  const shapes = createShapes(same);
  const compared = new Set<string>();
  compare([former], [next], []);
  return found.filter((change) => !found.some((other) => isRepetition(change, other)));

  function compare(were: readonly Described[], are: readonly Described[], path: readonly string[]): void {
    const key = `${shapes.keyOf(were, "former")}|${shapes.keyOf(are, "next")}`;
    if (path.length > maxNesting || compared.has(key) || found.length >= maxChanges || shapes.areEqual(were, are)) return;
    compared.add(key);
    const [before, after] = [descriptionsIn(were), descriptionsIn(are)];
    for (const keyword of union(before.texts, after.texts)) {
      const [was, is] = [before.texts.get(keyword) ?? new Map(), after.texts.get(keyword) ?? new Map()];
      const [removed, added] = [without(was, is), without(is, was)];
      if (removed.length + added.length > 0) found.push({ path, keyword, before: removed, after: added });
    }
    for (const name of union(before.members, after.members)) {
      const [was, is] = [before.members.get(name), after.members.get(name)];
      if (was !== undefined && is !== undefined) compare(was, is, [...path, name]);
      else if (name !== "*")
        found.push({ path: [...path, name], keyword: "properties", before: was ? [name] : [], after: is ? [name] : [] });
    }
  }
}

/**
 * Whether a change repeats `other`, as happens in a recursive schema: both change the same texts, and the path of `change` ends with the
 * path of `other`. For example, a change at `child/name` repeats a change at `name`.
 */
function isRepetition({ path, keyword, before, after }: TextChange, other: TextChange): boolean {
  const end = path.slice(path.length - other.path.length);
  const isAtEnd = other.path.length < path.length && other.path.every((step, index) => step === end[index]);
  return isAtEnd && other.keyword === keyword && valueKey([before, after]) === valueKey([other.before, other.after]);
}

/** The texts, and the schemas of the members, from all schemas that may apply to one value. */
interface Descriptions {
  /** For each keyword, its distinct values by their `valueKey`. */
  readonly texts: Map<string, Map<string, Json>>;
  readonly members: Map<string, Described[]>;
}

function descriptionsIn(places: readonly Described[]): Descriptions {
  const found: Descriptions = { texts: new Map(), members: new Map() };
  const seen = new Set<Json>();
  const waiting = [...places];
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    const { schema, shared } = place;
    if (!isObject(schema) || seen.has(schema)) continue;
    seen.add(schema);
    const at = (node: Json): Described => ({ schema: node, shared });
    const child = (name: string, node: Json) => {
      const known = found.members.get(name);
      if (known === undefined) found.members.set(name, [at(node)]);
      else known.push(at(node));
    };
    for (const [keyword, value] of Object.entries(schema)) {
      if (!restricting.has(keyword)) found.texts.set(keyword, (found.texts.get(keyword) ?? new Map()).set(valueKey(value), value));
      else if (keyword === "$ref" || keyword === "$dynamicRef") {
        const target = shared.get(sharedSchemaName(value) ?? "");
        if (target !== undefined) waiting.push(at(target));
      } else if (["allOf", "anyOf", "oneOf"].includes(keyword)) pushAll(waiting, listOf(value).map(at));
      else if (["if", "then", "else"].includes(keyword)) waiting.push(at(value));
      else if (keyword === "dependentSchemas") pushAll(waiting, valuesOf(value).map(at));
      else if (keyword === "properties") for (const [name, node] of Object.entries(isObject(value) ? value : {})) child(name, node);
      else if (keyword === "patternProperties") for (const node of valuesOf(value)) child("*", node);
      else if (["additionalProperties", "unevaluatedProperties", "items", "unevaluatedItems", "contains"].includes(keyword))
        child("*", value);
      else if (keyword === "prefixItems") for (const [index, node] of listOf(value).entries()) child(String(index), node);
    }
  }
  return found;
}

/**
 * Returns functions that compare schemas by assigning a number to each. Two schemas get the same number if they are equal, together with
 * all schemas that they refer to.
 */
function createShapes(same: ReadonlySet<string>) {
  const ids = new Map<string, number>();
  const known = { former: new WeakMap<object, number>(), next: new WeakMap<object, number>() };
  type Side = keyof typeof known;

  function shapeOf(value: Json, side: Side, key?: string): number {
    if (typeof value !== "object" || value === null) {
      const name = key === "$ref" ? sharedSchemaName(value) : undefined;
      return idOf(name === undefined || same.has(name) ? JSON.stringify(value) : `${side} ${name}`);
    }
    const found = known[side].get(value) ?? idOf(textOf(value, side));
    known[side].set(value, found);
    return found;
  }

  function textOf(value: readonly Json[] | JsonObject, side: Side): string {
    if (isArray(value)) return `[${value.map((item) => shapeOf(item, side)).join()}]`;
    return `{${Object.keys(value)
      .sort(compareText)
      .map((key) => `${JSON.stringify(key)}:${shapeOf(value[key] ?? null, side, key)}`)
      .join()}}`;
  }

  function idOf(text: string): number {
    const id = ids.get(text) ?? ids.size;
    ids.set(text, id);
    return id;
  }

  const keyOf = (places: readonly Described[], side: Side) =>
    [...new Set(places.map(({ schema }) => shapeOf(schema, side)))].sort((a, b) => a - b).join();
  return { keyOf, areEqual: (were: readonly Described[], are: readonly Described[]) => keyOf(were, "former") === keyOf(are, "next") };
}

function union<Value>(one: ReadonlyMap<string, Value>, two: ReadonlyMap<string, Value>): string[] {
  return [...new Set([...one.keys(), ...two.keys()])].sort(compareText);
}

function without(some: ReadonlyMap<string, Json>, others: ReadonlyMap<string, Json>): Json[] {
  return [...some].flatMap(([key, value]) => (others.has(key) ? [] : [value]));
}

function listOf(value: Json): readonly Json[] {
  return isArray(value) ? value : [];
}

function valuesOf(value: Json): readonly Json[] {
  return isObject(value) ? Object.values(value) : [];
}
