import { isArray, isObject, type Json, type JsonObject, member } from "../../source/json/json.ts";
import type { Origin, Path } from "../../source/tree.ts";
import type { ConvertedSchema } from "../convert/converted.ts";
import { isOfType } from "../is-of-type.ts";
import { annotations } from "../keywords.ts";
import { originOf } from "../origin-of.ts";
import { sharedSchemaName } from "../references.ts";
import { type Budget, partOf, stepsOfQuestion } from "./budget.ts";
import { findBoundContradiction, findTypeContradiction } from "./contradictions.ts";
import type { Reasoning } from "./reasoning.ts";
import { valuesIn } from "./variants.ts";

/** The reason why no value matches a schema, and the origin of the keyword that is the reason. */
export interface Impossible {
  readonly why: string;
  readonly origin: Origin;
}

/** A schema that applies to the value being considered, with its path in a converted schema. */
interface SchemaPart {
  readonly root: ConvertedSchema;
  readonly path: Path;
  readonly node: Json;
}

interface Conjunct extends SchemaPart {
  readonly node: JsonObject;
}

const none: ReadonlySet<Json> = new Set();

/** The maximum number of nested values. */
const maxNesting = 200;

/**
 * Creates a function that finds out whether no value matches a converted schema. It considers only types, values, bounds, required members
 * and alternatives, and assumes that other keywords can be satisfied. So every result is right, but not every impossible schema is found. If
 * the steps for one schema do not suffice, it counts as possible, and the question remains open.
 */
export function createImpossibleFinder(
  schemas: ReadonlyMap<string, ConvertedSchema>,
  reasoning: Reasoning,
): (schema: ConvertedSchema) => Impossible | undefined {
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
  function addConjuncts(parts: readonly SchemaPart[], found: Map<JsonObject, Conjunct>): Impossible | undefined {
    // Not recursive, because a chain of references may contain all schemas of a document.
    const waiting = parts.toReversed();
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { root, path, node } = next;
      if (node === false) return { why: "the schema accepts no value", origin: originOf(root, path) };
      if (!isObject(node) || found.has(node)) continue;
      found.set(node, { root, path, node });
      if (node.not === true || (isObject(node.not) && Object.keys(node.not).length === 0))
        return { why: "the schema accepts no value", origin: originOf(root, path) };
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
    if (firstPart === undefined || (parts.length === 1 && isPlain(firstPart.node))) return undefined;
    const found = new Map<JsonObject, Conjunct>();
    const nothing = addConjuncts(parts, found);
    if (nothing !== undefined) return nothing;
    const conjuncts = [...found.values()].filter(({ node }) => !isBareReference(node));
    const [first] = conjuncts;
    if (first === undefined || !budget.spend()) return undefined;
    if (open.size > maxNesting) {
      budget.giveUp();
      return undefined;
    }
    const key = conjuncts.length === 1 && decided.size === 0 ? first.node : keyOf([...conjuncts.map(({ node }) => node), ...decided]);
    if (possible.has(key)) return undefined;
    if (open.has(key))
      return { why: "a value must contain a value of the same schema, without end", origin: originOf(firstPart.root, firstPart.path) };
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

  function ofConjuncts(conjuncts: readonly Conjunct[], decided: ReadonlySet<Json>): Impossible | undefined {
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
  function findValueContradiction(conjuncts: readonly Conjunct[], types: readonly string[] | undefined): Impossible | undefined {
    let common: readonly Json[] | undefined;
    for (const { root, path, node } of conjuncts) {
      const own = valuesIn(node);
      if (own === undefined) continue;
      const keys = new Set(own.map((value) => JSON.stringify(value)));
      common = (common ?? own).filter((value) => keys.has(JSON.stringify(value)));
      if (types !== undefined) common = common.filter((value) => types.some((type) => isOfType(value, type)));
      if (common.length === 0) {
        const keyword = node.enum === undefined ? "const" : "enum";
        return { why: `no value of \`${keyword}\` satisfies all other keywords`, origin: originOf(root, [...path, keyword]) };
      }
    }
    return undefined;
  }

  function ofType(type: string, conjuncts: readonly Conjunct[]): Impossible | undefined {
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

  function ofMembers(conjuncts: readonly Conjunct[]): Impossible | undefined {
    for (const { root, path, node } of conjuncts) {
      for (const name of isArray(node.required) ? node.required : []) {
        if (typeof name !== "string") continue;
        // For nearly all members, this fast check is enough.
        if (conjuncts.length === 1 && isPlain(member(node.properties, name) ?? false)) continue;
        if (!budget.spend(conjuncts.length)) return undefined;
        const schemasOfMember = conjuncts.flatMap((each) => memberIn(each, name));
        const refusing = schemasOfMember.find((each) => each.node === false && each.path.at(-1) === "additionalProperties");
        if (refusing !== undefined)
          return { why: `the member "${name}" is required but not allowed`, origin: originOf(root, [...path, "required"]) };
        const impossible = check(schemasOfMember);
        if (impossible !== undefined) return impossible;
      }
    }
    return undefined;
  }

  function alternativesOf(conjuncts: readonly Conjunct[], decided: ReadonlySet<Json>): Impossible | undefined {
    for (const { root, path, node } of conjuncts) {
      for (const keyword of ["anyOf", "oneOf"] as const) {
        const list = node[keyword];
        if (!isArray(list) || list.length === 0 || decided.has(list)) continue;
        const others = new Set([...decided, list]);
        if (!budget.spend(conjuncts.length * list.length)) return undefined;
        const reasons = list.map((branch, index) => check([...conjuncts, { root, path: [...path, keyword, index], node: branch }], others));
        const [first] = reasons;
        if (first === undefined || reasons.includes(undefined)) continue;
        if (list.length === 1) return first;
        return {
          why: `no alternative of \`${keyword}\` accepts a value; for the first alternative, ${first.why}`,
          origin: originOf(root, [...path, keyword]),
        };
      }
    }
    return undefined;
  }

  return (schema) => {
    budget = partOf(reasoning.budget, stepsOfQuestion);
    const impossible = check([{ root: schema, path: [], node: schema.json }]);
    if (impossible === undefined && budget.isUsedUp()) reasoning.leaveOpen("whether some value matches this schema", schema.origin);
    return impossible;
  };
}

/** Whether a schema obviously accepts some value. Most schemas do. */
function isPlain(node: Json): boolean {
  if (!isObject(node)) return false;
  for (const keyword in node) {
    if (refusing.has(keyword) && !(keyword === "enum" && isFirstFitting(node))) return false;
    const upperBound = bounds.get(keyword);
    if (upperBound !== undefined && node[upperBound] !== undefined) return false;
  }
  return true;
}

/** Whether a schema is only a reference. Its target is checked separately. */
function isBareReference(node: JsonObject): boolean {
  for (const keyword in node) if (keyword !== "$ref" && !annotations.has(keyword)) return false;
  return node.$ref !== undefined;
}

function isFirstFitting({ type, enum: values }: JsonObject): boolean {
  return typeof type === "string" && isArray(values) && values[0] !== undefined && isOfType(values[0], type);
}

/** Keywords that may reject every value. `minItems` is one of these, because the schema of the required items may accept no value. */
const refusing: ReadonlySet<string> = new Set(
  "$ref allOf anyOf oneOf not enum const required minimum exclusiveMinimum minItems".split(" "),
);

/** Lower bounds, each with the upper bound. A lower bound rejects every value only together with its upper bound. */
const bounds: ReadonlyMap<string, string> = new Map([
  ["minLength", "maxLength"],
  ["minProperties", "maxProperties"],
]);

function at(conjuncts: readonly Conjunct[], node: JsonObject, keyword: string, why: string): Impossible | undefined {
  const found = conjuncts.find((each) => each.node === node);
  return found && { why, origin: originOf(found.root, [...found.path, keyword]) };
}

/** The schema that a conjunct has for a member; empty if the conjunct does not constrain the member. */
function memberIn({ root, path, node }: Conjunct, name: string): readonly SchemaPart[] {
  const own = member(node.properties, name);
  if (own !== undefined) return [{ root, path: [...path, "properties", name], node: own }];
  if (node.additionalProperties === undefined || node.patternProperties !== undefined) return [];
  return [{ root, path: [...path, "additionalProperties"], node: node.additionalProperties }];
}
