import type { Json, JsonObject, JsonSchema } from "../../source/json/json.ts";
import { type Origin, originOfValue, type Tree } from "../../source/tree.ts";
import type { PatternCheck } from "../patterns/pattern.ts";
import type { Alternatives } from "../reason/distinguish-alternatives.ts";
import type { Reasoning } from "../reason/reasoning.ts";
import type { ReferencedSchema, SchemaTable } from "../schema-table.ts";
import { containsClosedPart, type RefusedMember } from "./closed-parts.ts";
import type { Direction, SchemaPlace } from "./converted.ts";
import type { Grammar } from "./dialect.ts";
import type { FactFinder } from "./facts.ts";
import type { Report } from "./values.ts";

export type PathStep = string | number;

/**
 * The state of a conversion. Its paths `from` and `at` change as the conversion descends. They are copied only for diagnostics and moves.
 */
export interface ConversionContext {
  readonly grammar: Grammar;
  readonly table: SchemaTable;
  readonly facts: FactFinder;
  readonly reasoning: Reasoning;
  readonly checkPattern: (pattern: string) => PatternCheck;
  /** Reports a diagnostic about the current schema. */
  readonly report: Report;
  readonly reportAt: (place: () => SchemaPlace) => Report;
  /** The location of the current schema. */
  readonly here: () => SchemaPlace;
  /** How the alternatives in the `oneOf` of the current schema are distinguished. */
  readonly distinguish: (node: JsonObject) => Alternatives;
  /** Converts the schema at the current path. */
  readonly schemaAt: (node: Json, outer: Outer) => Json;
  /** Converts the keywords of the schema at the current path. */
  readonly keywordsAt: (node: JsonObject, options: KeywordOptions) => JsonSchema;
  /** The context for a schema at another location whose conversion becomes a part of the current schema. */
  readonly elsewhere: (place: SchemaPlace) => ConversionContext;
  /** Reports an object schema that rejects a member which another schema of the same object declares. */
  readonly onClosedPart: (refused: RefusedMember) => void;
  readonly direction: Direction;
  /**
   * Whether the schema describes JSON or the parts of a form body. A schema of raw bytes becomes `fileSchema` in a form body, and remains a
   * string in JSON.
   */
  readonly content: "json" | "parts";
  /** Whether closed objects become open objects, which accept unknown members. */
  readonly opens: boolean;
  readonly tree: Tree;
  /** The path of the current schema in its tree, which changes during the conversion. */
  readonly from: PathStep[];
  /** The path of the current schema in the result, which changes during the conversion. */
  readonly at: PathStep[];
  /** The parts of the result whose path differs from their path in the tree. */
  readonly moves: { at: PathStep[]; origin: Origin }[];
  /** The schemas around the current one that are converted together with the other schemas of their object. */
  readonly composing: Set<JsonObject>;
  /** The shared schemas to which the result refers directly. */
  readonly targets: Set<ReferencedSchema>;
  /** The origins of references without a target. */
  readonly unresolved: Origin[];
}

/** What the schemas around a schema say about the members of the same value. */
export interface Outer {
  /** Members that the converted schema omits, since they are `readOnly` in an input or `writeOnly` in an output. */
  readonly omitted: ReadonlySet<string>;
  /** Members that are declared there, and that a closed schema must not reject. */
  readonly declared: ReadonlySet<string>;
}

export interface KeywordOptions extends Pick<Frame, "nullable" | "outer"> {
  readonly part: "all" | "annotations" | "assertions";
}

/** A schema whose keywords are being converted. */
export interface Frame {
  readonly node: JsonObject;
  readonly nullable: "nullable" | "as-written";
  readonly outer: Outer;
  /** Members that the converted schema omits: those of `outer`, and its own. */
  readonly omitted: ReadonlySet<string>;
  /** Names of properties whose schema has `required: true`. */
  readonly requiredByProperty: readonly string[];
  /** Keywords that the conversion of other keywords adds to the result. */
  readonly added: MutableSchema;
  /** The name of the keyword that is being converted. The conversion may change it to the name in the result. */
  name: string;
}

export type MutableSchema = { [keyword: string]: Json };

export const none: ReadonlySet<string> = new Set();

/** What a schema for another value is told. */
export const nothingOuter: Outer = { omitted: none, declared: none };

/** The relative path from the current schema to a subschema, in the tree and in the result. */
export interface PathMapping {
  readonly from: readonly PathStep[];
  readonly to: readonly PathStep[];
}

/** The mapping of a subschema whose path is the same in the tree and in the result. */
export function unmoved(...steps: readonly PathStep[]): PathMapping {
  return { from: steps, to: steps };
}

/** The location of a subschema of the current schema. */
export function inside({ tree, from }: ConversionContext, ...steps: readonly PathStep[]): () => SchemaPlace {
  const place = { tree, path: [...from, ...steps] };
  return () => place;
}

/** Whether a schema is converted to a wider one, since schemas in it are read as one object although one rejects members of another. */
export function acceptsMore(node: Json, place: () => SchemaPlace, context: ConversionContext): boolean {
  return !context.opens && context.facts.at(node, place).hasClosed && containsClosedPart({ node, tree: context.tree, place }, context);
}

/** Converts one subschema of the current schema. */
export function convertChild(node: Json, mapping: PathMapping, context: ConversionContext): Json {
  enter(mapping, context);
  const converted = context.schemaAt(node, nothingOuter);
  leave(mapping, context);
  return converted;
}

/** Converts a part of another schema, whose result has the path `to` in the result of the current schema. */
export function moved<Result>(to: readonly PathStep[], context: ConversionContext, convert: () => Result): Result {
  const mapping = { from: [], to };
  enter(mapping, context);
  const converted = convert();
  leave(mapping, context);
  return converted;
}

/** Converts one subschema of another schema, whose result becomes a part of the current schema. */
export function convertMoved(node: Json, mapping: PathMapping, context: ConversionContext): Json {
  enter(mapping, context);
  addMove(context);
  const converted = context.schemaAt(node, nothingOuter);
  leave(mapping, context);
  return converted;
}

/** Converts an array of subschemas. If no subschema changes, the result is the array itself. */
export function convertList(
  nodes: readonly Json[],
  { outer, ...mapping }: PathMapping & Pick<Frame, "outer">,
  context: ConversionContext,
): readonly Json[] {
  const { from, at } = context;
  let changed: Json[] | undefined;
  enter(mapping, context);
  for (let index = 0; index < nodes.length; index++) {
    const node = nodes[index] ?? null;
    from.push(index);
    at.push(index);
    const converted = context.schemaAt(node, outer);
    from.pop();
    at.pop();
    if (converted !== node && changed === undefined) changed = nodes.slice(0, index);
    changed?.push(converted);
  }
  leave(mapping, context);
  return changed ?? nodes;
}

export interface Renaming {
  readonly keyword: string;
  /** Returns a member's name in the result; `undefined` to omit it. */
  readonly rename: (name: string) => string | undefined;
}

/** Converts an object of subschemas. If no subschema and no name changes, the result is the object itself. */
export function convertMembers(nodes: JsonObject, { keyword, rename }: Renaming, context: ConversionContext): JsonObject {
  let changed: [string, Json][] | undefined;
  const names = Object.keys(nodes);
  for (let index = 0; index < names.length; index++) {
    const name = names[index] ?? "";
    const node = nodes[name] ?? null;
    const newName = rename(name);
    const from = [keyword, name];
    const converted =
      newName === undefined ? undefined : convertChild(node, { from, to: newName === name ? from : [keyword, newName] }, context);
    if (changed === undefined) {
      if (converted === node && newName === name) continue;
      changed = names.slice(0, index).map((earlier) => [earlier, nodes[earlier] ?? null]);
    }
    if (newName !== undefined && converted !== undefined) changed.push([newName, converted]);
  }
  return changed === undefined ? nodes : Object.fromEntries(changed);
}

function enter({ from, to }: PathMapping, context: ConversionContext): void {
  for (const step of from) context.from.push(step);
  for (const step of to) context.at.push(step);
  if (from !== to && (from.length !== to.length || from.some((step, index) => step !== to[index]))) addMove(context);
}

/** Removes the steps that `enter` added, one by one. To set `length` instead would take ten times as long. */
function leave({ from, to }: PathMapping, context: ConversionContext): void {
  for (let left = from.length; left > 0; left--) context.from.pop();
  for (let left = to.length; left > 0; left--) context.at.pop();
}

/** Records the origin of the current part of the result, whose path in the result differs from its path in the tree. */
export function addMove({ moves, at, tree, from }: ConversionContext): void {
  moves.push({ at: [...at], origin: originOfValue(tree, [...from]) });
}
