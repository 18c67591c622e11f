import { isArray, type Json, type JsonObject } from "../../source/json/json.ts";
import { originOfValue } from "../../source/tree.ts";
import { dynamicReference, endlessReference, unresolvedSchemaReference, unusableKeyword } from "../codes.ts";
import { partOf, stepsOfQuestion } from "../reason/budget.ts";
import { openDistinction } from "../reason/distinguish-alternatives.ts";
import { type ReferencedSchema, referenceKeyword } from "../schema-table.ts";
import type { ConversionContext, Frame } from "./conversion-context.ts";
import { branchesOf, readDiscriminator, referredBy } from "./discriminator.ts";
import type { FactFinder } from "./facts.ts";

/** Converts a reference to the form `#/$defs/<name>`. The result is `undefined` if the reference has no target or does not terminate. */
export function convertReference(node: JsonObject, value: Json, context: ConversionContext): Json | undefined {
  const { table, tree, here, grammar, facts, report } = context;
  const target = table.target(node, tree, here);
  const keyword = referenceKeyword(node, grammar);
  if (target === undefined) {
    context.unresolved.push(originOfValue(tree, [...context.from, keyword]));
    if (!grammar.oneRoot) report(unresolvedSchemaReference, { reference: String(value) }, keyword);
    return undefined;
  }
  if (facts.isEndless(node)) {
    report(endlessReference, {}, keyword);
    return undefined;
  }
  if (keyword === "$dynamicRef" && isAmbiguous(String(value), context)) report(dynamicReference, { name: String(value) }, keyword);
  context.targets.add(target);
  return `#/$defs/${nameOf(target, context)}`;
}

/** Converts a discriminator to its `propertyName` and a `mapping` of the property's values to references to the alternatives. */
export function convertDiscriminator({ node }: Frame, value: Json, context: ConversionContext): Json | undefined {
  const { table, tree, grammar, here, reasoning } = context;
  const keyword = isArray(node.oneOf) ? "oneOf" : "anyOf";
  const branches = branchesOf({ node, tree, place: here }, keyword);
  const budget = partOf(reasoning.budget, stepsOfQuestion);
  const discriminator = readDiscriminator(value, branches, { table, grammar, budget });
  if (budget.isUsedUp()) reasoning.leaveOpen(openDistinction, here());
  if (discriminator === undefined) {
    context.report(unusableKeyword, { keyword: "discriminator", expected: "an object with a property name" }, "discriminator");
    return undefined;
  }
  const { property: propertyName, values } = discriminator;
  const mapping = branches.flatMap((branch, index): [string, string][] => {
    const referred = referredBy(branch, { table, grammar });
    if (referred === undefined) return [];
    // A value that selects several alternatives is ambiguous, so it is omitted.
    const names = (values[index] ?? []).filter((name) => !values.some((others, other) => other !== index && others?.includes(name)));
    return names.flatMap((name) => (typeof name === "string" ? [[name, `#/$defs/${nameOf(referred.target, context)}`]] : []));
  });
  return mapping.length === 0 ? { propertyName } : { propertyName, mapping: Object.fromEntries(mapping) };
}

/** The name of a shared schema in inputs. It differs from the name in outputs only if the input schema differs from the output schema. */
export function inputName(entry: ReferencedSchema, facts: FactFinder): string {
  const { changesInput, changesOutput } = facts.of(entry);
  return changesInput || changesOutput ? entry.names.input : entry.names.output;
}

function nameOf(target: ReferencedSchema, { direction, facts }: ConversionContext): string {
  facts.of(target);
  return direction === "input" ? inputName(target, facts) : target.names.output;
}

function isAmbiguous(dynamic: string, { table, tree }: ConversionContext): boolean {
  const name = dynamic.slice(dynamic.indexOf("#") + 1);
  const resources = table.identifiersOf(tree)?.resources.values() ?? [];
  return [...resources].filter(({ dynamicAnchors }) => dynamicAnchors.has(name)).length > 1;
}
