import { isArray, isObject, type Json, member } from "../source/json.ts";
import { membersOf } from "./accepts.ts";
import { conjunctsOf, type Following, type Site, siteUnder, targetOfSite } from "./site.ts";
import { type Entry, referenceIn } from "./table.ts";
import { valuesIn, variantsOf } from "./variants.ts";

/** What a discriminator says of the alternatives that it stands beside. */
export interface Discriminator {
  readonly property: string;
  /** The values of the property that lead to each alternative; `undefined` for one that it says nothing of. */
  readonly values: readonly (readonly Json[] | undefined)[];
  /** Whether objects of each alternative can be held to its values: it lists them, or may at least have the property. */
  readonly isTold: readonly boolean[];
  /** Whether an alternative says itself what the property holds, and leaves nothing to say. */
  readonly isListed: readonly boolean[];
  /** Whether the values are those that the alternatives themselves list, and tell them all apart. */
  readonly isWritten: boolean;
  /** The alternative of all other values (OpenAPI 3.2). */
  readonly otherwise: number | undefined;
}

/** OpenAPI 3.2 §4.25: explicit names, else the names of the schemas. What an alternative itself says that its property holds comes before both. */
export function readDiscriminator(written: Json, branches: readonly Site[], following: Following): Discriminator | undefined {
  const property = isObject(written) ? written.propertyName : written;
  if (typeof property !== "string") return undefined;
  const mapping = isObject(written) && isObject(written.mapping) ? Object.entries(written.mapping) : [];
  const own = branches.map((branch) => ownValues(branch, property, following));
  if (areApart(own))
    return { property, values: own, isTold: own.map(() => true), isListed: own.map(() => true), isWritten: true, otherwise: undefined };
  const values = branches.map((branch, index): readonly Json[] | undefined => {
    const referred = referredBy(branch, following);
    const said = referred === undefined ? [] : namesOf(referred, mapping);
    const listed = own[index];
    if (listed === undefined) return said.length > 0 ? said : undefined;
    const both = said.filter((value) => listed.includes(value));
    return both.length > 0 ? both : listed;
  });
  const isTold = branches.map((branch, index) => values[index] !== undefined && canHold(branch, property, following));
  const isListed = own.map((listed, index) => listed !== undefined && listed.length === values[index]?.length);
  const standard = isObject(written) ? written.defaultMapping : undefined;
  const otherwise = standard === undefined ? -1 : branches.findIndex((branch) => leadsTo(referredBy(branch, following), standard));
  return { property, values, isTold, isListed, isWritten: false, otherwise: otherwise < 0 ? undefined : otherwise };
}

/** Whether lists of values have none in common. */
export function areApart(lists: readonly (readonly Json[] | undefined)[]): boolean {
  const all: (readonly Json[])[] = [];
  for (const list of lists) {
    if (list === undefined) return false;
    all.push(list);
  }
  const texts = all.map((list) => new Set(list.map((value) => JSON.stringify(value))));
  return new Set(texts.flatMap((each) => [...each])).size === texts.reduce((sum, { size }) => sum + size, 0);
}

/** The values that an alternative itself lists for a property. */
function ownValues(branch: Site, property: string, following: Following): readonly Json[] | undefined {
  const variants = variantsOf([branch], following);
  if (variants === undefined || variants.length === 0) return undefined;
  const found = variants.map(({ conjuncts }) => listedValues(membersOf({ conjuncts }, property), following));
  return found.every((values) => values !== undefined) ? [...new Set(found.flat())] : undefined;
}

function listedValues(sites: readonly Site[], following: Following): readonly Json[] | undefined {
  for (const { node } of conjunctsOf(sites, following) ?? []) {
    const values = valuesIn(node);
    if (values !== undefined) return values;
  }
  return undefined;
}

/** Whether an alternative has objects, and they may have the property. */
function canHold(branch: Site, property: string, following: Following): boolean {
  const variants = variantsOf([branch], following) ?? [];
  return variants.some(({ type, conjuncts }) => {
    const isClosed = conjuncts.some(({ node }) => node.additionalProperties === false && member(node.properties, property) === undefined);
    return (type === undefined || type === "object") && !isClosed;
  });
}

interface Referred {
  readonly reference: string | undefined;
  readonly target: Entry;
}

/** What an alternative refers to, also where 3.0 needs an `allOf` to say something beside the reference. */
export function referredBy(branch: Site, following: Following): Referred | undefined {
  const { node } = branch;
  if (!isObject(node)) return undefined;
  const target = targetOfSite(branch, following);
  if (target !== undefined) return { reference: referenceIn(node, following.grammar), target };
  const [only, ...others] = isArray(node.allOf) ? node.allOf : [];
  return only === undefined || others.length > 0 ? undefined : referredBy(siteUnder(branch, only, "allOf", 0), following);
}

function namesOf(referred: Referred, mapping: readonly (readonly [string, Json])[]): readonly string[] {
  const explicit = mapping.filter(([, to]) => leadsTo(referred, to)).map(([name]) => name);
  return explicit.length === 0 && referred.target.key !== undefined ? [referred.target.key] : explicit;
}

/** A mapping names a schema by its reference or by its key. */
function leadsTo(referred: Referred | undefined, name: Json): boolean {
  return referred !== undefined && (name === referred.reference || name === referred.target.key);
}

/** The discriminator of a schema that all alternatives with objects are all of, as inheritance is written (OpenAPI 3.2 §4.25.3). */
export function inheritedDiscriminator(branches: readonly Site[], following: Following): Json | undefined {
  const objects = branches.flatMap((branch) =>
    (variantsOf([branch], following) ?? []).filter(({ type }) => type === undefined || type === "object"),
  );
  const [first, ...others] = objects.map(({ conjuncts }) => conjuncts.map(({ node }) => node));
  return first?.find((node) => node.discriminator !== undefined && others.every((nodes) => nodes.includes(node)))?.discriminator;
}

export function branchesOf(site: Site, keyword: "oneOf" | "anyOf"): readonly Site[] {
  const list = isObject(site.node) ? site.node[keyword] : undefined;
  return isArray(list) ? list.map((branch, index) => siteUnder(site, branch, keyword, index)) : [];
}
