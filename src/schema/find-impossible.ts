import { isArray, isObject, type Json, type JsonObject, member } from "../source/json.ts";
import type { Origin, Path } from "../source/tree.ts";
import { boundsClash, typesClash } from "./clashes.ts";
import type { Converted } from "./converted.ts";
import { isOfType } from "./is-of-type.ts";
import { originOf } from "./origin-of.ts";
import { nameOfReference } from "./references.ts";
import { valuesIn } from "./variants.ts";

/** Why no value fits a schema, and where that is said. */
export interface Impossible {
  readonly why: string;
  readonly origin: Origin;
}

/** A schema that holds for the value at hand, and where it stands in a converted one. */
interface Part {
  readonly holder: Converted;
  readonly path: Path;
  readonly node: Json;
}

interface Conjunct extends Part {
  readonly node: JsonObject;
}

const none: ReadonlySet<Json> = new Set();

/** Larger questions are given up: there is then no finding. */
const maxSteps = 4000;

/**
 * Says of converted schemas whether no value at all fits. It rests on types, values, bounds, required members and alternatives alone, and
 * what it does not understand it takes for possible: where it finds something, no value fits.
 */
export function createImpossibleFinder(schemas: ReadonlyMap<string, Converted>): (schema: Converted) => Impossible | undefined {
  /** Numbers for schemas, which tell the same question asked again. */
  const numbers = new Map<Json, number>();
  const possible = new Set<string>();
  /** Questions that are being asked. A value that has to hold another of its own kind has no end, so the same question again is a no. */
  const open = new Set<string>();
  let steps = 0;

  function gather({ holder, path, node }: Part, found: Map<JsonObject, Conjunct>): Impossible | undefined {
    if (node === false) return { why: "the schema accepts nothing", origin: originOf(holder, path) };
    if (!isObject(node) || found.has(node)) return undefined;
    found.set(node, { holder, path, node });
    if (node.not === true || (isObject(node.not) && Object.keys(node.not).length === 0))
      return { why: "the schema accepts nothing", origin: originOf(holder, path) };
    const target = schemas.get(nameOfReference(node.$ref) ?? "");
    const ofTarget = target && gather({ holder: target, path: [], node: target.json }, found);
    if (ofTarget !== undefined) return ofTarget;
    for (const [index, part] of (isArray(node.allOf) ? node.allOf : []).entries()) {
      const ofPart = gather({ holder, path: [...path, "allOf", index], node: part }, found);
      if (ofPart !== undefined) return ofPart;
    }
    return undefined;
  }

  /** `decided`: lists of alternatives of which one is among the parts. */
  function ask(parts: readonly Part[], decided: ReadonlySet<Json> = none): Impossible | undefined {
    const [only] = parts;
    if (only !== undefined && parts.length === 1 && isPlain(only.node)) return undefined;
    const found = new Map<JsonObject, Conjunct>();
    for (const part of parts) {
      const nothing = gather(part, found);
      if (nothing !== undefined) return nothing;
    }
    const conjuncts = [...found.values()];
    const [first] = conjuncts;
    steps += 1;
    if (first === undefined || steps > maxSteps) return undefined;
    const key = [...conjuncts.map(({ node }) => node), ...decided]
      .map(numberOf)
      .sort((a, b) => a - b)
      .join();
    if (possible.has(key)) return undefined;
    if (open.has(key)) return { why: "it has to hold another of its own kind, without end", origin: originOf(first.holder, first.path) };
    open.add(key);
    const impossible = ofConjuncts(conjuncts, decided);
    open.delete(key);
    if (impossible === undefined) possible.add(key);
    return impossible;
  }

  function numberOf(node: Json): number {
    const number = numbers.get(node) ?? numbers.size;
    numbers.set(node, number);
    return number;
  }

  function ofConjuncts(conjuncts: readonly Conjunct[], decided: ReadonlySet<Json>): Impossible | undefined {
    const types = typesClash(conjuncts.map(({ node }) => node));
    if (types.clash !== undefined) return at(conjuncts, types.clash.node, "type", types.clash.why);
    const values = valuesClash(conjuncts, types.left);
    if (values !== undefined) return values;
    if (types.left === undefined) return alternativesOf(conjuncts, decided);
    let reason: Impossible | undefined;
    for (const type of types.left) {
      const impossible = ofType(type, conjuncts);
      if (impossible === undefined) return alternativesOf(conjuncts, decided);
      reason ??= impossible;
    }
    return reason;
  }

  /** No value of one list is in another, or of a type. */
  function valuesClash(conjuncts: readonly Conjunct[], types: readonly string[] | undefined): Impossible | undefined {
    let left: readonly Json[] | undefined;
    for (const { holder, path, node } of conjuncts) {
      const own = valuesIn(node);
      if (own === undefined) continue;
      const texts = new Set(own.map((value) => JSON.stringify(value)));
      left = (left ?? own).filter((value) => texts.has(JSON.stringify(value)));
      if (types !== undefined) left = left.filter((value) => types.some((type) => isOfType(value, type)));
      if (left.length === 0)
        return { why: "none of the listed values fits", origin: originOf(holder, [...path, node.enum === undefined ? "const" : "enum"]) };
    }
    return undefined;
  }

  function ofType(type: string, conjuncts: readonly Conjunct[]): Impossible | undefined {
    const clash = boundsClash(
      type,
      conjuncts.map(({ node }) => node),
    );
    if (clash !== undefined) return at(conjuncts, clash.node, clash.keyword, clash.why);
    if (type === "object") return ofMembers(conjuncts);
    if (type !== "array" || !conjuncts.some(({ node }) => typeof node.minItems === "number" && node.minItems > 0)) return undefined;
    if (conjuncts.some(({ node }) => node.prefixItems !== undefined)) return undefined;
    return ask(
      conjuncts.flatMap(({ holder, path, node }) =>
        node.items === undefined ? [] : [{ holder, path: [...path, "items"], node: node.items }],
      ),
    );
  }

  function ofMembers(conjuncts: readonly Conjunct[]): Impossible | undefined {
    for (const { holder, path, node } of conjuncts) {
      for (const name of isArray(node.required) ? node.required : []) {
        if (typeof name !== "string") continue;
        const schemasOfMember = conjuncts.flatMap((each) => memberIn(each, name));
        const refusing = schemasOfMember.find((each) => each.node === false && each.path.at(-1) === "additionalProperties");
        if (refusing !== undefined)
          return { why: `"${name}" is required, and no such member is allowed`, origin: originOf(holder, [...path, "required"]) };
        const impossible = ask(schemasOfMember);
        if (impossible !== undefined) return impossible;
      }
    }
    return undefined;
  }

  function alternativesOf(conjuncts: readonly Conjunct[], decided: ReadonlySet<Json>): Impossible | undefined {
    for (const { holder, path, node } of conjuncts) {
      for (const keyword of ["anyOf", "oneOf"] as const) {
        const list = node[keyword];
        if (!isArray(list) || list.length === 0 || decided.has(list)) continue;
        const others = new Set([...decided, list]);
        const reasons = list.map((branch, index) => ask([...conjuncts, { holder, path: [...path, keyword, index], node: branch }], others));
        const [first] = reasons;
        if (first === undefined || reasons.includes(undefined)) continue;
        if (list.length === 1) return first;
        return { why: `none of the alternatives can be met: of the first, ${first.why}`, origin: originOf(holder, [...path, keyword]) };
      }
    }
    return undefined;
  }

  return (schema) => {
    steps = 0;
    return ask([{ holder: schema, path: [], node: schema.json }]);
  };
}

/** Whether a schema is of one type and says nothing that could refuse all values of it, as most do. */
function isPlain(node: Json): boolean {
  if (!isObject(node) || typeof node.type !== "string") return false;
  for (const keyword in node) if (refusing.has(keyword)) return false;
  return true;
}

const refusing: ReadonlySet<string> = new Set(
  "$ref allOf anyOf oneOf not enum const required minimum exclusiveMinimum minLength minItems minProperties maxProperties".split(" "),
);

function at(conjuncts: readonly Conjunct[], node: JsonObject, keyword: string, why: string): Impossible | undefined {
  const found = conjuncts.find((each) => each.node === node);
  return found && { why, origin: originOf(found.holder, [...found.path, keyword]) };
}

/** What an object schema says of the member of a name. */
function memberIn({ holder, path, node }: Conjunct, name: string): readonly Part[] {
  const own = member(node.properties, name);
  if (own !== undefined) return [{ holder, path: [...path, "properties", name], node: own }];
  if (node.additionalProperties === undefined || node.patternProperties !== undefined) return [];
  return [{ holder, path: [...path, "additionalProperties"], node: node.additionalProperties }];
}
