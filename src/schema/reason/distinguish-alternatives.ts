import { isArray, isObject, type Json, type JsonObject } from "../../source/json/json.ts";
import type { Overlap } from "../codes.ts";
import { areDisjoint, branchesOf, type Discriminator, inheritedDiscriminator, readDiscriminator } from "../convert/discriminator.ts";
import type { ReferenceContext, SchemaNode } from "../schema-node.ts";
import { accepts, type Proof } from "./accepts.ts";
import { type Budget, partOf, stepsOfQuestion } from "./budget.ts";
import type { Reasoning } from "./reasoning.ts";
import { type Variant, variantsOf } from "./variants.ts";

/** How the alternatives of a `oneOf` are distinguished. */
export interface Alternatives {
  /** The property whose values are added to the alternatives; `undefined` if nothing is added. */
  readonly property: string | undefined;
  readonly values: readonly (JsonObject | undefined)[];
  readonly overlap: Overlap | undefined;
}

/** The pairs of alternatives that are compared for one `oneOf`. A union may have hundreds of alternatives. Beyond the limit, no overlap is found. */
const maxPairs = 500_000;

export const openDistinction = 'how the alternatives of "oneOf" differ';

interface Settings extends ReferenceContext, Pick<Proof, "direction"> {
  readonly reasoning: Reasoning;
}

/**
 * Finds out how the alternatives of a `oneOf` can be distinguished. `oneOf` rejects a value that two of its alternatives accept. But
 * authors mean such a value to be valid for the alternative that the discriminator selects, or without a discriminator, for any
 * alternative.
 */
export function distinguishAlternatives(schemaNode: SchemaNode, { reasoning, ...context }: Settings): Alternatives {
  const reading = { ...context, budget: partOf(reasoning.budget, stepsOfQuestion) };
  const proof = { ...context, depth: 0, budget: partOf(reasoning.budget, stepsOfQuestion) };
  const search = { proof, pairs: partOf(reasoning.budget, maxPairs) };
  const branches = branchesOf(schemaNode, "oneOf");
  const own =
    isObject(schemaNode.node) && schemaNode.node.discriminator !== undefined
      ? readDiscriminator(schemaNode.node.discriminator, branches, reading)
      : undefined;
  let discriminator = own;
  let overlap = own?.isDeclared === true ? undefined : overlapOf(branches, own, search);
  if (own === undefined && overlap !== undefined) {
    const inherited = inheritedDiscriminator(branches, reading);
    discriminator = inherited === undefined ? undefined : readDiscriminator(inherited, branches, reading);
    if (discriminator !== undefined && !discriminator.isDeclared) overlap = overlapOf(branches, discriminator, search);
  }
  if (reading.budget.isUsedUp() || (overlap === undefined && (proof.budget.isUsedUp() || search.pairs.isUsedUp())))
    reasoning.leaveOpen(openDistinction, schemaNode.place());
  return { ...addedValues(discriminator), overlap };
}

/** For each alternative, the schema to add for the discriminator's property, so that no object matches two alternatives. */
function addedValues(discriminator: Discriminator | undefined): Pick<Alternatives, "property" | "values"> {
  if (discriminator === undefined || discriminator.isDeclared) return { property: undefined, values: [] };
  const { property, values, isTagged, declaresValues, defaultBranch } = discriminator;
  const schemas = values.map((list, index): JsonObject | undefined => {
    if (index === defaultBranch) return { not: { enum: [...new Set(values.flatMap((each, at) => (at === index ? [] : (each ?? []))))] } };
    // An alternative may declare its value without requiring the property. Then nothing is added, since services recognize the alternative
    // by other members.
    if (list === undefined || isTagged[index] !== true || declaresValues[index] === true) return undefined;
    const [only] = list;
    return only !== undefined && list.length === 1 ? { const: only } : { enum: list };
  });
  return { property, values: schemas };
}

interface OverlapSearch {
  readonly proof: Proof;
  /** The pairs of alternatives that may still be compared. */
  readonly pairs: Budget;
}

/** The first two alternatives of which one accepts all values of the other; if there are none, the first two that have common values. */
function overlapOf(
  branches: readonly SchemaNode[],
  discriminator: Discriminator | undefined,
  { proof, pairs }: OverlapSearch,
): Overlap | undefined {
  const variants = branches.map((branch) => variantsOf([branch], proof) ?? []);
  let partial: Overlap | undefined;
  for (const [covered, own] of variants.entries()) {
    for (const [by, other] of branches.entries()) {
      if (by === covered) continue;
      if (!pairs.spend()) return partial;
      // The discriminator distinguishes only objects, so values of other types can still overlap.
      const isByProperty = isDistinguished(discriminator, covered, by);
      const isShared = (variant: Variant) => !(isByProperty && variant.type === "object") && accepts(other, variant, proof);
      const shared = own.find(isShared);
      if (shared === undefined) continue;
      if (own.every((variant) => variant === shared || isShared(variant))) return { covered, by, values: "all" };
      partial ??= { covered, by, values: { type: shared.type } };
    }
  }
  return partial;
}

/** Whether the discriminator has different values for two alternatives, so that no object matches both of them. */
function isDistinguished(discriminator: Discriminator | undefined, one: number, other: number): boolean {
  if (discriminator === undefined) return false;
  const { values, isTagged, defaultBranch } = discriminator;
  if (isTagged[one] !== true || isTagged[other] !== true) return false;
  if (one === defaultBranch || other === defaultBranch) return true;
  return areDisjoint([values[one], values[other]]);
}

/** Adds the schema of the discriminator's property, if there is one, to a converted alternative. */
export function withDiscriminatorValue(branch: Json, property: string, value: JsonObject | undefined): Json {
  if (value === undefined) return branch;
  const isNegative = value.not !== undefined;
  const added: JsonObject = { properties: { [property]: value }, ...(isNegative ? {} : { required: [property] }) };
  if (!isObject(branch)) return branch === true ? added : branch;
  if (branch.properties === undefined && branch.required === undefined) return { ...branch, ...added };
  return { ...branch, allOf: [...(isArray(branch.allOf) ? branch.allOf : []), added] };
}
