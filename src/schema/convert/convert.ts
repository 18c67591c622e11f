import { isArray, isObject, type Json, type JsonObject, type JsonSchema } from "../../source/json/json.ts";
import { type Origin, originOfValue } from "../../source/tree.ts";
import { unusableKeyword } from "../codes.ts";
import { annotations } from "../keywords.ts";
import type { PatternCheck } from "../patterns/pattern.ts";
import { type Alternatives, distinguishAlternatives } from "../reason/distinguish-alternatives.ts";
import type { Reasoning } from "../reason/reasoning.ts";
import { type SchemaNode, targetOf } from "../schema-node.ts";
import { type ReferencedSchema, referenceIn, referenceKeyword, type SchemaTable } from "../schema-table.ts";
import { checkBounds } from "./check-bounds.ts";
import { findClosedPart, type RefusedMember } from "./closed-parts.ts";
import {
  addMove,
  type ConversionContext,
  type Frame,
  type KeywordOptions,
  type MutableSchema,
  nothingOuter,
  type Outer,
} from "./conversion-context.ts";
import { convertAsOneObject } from "./convert-as-one-object.ts";
import { convertKeyword } from "./convert-keyword.ts";
import { convertReference } from "./convert-reference.ts";
import type { ConvertedSchema, Direction, SchemaPlace } from "./converted.ts";
import type { Grammar } from "./dialect.ts";
import { branchesOf } from "./discriminator.ts";
import type { FactFinder } from "./facts.ts";
import { fileSchema, isFileSchema } from "./file-schema.ts";
import { isNullable } from "./nullable.ts";
import { requiredProperties, withOmitted } from "./omitted-members.ts";
import type { Report } from "./values.ts";

export interface Conversion {
  readonly schema: ConvertedSchema;
  /** The shared schemas to which the schema refers directly. */
  readonly targets: ReadonlySet<ReferencedSchema>;
  /** The origins of references without a target. */
  readonly unresolved: readonly Origin[];
}

export interface ConversionRequest {
  readonly place: SchemaPlace;
  readonly node: Json;
  readonly direction: Direction;
  readonly content: ConversionContext["content"];
}

export interface ConverterOptions {
  readonly grammar: Grammar;
  readonly table: SchemaTable;
  readonly facts: FactFinder;
  readonly reasoning: Reasoning;
  /** Whether output schemas accept unknown members where the authored object schema is closed. */
  readonly opened: boolean;
  readonly checkPattern: (pattern: string) => PatternCheck;
  /** Reports diagnostics about the schema at a location. */
  readonly reportAt: (place: () => SchemaPlace) => Report;
  /** Called for each `nullable` that has no effect in the dialect. */
  readonly onIgnoredNullable: (node: JsonObject, place: () => SchemaPlace) => void;
  /** Called for each schema that rejects a member which another schema of the same object declares. */
  readonly onClosedPart: (refused: RefusedMember) => void;
}

/** Keywords that may reject null even if `type` allows it. */
const refusing = ["allOf", "anyOf", "oneOf", "not", "if", "const"] as const;

/**
 * Creates a function that converts one schema to 2020-12. Parts that do not change are shared with the original schema. Each change of a
 * part's path is recorded as a move. The inner functions are created once, because a document has thousands of schemas and most are small.
 */
export function createConverter(options: ConverterOptions): (request: ConversionRequest) => Conversion {
  const { grammar, table, facts, reasoning, opened, checkPattern, reportAt, onIgnoredNullable, onClosedPart } = options;
  const alternatives: Readonly<Record<Direction, Map<JsonObject | string, Alternatives>>> = { input: new Map(), output: new Map() };
  const numbers = new Map<ReferencedSchema, number>();

  return ({ place, node, direction, content }) => {
    const { tree, path } = place;
    const context = contextAt(place, {
      direction,
      content,
      opens: opened && direction === "output",
      at: [],
      moves: [],
      composing: new Set(),
      targets: new Set(),
      unresolved: [],
    });
    const converted = schemaAt(node, nothingOuter, context);
    // In the IR, each schema is an object: `{}` stands for `true`, `{ not: {} }` for `false`.
    const json = isObject(converted) ? converted : converted === false ? { not: {} } : {};
    const { moves, targets, unresolved } = context;
    return { schema: { json, origin: originOfValue(tree, path), moves }, targets, unresolved };
  };

  /**
   * The context of the schema at a location. What is the same in the whole conversion is in `shared`. All members are written out: to
   * spread `shared` would take several times as long, and each parameter and response has a context.
   */
  function contextAt({ tree, path }: SchemaPlace, shared: SharedContext): ConversionContext {
    const { direction, content, opens, at, moves, composing, targets, unresolved } = shared;
    const here = (): SchemaPlace => ({ tree, path: [...context.from] });
    const context: ConversionContext = {
      grammar,
      table,
      facts,
      reasoning,
      checkPattern,
      reportAt,
      onClosedPart,
      direction,
      content,
      opens,
      at,
      moves,
      composing,
      targets,
      unresolved,
      report: reportAt(here),
      here,
      distinguish: (schema) => alternativesOf({ node: schema, tree, place: here }, direction),
      schemaAt: (schema, outer) => schemaAt(schema, outer, context),
      keywordsAt: (schema, options) => convertKeywords(schema, options, context),
      elsewhere: (place) => contextAt(place, shared),
      tree,
      from: [...path],
    };
    return context;
  }

  /** Analyzes the `oneOf` of a schema, only once for each direction, since a document may use the same alternatives repeatedly. */
  function alternativesOf(schemaNode: SchemaNode & { readonly node: JsonObject }, direction: Direction): Alternatives {
    const key = keyOfAlternatives(schemaNode);
    let known = alternatives[direction].get(key);
    if (known === undefined) {
      known = distinguishAlternatives(schemaNode, { table, grammar, direction, reasoning });
      alternatives[direction].set(key, known);
    }
    return known;
  }

  /** A key of the alternatives of a schema. Schemas whose alternatives are only references, to the same schemas, have the same key. */
  function keyOfAlternatives(schemaNode: SchemaNode & { readonly node: JsonObject }): JsonObject | string {
    const keys: Json[] = [schemaNode.node.discriminator ?? null];
    for (const branch of branchesOf(schemaNode, "oneOf")) {
      const target = isObject(branch.node) && Object.keys(branch.node).length === 1 ? targetOf(branch, { table, grammar }) : undefined;
      if (target === undefined) return schemaNode.node;
      const number = numbers.get(target) ?? numbers.size;
      numbers.set(target, number);
      keys.push(branch.node, number);
    }
    return JSON.stringify(keys);
  }

  function schemaAt(node: Json, outer: Outer, context: ConversionContext): Json {
    if (typeof node === "boolean") return node;
    const { report, here, content, from } = context;
    if (!isObject(node)) {
      report(unusableKeyword, { keyword: String(from.at(-1)), expected: "a schema" }, undefined);
      return {};
    }
    if (node.type === "file" || (content === "parts" && isBytes(node, context))) return fileSchema;
    if (!grammar.nullable && node.nullable === true) onIgnoredNullable(node, here);
    const allowsNull = isNullable(node, grammar);
    if (allowsNull && (referenceIn(node, grammar) !== undefined || refusing.some((keyword) => node[keyword] !== undefined)))
      return nullOr(node, outer, context);
    return convertObject(node, { part: "all", nullable: allowsNull ? "nullable" : "as-written", outer }, context);
  }
}

type SharedContext = Pick<ConversionContext, "direction" | "content" | "opens" | "at" | "moves" | "composing" | "targets" | "unresolved">;

function isBytes(node: JsonObject, { table, tree, here }: ConversionContext): boolean {
  return isFileSchema(node) || isFileSchema(table.target(node, tree, here)?.node);
}

/** Converts `nullable` beside keywords that would reject null. The result is an `anyOf`: a value is null, or matches the keywords. */
function nullOr(node: JsonObject, outer: Outer, context: ConversionContext): JsonSchema {
  const outside = convertKeywords(node, { part: "annotations", nullable: "as-written", outer }, context);
  context.at.push("anyOf", 0);
  addMove(context);
  const inner = convertObject(node, { part: "assertions", nullable: "as-written", outer }, context);
  context.at.length -= 2;
  return { ...outside, anyOf: [inner, { type: "null" }] };
}

/** Converts a schema together with the other schemas of its object if one of them is closed and rejects the members of another. */
function convertObject(node: JsonObject, options: KeywordOptions, context: ConversionContext): JsonSchema {
  const { opens, composing, tree, here } = context;
  // Such a schema is no reference, so it would have no end if its members contain it. There, it accepts any value.
  if (composing.has(node)) return convertKeywords(node, { ...options, part: "annotations" }, context);
  const composition = opens ? undefined : findClosedPart({ node, tree, place: here }, options.outer.declared, context);
  if (composition === undefined) return convertKeywords(node, options, context);
  composing.add(node);
  const converted = convertAsOneObject(node, composition, options, context);
  composing.delete(node);
  return converted;
}

function convertKeywords(node: JsonObject, { part, nullable, outer }: KeywordOptions, context: ConversionContext): JsonSchema {
  const { grammar } = context;
  const reference = referenceIn(node, grammar) === undefined ? undefined : referenceKeyword(node, grammar);
  const isBare = reference !== undefined && !grammar.appliesReferenceSiblings;
  const omitted = isBare ? outer.omitted : withOmitted(node, outer.omitted, context);
  const requiredByProperty = requiredProperties(node, omitted, context);
  const added: MutableSchema = {};
  const frame: Frame = { node, nullable, outer, omitted, requiredByProperty, added, name: "" };
  let changed: MutableSchema | undefined = part === "all" ? undefined : {};

  for (const keyword in node) {
    const value = node[keyword];
    if (value === undefined) continue;
    if (part !== "all" && annotations.has(keyword) !== (part === "annotations")) continue;
    let result: Json | undefined;
    frame.name = keyword;
    if (keyword === reference) {
      frame.name = "$ref";
      result = convertReference(node, value, context);
    } else if (!isBare || annotations.has(keyword)) {
      result = convertKeyword(frame, value, context);
    }
    if (changed === undefined) {
      if (result === value && frame.name === keyword) continue;
      changed = copyBefore(keyword, node);
    }
    if (result !== undefined) changed[frame.name] = result;
  }
  if (requiredByProperty.length > 0 && !isArray(node.required) && part !== "annotations") added.required = requiredByProperty;
  for (const name in added) {
    changed ??= { ...node };
    const [one, two] = [changed[name], added[name] ?? null];
    changed[name] = isArray(one) && isArray(two) ? [...one, ...two] : two;
  }
  const converted = changed ?? node;
  if (part !== "annotations") checkBounds(converted, context);
  return converted;
}

/** A copy of a schema that has only the keywords before the keyword `end`. */
function copyBefore(end: string, node: JsonObject): MutableSchema {
  const copy: MutableSchema = {};
  for (const keyword in node) {
    if (keyword === end) break;
    const value = node[keyword];
    if (value !== undefined) copy[keyword] = value;
  }
  return copy;
}
