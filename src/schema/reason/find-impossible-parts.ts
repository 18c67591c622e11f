import { isArray, isObject, type Json, member } from "../../source/json/json.ts";
import type { ConvertedSchema } from "../convert/converted.ts";
import type { Impossible, ImpossibleFinder } from "./find-impossible.ts";
import { isPlain } from "./is-plain.ts";
import type { Reasoning } from "./reasoning.ts";
import { isOnlyReference, memberIn, type ObjectPart, type SchemaPart, wholeOf } from "./schema-part.ts";

/** A part of a value. `of` is the name of the member that has the part; it is empty if the whole value has the part. */
export type ValuePart =
  | { readonly kind: "member"; readonly name: string }
  | { readonly kind: "items" | "other-members"; readonly of: string }
  | { readonly kind: "alternative"; readonly of: string; readonly keyword: "anyOf" | "oneOf"; readonly index: number };

/** A part that no value fits, in a schema that accepts values without this part. */
export interface ImpossiblePart {
  readonly part: ValuePart;
  readonly impossible: Impossible;
}

/** The values of a part: all schemas in `schemas` apply to them. */
interface PartValues {
  readonly part: ValuePart | undefined;
  readonly schemas: readonly SchemaPart[];
  /** For an alternative, the list that contains it. The last of `schemas` is the alternative, and the others are beside the list. */
  readonly list?: Json;
}

/**
 * Creates a function that finds the outermost parts of a schema that no value fits: optional members, items and alternatives. It finds
 * nothing in a schema that accepts no value at all. It does not enter the shared schemas that the schema refers to.
 */
export function createImpossiblePartFinder(
  finder: ImpossibleFinder,
  { budget, leaveOpen }: Reasoning,
): (schema: ConvertedSchema) => readonly ImpossiblePart[] {
  return (schema) => {
    const found: ImpossiblePart[] = [];
    const entered = new Set<Json>();
    const waiting: PartValues[] = [{ part: undefined, schemas: [wholeOf(schema)] }];
    const takeSteps = (steps: number): boolean => {
      const areLeft = budget.spend(steps);
      if (!areLeft) leaveOpen("whether some value matches each part of this schema", schema.origin);
      return areLeft;
    };
    for (let next = waiting.pop(); next !== undefined && takeSteps(1); next = waiting.pop()) {
      const { part, schemas, list } = next;
      const impossible = finder.findInAll(schemas, list === undefined ? undefined : new Set([list]));
      if (impossible !== undefined) {
        if (part !== undefined && !impossible.isIntended) found.push({ part, impossible });
        continue;
      }
      const own = list === undefined ? schemas : schemas.slice(-1);
      if (own.every(({ node }) => entered.has(node) || !mayHaveParts(node)) || (part !== undefined && isShared(own))) continue;
      for (const { node } of own) entered.add(node);
      const conjuncts = finder.conjunctsOf(own) ?? [];
      const names = namesOfMembers(conjuncts);
      const searched = names.filter((name) => !isPlainMember(name, conjuncts));
      if (!takeSteps(names.length - searched.length)) break;
      const parts = partsOf(conjuncts, searched, part);
      // A part that only a shared schema describes is a part of that schema.
      waiting.push(...parts.filter(({ schemas: [first, second] }) => first?.root === schema || second !== undefined).reverse());
    }
    return found;
  };
}

/** Keywords whose schemas apply to a part of the value, or that lead to schemas with such keywords. */
const withParts = ["properties", "items", "prefixItems", "additionalProperties", "anyOf", "oneOf", "allOf", "$ref"];

function mayHaveParts(node: Json): boolean {
  return isObject(node) && withParts.some((keyword) => node[keyword] !== undefined);
}

function isShared([first, second]: readonly SchemaPart[]): boolean {
  return second === undefined && first !== undefined && isObject(first.node) && isOnlyReference(first.node);
}

/** The parts of the values to which all of `conjuncts` apply. */
function partsOf(conjuncts: readonly ObjectPart[], names: readonly string[], outer: ValuePart | undefined): PartValues[] {
  const of = nameOf(outer);
  const members = names.map((name): PartValues => {
    return { part: { kind: "member", name }, schemas: conjuncts.flatMap((each) => memberIn(each, name)) };
  });
  const others: PartValues = { part: { kind: "other-members", of }, schemas: schemasAt(conjuncts, "additionalProperties") };
  const isTuple = conjuncts.some(({ node }) => node.prefixItems !== undefined);
  const items: PartValues = { part: { kind: "items", of }, schemas: isTuple ? [] : schemasAt(conjuncts, "items") };
  return [...members, ...[others, items].filter(({ schemas }) => schemas.length > 0), ...alternativesOf(conjuncts, of)];
}

function namesOfMembers(conjuncts: readonly ObjectPart[]): readonly string[] {
  return [...new Set(conjuncts.flatMap(({ node }) => (isObject(node.properties) ? Object.keys(node.properties) : [])))];
}

/** Whether a look at the schema of a member shows that some value matches the member and all of its parts. This is so for most members. */
function isPlainMember(name: string, [only, second]: readonly ObjectPart[]): boolean {
  const own = second === undefined ? member(only?.node.properties, name) : undefined;
  return own !== undefined && isPlain(own) && !mayHaveParts(own);
}

function schemasAt(conjuncts: readonly ObjectPart[], keyword: "items" | "additionalProperties"): SchemaPart[] {
  return conjuncts.flatMap(({ root, path, node: { [keyword]: node } }) =>
    node === undefined ? [] : [{ root, path: [...path, keyword], node }],
  );
}

/** Each alternative with the schema that contains it. Schemas around that one may narrow it to some of its alternatives, on purpose. */
function alternativesOf(conjuncts: readonly ObjectPart[], of: string): PartValues[] {
  return conjuncts.flatMap((conjunct) =>
    (["anyOf", "oneOf"] as const).flatMap((keyword) => {
      const list = conjunct.node[keyword];
      if (!isArray(list)) return [];
      return list.map((node, index): PartValues => {
        const alternative = { root: conjunct.root, path: [...conjunct.path, keyword, index], node };
        return { part: { kind: "alternative", of, keyword, index }, schemas: [conjunct, alternative], list };
      });
    }),
  );
}

function nameOf(part: ValuePart | undefined): string {
  if (part === undefined) return "";
  return part.kind === "member" ? part.name : part.of;
}
