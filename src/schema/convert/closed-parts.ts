import { isArray, isObject, type Json, type JsonObject } from "../../source/json/json.ts";
import { eachSubschema } from "../keywords.ts";
import { type Budget, partOf } from "../reason/budget.ts";
import type { Reasoning } from "../reason/reasoning.ts";
import { type Conjunct, childNode, isBareReference, nodeOf, type ReferenceContext, type SchemaNode, targetOf } from "../schema-node.ts";
import type { SchemaPlace } from "./converted.ts";
import type { FactFinder } from "./facts.ts";

/** A member that a closed schema rejects, although another schema of the same object declares it. */
export interface RefusedMember {
  readonly name: string;
  /** The closed schema. */
  readonly node: JsonObject;
  readonly keyword: "additionalProperties" | "unevaluatedProperties";
  readonly place: () => SchemaPlace;
}

/** The schemas that describe one object together. */
export interface Composition {
  /** The schema itself, the targets of references, and the items of `allOf`. */
  readonly parts: readonly Conjunct[];
  /** The names of all members that the parts, their alternatives and the schemas around them declare. */
  readonly names: ReadonlySet<string>;
  readonly refused: RefusedMember;
}

interface SearchContext extends ReferenceContext {
  readonly facts: FactFinder;
  readonly reasoning: Reasoning;
}

/**
 * The parts of the budget for one object, and for all schemas inside a schema. A part counts each time that it is examined. If there are more,
 * the object is read by the letter.
 */
const maxParts = 200;
const maxSchemas = 2_000;
const openQuestion = "whether a part of this object rejects the members of another part";
const none: ReadonlySet<string> = new Set();

/**
 * Finds the first member that a closed schema rejects although another schema of the same object declares it, and the schemas of the object.
 * By the letter, `additionalProperties` considers only the `properties` of its own schema, so that an object which is closed in one of its
 * parts can never have the members of the others. The result is `undefined` if there is no such member. `around` has the members that are
 * declared by the schemas around this one, of which it is an alternative.
 */
export function findClosedPart(schemaNode: SchemaNode, around: ReadonlySet<string>, context: SearchContext): Composition | undefined {
  if (!isComposed(schemaNode, around, context)) return undefined;
  const { reasoning } = context;
  const [finding, composing] = [partOf(reasoning.budget, maxParts), partOf(reasoning.budget, maxParts)];
  const isClosed = hasClosedPart(schemaNode, { ...context, budget: finding, open: new Set() });
  const found =
    isClosed && !finding.isUsedUp() ? compositionOf(schemaNode, around, { ...context, budget: composing, open: new Set() }) : undefined;
  if (finding.isUsedUp() || composing.isUsedUp()) reasoning.leaveOpen(openQuestion, schemaNode.place());
  return found;
}

/**
 * Whether `findClosedPart` finds a member in a schema, its subschemas, or the schemas that they refer to. Such a schema accepts more values
 * than its letter does. If there are too many schemas to examine, the result is `true`, which omits keywords but rejects no valid value.
 */
export function containsClosedPart(schemaNode: SchemaNode, context: SearchContext): boolean {
  const visited = new Set<Json>();
  const budget = partOf(context.reasoning.budget, maxSchemas);
  const waiting = [schemaNode];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node } = next;
    if (!isObject(node) || visited.has(node)) continue;
    if (!budget.spend()) {
      context.reasoning.leaveOpen(openQuestion, schemaNode.place());
      return true;
    }
    if (findClosedPart(next, none, context) !== undefined) return true;
    visited.add(node);
    const target = targetOf(next, context);
    if (target !== undefined && context.facts.of(target).hasClosed) waiting.push(nodeOf(target));
    if (isBareReference(node, context)) continue;
    const owner = next;
    eachSubschema(node, (child, keyword, step) => {
      waiting.push(childNode(owner, child, ...(step === undefined ? [keyword] : [keyword, step])));
    });
  }
  return false;
}

/** Whether several schemas describe the object: a cheap check, since most schemas are not composed. */
function isComposed({ node }: SchemaNode, around: ReadonlySet<string>, context: SearchContext): boolean {
  if (!isObject(node)) return false;
  if (around.size > 0 || node.allOf !== undefined) return true;
  const isReference = node[context.grammar.reference] !== undefined;
  if (isReference && isBareReference(node, context)) return false;
  const hasMembers = node.properties !== undefined || node.additionalProperties === false;
  return hasMembers && (isReference || node.oneOf !== undefined || node.anyOf !== undefined);
}

interface Search extends SearchContext {
  readonly budget: Budget;
  /** The schemas whose alternatives are being examined. An alternative may refer to the union that it is part of. */
  readonly open: Set<Json>;
}

function hasClosedPart(schemaNode: SchemaNode, search: Search): boolean {
  const parts = partsOf(schemaNode, search, (target) => search.facts.of(target).hasClosed);
  return parts.some(
    (part) =>
      closingKeyword(part.node) !== undefined ||
      within(part, search, () => alternativesOf(part).some((alternative) => hasClosedPart(alternative, search))) === true,
  );
}

/** The schema, the targets of its references, and the items of its `allOf`, also those of the targets and items. */
function partsOf(
  schemaNode: SchemaNode,
  search: Search,
  follows: (target: NonNullable<ReturnType<typeof targetOf>>) => boolean = () => true,
): readonly Conjunct[] {
  const found = new Map<JsonObject, Conjunct | undefined>();
  // Not recursive, because a chain of references may contain all schemas of a document.
  const waiting = [schemaNode];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node } = next;
    if (!isObject(node) || found.has(node)) continue;
    if (!search.budget.spend()) break;
    const isBare = isBareReference(node, search);
    found.set(node, isBare ? undefined : { ...next, node });
    const items = isBare || !isArray(node.allOf) ? [] : node.allOf;
    for (const [index, item] of [...items.entries()].reverse()) waiting.push(childNode(next, item, "allOf", index));
    const target = targetOf(next, search);
    // The facts of the target come first, since they mark the references that would not terminate.
    if (target !== undefined && follows(target) && search.facts.of(target) && !search.facts.isEndless(node)) waiting.push(nodeOf(target));
  }
  return [...found.values()].filter((each) => each !== undefined);
}

function alternativesOf(part: Conjunct): SchemaNode[] {
  return (["oneOf", "anyOf"] as const).flatMap((keyword) => {
    const list = part.node[keyword];
    return isArray(list) ? list.map((each, index) => childNode(part, each, keyword, index)) : [];
  });
}

function within<Result>({ node }: Conjunct, { open }: Search, examine: () => Result): Result | undefined {
  if (open.has(node)) return undefined;
  open.add(node);
  const result = examine();
  open.delete(node);
  return result;
}

function compositionOf(schemaNode: SchemaNode, around: ReadonlySet<string>, search: Search): Composition | undefined {
  const parts = partsOf(schemaNode, search);
  const declared = new Set([...around, ...parts.flatMap(({ node }) => ownNames(node))]);
  const names = new Set([...declared, ...parts.flatMap((part) => namesInAlternatives(part, search))]);
  const refused = refusedIn(parts, names, search) ?? refusedInAlternatives(parts, declared, search);
  return refused === undefined || search.budget.isUsedUp() ? undefined : { parts, names, refused };
}

function refusedIn(parts: readonly Conjunct[], names: ReadonlySet<string>, search: Search): RefusedMember | undefined {
  for (const part of parts) {
    const keyword = closingKeyword(part.node);
    if (keyword === undefined) continue;
    // `unevaluatedProperties` also considers the members that the subschemas of its own schema declare.
    const own = new Set(keyword === "additionalProperties" ? ownNames(part.node) : namesIn(part, search));
    for (const name of names) if (!own.has(name)) return { name, node: part.node, keyword, place: part.place };
  }
  return undefined;
}

function refusedInAlternatives(parts: readonly Conjunct[], declared: ReadonlySet<string>, search: Search): RefusedMember | undefined {
  for (const part of parts) {
    const refused = within(part, search, () => {
      for (const alternative of alternativesOf(part)) {
        const found = compositionOf(alternative, declared, search);
        if (found !== undefined) return found.refused;
      }
      return undefined;
    });
    if (refused !== undefined) return refused;
  }
  return undefined;
}

function namesInAlternatives(part: Conjunct, search: Search): readonly string[] {
  return within(part, search, () => alternativesOf(part).flatMap((alternative) => namesIn(alternative, search))) ?? [];
}

function namesIn(schemaNode: SchemaNode, search: Search): readonly string[] {
  return partsOf(schemaNode, search).flatMap((part) => [...ownNames(part.node), ...namesInAlternatives(part, search)]);
}

/** The members that a schema declares itself. The schema `false` declares that there is no such member. */
function ownNames({ properties }: JsonObject): string[] {
  return isObject(properties) ? Object.keys(properties).filter((name) => properties[name] !== false) : [];
}

/** The keyword that closes an object. A schema with patterns is not considered closed, since its other members may match a pattern. */
export function closingKeyword(node: JsonObject): RefusedMember["keyword"] | undefined {
  if (node.patternProperties !== undefined) return undefined;
  if (node.additionalProperties === false) return "additionalProperties";
  return node.unevaluatedProperties === false ? "unevaluatedProperties" : undefined;
}
