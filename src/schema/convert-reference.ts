import { isArray, isObject, type Json, type JsonObject } from "../source/json.ts";
import { originOfValue } from "../source/tree.ts";
import { dynamicReference, endlessReference, unresolvedReference, unusableKeyword } from "./codes.ts";
import { type Converting, type Frame, inside } from "./converting.ts";
import type { FactFinder } from "./facts.ts";
import { type Entry, referenceIn, referenceKeyword } from "./table.ts";

/** A reference in the form `#/$defs/<name>`. */
export function convertReference(node: JsonObject, value: Json, converting: Converting): Json | undefined {
  const { table, tree, here, grammar, facts, say } = converting;
  const target = table.target(node, tree, here);
  const keyword = referenceKeyword(node, grammar);
  if (target === undefined) {
    converting.unresolved.push(originOfValue(tree, [...converting.from, keyword]));
    if (!grammar.oneRoot) say(unresolvedReference, { reference: String(value) }, keyword);
    return undefined;
  }
  if (facts.isEndless(node)) {
    say(endlessReference, {}, keyword);
    return undefined;
  }
  if (keyword === "$dynamicRef" && isAmbiguous(String(value), converting)) say(dynamicReference, { name: String(value) }, keyword);
  converting.targets.add(target);
  return `#/$defs/${nameOf(target, converting)}`;
}

/** `propertyName`, and the branch that each of its values leads to. */
export function convertDiscriminator({ node }: Frame, value: Json, converting: Converting): Json | undefined {
  const { table, tree, grammar } = converting;
  const propertyName = isObject(value) ? value.propertyName : value;
  if (typeof propertyName !== "string") {
    converting.say(unusableKeyword, { keyword: "discriminator", expected: "an object with a property name" }, "discriminator");
    return undefined;
  }
  const keyword = isArray(node.oneOf) ? "oneOf" : "anyOf";
  const branches = isArray(node[keyword]) ? node[keyword] : [];
  const explicit = isObject(value) && isObject(value.mapping) ? Object.entries(value.mapping) : [];
  const mapping = branches.flatMap((branch, index): [string, string][] => {
    if (!isObject(branch)) return [];
    const target = table.target(branch, tree, inside(converting, keyword, index));
    if (target === undefined) return [];
    const reference = referenceIn(branch, grammar);
    const values = explicit.filter(([, to]) => to === reference || to === target.key).map(([name]) => name);
    const all = values.length === 0 && target.key !== undefined ? [target.key] : values;
    return all.map((name) => [name, `#/$defs/${nameOf(target, converting)}`]);
  });
  return mapping.length === 0 ? { propertyName } : { propertyName, mapping: Object.fromEntries(mapping) };
}

/** The name that a shared schema has in inputs: one of its own only where it is another schema there. */
export function inputName(entry: Entry, facts: FactFinder): string {
  const { changesInput, changesOutput } = facts.of(entry);
  return changesInput || changesOutput ? entry.names.input : entry.names.output;
}

function nameOf(target: Entry, { direction, facts }: Converting): string {
  facts.of(target);
  return direction === "input" ? inputName(target, facts) : target.names.output;
}

function isAmbiguous(dynamic: string, { table, tree }: Converting): boolean {
  const name = dynamic.slice(dynamic.indexOf("#") + 1);
  const resources = table.identifiersOf(tree)?.resources.values() ?? [];
  return [...resources].filter(({ dynamicAnchors }) => dynamicAnchors.has(name)).length > 1;
}
