import { sharedSchemaName } from "../../schema/references.ts";
import { isArray, isObject, itemsIn, type Json, type JsonObject } from "../../source/json/json.ts";
import { isSameValue, valueKey } from "../../source/json/value-key.ts";
import { compareText } from "../../source/text/compare.ts";
import { pushAll } from "../../source/text/push-all.ts";

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

/** The maximum number of changes in the texts of one schema. */
export const maxChanges = 100;
/** How deep values are compared. A tool accepts no deeper arguments, and a path of schemas may be as long as the document. */
const maxNesting = 100;

/** Compares the texts of two schemas, such as descriptions. `isCut`: the comparison ended at a limit, so that there may be more changes. */
export type TextComparer = (former: Described, next: Described) => { readonly changes: readonly TextChange[]; readonly isCut: boolean };

/**
 * Creates a function that compares texts by the path of the value that they describe, so a text can move between the schemas that apply to
 * one value. Texts with short paths come first. What the function finds out about schemas is remembered for later calls. `same` has the
 * names of the shared schemas that are equal in both versions, together with all schemas that they refer to.
 */
export function createTextComparer(same: ReadonlySet<string>): TextComparer {
  const isSame = createShapes((name) => same.has(name));
  // Whether schemas are written alike, whatever they refer to.
  const isAlike = createShapes(() => true);
  const known = new Map<string, ComparedTexts>();
  return (former, next) => {
    const found: TextChange[] = [];
    const visited = new Set<ComparedTexts>();
    const waiting: { readonly texts: ComparedTexts; readonly path: readonly string[] }[] = [];
    const visit = (all: readonly ComparedTexts[], path: readonly string[]) => {
      for (const texts of all) {
        if (visited.has(texts)) continue;
        visited.add(texts);
        waiting.push({ texts, path });
      }
    };
    visit(textsOf([former], [next]), []);
    let isCut = false;
    for (const { texts, path } of waiting) {
      isCut = found.length >= maxChanges;
      if (isCut) break;
      texts.compared ??= compare(texts);
      for (const change of texts.compared.changes) found.push({ ...change, path: [...path, ...change.path] });
      if (path.length < maxNesting) for (const [name, inner] of texts.compared.members) visit(inner, [...path, name]);
    }
    return { changes: distinct(found).filter((change) => !found.some((other) => isRepetition(change, other))), isCut };
  };

  /**
   * The schemas of a value in both versions. If they are written alike, their texts are the same, so each schema is compared only with its
   * other version. Otherwise there would be a comparison for each combination of alternatives of different unions.
   */
  function textsOf(were: readonly Described[], are: readonly Described[]): readonly ComparedTexts[] {
    if (isSame.keyOf(were, "former") === isSame.keyOf(are, "next")) return [];
    if (were.length + are.length === 2 || isAlike.keyOf(were, "former") !== isAlike.keyOf(are, "next")) return [knownTexts(were, are)];
    const others = new Map(are.map((each) => [isAlike.keyOf([each], "next"), each]));
    return were.flatMap((each) => textsOf([each], [others.get(isAlike.keyOf([each], "former")) ?? []].flat()));
  }

  function knownTexts(were: readonly Described[], are: readonly Described[]): ComparedTexts {
    const key = `${isSame.keyOf(were, "former")}|${isSame.keyOf(are, "next")}`;
    const found = known.get(key) ?? { were, are, compared: undefined };
    known.set(key, found);
    return found;
  }

  function compare({ were, are }: ComparedTexts): NonNullable<ComparedTexts["compared"]> {
    const [before, after] = [descriptionsIn(were), descriptionsIn(are)];
    const changes = changedTexts(before, after);
    const members: [string, readonly ComparedTexts[]][] = [];
    for (const name of union(before.members, after.members)) {
      const [was, is] = [before.members.get(name), after.members.get(name)];
      if (was !== undefined && is !== undefined) members.push([name, textsOf(was, is)]);
      else if (name !== "*") changes.push({ path: [name], keyword: "properties", before: was ? [name] : [], after: is ? [name] : [] });
    }
    return { changes, members: members.filter(([, texts]) => texts.length > 0) };
  }
}

/** The schemas of a value in both versions, and the differences of their texts, which are found when they are needed. */
interface ComparedTexts {
  readonly were: readonly Described[];
  readonly are: readonly Described[];
  compared:
    | {
        /** The changes for the value, with paths that begin at the value. */
        readonly changes: readonly TextChange[];
        readonly members: readonly (readonly [name: string, texts: readonly ComparedTexts[]])[];
      }
    | undefined;
}

function distinct(changes: readonly TextChange[]): TextChange[] {
  return [...new Map(changes.map((change) => [JSON.stringify(change), change])).values()];
}

function changedTexts(before: Descriptions, after: Descriptions): TextChange[] {
  return union(before.texts, after.texts).flatMap((keyword) => {
    const [was, is] = [before.texts.get(keyword) ?? new Map<string, Json>(), after.texts.get(keyword) ?? new Map<string, Json>()];
    const [removed, added] = [without(was, is), without(is, was)];
    return removed.length + added.length > 0 ? [{ path: [], keyword, before: removed, after: added }] : [];
  });
}

/**
 * Whether a change repeats `other`, as happens in a recursive schema: both change the same texts, and the path of `change` ends with the
 * path of `other`. For example, a change at `child/name` repeats a change at `name`.
 */
function isRepetition({ path, keyword, before, after }: TextChange, other: TextChange): boolean {
  const end = path.slice(path.length - other.path.length);
  const isAtEnd = other.path.length < path.length && other.path.every((step, index) => step === end[index]);
  return isAtEnd && other.keyword === keyword && isSameValue([before, after], [other.before, other.after]);
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
      } else if (["allOf", "anyOf", "oneOf"].includes(keyword)) pushAll(waiting, itemsIn(value).map(at));
      else if (["if", "then", "else"].includes(keyword)) waiting.push(at(value));
      else if (keyword === "dependentSchemas") pushAll(waiting, valuesOf(value).map(at));
      else if (keyword === "properties") for (const [name, node] of Object.entries(isObject(value) ? value : {})) child(name, node);
      else if (keyword === "patternProperties") for (const node of valuesOf(value)) child("*", node);
      else if (["additionalProperties", "unevaluatedProperties", "items", "unevaluatedItems", "contains"].includes(keyword))
        child("*", value);
      else if (keyword === "prefixItems") for (const [index, node] of itemsIn(value).entries()) child(String(index), node);
    }
  }
  return found;
}

/**
 * Returns a function that compares schemas by assigning a number to each. Two schemas get the same number if they are equal, together with
 * all schemas that they refer to.
 */
function createShapes(isSame: (name: string) => boolean) {
  const ids = new Map<string, number>();
  const known = { former: new WeakMap<object, number>(), next: new WeakMap<object, number>() };
  type Side = keyof typeof known;

  function shapeOf(value: Json, side: Side, key?: string): number {
    if (typeof value !== "object" || value === null) {
      const name = key === "$ref" ? sharedSchemaName(value) : undefined;
      return idOf(name === undefined || isSame(name) ? JSON.stringify(value) : `${side} ${name}`);
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

  return {
    /** A string that is equal for equal places of both versions. */
    keyOf: (places: readonly Described[], side: Side) =>
      [...new Set(places.map(({ schema }) => shapeOf(schema, side)))].sort((a, b) => a - b).join(),
  };
}

function union<Value>(one: ReadonlyMap<string, Value>, two: ReadonlyMap<string, Value>): string[] {
  return [...new Set([...one.keys(), ...two.keys()])].sort(compareText);
}

function without(some: ReadonlyMap<string, Json>, others: ReadonlyMap<string, Json>): Json[] {
  return [...some].flatMap(([key, value]) => (others.has(key) ? [] : [value]));
}

function valuesOf(value: Json): readonly Json[] {
  return isObject(value) ? Object.values(value) : [];
}
