import type { Json, JsonObject } from "../source/json.ts";
import { type Origin, originOfValue, type Tree } from "../source/tree.ts";
import type { Direction, SchemaPlace } from "./converted.ts";
import type { Grammar } from "./dialect.ts";
import type { Alternatives } from "./distinguish-alternatives.ts";
import type { FactFinder } from "./facts.ts";
import type { PatternCheck } from "./pattern.ts";
import type { SchemaTable, SharedSchema } from "./table.ts";
import type { Report } from "./values.ts";

export type PathStep = string | number;

/** A conversion that is under way. It moves through the schema; paths are copied only where something is said or moved. */
export interface ConversionContext {
  readonly grammar: Grammar;
  readonly table: SchemaTable;
  readonly facts: FactFinder;
  readonly checkPattern: (pattern: string) => PatternCheck;
  /** Says something about the schema at hand. */
  readonly report: Report;
  readonly reportAt: (place: () => SchemaPlace) => Report;
  readonly here: () => SchemaPlace;
  /** How the alternatives of the `oneOf` of the schema at hand are told apart. */
  readonly distinguish: (node: JsonObject) => Alternatives;
  /** Converts the schema that stands where the conversion is. */
  readonly schemaAt: (node: Json, outerOmitted: ReadonlySet<string>) => Json;
  readonly direction: Direction;
  /** Strings of raw bytes are files in the parts of a form, and plain strings in JSON. */
  readonly content: "json" | "parts";
  /** Whether objects that refuse unknown members come to accept them. */
  readonly opens: boolean;
  readonly tree: Tree;
  /** Where the schema at hand was written, from the root of its tree. */
  readonly from: PathStep[];
  /** Where it stands in the result. */
  readonly at: PathStep[];
  readonly moves: { at: PathStep[]; origin: Origin }[];
  readonly targets: Set<SharedSchema>;
  readonly unresolved: Origin[];
}

/** A schema whose keywords are being converted. */
export interface Frame {
  readonly node: JsonObject;
  readonly nullable: "nullable" | "as-written";
  /** Members that this direction leaves out. */
  readonly omitted: ReadonlySet<string>;
  /** Properties that say themselves that they are required. */
  readonly requiredByProperty: readonly string[];
  /** Keywords that come from others. */
  readonly added: MutableSchema;
  /** What the keyword at hand is called in the result. */
  name: string;
}

export type MutableSchema = { [keyword: string]: Json };

export const none: ReadonlySet<string> = new Set();

/** The steps from the schema at hand to one inside of it: as it is written, and in the result. */
export interface PathMapping {
  readonly from: readonly PathStep[];
  readonly to: readonly PathStep[];
}

/** The way to what stays where it is. */
export function unmoved(...steps: readonly PathStep[]): PathMapping {
  return { from: steps, to: steps };
}

/** The place of a schema inside of the one at hand. */
export function inside({ tree, from }: ConversionContext, ...steps: readonly PathStep[]): () => SchemaPlace {
  const place = { tree, path: [...from, ...steps] };
  return () => place;
}

export function convertChild(node: Json, mapping: PathMapping, context: ConversionContext): Json {
  enter(mapping, context);
  const converted = context.schemaAt(node, none);
  leave(mapping, context);
  return converted;
}

/** The list itself where nothing in it changes. */
export function convertList(
  nodes: readonly Json[],
  { omitted, ...mapping }: PathMapping & Pick<Frame, "omitted">,
  context: ConversionContext,
): readonly Json[] {
  const { from, at } = context;
  let changed: Json[] | undefined;
  enter(mapping, context);
  for (let index = 0; index < nodes.length; index++) {
    const node = nodes[index] ?? null;
    from.push(index);
    at.push(index);
    const converted = context.schemaAt(node, omitted);
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
  /** What a member is called in the result; `undefined` for one that is left out. */
  readonly rename: (name: string) => string | undefined;
}

/** The object itself where nothing in it changes. */
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

// Step by step, as `length -= 1` takes ten times as long.
function leave({ from, to }: PathMapping, context: ConversionContext): void {
  for (let left = from.length; left > 0; left--) context.from.pop();
  for (let left = to.length; left > 0; left--) context.at.pop();
}

/** Remembers that what stands here in the result was written elsewhere than its place says. */
export function addMove({ moves, at, tree, from }: ConversionContext): void {
  moves.push({ at: [...at], origin: originOfValue(tree, [...from]) });
}
