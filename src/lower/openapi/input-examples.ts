import type { Example } from "../../document/openapi/operation.ts";
import type { SchemaUse } from "../../schema/schema-library.ts";
import { isArray, isObject, type Json, member } from "../../source/json.ts";
import { type Origin, originOfValue, valueAt } from "../../source/tree.ts";
import { partAt } from "../build-schema.ts";
import type { ExampleInput, ExamplePart } from "../check-examples.ts";
import type { NamedSchemas } from "../schema-source.ts";
import { followReferences, objectMembers } from "./object-members.ts";

/** A property of the input, and the examples of the document for it. */
export interface DescribedInput {
  readonly key: string;
  readonly use: SchemaUse;
  readonly required: boolean;
  /** Of a parameter, or of the whole body where it is one property. */
  readonly examples: readonly Example[];
  /** The name of the member where it is one of a merged body. */
  readonly member: string | undefined;
  /** Whether a model gives it in another form than the document, so that no example applies. */
  readonly hasNone: boolean;
}

/** The most examples of a body that are used. */
const mostBodies = 2;

/** The deepest schema that an example is composed for. */
const maxDepth = 5;

/** The most values that are looked for in one input. Examples with more are too long to be used, and schemas may fan out without end. */
const mostValues = 400;

/**
 * Composes inputs of the document's examples and defaults: one with what is required, and one with all that has a value, for each of the
 * first examples of a merged body. Inputs that would lack something required are omitted, and so are those of defaults alone.
 */
export function composeExamples(
  inputs: readonly DescribedInput[],
  body: { readonly examples: readonly Example[]; readonly whole: SchemaUse } | undefined,
  schemas: NamedSchemas,
): ExampleInput[] {
  const hasMembers = inputs.some(({ member: name }) => name !== undefined);
  const authored = body === undefined || !hasMembers ? [] : [...body.examples, ...authoredExamples(body.whole, schemas)];
  const bodies = authored.filter(({ value }) => isObject(value)).slice(0, mostBodies);
  const compose = (of: Example | undefined, kind: Kind) => composeParts(inputs, of, { kind, schemas, budget: { left: mostValues } });
  const full = (bodies.length === 0 ? [undefined] : bodies).map((of) => compose(of, "full"));
  return [compose(bodies[0], "minimal"), ...full].filter((parts) => parts.some(({ isGiven }) => isGiven));
}

/** The parts of an input in their order; empty if a required one has no value. */
function composeParts(inputs: readonly DescribedInput[], body: Example | undefined, composition: Composition): readonly ExamplePart[] {
  const parts = new Map<DescribedInput, ExamplePart>();
  const optional = composition.kind === "full" ? inputs.filter(({ required }) => !required) : [];
  // Most inputs lack a required value, and the optional ones are then not needed.
  for (const input of [...inputs.filter(({ required }) => required), ...optional]) {
    const part = partOf(input, body, composition);
    if (part !== undefined) parts.set(input, part);
    else if (input.required) return [];
  }
  return inputs.flatMap((input) => parts.get(input) ?? []);
}

type Kind = "minimal" | "full";

interface Composition {
  readonly kind: Kind;
  readonly schemas: NamedSchemas;
  readonly budget: { left: number };
}

interface ComposedValue {
  readonly value: Json;
  readonly origin: Origin;
  /** Whether it has an example, and not only defaults. */
  readonly isGiven: boolean;
}

function partOf(
  { key, use, required, examples, member: name, hasNone }: DescribedInput,
  body: Example | undefined,
  composition: Composition,
): ExamplePart | undefined {
  if (hasNone) return undefined;
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

/** The value of a schema: its example or default, else one composed of those of its members or items. */
function composeValue(use: SchemaUse, composition: Composition, depth: number): ComposedValue | undefined {
  const { schemas, budget } = composition;
  if (budget.left <= 0) return undefined;
  budget.left -= 1;
  const [example] = authoredExamples(use, schemas);
  if (example !== undefined) return { ...example, isGiven: true };
  const target = followReferences(use, schemas);
  const { json, origin } = target.schema;
  const standard = json.default ?? json.const ?? (isArray(json.enum) && json.enum.length === 1 ? json.enum[0] : undefined);
  if (standard !== undefined) return { value: standard, origin, isGiven: false };
  if (depth === 0) return undefined;
  if (json.type === "array" && isObject(json.items)) {
    const item = composeValue(partAt(target, ["items"], json.items), composition, depth - 1);
    return item && { ...item, value: [item.value] };
  }
  return json.type === "object" ? composeObject(target, composition, depth) : undefined;
}

function composeObject(use: SchemaUse, composition: Composition, depth: number): ComposedValue | undefined {
  const { kind, schemas } = composition;
  const members = (objectMembers(use, schemas) ?? []).filter(({ required }) => kind === "full" || required);
  const entries: [string, Json][] = [];
  let isGiven = false;
  for (const { name, required, use: each } of members) {
    const composed = composeValue(each, composition, depth - 1);
    if (composed !== undefined) entries.push([name, composed.value]);
    // Most objects lack a required value, and the others are then not needed.
    else if (required) return undefined;
    if (composed?.isGiven === true) isGiven = true;
  }
  return entries.length === 0 ? undefined : { value: Object.fromEntries(entries), origin: use.schema.origin, isGiven };
}

/** The examples that a schema has where it was written, or that it refers to has. */
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

/** OpenAPI 3.0 allows the example of a parameter as it is serialized: `"10"` for 10, `"a,b"` for a list. */
function coerced(value: Json, { schema: { json } }: SchemaUse): Json {
  if (typeof value !== "string") return value;
  if (json.type === "integer" || json.type === "number")
    return value.trim() !== "" && Number.isFinite(Number(value)) ? Number(value) : value;
  if (json.type === "boolean") return value === "true" ? true : value === "false" ? false : value;
  return json.type === "array" ? value.split(",").map((item) => item.trim()) : value;
}
