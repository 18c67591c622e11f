import { isArray, isObject, type Json, member } from "../../source/json/json.ts";
import { pushAll } from "../../source/text/push-all.ts";
import { membersOf } from "../reason/accepts.ts";
import { type SearchContext, valuesIn, variantsOf } from "../reason/variants.ts";
import { childNode, type ReferenceContext, type SchemaNode, targetOf } from "../schema-node.ts";
import { type ReferencedSchema, referenceIn } from "../schema-table.ts";

/** A discriminator, applied to the alternatives of a `oneOf` or `anyOf`. */
export interface Discriminator {
  readonly property: string;
  /** For each alternative, the values of the property that select the alternative; `undefined` if no value selects it. */
  readonly values: readonly (readonly Json[] | undefined)[];
  /** For each alternative, whether some value selects it and it accepts objects that have the property. */
  readonly isTagged: readonly boolean[];
  /** For each alternative, whether its own schema declares exactly its `values` for the property. */
  readonly declaresValues: readonly boolean[];
  /** Whether the schema of every alternative declares the alternative's values, and no value is declared twice. */
  readonly isDeclared: boolean;
  /** The index of the alternative that all other values of the property select (OpenAPI 3.2). */
  readonly defaultBranch: number | undefined;
}

/**
 * Reads a discriminator, by OpenAPI 3.2 §4.25. The values that select an alternative are its names in `mapping`, else the name of its
 * schema. Values that the alternative itself declares take precedence. The result is `undefined` if `written` has no property name.
 */
export function readDiscriminator(written: Json, branches: readonly SchemaNode[], context: SearchContext): Discriminator | undefined {
  const property = isObject(written) ? written.propertyName : written;
  if (typeof property !== "string") return undefined;
  const mapping = isObject(written) && isObject(written.mapping) ? Object.entries(written.mapping) : [];
  const own = branches.map((branch) => declaredValues(branch, property, context));
  if (areDisjoint(own))
    return {
      property,
      values: own,
      isTagged: own.map(() => true),
      declaresValues: own.map(() => true),
      isDeclared: true,
      defaultBranch: undefined,
    };
  const values = branches.map((branch, index): readonly Json[] | undefined => {
    const referred = referredBy(branch, context);
    const names = referred === undefined ? [] : namesOf(referred, mapping);
    const declared = own[index];
    if (declared === undefined) return names.length > 0 ? names : undefined;
    const common = names.filter((value) => declared.includes(value));
    return common.length > 0 ? common : declared;
  });
  const isTagged = branches.map((branch, index) => values[index] !== undefined && canHave(branch, property, context));
  const declaresValues = own.map((declared, index) => declared !== undefined && declared.length === values[index]?.length);
  const defaultName = isObject(written) ? written.defaultMapping : undefined;
  const defaultBranch = defaultName === undefined ? -1 : branches.findIndex((branch) => isNamed(referredBy(branch, context), defaultName));
  return { property, values, isTagged, declaresValues, isDeclared: false, defaultBranch: defaultBranch < 0 ? undefined : defaultBranch };
}

/** Whether all lists are defined, and no two lists have a common value. */
export function areDisjoint(lists: readonly (readonly Json[] | undefined)[]): boolean {
  const all: (readonly Json[])[] = [];
  for (const list of lists) {
    if (list === undefined) return false;
    all.push(list);
  }
  const keys = all.map((list) => new Set(list.map((value) => JSON.stringify(value))));
  return new Set(keys.flatMap((each) => [...each])).size === keys.reduce((sum, { size }) => sum + size, 0);
}

/** The values that the schema of an alternative declares for a property; `undefined` if it does not declare values. */
function declaredValues(branch: SchemaNode, property: string, context: SearchContext): readonly Json[] | undefined {
  const variants = variantsOf([branch], context);
  if (variants === undefined || variants.length === 0) return undefined;
  const found = variants.map(({ conjuncts }) => listedValues(membersOf({ conjuncts }, property), context));
  return found.every((values) => values !== undefined) ? [...new Set(found.flat())] : undefined;
}

/** The values that are listed by schemas that apply to the same value; `undefined` if some variant of these schemas lists no values. */
function listedValues(nodes: readonly SchemaNode[], context: SearchContext): readonly Json[] | undefined {
  const found: Json[] = [];
  for (const { type, conjuncts } of variantsOf(nodes, context) ?? [{ type: undefined, conjuncts: [] }]) {
    const values = conjuncts.map(({ node }) => valuesIn(node)).find((each) => each !== undefined);
    if (values === undefined && type !== "null") return undefined;
    pushAll(found, values ?? [null]);
  }
  return found.length === 0 ? undefined : [...new Set(found)];
}

/** Whether an alternative accepts objects that have the property. */
function canHave(branch: SchemaNode, property: string, context: SearchContext): boolean {
  const variants = variantsOf([branch], context) ?? [];
  return variants.some(({ type, conjuncts }) => {
    // If one part of an object declares the property, the other parts do not reject it; see `closed-parts.ts`.
    const isDeclared = conjuncts.some(({ node }) => member(node.properties, property) !== undefined);
    const isClosed = conjuncts.some(({ node }) => node.additionalProperties === false);
    return (type === undefined || type === "object") && (isDeclared || !isClosed);
  });
}

interface Referred {
  readonly reference: string | undefined;
  readonly target: ReferencedSchema;
}

/**
 * The schema that an alternative refers to, directly or through an `allOf` with one item. Such an `allOf` is the only way to add keywords
 * to a reference in OpenAPI 3.0.
 */
export function referredBy(branch: SchemaNode, context: ReferenceContext): Referred | undefined {
  const { node } = branch;
  if (!isObject(node)) return undefined;
  const target = targetOf(branch, context);
  if (target !== undefined) return { reference: referenceIn(node, context.grammar), target };
  const [only, ...others] = isArray(node.allOf) ? node.allOf : [];
  return only === undefined || others.length > 0 ? undefined : referredBy(childNode(branch, only, "allOf", 0), context);
}

function namesOf(referred: Referred, mapping: readonly (readonly [string, Json])[]): readonly string[] {
  const explicit = mapping.filter(([, to]) => isNamed(referred, to)).map(([name]) => name);
  return explicit.length === 0 && referred.target.key !== undefined ? [referred.target.key] : explicit;
}

/** Whether `name` in a mapping refers to this schema: `name` is the reference to the schema, or its key in the document. */
function isNamed(referred: Referred | undefined, name: Json): boolean {
  return referred !== undefined && (name === referred.reference || name === referred.target.key);
}

/** The discriminator of a base schema that all alternatives include by `allOf`, as for inheritance (OpenAPI 3.2 §4.25.3). */
export function inheritedDiscriminator(branches: readonly SchemaNode[], context: SearchContext): Json | undefined {
  const objects = branches.flatMap((branch) =>
    (variantsOf([branch], context) ?? []).filter(({ type }) => type === undefined || type === "object"),
  );
  const [first, ...others] = objects.map(({ conjuncts }) => conjuncts.map(({ node }) => node));
  return first?.find((node) => node.discriminator !== undefined && others.every((nodes) => nodes.includes(node)))?.discriminator;
}

/** The alternatives in the `oneOf` or `anyOf` of a schema. */
export function branchesOf(schemaNode: SchemaNode, keyword: "oneOf" | "anyOf"): readonly SchemaNode[] {
  const list = isObject(schemaNode.node) ? schemaNode.node[keyword] : undefined;
  return isArray(list) ? list.map((branch, index) => childNode(schemaNode, branch, keyword, index)) : [];
}
