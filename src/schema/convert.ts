import { isArray, isObject, type Json, type JsonObject, type JsonSchema } from "../source/json.ts";
import { type Origin, originOfValue, type Tree } from "../source/tree.ts";
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

/** A schema whose keywords are being converted. */
interface Frame {
  readonly node: JsonObject;
  readonly nullable: "nullable" | "as-written";
  /** Members that this direction leaves out. */
  readonly leaving: ReadonlySet<string>;
  /** Properties that say themselves that they are required. */
  readonly demanded: readonly string[];
  /** Keywords that come from others. */
  readonly added: Mutable;
  /** What the keyword at hand is called in the result. */
  name: string;
}

/** Beside these, `null` in `type` would not make a schema accept null. */
const refusing = ["allOf", "anyOf", "oneOf", "not", "if", "const"] as const;

/**
 * Converts schemas to 2020-12, one at a time. What needs no change is passed on as it is, and paths stay what they were but for the moves.
 * The functions are made once: a document has thousands of schemas, and most are small.
 */
export function createConverter(options: ConverterOptions): (request: Request) => Conversion {
  const { grammar, table, facts, opened, judge, sayAt, onIgnoredNullable } = options;
  const isModern = grammar.identifiers && !grammar.dependencies;
  const say = sayAt(here);
  // Of the schema at hand:
  let direction: Direction = "input";
  let content: Request["content"] = "json";
  let mark: "readOnly" | "writeOnly" = "readOnly";
  let opens = false;
  let tree: Tree;
  let from: Step[] = [];
  let at: Step[] = [];
  let moves: { at: Step[]; origin: Origin }[] = [];
  let targets = new Set<Entry>();
  let unresolved: Origin[] = [];

  return (request) => {
    ({ direction, content } = request);
    ({ tree } = request.place);
    mark = direction === "input" ? "readOnly" : "writeOnly";
    opens = opened && direction === "output";
    from = [...request.place.path];
    at = [];
    moves = [];
    targets = new Set();
    unresolved = [];
    const converted = schemaAt(request.node, none);
    // An object, as the IR has it: `true` accepts all, `false` nothing.
    const json = isObject(converted) ? converted : converted === false ? { not: {} } : {};
    return { schema: { json, origin: originOfValue(tree, request.place.path), moves }, targets, unresolved };
  };

  function here(): SchemaPlace {
    return { tree, path: [...from] };
  }

  function inside(...steps: Step[]): () => SchemaPlace {
    const place = { tree, path: [...from, ...steps] };
    return () => place;
  }

  function schemaAt(node: Json, outerLeaving: ReadonlySet<string>): Json {
    if (typeof node === "boolean") return node;
    if (!isObject(node)) {
      say(unusableKeyword, { keyword: String(from.at(-1)), expected: "a schema" }, undefined);
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
    const holder = referenceIn(node, grammar) === undefined ? undefined : referenceKeyword(node, grammar);
    const isBare = holder !== undefined && !grammar.siblingsCount;
    const leaving = isBare ? outerLeaving : withLeaving(node, outerLeaving);
    const demanded = demandedBy(node, leaving);
    const added: Mutable = {};
    const frame: Frame = { node, nullable, leaving, demanded, added, name: "" };
    let changed: Mutable | undefined = part === "all" ? undefined : {};

    for (const keyword in node) {
      const value = node[keyword];
      if (value === undefined) continue;
      let result: Json | undefined;
      frame.name = keyword;
      if (part !== "all" && annotations.has(keyword) !== (part === "annotations")) continue;
      if (keyword === holder) {
        frame.name = "$ref";
        result = reference(node, value);
      } else if (!isBare || annotations.has(keyword)) {
        result = keywordOf(frame, keyword, value);
      }
      if (changed === undefined) {
        if (result === value && frame.name === keyword) continue;
        changed = before(node, keyword);
      }
      if (result !== undefined) changed[frame.name] = result;
    }
    if (demanded.length > 0 && !isArray(node.required) && part !== "annotations") added.required = demanded;
    for (const name in added) {
      changed ??= { ...node };
      const [one, two] = [changed[name], added[name] ?? null];
      changed[name] = isArray(one) && isArray(two) ? [...one, ...two] : two;
    }
    return changed ?? node;
  }

  /** What becomes of one keyword; `frame.name` says under which name. */
  function keywordOf(frame: Frame, keyword: string, value: Json): Json | undefined {
    const { node, nullable } = frame;
    switch (roles.get(keyword)) {
      case undefined:
        return undefined;
      case "schema":
        return schemaKeyword(frame, keyword, value);
      case "schemas":
        return listKeyword(frame, keyword, value);
      case "members":
        return membersKeyword(frame, keyword, value);
      case "number":
        return numberKeyword(frame, keyword, value);
      case "count":
        return countOf(value, keyword, say, grammar);
      case "flag":
        return expect(typeof value === "boolean", value, keyword, "true or false");
      case "text":
        // `description:` with nothing after it is how YAML says that there is none.
        return value === null ? undefined : expect(typeof value === "string", value, keyword, "a text");
      case "data":
        return grammar.protobuf && value === null && node.nullable !== true ? undefined : value;
      case "types":
        return typesOf(value, nullable, say, grammar);
      case "names":
        return requiredKeyword(frame, value);
      case "pattern":
        return patternKeyword(frame, value);
      case "enum":
        return enumOf(value, node, nullable, say, grammar);
      case "examples":
        return examplesKeyword(value);
      case "example":
        frame.name = "examples";
        return node.examples === undefined && isShortExample(value) ? [value] : undefined;
      case "items":
        return itemsKeyword(frame, value);
      case "additionalItems":
        frame.name = "items";
        return isArray(node.items) ? child(value, ["additionalItems"], ["items"]) : undefined;
      case "dependencies":
        return dependenciesKeyword(frame, value);
      case "dependentRequired":
        return expect(isObject(value), value, keyword, "an object of lists");
      case "discriminator":
        return discriminatorKeyword(frame, value);
    }
  }

  function expect(isRight: boolean, value: Json, keyword: string, expected: string): Json | undefined {
    if (isRight) return value;
    say(unusableKeyword, { keyword, expected }, keyword);
    return undefined;
  }

  function schemaKeyword(frame: Frame, keyword: string, value: Json): Json | undefined {
    const { node } = frame;
    if (opens && value === false && (keyword === "additionalProperties" || keyword === "unevaluatedProperties")) return undefined;
    // A pattern that was left out cannot say which members are known, so the others cannot be refused.
    if (keyword === "additionalProperties" && losesPattern(node)) return undefined;
    // What is wider inside a `not` makes the whole narrower. An answer that was right must stay so; the keyword goes.
    if (keyword === "not" && facts.changes(value, inside("not"), direction)) return undefined;
    if ((keyword === "if" || keyword === "then" || keyword === "else") && node.if !== undefined) {
      if (facts.changes(node.if, inside("if"), direction)) return undefined;
    }
    return child(value, [keyword]);
  }

  function listKeyword(frame: Frame, keyword: string, value: Json): Json | undefined {
    const { node, leaving, added } = frame;
    if (!isArray(value) || value.length === 0) return expect(false, value, keyword, "a list of schemas");
    const isWider = keyword === "oneOf" && facts.changes({ oneOf: value }, here, direction);
    if (isWider && node.anyOf !== undefined) {
      const index = isArray(node.allOf) ? node.allOf.length : 0;
      added.allOf = [{ anyOf: list(value, ["oneOf"], ["allOf", index, "anyOf"], none) }];
      return undefined;
    }
    // Members that leave and objects that open make alternatives alike, and `oneOf` would then refuse what it was written for.
    const name = isWider ? "anyOf" : keyword;
    frame.name = name;
    return list(value, [keyword], [name], keyword === "allOf" ? leaving : none);
  }

  function membersKeyword(frame: Frame, keyword: string, value: Json): Json | undefined {
    const { leaving } = frame;
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
  function losesPattern(node: JsonObject): boolean {
    const patterns = node.patternProperties;
    return isObject(patterns) && Object.keys(patterns).some((pattern) => judge(pattern).kind !== "sound");
  }

  function numberKeyword(frame: Frame, keyword: string, value: Json): Json | undefined {
    const { node } = frame;
    if (keyword === "minimum" && node.exclusiveMinimum === true) return undefined;
    if (keyword === "maximum" && node.exclusiveMaximum === true) return undefined;
    if (typeof value !== "boolean" || !keyword.startsWith("exclusive")) return numberOf(value, keyword, say, grammar);
    if (!grammar.booleanBounds) say(booleanBound, { keyword }, keyword);
    const bound = keyword === "exclusiveMinimum" ? "minimum" : "maximum";
    return value && node[bound] !== undefined ? numberOf(node[bound], bound, say, grammar) : undefined;
  }

  function requiredKeyword(frame: Frame, value: Json): Json | undefined {
    const { leaving, demanded } = frame;
    if (typeof value === "boolean") return undefined; // The object that holds this property says it.
    if (!isArray(value)) return expect(false, value, "required", "a list of names");
    const names = value.filter((name) => typeof name === "string");
    if (names.length < value.length) say(unusableKeyword, { keyword: "required", expected: "a list of names only" }, "required");
    const staying = [...new Set([...names, ...demanded])].filter((name) => !leaving.has(name));
    return staying.length === value.length ? value : staying;
  }

  function patternKeyword(frame: Frame, value: Json): Json | undefined {
    if (typeof value !== "string") return expect(false, value, "pattern", "a text");
    const verdict = judge(value);
    if (verdict.kind === "sound") return verdict.pattern;
    say(verdict.code, { pattern: value }, "pattern");
    // A runtime with a linear engine may still run it.
    frame.name = "x-pattern";
    return verdict.kind === "slow" ? verdict.pattern : undefined;
  }

  function examplesKeyword(value: Json): Json | undefined {
    if (!isArray(value)) return undefined;
    const short = value.filter(isShortExample);
    return short.length === value.length ? value : short.length > 0 ? short : undefined;
  }

  function itemsKeyword(frame: Frame, value: Json): Json | undefined {
    const { node } = frame;
    if (!isArray(value)) return child(value, ["items"]);
    if (isModern) say(arrayItems, {}, "items");
    frame.name = "prefixItems";
    return value.length === 0 || node.prefixItems !== undefined ? undefined : list(value, ["items"], ["prefixItems"], none);
  }

  function dependenciesKeyword(frame: Frame, value: Json): undefined {
    const { added } = frame;
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

  function discriminatorKeyword(frame: Frame, value: Json): Json | undefined {
    const { node } = frame;
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

  function reference(node: JsonObject, value: Json): Json | undefined {
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

  function child(node: Json, fromSteps: readonly Step[], atSteps: readonly Step[] = fromSteps): Json {
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
    let changed: [string, Json][] | undefined;
    const names = Object.keys(nodes);
    for (let index = 0; index < names.length; index++) {
      const name = names[index] ?? "";
      const node = nodes[name] ?? null;
      const newName = rename(name);
      const steps = [keyword, name];
      const converted = newName === undefined ? undefined : child(node, steps, newName === name ? steps : [keyword, newName]);
      if (changed === undefined) {
        if (converted === node && newName === name) continue;
        changed = names.slice(0, index).map((earlier) => [earlier, nodes[earlier] ?? null]);
      }
      if (newName !== undefined && converted !== undefined) changed.push([newName, converted]);
    }
    return changed === undefined ? nodes : Object.fromEntries(changed);
  }

  function enter(fromSteps: readonly Step[], atSteps: readonly Step[]): void {
    from.push(...fromSteps);
    at.push(...atSteps);
    if (fromSteps === atSteps || (fromSteps.length === atSteps.length && fromSteps.every((step, index) => step === atSteps[index]))) return;
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
    if (names.size === 0) return outer;
    return outer.size === 0 ? names : new Set([...outer, ...names]);
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
      for (const name in properties) {
        const property = properties[name];
        if (!isObject(property)) continue;
        if (property[mark] === true) names.add(name);
        else if (referenceIn(property, grammar) !== undefined && facts.isLeaving(property, under(["properties", name]), direction))
          names.add(name);
      }
    }
    if (!isArray(allOf)) return;
    for (const [index, branch] of allOf.entries()) addLeaving(branch, under(["allOf", index]), names, visited);
  }

  /** The properties that say `required: true` themselves. */
  function demandedBy({ properties }: JsonObject, leaving: ReadonlySet<string>): readonly string[] {
    if (!isObject(properties)) return nothing;
    let names = nothing;
    for (const name in properties) {
      const property = properties[name];
      if (!isObject(property) || typeof property.required !== "boolean") continue;
      sayAt(inside("properties", name))(requiredOnProperty, { name }, "required");
      if (property.required && !leaving.has(name)) names = [...names, name];
    }
    return names;
  }
}

const none: ReadonlySet<string> = new Set();
const nothing: readonly string[] = [];

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
