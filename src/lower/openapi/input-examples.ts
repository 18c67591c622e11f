import type { Example } from "../../document/openapi/read/operation.ts";
import { type Budget, partOf } from "../../schema/reason/budget.ts";
import type { SchemaUse } from "../../schema/schema-library.ts";
import { isArray, isObject, type Json, type JsonSchema, member } from "../../source/json/json.ts";
import { originOfValue, valueAt } from "../../source/tree.ts";
import { partAt } from "../schemas/build-schema.ts";
import type { ExampleInput, ExamplePart, ExampleValue } from "../schemas/check-examples.ts";
import type { NamedSchemas } from "../schemas/schema-source.ts";
import { followReferences, objectMembers } from "./object-members.ts";

/** A property of the input, with the document's examples for it. */
export interface DescribedInput {
  readonly key: string;
  readonly use: SchemaUse;
  readonly required: boolean;
  /** The examples of the parameter, or of the whole body if the body is one property. */
  readonly examples: readonly Example[];
  /** The name of the body's member, if the body is merged into the input. */
  readonly member: string | undefined;
  /** Whether no example fits, because the input represents the body in another form than the document, as for files. */
  readonly hasOtherForm: boolean;
}

/** The maximum number of examples of one body that are used. */
const maxBodies = 2;

/** The maximum depth of schemas for which an example is composed. */
const maxDepth = 5;

/**
 * The part of the budget for one input: the maximum number of values in it. Without this limit, recursive schemas with many members would
 * give huge inputs, which are too long for an example anyway.
 */
const maxValues = 400;

/**
 * Composes inputs from the document's examples and defaults: a minimal input with the required properties, and full inputs with all
 * properties that have a value. If the members of the body are properties and the body has examples, each of the first `maxBodies` examples
 * gives a full input. Inputs that lack a required property are omitted, and so are inputs that contain only defaults.
 */
export function composeExamples(
  inputs: readonly DescribedInput[],
  body: { readonly examples: readonly Example[]; readonly whole: SchemaUse } | undefined,
  schemas: NamedSchemas,
): ExampleInput[] {
  const hasMembers = inputs.some(({ member: name }) => name !== undefined);
  const authored = body === undefined || !hasMembers ? [] : [...body.examples, ...authoredExamples(body.whole, schemas)];
  const bodies = authored.filter(({ value }) => isObject(value)).slice(0, maxBodies);
  const compose = (of: Example | undefined, kind: Kind) =>
    composeParts(inputs, of, { kind, schemas, budget: partOf(schemas.reasoning.budget, maxValues) });
  const full = (bodies.length === 0 ? [undefined] : bodies).map((of) => compose(of, "full"));
  return [compose(bodies[0], "minimal"), ...full].filter((parts) => parts.some(({ isGiven }) => isGiven));
}

/** The properties of one example input, in the order of `inputs`. Empty if a required property has no value. */
function composeParts(inputs: readonly DescribedInput[], body: Example | undefined, composition: Composition): readonly ExamplePart[] {
  const parts = new Map<DescribedInput, ExamplePart>();
  const optional = composition.kind === "full" ? inputs.filter(({ required }) => !required) : [];
  // Required properties come first: for most tools, one of them has no example value, and then there is no example of the whole input.
  for (const input of [...inputs.filter(({ required }) => required), ...optional]) {
    const part = examplePartOf(input, body, composition);
    if (part !== undefined) parts.set(input, part);
    else if (input.required) return [];
  }
  return inputs.flatMap((input) => parts.get(input) ?? []);
}

type Kind = "minimal" | "full";

interface Composition {
  readonly kind: Kind;
  readonly schemas: NamedSchemas;
  readonly budget: Budget;
}

function examplePartOf(
  { key, use, required, examples, member: name, hasOtherForm }: DescribedInput,
  body: Example | undefined,
  composition: Composition,
): ExamplePart | undefined {
  if (hasOtherForm) return undefined;
  const common = { key, required, schema: use.schema };
  const [example] = examples;
  if (example !== undefined) return { ...common, value: coerced(example.value, use), origin: example.origin, isGiven: true };
  if (name !== undefined && body !== undefined) {
    const value = member(body.value, name);
    const { tree, path } = body.origin;
    return value === undefined ? undefined : { ...common, value, origin: originOfValue(tree, [...path, name]), isGiven: true };
  }
  const composed = composeValue(use, composition, maxDepth);
  return composed && { ...common, ...composed };
}

/**
 * A value for a schema: the one that the document states, else one composed of values for its members or items, down to `depth` further
 * levels. `undefined` if the document states too little.
 */
function composeValue(use: SchemaUse, composition: Composition, depth: number): ExampleValue | undefined {
  const { schemas, budget } = composition;
  if (!budget.spend()) return undefined;
  const [example] = authoredExamples(use, schemas);
  if (example !== undefined) return { ...example, isGiven: true };
  const target = followReferences(use, schemas);
  const { json, origin } = target.schema;
  const standard = standardValue(json);
  if (standard !== undefined) return { value: standard, origin, isGiven: false };
  if (depth === 0) return undefined;
  if (json.type === "object") return composeObject(target, composition, depth);
  if (json.type !== "array" || !isObject(json.items)) return undefined;
  const item = composeValue(partAt(target, ["items"], json.items), composition, depth - 1);
  return item && { ...item, value: [item.value], parts: new Map([[0, item]]) };
}

/** The default of a schema, or the only value that it allows. */
function standardValue({ default: standard, const: constant, enum: allowed }: JsonSchema): Json | undefined {
  return standard ?? constant ?? (isArray(allowed) && allowed.length === 1 ? allowed[0] : undefined);
}

/** An object with a value for each required member and, in a full input, for each other member that has one. */
function composeObject(use: SchemaUse, composition: Composition, depth: number): ExampleValue | undefined {
  const { kind, schemas } = composition;
  const members = (objectMembers(use, schemas) ?? []).filter(({ required }) => kind === "full" || required);
  const parts = new Map<string, ExampleValue>();
  for (const { name, required, use: each } of members) {
    const composed = composeValue(each, composition, depth - 1);
    if (composed !== undefined) parts.set(name, composed);
    else if (required) return undefined;
  }
  if (parts.size === 0) return undefined;
  const value = Object.fromEntries([...parts].map(([name, part]) => [name, part.value]));
  return { value, origin: use.schema.origin, isGiven: [...parts.values()].some((part) => part.isGiven), parts };
}

/** The authored examples of a schema or, if the schema has none, of the schema that it refers to. */
function authoredExamples(use: SchemaUse, schemas: NamedSchemas): Example[] {
  const places = [use, followReferences(use, schemas)].map(({ schema }) => schema.origin);
  for (const { tree, path } of places) {
    const node = valueAt(tree, path);
    const example = member(node, "example");
    const examples = member(node, "examples");
    if (example !== undefined) return [{ value: example, origin: originOfValue(tree, [...path, "example"]) }];
    if (isArray(examples)) return examples.map((value, index) => ({ value, origin: originOfValue(tree, [...path, "examples", index]) }));
  }
  return [];
}

/** Converts an example in serialized form, which OpenAPI 3.0 allows for parameters, such as `"10"` for 10 and `"a,b"` for an array. */
function coerced(value: Json, { schema: { json } }: SchemaUse): Json {
  if (typeof value !== "string") return value;
  if (json.type === "integer" || json.type === "number")
    return value.trim() !== "" && Number.isFinite(Number(value)) ? Number(value) : value;
  if (json.type === "boolean") return value === "true" ? true : value === "false" ? false : value;
  return json.type === "array" ? value.split(",").map((item) => item.trim()) : value;
}
