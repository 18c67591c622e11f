import { isArray, isObject, type Json, type JsonObject, type JsonSchema } from "../source/json.ts";
import { type Origin, originOfValue } from "../source/tree.ts";
import {
  arrayItems,
  booleanBound,
  dynamicReference,
  endlessReference,
  requiredOnProperty,
  unresolvedReference,
  unusableKeyword,
} from "./codes.ts";
import type { Grammar } from "./dialect.ts";
import { changesIn, type FactFinder } from "./facts.ts";
import { fileSchema, isFile } from "./file.ts";
import { annotations, roles } from "./keywords.ts";
import type { Converted, Direction, SchemaPlace } from "./library.ts";
import type { PatternVerdict } from "./pattern.ts";
import { type Entry, referenceIn, referenceKeyword, type Table } from "./table.ts";
import { countOf, enumOf, isShortExample, numberOf, type Say, typesOf } from "./values.ts";

export interface Conversion {
  readonly schema: Converted;
  readonly targets: ReadonlySet<Entry>;
  readonly unresolved: readonly Origin[];
}

export interface Request {
  readonly place: SchemaPlace;
  readonly node: Json;
  readonly direction: Direction;
  /** Strings of raw bytes are files in the parts of a form, and plain strings in JSON. */
  readonly content: "json" | "parts";
}

export interface ConverterOptions {
  readonly grammar: Grammar;
  readonly table: Table;
  readonly facts: FactFinder;
  readonly opened: boolean;
  readonly judge: (pattern: string) => PatternVerdict;
  /** How to say something about a schema. */
  readonly sayAt: (place: () => SchemaPlace) => Say;
  /** `nullable` stands where it says nothing. */
  readonly onIgnoredNullable: (node: JsonObject, place: () => SchemaPlace) => void;
}

type Step = string | number;
type Part = "all" | "annotations" | "assertions";
type Mutable = { [keyword: string]: Json };

/** Beside these, `null` in `type` would not make a schema accept null. */
const refusing = ["allOf", "anyOf", "oneOf", "not", "if", "const"] as const;

/** Converts one schema to 2020-12. What needs no change is passed on as it is, and paths stay what they were but for the moves. */
export function convertSchema(request: Request, options: ConverterOptions): Conversion {
  const { grammar, table, facts, opened, judge, sayAt, onIgnoredNullable } = options;
  const { direction, content } = request;
  const { tree } = request.place;
  const isModern = grammar.identifiers && !grammar.dependencies;
  const opens = opened && direction === "output";
  const from: Step[] = [...request.place.path];
  const at: Step[] = [];
  const moves: { at: Step[]; origin: Origin }[] = [];
  const targets = new Set<Entry>();
  const unresolved: Origin[] = [];
  const here = (): SchemaPlace => ({ tree, path: [...from] });
  const inside =
    (...steps: Step[]) =>
    (): SchemaPlace => ({ tree, path: [...from, ...steps] });

  function schemaAt(node: Json, outerLeaving: ReadonlySet<string>): Json {
    if (typeof node === "boolean") return node;
    if (!isObject(node)) {
      sayAt(here)(unusableKeyword, { keyword: String(from.at(-1)), expected: "a schema" }, undefined);
      return {};
    }
    if (node.type === "file" || (content === "parts" && isBytes(node))) return fileSchema;
    if (!grammar.nullable && node.nullable === true) onIgnoredNullable(node, here);
    if (!grammar.nullable || node.nullable !== true) return keywordsOf(node, "all", "as-written", outerLeaving);
    const hasReference = referenceIn(node, grammar) !== undefined;
    if (!hasReference && !refusing.some((keyword) => node[keyword] !== undefined)) return keywordsOf(node, "all", "nullable", outerLeaving);
    return nullOr(node, outerLeaving);
  }

  /** `nullable` beside keywords that would refuse null: what they say, or null. */
  function nullOr(node: JsonObject, outerLeaving: ReadonlySet<string>): JsonSchema {
    const outer = keywordsOf(node, "annotations", "as-written", outerLeaving);
    at.push("anyOf", 0);
    moves.push({ at: [...at], origin: originOfValue(tree, [...from]) });
    const inner = keywordsOf(node, "assertions", "as-written", outerLeaving);
    at.length -= 2;
    return { ...outer, anyOf: [inner, { type: "null" }] };
  }

  function keywordsOf(node: JsonObject, part: Part, nullable: "nullable" | "as-written", outerLeaving: ReadonlySet<string>): JsonSchema {
    const say = sayAt(here);
    const holder = referenceIn(node, grammar) === undefined ? undefined : referenceKeyword(node, grammar);
    const isBare = holder !== undefined && !grammar.siblingsCount;
    const leaving = isBare ? outerLeaving : withLeaving(node, outerLeaving);
    const demanded = demandedBy(node).filter((name) => !leaving.has(name));
    const added: Mutable = {};
    let changed: Mutable | undefined = part === "all" ? undefined : {};

    for (const keyword in node) {
      const value = node[keyword];
      if (value === undefined) continue;
      const isAnnotation = annotations.has(keyword);
      let name = keyword;
      let result: Json | undefined;
      if (part !== "all" && isAnnotation !== (part === "annotations")) continue;
      if (keyword === holder) {
        name = "$ref";
        result = reference(node, value, say);
      } else if (!isBare || isAnnotation) {
        [name, result] = keywordOf(keyword, value);
      }
      if (changed === undefined) {
        if (result === value && name === keyword) continue;
        changed = before(node, keyword);
      }
      if (result !== undefined) changed[name] = result;
    }
    if (demanded.length > 0 && !isArray(node.required) && part !== "annotations") added.required = demanded;
    for (const name in added) {
      changed ??= { ...node };
      const [one, two] = [changed[name], added[name] ?? null];
      changed[name] = isArray(one) && isArray(two) ? [...one, ...two] : two;
    }
    return changed ?? node;

    function keywordOf(keyword: string, value: Json): [name: string, result: Json | undefined] {
      switch (roles.get(keyword)) {
        case undefined:
          return [keyword, undefined];
        case "schema":
          return [keyword, schemaKeyword(keyword, value)];
        case "schemas":
          return listKeyword(keyword, value);
        case "members":
          return [keyword, membersKeyword(keyword, value)];
        case "number":
          return [keyword, numberKeyword(keyword, value)];
        case "count":
          return [keyword, countOf(value, keyword, say, grammar)];
        case "flag":
          return [keyword, expect(typeof value === "boolean", value, keyword, "true or false")];
        case "text":
          // `description:` with nothing after it is how YAML says that there is none.
          return [keyword, value === null ? undefined : expect(typeof value === "string", value, keyword, "a text")];
        case "data":
          return [keyword, grammar.protobuf && value === null && node.nullable !== true ? undefined : value];
        case "types":
          return [keyword, typesOf(value, nullable, say, grammar)];
        case "names":
          return [keyword, requiredKeyword(value)];
        case "pattern":
          return patternKeyword(value);
        case "enum":
          return [keyword, enumOf(value, node, nullable, say, grammar)];
        case "examples":
          return [keyword, examplesKeyword(value)];
        case "example":
          return ["examples", node.examples === undefined && isShortExample(value) ? [value] : undefined];
        case "items":
          return itemsKeyword(value);
        case "additionalItems":
          return ["items", isArray(node.items) ? child(value, ["additionalItems"], ["items"]) : undefined];
        case "dependencies":
          return [keyword, dependenciesKeyword(value)];
        case "dependentRequired":
          return [keyword, expect(isObject(value), value, keyword, "an object of lists")];
        case "discriminator":
          return [keyword, discriminatorKeyword(value)];
      }
    }

    function expect(isRight: boolean, value: Json, keyword: string, expected: string): Json | undefined {
      if (isRight) return value;
      say(unusableKeyword, { keyword, expected }, keyword);
      return undefined;
    }

    function schemaKeyword(keyword: string, value: Json): Json | undefined {
      if (opens && value === false && (keyword === "additionalProperties" || keyword === "unevaluatedProperties")) return undefined;
      // A pattern that was left out cannot say which members are known, so the others cannot be refused.
      if (keyword === "additionalProperties" && losesPattern()) return undefined;
      // What is wider inside a `not` makes the whole narrower. An answer that was right must stay so; the keyword goes.
      if (keyword === "not" && facts.changes(value, inside("not"), direction)) return undefined;
      if ((keyword === "if" || keyword === "then" || keyword === "else") && node.if !== undefined) {
        if (facts.changes(node.if, inside("if"), direction)) return undefined;
      }
      return child(value, [keyword], [keyword]);
    }

    function listKeyword(keyword: string, value: Json): [string, Json | undefined] {
      if (!isArray(value) || value.length === 0) return [keyword, expect(false, value, keyword, "a list of schemas")];
      const isWider = keyword === "oneOf" && facts.changes({ oneOf: value }, here, direction);
      if (isWider && node.anyOf !== undefined) {
        const index = isArray(node.allOf) ? node.allOf.length : 0;
        added.allOf = [{ anyOf: list(value, ["oneOf"], ["allOf", index, "anyOf"], none) }];
        return [keyword, undefined];
      }
      // Members that leave and objects that open make alternatives alike, and `oneOf` would then refuse what it was written for.
      const name = isWider ? "anyOf" : keyword;
      return [name, list(value, [keyword], [name], keyword === "allOf" ? leaving : none)];
    }

    function membersKeyword(keyword: string, value: Json): Json | undefined {
      if (!isObject(value)) return expect(false, value, keyword, "an object of schemas");
      return members(value, keyword, (name) => {
        if (keyword === "properties" && leaving.has(name)) return undefined;
        if (keyword !== "patternProperties") return name;
        const verdict = judge(name);
        if (verdict.kind === "sound") return verdict.pattern;
        say(verdict.code, { pattern: name }, keyword);
        return undefined;
      });
    }

    /** Whether a pattern of `patternProperties` has to be left out. */
    function losesPattern(): boolean {
      const patterns = node.patternProperties;
      return isObject(patterns) && Object.keys(patterns).some((pattern) => judge(pattern).kind !== "sound");
    }

    function numberKeyword(keyword: string, value: Json): Json | undefined {
      if (keyword === "minimum" && node.exclusiveMinimum === true) return undefined;
      if (keyword === "maximum" && node.exclusiveMaximum === true) return undefined;
      if (typeof value !== "boolean" || !keyword.startsWith("exclusive")) return numberOf(value, keyword, say, grammar);
      if (!grammar.booleanBounds) say(booleanBound, { keyword }, keyword);
      const bound = keyword === "exclusiveMinimum" ? "minimum" : "maximum";
      return value && node[bound] !== undefined ? numberOf(node[bound], bound, say, grammar) : undefined;
    }

    function requiredKeyword(value: Json): Json | undefined {
      if (typeof value === "boolean") return undefined; // The object that holds this property says it.
      if (!isArray(value)) return expect(false, value, "required", "a list of names");
      const names = value.filter((name) => typeof name === "string");
      if (names.length < value.length) say(unusableKeyword, { keyword: "required", expected: "a list of names only" }, "required");
      const staying = [...new Set([...names, ...demanded])].filter((name) => !leaving.has(name));
      return staying.length === value.length ? value : staying;
    }

    function patternKeyword(value: Json): [string, Json | undefined] {
      if (typeof value !== "string") return ["pattern", expect(false, value, "pattern", "a text")];
      const verdict = judge(value);
      if (verdict.kind === "sound") return ["pattern", verdict.pattern];
      say(verdict.code, { pattern: value }, "pattern");
      // A runtime with a linear engine may still run it.
      return ["x-pattern", verdict.kind === "slow" ? verdict.pattern : undefined];
    }

    function examplesKeyword(value: Json): Json | undefined {
      if (!isArray(value)) return undefined;
      const short = value.filter(isShortExample);
      return short.length === value.length ? value : short.length > 0 ? short : undefined;
    }

    function itemsKeyword(value: Json): [string, Json | undefined] {
      if (!isArray(value)) return ["items", child(value, ["items"], ["items"])];
      if (isModern) say(arrayItems, {}, "items");
      return [
        "prefixItems",
        value.length === 0 || node.prefixItems !== undefined ? undefined : list(value, ["items"], ["prefixItems"], none),
      ];
    }

    function dependenciesKeyword(value: Json): undefined {
      if (!grammar.dependencies || !isObject(value)) return;
      const names: [string, Json][] = [];
      const schemas: [string, Json][] = [];
      for (const name of Object.keys(value)) {
        const dependency = value[name] ?? null;
        if (isArray(dependency)) names.push([name, dependency]);
        else schemas.push([name, child(dependency, ["dependencies", name], ["dependentSchemas", name])]);
      }
      if (names.length > 0) added.dependentRequired = Object.fromEntries(names);
      if (schemas.length > 0) added.dependentSchemas = Object.fromEntries(schemas);
    }

    function discriminatorKeyword(value: Json): Json | undefined {
      const propertyName = isObject(value) ? value.propertyName : value;
      if (typeof propertyName !== "string") return expect(false, value, "discriminator", "an object with a property name");
      const keyword = isArray(node.oneOf) ? "oneOf" : "anyOf";
      const branches = isArray(node[keyword]) ? node[keyword] : [];
      const explicit = isObject(value) && isObject(value.mapping) ? Object.entries(value.mapping) : [];
      const mapping = branches.flatMap((branch, index): [string, string][] => {
        if (!isObject(branch)) return [];
        const target = table.target(branch, tree, inside(keyword, index));
        if (target === undefined) return [];
        const reference = referenceIn(branch, grammar);
        const values = explicit.filter(([, to]) => to === reference || to === target.key).map(([name]) => name);
        const all = values.length === 0 && target.key !== undefined ? [target.key] : values;
        return all.map((name) => [name, `#/$defs/${nameOf(target)}`]);
      });
      return mapping.length === 0 ? { propertyName } : { propertyName, mapping: Object.fromEntries(mapping) };
    }
  }

  function reference(node: JsonObject, value: Json, say: Say): Json | undefined {
    const target = table.target(node, tree, here);
    const keyword = referenceKeyword(node, grammar);
    if (target === undefined) {
      unresolved.push(originOfValue(tree, [...from, keyword]));
      if (!grammar.oneRoot) say(unresolvedReference, { reference: String(value) }, keyword);
      return undefined;
    }
    if (facts.isEndless(node)) {
      say(endlessReference, {}, keyword);
      return undefined;
    }
    if (keyword === "$dynamicRef" && isAmbiguous(String(value))) say(dynamicReference, { name: String(value) }, keyword);
    targets.add(target);
    return `#/$defs/${nameOf(target)}`;
  }

  function nameOf(target: Entry): string {
    facts.of(target);
    return direction === "input" ? inputName(target, facts) : target.names.output;
  }

  function isAmbiguous(dynamic: string): boolean {
    const name = dynamic.slice(dynamic.indexOf("#") + 1);
    const resources = table.identifiersOf(tree)?.resources.values() ?? [];
    return [...resources].filter(({ dynamicAnchors }) => dynamicAnchors.has(name)).length > 1;
  }

  function isBytes(node: JsonObject): boolean {
    return isFile(node) || isFile(table.target(node, tree, here)?.node);
  }

  function child(node: Json, fromSteps: readonly Step[], atSteps: readonly Step[]): Json {
    enter(fromSteps, atSteps);
    const converted = schemaAt(node, none);
    leave(fromSteps, atSteps);
    return converted;
  }

  function list(
    nodes: readonly Json[],
    fromSteps: readonly Step[],
    atSteps: readonly Step[],
    outerLeaving: ReadonlySet<string>,
  ): readonly Json[] {
    let changed: Json[] | undefined;
    enter(fromSteps, atSteps);
    nodes.forEach((node, index) => {
      from.push(index);
      at.push(index);
      const converted = schemaAt(node, outerLeaving);
      from.pop();
      at.pop();
      if (converted !== node && changed === undefined) changed = nodes.slice(0, index);
      changed?.push(converted);
    });
    leave(fromSteps, atSteps);
    return changed ?? nodes;
  }

  function members(nodes: JsonObject, keyword: string, rename: (name: string) => string | undefined): JsonObject {
    const entries: [string, Json][] = [];
    let isChanged = false;
    for (const name of Object.keys(nodes)) {
      const node = nodes[name] ?? null;
      const newName = rename(name);
      if (newName === undefined) {
        isChanged = true;
        continue;
      }
      const converted = child(node, [keyword, name], [keyword, newName]);
      isChanged ||= converted !== node || newName !== name;
      entries.push([newName, converted]);
    }
    return isChanged ? Object.fromEntries(entries) : nodes;
  }

  function enter(fromSteps: readonly Step[], atSteps: readonly Step[]): void {
    from.push(...fromSteps);
    at.push(...atSteps);
    if (fromSteps.length === atSteps.length && fromSteps.every((step, index) => step === atSteps[index])) return;
    moves.push({ at: [...at], origin: originOfValue(tree, [...from]) });
  }

  function leave(fromSteps: readonly Step[], atSteps: readonly Step[]): void {
    from.length -= fromSteps.length;
    at.length -= atSteps.length;
  }

  /** The members that this direction leaves out, of a schema and of what it is all of: a `required` beside them must not ask for them. */
  function withLeaving(node: JsonObject, outer: ReadonlySet<string>): ReadonlySet<string> {
    if (node.properties === undefined && node.allOf === undefined) return outer;
    const names = new Set<string>();
    addLeaving(node, here, names, new Set());
    return names.size === 0 ? outer : new Set([...outer, ...names]);
  }

  function addLeaving(node: Json, place: () => SchemaPlace, names: Set<string>, visited: Set<Entry>): void {
    if (!isObject(node)) return;
    const target = referenceIn(node, grammar) === undefined ? undefined : table.target(node, place().tree, place);
    if (target !== undefined && !visited.has(target)) {
      visited.add(target);
      if (changesIn(facts.of(target), direction)) addLeaving(target.node, () => target.place, names, visited);
    }
    const { properties, allOf } = node;
    const under = (steps: readonly Step[]) => (): SchemaPlace => {
      const { tree: its, path } = place();
      return { tree: its, path: [...path, ...steps] };
    };
    if (isObject(properties)) {
      for (const name of Object.keys(properties)) {
        const property = properties[name];
        if (isObject(property) && facts.isLeaving(property, under(["properties", name]), direction)) names.add(name);
      }
    }
    if (!isArray(allOf)) return;
    for (const [index, branch] of allOf.entries()) addLeaving(branch, under(["allOf", index]), names, visited);
  }

  /** The properties that say `required: true` themselves. */
  function demandedBy({ properties }: JsonObject): string[] {
    if (!isObject(properties)) return [];
    const names: string[] = [];
    for (const name in properties) {
      const property = properties[name];
      if (!isObject(property) || typeof property.required !== "boolean") continue;
      sayAt(inside("properties", name))(requiredOnProperty, { name }, "required");
      if (property.required) names.push(name);
    }
    return names;
  }

  const converted = schemaAt(request.node, none);
  // An object, as the IR has it: `true` accepts all, `false` nothing.
  const json = isObject(converted) ? converted : converted === false ? { not: {} } : {};
  return { schema: { json, origin: originOfValue(tree, request.place.path), moves }, targets, unresolved };
}

const none: ReadonlySet<string> = new Set();

/** The name that a shared schema has in inputs: one of its own only where it is another schema there. */
export function inputName(entry: Entry, facts: FactFinder): string {
  const { changesInput, changesOutput } = facts.of(entry);
  return changesInput || changesOutput ? entry.names.input : entry.names.output;
}

function before(node: JsonObject, end: string): Mutable {
  const copy: Mutable = {};
  for (const keyword in node) {
    if (keyword === end) break;
    const value = node[keyword];
    if (value !== undefined) copy[keyword] = value;
  }
  return copy;
}
