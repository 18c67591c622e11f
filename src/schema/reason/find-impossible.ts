import { isArray, isObject, type Json, type JsonObject, member } from "../../source/json/json.ts";
import type { Origin } from "../../source/tree.ts";
import type { ConvertedSchema } from "../convert/converted.ts";
import { isOfType } from "../is-of-type.ts";
import { originOf } from "../origin-of.ts";
import { sharedSchemaName } from "../references.ts";
import { type Budget, partOf, stepsOfQuestion } from "./budget.ts";
import { findBoundContradiction, findTypeContradiction } from "./contradictions.ts";
import { isObviouslyPossible, isPlain } from "./is-plain.ts";
import type { Reasoning } from "./reasoning.ts";
import {
  type AlternativeList,
  alternativeListsIn,
  isOnlyReference,
  memberIn,
  type ObjectPart,
  type SchemaPart,
  wholeOf,
} from "./schema-part.ts";
import { valuesIn } from "./variants.ts";

/** The reason why no value matches a schema, and the origin of the keyword that is the reason. */
export interface Impossible {
  readonly why: string;
  readonly origin: Origin;
  /** The origins of all keywords because of which no value matches: there are several where one requires what another rejects. */
  readonly causes: readonly Origin[];
  /** Whether the schema accepts nothing by `false` or `not: {}`. Authors write that on purpose, for a part that must not be there. */
  readonly isIntended: boolean;
}

export interface ImpossibleFinder {
  /** The reason why no value matches a schema; `undefined` if some value may match. */
  readonly find: (schema: ConvertedSchema) => Impossible | undefined;
  /** The same for a value that must match several schemas. Some value may match each of the alternatives in `decided`. */
  readonly findInAll: (parts: readonly SchemaPart[], decided?: ReadonlySet<Json>) => Impossible | undefined;
  /** All schemas that apply to a value that matches `parts`; `undefined` if one of them accepts nothing. */
  readonly conjunctsOf: (parts: readonly SchemaPart[]) => readonly ObjectPart[] | undefined;
}

const none: ReadonlySet<Json> = new Set();

/** The maximum number of nested values. */
const maxNesting = 200;

/**
 * Creates a function that finds out whether no value matches a converted schema. It considers only types, values, bounds, required members
 * and alternatives, and assumes that other keywords can be satisfied. So every result is right, but not every impossible schema is found. If
 * the steps for one schema do not suffice, it counts as possible, and the question remains open.
 */
export function createImpossibleFinder(schemas: ReadonlyMap<string, ConvertedSchema>, reasoning: Reasoning): ImpossibleFinder {
  /** A number for each schema. The key of a set of schemas consists of the schemas' numbers. */
  const numbers = new Map<Json, number>();
  /** The schemas that some value matches, and the keys of sets of schemas that some value matches together. */
  const possible = new Set<JsonObject | string>();
  /** The schemas and keys that are being checked. If a value must contain another value of the same schema, the value would be infinite. */
  const open = new Set<JsonObject | string>();
  let budget: Budget = reasoning.budget;

  /**
   * Adds to `found` the schemas of `parts`, the targets of their references and their `allOf`. The result is the reason if one of these
   * schemas accepts nothing.
   */
  function addConjuncts(parts: readonly SchemaPart[], found: Map<JsonObject, ObjectPart>): Impossible | undefined {
    // Not recursive, because a chain of references may contain all schemas of a document.
    const waiting = parts.toReversed();
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { root, path, node } = next;
      if (node === false) return acceptsNothing(originOf(root, path));
      if (!isObject(node) || found.has(node)) continue;
      found.set(node, { root, path, node });
      if (node.not === true || (isObject(node.not) && Object.keys(node.not).length === 0)) return acceptsNothing(originOf(root, path));
      const inAllOf = isArray(node.allOf) ? [...node.allOf.entries()].reverse() : [];
      for (const [index, part] of inAllOf) waiting.push({ root, path: [...path, "allOf", index], node: part });
      const target = schemas.get(sharedSchemaName(node.$ref) ?? "");
      if (target !== undefined) waiting.push({ root: target, path: [], node: target.json });
    }
    return undefined;
  }

  /**
   * The reason why no value can match all of `parts`; `undefined` if some value may match. `decided` has the lists of alternatives from
   * which an alternative was already chosen.
   */
  function check(parts: readonly SchemaPart[], decided: ReadonlySet<Json> = none): Impossible | undefined {
    const [firstPart] = parts;
    if (firstPart === undefined || isObviouslyPossible(parts)) return undefined;
    const found = new Map<JsonObject, ObjectPart>();
    const nothing = addConjuncts(parts, found);
    if (nothing !== undefined) return nothing;
    const conjuncts = [...found.values()].filter(({ node }) => !isOnlyReference(node));
    const [first] = conjuncts;
    if (first === undefined || !budget.spend()) return undefined;
    if (open.size > maxNesting) {
      budget.giveUp();
      return undefined;
    }
    const key = conjuncts.length === 1 && decided.size === 0 ? first.node : keyOf([...conjuncts.map(({ node }) => node), ...decided]);
    if (possible.has(key)) return undefined;
    if (open.has(key))
      return because("a value must contain a value of the same schema, without end", originOf(firstPart.root, firstPart.path));
    open.add(key);
    const impossible = ofConjuncts(conjuncts, decided);
    open.delete(key);
    if (impossible === undefined) possible.add(key);
    return impossible;
  }

  function keyOf(nodes: readonly Json[]): string {
    const ofNodes = nodes.map((node) => {
      const number = numbers.get(node) ?? numbers.size;
      numbers.set(node, number);
      return number;
    });
    return ofNodes.sort((a, b) => a - b).join();
  }

  function ofConjuncts(conjuncts: readonly ObjectPart[], decided: ReadonlySet<Json>): Impossible | undefined {
    const { types, clash } = findTypeContradiction(conjuncts.map(({ node }) => node));
    if (clash !== undefined) return at(conjuncts, clash.node, "type", clash.why);
    const values = findValueContradiction(conjuncts, types);
    if (values !== undefined) return values;
    if (types === undefined) return alternativesOf(conjuncts, decided);
    let reason: Impossible | undefined;
    for (const type of types) {
      const impossible = ofType(type, conjuncts);
      if (impossible === undefined) return alternativesOf(conjuncts, decided);
      reason ??= impossible;
    }
    return reason;
  }

  /** Finds the first `enum` or `const` after which no value remains that has an allowed type and that all of these schemas list. */
  function findValueContradiction(conjuncts: readonly ObjectPart[], types: readonly string[] | undefined): Impossible | undefined {
    let common: readonly Json[] | undefined;
    for (const { root, path, node } of conjuncts) {
      const own = valuesIn(node);
      if (own === undefined) continue;
      const keys = new Set(own.map((value) => JSON.stringify(value)));
      common = (common ?? own).filter((value) => keys.has(JSON.stringify(value)));
      if (types !== undefined) common = common.filter((value) => types.some((type) => isOfType(value, type)));
      if (common.length === 0) {
        const keyword = node.enum === undefined ? "const" : "enum";
        return because(`no value of \`${keyword}\` satisfies all other keywords`, originOf(root, [...path, keyword]));
      }
    }
    return undefined;
  }

  function ofType(type: string, conjuncts: readonly ObjectPart[]): Impossible | undefined {
    const clash = findBoundContradiction(
      type,
      conjuncts.map(({ node }) => node),
    );
    if (clash !== undefined) return at(conjuncts, clash.node, clash.keyword, clash.why);
    if (type === "object") return ofMembers(conjuncts);
    if (type !== "array" || !conjuncts.some(({ node }) => typeof node.minItems === "number" && node.minItems > 0)) return undefined;
    if (conjuncts.some(({ node }) => node.prefixItems !== undefined)) return undefined;
    return check(
      conjuncts.flatMap(({ root, path, node }) => (node.items === undefined ? [] : [{ root, path: [...path, "items"], node: node.items }])),
    );
  }

  function ofMembers(conjuncts: readonly ObjectPart[]): Impossible | undefined {
    for (const { root, path, node } of conjuncts) {
      for (const name of isArray(node.required) ? node.required : []) {
        if (typeof name !== "string") continue;
        // For nearly all members, this fast check is enough.
        if (conjuncts.length === 1 && isPlain(member(node.properties, name) ?? false)) continue;
        if (!budget.spend(conjuncts.length)) return undefined;
        const schemasOfMember = conjuncts.flatMap((each) => memberIn(each, name));
        const refusing = schemasOfMember.find((each) => each.node === false && each.path.at(-1) === "additionalProperties");
        if (refusing !== undefined)
          return because(
            `the member "${name}" is required but not allowed`,
            originOf(root, [...path, "required"]),
            originOf(refusing.root, refusing.path),
          );
        const impossible = check(schemasOfMember);
        if (impossible !== undefined) return impossible;
      }
    }
    return undefined;
  }

  function alternativesOf(conjuncts: readonly ObjectPart[], decided: ReadonlySet<Json>): Impossible | undefined {
    for (const union of alternativeListsIn(conjuncts, decided)) {
      const impossible = ofList(union, conjuncts, new Set([...decided, union.list]));
      if (impossible === undefined) continue;
      // Of several unions, one that accepts nothing without the others is the reason, not one that the others leave nothing of.
      const unions = [...alternativeListsIn(conjuncts, decided)];
      const all = new Set([...decided, ...unions.map(({ list }) => list)]);
      for (const each of unions.length > 1 ? unions : []) {
        const alone = ofList(each, conjuncts, all);
        if (alone !== undefined) return alone;
      }
      return impossible;
    }
    return undefined;
  }

  function ofList(
    { part, keyword, list }: AlternativeList,
    conjuncts: readonly ObjectPart[],
    decided: ReadonlySet<Json>,
  ): Impossible | undefined {
    if (!budget.spend(conjuncts.length * list.length)) return undefined;
    const { root, path } = part;
    const reasons = list.map((branch, index) => check([...conjuncts, { root, path: [...path, keyword, index], node: branch }], decided));
    const [first] = reasons;
    if (first === undefined || reasons.includes(undefined)) return undefined;
    if (list.length === 1) return first;
    const why = `no alternative of \`${keyword}\` accepts a value; for the first alternative, ${first.why}`;
    const found = because(why, originOf(root, [...path, keyword]), ...reasons.flatMap((reason) => reason?.causes ?? []));
    return { ...found, isIntended: reasons.every((reason) => reason?.isIntended) };
  }

  function findInAll(parts: readonly SchemaPart[], decided?: ReadonlySet<Json>): Impossible | undefined {
    if (isObviouslyPossible(parts)) return undefined;
    budget = partOf(reasoning.budget, stepsOfQuestion);
    const impossible = check(parts, decided);
    const asked = parts.at(-1);
    if (impossible === undefined && asked !== undefined && budget.isUsedUp())
      reasoning.leaveOpen("whether some value matches this schema", originOf(asked.root, asked.path));
    return impossible;
  }

  return {
    find: (schema) => findInAll([wholeOf(schema)]),
    findInAll,
    conjunctsOf: (parts) => {
      const found = new Map<JsonObject, ObjectPart>();
      return addConjuncts(parts, found) === undefined ? [...found.values()] : undefined;
    },
  };
}

function because(why: string, origin: Origin, ...others: readonly Origin[]): Impossible {
  return { why, origin, causes: [origin, ...others], isIntended: false };
}

function acceptsNothing(origin: Origin): Impossible {
  return { ...because("the schema accepts no value", origin), isIntended: true };
}

function at(conjuncts: readonly ObjectPart[], node: JsonObject, keyword: string, why: string): Impossible | undefined {
  const found = conjuncts.find((each) => each.node === node);
  return found && because(why, originOf(found.root, [...found.path, keyword]));
}
