import { type Diagnostic, diagnostic, type Outcome } from "../../diagnostic/diagnostic.ts";
import { reservedBy } from "../../document/openapi/check/reserved-headers.ts";
import type { Operation, Parameter } from "../../document/openapi/read/operation.ts";
import type { ToolOverrides } from "../../project/config/config.ts";
import type { BodyBinding, ParameterBinding, ValueSource } from "../../runtime/binding.ts";
import type { SchemaLibrary, SchemaUse } from "../../schema/schema-library.ts";
import { isObject, type Json, member } from "../../source/json/json.ts";
import { globOf } from "../../source/text/glob.ts";
import { originOfKey, originOfValue } from "../../source/tree.ts";
import { unusableFixedValue, unusedOverride } from "../overrides/codes.ts";
import { overridesOfParameter } from "../overrides/tool-overrides.ts";
import { annotated, closedObject, literalSchema, type Property } from "../schemas/build-schema.ts";
import type { ExampleInput } from "../schemas/check-examples.ts";
import { encodingsByName, hasNoMembers, type LoweredBody, lowerBody } from "./body.ts";
import { checkFixedValue } from "./check-fixed-value.ts";
import { checkDelimiter } from "./check-serialization.ts";
import { ignoredBody } from "./codes.ts";
import { composeExamples, type DescribedInput } from "./input-examples.ts";
import { type InputValue, nameInputs } from "./input-names.ts";
import { neverEmptyParameter } from "./never-empty.ts";

export interface OperationInput {
  readonly input: SchemaUse;
  /** The names of the input's properties, including hidden and fixed ones, and the names of the same values in the request. */
  readonly names: readonly string[];
  /** Inputs that are composed of the document's examples. They are not validated yet. */
  readonly examples: readonly ExampleInput[];
  readonly parameters: readonly ParameterBinding[];
  readonly body: BodyBinding | null;
}

export interface OperationInputOptions {
  readonly schemas: SchemaLibrary;
  readonly propertyOf: PropertyOf;
  readonly body: "merged" | "grouped";
  readonly overrides: ToolOverrides | undefined;
  /** The id of the operation in messages. */
  readonly id: string;
}

/** Whether a parameter is a header that the document or the connection determines. The check of the document reports such a parameter. */
function isReservedHeader(parameter: Parameter): boolean {
  return parameter.in === "header" && reservedBy(parameter.name) !== undefined;
}

/**
 * Lowers the input: a property for each parameter, and either a property for each member of the body or one property for the whole body.
 */
export function lowerInput(
  operation: Operation,
  { schemas, propertyOf, body: form, overrides, id }: OperationInputOptions,
): Outcome<OperationInput> {
  const diagnostics: Diagnostic[] = [];
  const origin = originOfValue(operation.node.tree, operation.node.path);
  const parameters = operation.parameters.filter((parameter) => !isReservedHeader(parameter));
  const modelParameters = parameters.filter(({ sessionContext }) => sessionContext === undefined);
  const allowsBody = !["GET", "HEAD"].includes(operation.method);
  const ofRequest = lowerBody(operation.requestBody, { schemas, body: form });
  const body = allowsBody ? ofRequest : undefined;
  // Generated documents often describe a body without members for every GET. Such a body is not reported.
  if (operation.requestBody !== undefined && !allowsBody && !(ofRequest !== undefined && hasNoMembers(ofRequest))) {
    // Operations that send the body may share it, so the mistake is that this one refers to it.
    const { tree, path, value } = operation.node;
    const place = member(value, "requestBody") === undefined ? operation.requestBody.origin : originOfValue(tree, [...path, "requestBody"]);
    diagnostics.push(diagnostic(ignoredBody, { operation: id, method: operation.method }, place, { tool: id }));
  }

  const bodyNames = body === undefined ? [] : (body.members?.map(({ name }) => name) ?? ["body"]);
  const given: InputValue[] = [
    ...modelParameters.map(({ name, in: place }): InputValue => ({ name, in: place })),
    ...bodyNames.map((name): InputValue => ({ name, in: "body" })),
  ];
  const keys = nameInputs(given);
  const described = modelParameters.map((parameter) => ({ parameter, property: propertyOf(parameter, operation.path) }));
  diagnostics.push(...described.flatMap((each) => checkDelimiter(each, schemas)), ...(body?.diagnostics ?? []));
  const uses = [...described.map(({ property }) => property), ...bodyProperties(body)];
  const isWhole = (index: number) => index >= modelParameters.length && body?.members === undefined;
  const keyed = uses.map(({ name, required, use }, index): NamedInput => {
    const isNeeded = given[index]?.in === "path" || (given[index]?.in === "body" && required);
    return { name, required, use, key: keys[index] ?? name, isWhole: isWhole(index), isNeeded };
  });
  const settled = applyOverrides(keyed, { overrides, id, schemas });
  diagnostics.push(...settled.diagnostics);

  const { properties, sources } = settled.value;
  let next = 0;
  const bindings = parameters.flatMap(({ name, in: place, required, as, sessionContext }): ParameterBinding[] => {
    const from = sessionContext === undefined ? sources[next++] : { context: sessionContext };
    return from === undefined ? [] : [{ name, in: place, from, required, as: serializationOf({ as }) }];
  });
  const withExamples = keyed.flatMap((each, index): DescribedInput[] => {
    const source = sources[index];
    if (source === undefined || !("input" in source)) return [];
    const parameter = modelParameters[index];
    const examples = parameter?.examples ?? (each.isWhole ? (body?.examples ?? []) : []);
    const hasOtherForm = parameter === undefined && body?.examples === undefined;
    const { key, use, required, name, isWhole } = each;
    return [{ key, use, required, examples, member: parameter === undefined && !isWhole ? name : undefined, hasOtherForm }];
  });
  const value = {
    input: closedObject(properties, origin),
    examples: composeExamples(withExamples, body?.examples && { examples: body.examples, whole: body.whole }, schemas),
    names: [...new Set(keyed.flatMap(({ key, name }) => [key, name]))],
    parameters: bindings,
    body: body === undefined ? null : bodyBinding(body, sources.slice(modelParameters.length)),
  };
  return { value, diagnostics };
}

/** Finds the property of the input for a parameter of an operation with this path. */
export type PropertyOf = (parameter: Parameter, path: string) => Property;

/**
 * Makes the property of each parameter once. Many operations refer to the same parameter: if they have the same schema, every later stage
 * that remembers what it found about a schema meets it again.
 */
export function createProperties(schemas: SchemaLibrary): PropertyOf {
  const known = new Map<Parameter, Property>();
  return (parameter, path) => {
    const made = known.get(parameter) ?? parameterProperty(parameter, path, schemas);
    // What the style `label` excludes depends on the path.
    if (!("style" in parameter.as) || parameter.as.style !== "label") known.set(parameter, made);
    return made;
  };
}

function parameterProperty(parameter: Parameter, path: string, schemas: SchemaLibrary): Property {
  const { name, description, deprecated, required, schema, origin } = parameter;
  const use =
    schema === undefined
      ? literalSchema({}, origin)
      : schema === "string"
        ? literalSchema({ type: "string" }, origin)
        : schemas.convert(schema, "input");
  const annotations: [string, Json][] = [];
  if (description !== "") annotations.push(["description", description]);
  if (deprecated) annotations.push(["deprecated", true]);
  return {
    name,
    required,
    use: annotated(
      neverEmptyParameter(use, { parameter: { ...parameter, as: serializationOf(parameter) }, path }, schemas),
      Object.fromEntries(annotations),
      origin,
    ),
  };
}

function serializationOf({ as }: Pick<Parameter, "as">): ParameterBinding["as"] {
  return "encoding" in as ? { ...as, encoding: encodingsByName(as.encoding) } : as;
}

function bodyProperties(body: LoweredBody | undefined): readonly Property[] {
  if (body === undefined) return [];
  return body.members ?? [{ name: "body", use: body.whole, required: body.required }];
}

interface NamedInput extends Property {
  /** The name of the property in the tool's input. `name` is the name in the request. */
  readonly key: string;
  /** Whether the property is the whole body. */
  readonly isWhole: boolean;
  /** Whether no request can be made without the value, because it is a part of the path or a required part of the body. */
  readonly isNeeded: boolean;
}

interface ResolvedInputs {
  readonly properties: readonly Property[];
  /** Where the value of each input comes from, in the order of the inputs; `undefined` for a hidden input. */
  readonly sources: readonly (ValueSource | undefined)[];
}

/** Applies the overrides of parameters: removes fixed and hidden values from the input, and replaces descriptions. */
function applyOverrides(
  keyed: readonly NamedInput[],
  { overrides, id, schemas }: Pick<OperationInputOptions, "overrides" | "id" | "schemas">,
): Outcome<ResolvedInputs> {
  const diagnostics: Diagnostic[] = [];
  const properties: Property[] = [];
  const sources: (ValueSource | undefined)[] = [];
  const keys = new Set(keyed.map(({ key }) => key));
  for (const each of keyed) {
    const { key, name, use, required } = each;
    // If the name of one input in the request is the key of another input, an entry under `parameters` with this name overrides only the
    // other input.
    const entry = overridesOfParameter(
      overrides,
      (pattern) => pattern === key || (pattern === name ? !keys.has(name) : isGlobOf(pattern, key, name)),
    );
    const reportDescription = (reason: string) => {
      if (entry?.description?.origin === undefined) return;
      const { tree, path } = entry.description.origin;
      const why = `the parameter "${key}" ${reason}`;
      diagnostics.push(diagnostic(unusedOverride, { name: "description", why }, originOfKey(tree, path), { tool: id }));
    };
    if (entry?.value !== undefined && (!each.isWhole || isObject(entry.value.value))) {
      sources.push({ value: entry.value.value });
      diagnostics.push(...checkFixedValue(entry.value, { tool: id, name: key, use }, schemas));
      reportDescription("has a fixed value, which the model does not see");
      continue;
    }
    if (entry?.value !== undefined) {
      const reason = "the fixed value of a body must be an object";
      diagnostics.push(diagnostic(unusableFixedValue, { tool: id, name: key, reason }, entry.value.origin ?? entry.origin, { tool: id }));
    }
    if (entry?.hide?.value === true && !each.isNeeded) {
      sources.push(undefined);
      reportDescription("is hidden from the model");
      continue;
    }
    if (entry?.hide?.value === true) {
      const { tree, path } = entry.hide.origin ?? entry.origin;
      const why = `each request requires the parameter "${key}"`;
      diagnostics.push(diagnostic(unusedOverride, { name: "hide", why }, originOfKey(tree, path), { tool: id }));
    }
    properties.push({
      name: key,
      use: entry?.description === undefined ? use : annotated(use, { description: entry.description.value }),
      required,
    });
    sources.push({ input: key });
  }
  return { value: { properties, sources }, diagnostics };
}

function isGlobOf(pattern: string, key: string, name: string): boolean {
  return pattern.includes("*") && (globOf(pattern)(key) || globOf(pattern)(name));
}

/** How the body is sent; `null` if the whole body is hidden. */
function bodyBinding(
  { required, contentType, encoding, members }: LoweredBody,
  sources: readonly (ValueSource | undefined)[],
): BodyBinding | null {
  const common = { required, contentType, encoding };
  if (members !== undefined) {
    const sent = members.flatMap(({ name }, index) => {
      const from = sources[index];
      return from === undefined ? [] : [{ name, from }];
    });
    return { ...common, from: { members: sent } };
  }
  const [whole] = sources;
  if (whole === undefined) return null;
  if ("input" in whole) return { ...common, from: whole };
  // The fixed value of a whole body is an object. Each of its members is sent as a fixed value.
  const fixed = "value" in whole && typeof whole.value === "object" && whole.value !== null ? Object.entries(whole.value) : [];
  return { ...common, from: { members: fixed.map(([name, value]) => ({ name, from: { value } })) } };
}
