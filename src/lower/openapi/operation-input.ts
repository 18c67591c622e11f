import { type Diagnostic, diagnostic, type Outcome } from "../../diagnostic/diagnostic.ts";
import { nearest } from "../../diagnostic/nearest.ts";
import type { Operation, Parameter } from "../../document/openapi/operation.ts";
import type { ToolOverrides } from "../../project/config.ts";
import type { BodyBinding, ParameterBinding, ValueSource } from "../../runtime/binding.ts";
import type { SchemaUse } from "../../schema/schema-library.ts";
import { isObject, type Json } from "../../source/json.ts";
import { originOfKey, originOfValue } from "../../source/tree.ts";
import { annotated, closedObject, literalSchema, type Property } from "../build-schema.ts";
import { ignoredBody, unknownParameter, unpinnableParameter, unusedOverride } from "../codes.ts";

import type { DocumentSchemas } from "../schema-source.ts";

import { encodingsByName, type LoweredBody, lowerBody } from "./body.ts";
import { checkFixedValue } from "./check-fixed-value.ts";
import { type InputValue, nameInputs } from "./input-names.ts";
import { neverEmptyParameter } from "./never-empty.ts";

export interface OperationInput {
  readonly input: SchemaUse;
  readonly parameters: readonly ParameterBinding[];
  readonly body: BodyBinding | null;
}

export interface OperationInputOptions {
  readonly schemas: DocumentSchemas;
  readonly body: "merged" | "grouped";
  readonly overrides: ToolOverrides | undefined;
  /** The id of the operation in messages. */
  readonly id: string;
}

const reservedHeaders = new Set(["accept", "content-type", "authorization"]);

/** Headers whose values follow from the body, the responses and the security. They are reported by the check of the document. */
function isReservedHeader(parameter: Parameter): boolean {
  return parameter.in === "header" && reservedHeaders.has(parameter.name.toLowerCase());
}

/** Lowers the input: one property for each parameter, and the members of the body or the whole body. */
export function lowerInput(operation: Operation, { schemas, body: form, overrides, id }: OperationInputOptions): Outcome<OperationInput> {
  const diagnostics: Diagnostic[] = [];
  const origin = originOfValue(operation.node.tree, operation.node.path);
  const parameters = operation.parameters.filter((parameter) => !isReservedHeader(parameter));
  const modelParameters = parameters.filter(({ sessionContext }) => sessionContext === undefined);
  const carriesBody = !["GET", "HEAD", "TRACE"].includes(operation.method);
  const described = lowerBody(operation.requestBody, { schemas, body: form });
  const body = carriesBody ? described : undefined;
  // Generated documents often have a body without members for every GET, which is not reported.
  if (operation.requestBody !== undefined && !carriesBody && described?.members?.length !== 0) {
    diagnostics.push(diagnostic(ignoredBody, { operation: id, method: operation.method }, operation.requestBody.origin, { tool: id }));
  }

  const bodyNames = body === undefined ? [] : (body.members?.map(({ name }) => name) ?? ["body"]);
  const given: InputValue[] = [
    ...modelParameters.map(({ name, in: place }): InputValue => ({ name, in: place })),
    ...bodyNames.map((name): InputValue => ({ name, in: "body" })),
  ];
  const keys = nameInputs(given);
  const uses = [...modelParameters.map((parameter) => parameterProperty(parameter, operation.path, schemas)), ...bodyProperties(body)];
  const isWhole = (index: number) => index >= modelParameters.length && body?.members === undefined;
  const keyed = uses.map(
    ({ name, required, use }, index): NamedInput => ({ name, required, use, key: keys[index] ?? name, isWhole: isWhole(index) }),
  );
  const settled = applyOverrides(keyed, { overrides, id, schemas });
  diagnostics.push(...settled.diagnostics);

  const { properties, sources } = settled.value;
  let next = 0;
  const bindings = parameters.map(({ name, in: place, required, as, sessionContext }): ParameterBinding => {
    const from = sessionContext === undefined ? (sources[next++] ?? { input: name }) : { context: sessionContext };
    return { name, in: place, from, required, as: serializationOf({ as }) };
  });
  const value = {
    input: closedObject(properties, origin),
    parameters: bindings,
    body: body === undefined ? null : bodyBinding(body, sources.slice(modelParameters.length)),
  };
  return { value, diagnostics };
}

function parameterProperty(parameter: Parameter, path: string, schemas: DocumentSchemas): Property {
  const { name, description, deprecated, required, schema, origin } = parameter;
  const use =
    schema === undefined
      ? literalSchema({}, origin)
      : schema === "text"
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
  /** The property of the tool's input; `name` is the name in the request. */
  readonly key: string;
  /** Whether it is the whole body. */
  readonly isWhole: boolean;
}

interface ResolvedInputs {
  readonly properties: readonly Property[];
  /** The source of each value, in the given order. */
  readonly sources: readonly ValueSource[];
}

/** Applies the overrides of parameters: a fixed value is removed from the input, a description is replaced. */
function applyOverrides(
  keyed: readonly NamedInput[],
  { overrides, id, schemas }: Pick<OperationInputOptions, "overrides" | "id" | "schemas">,
): Outcome<ResolvedInputs> {
  if (overrides === undefined || overrides.parameters.size === 0) {
    const properties = keyed.map(({ key, use, required }): Property => ({ name: key, use, required }));
    return { value: { properties, sources: keyed.map(({ key }) => ({ input: key })) }, diagnostics: [] };
  }
  const entries = [...overrides.parameters];
  const found = new Map(
    entries.map(([name, entry]) => [keyed.find(({ key }) => key === name) ?? keyed.find((each) => each.name === name), { name, entry }]),
  );
  const known = new Set(keyed.map(({ key }) => key));
  const diagnostics = entries
    .filter(([name]) => !keyed.some((each) => each.key === name || each.name === name))
    .map(([name, { origin }]) => diagnostic(unknownParameter, { tool: id, name, near: nearest(name, known) }, origin, { tool: id }));
  const properties: Property[] = [];
  const sources: ValueSource[] = [];
  for (const each of keyed) {
    const entry = found.get(each)?.entry;
    if (entry?.value !== undefined && (!each.isWhole || isObject(entry.value.value))) {
      sources.push({ value: entry.value.value });
      diagnostics.push(...checkFixedValue(entry.value, { tool: id, name: each.key, use: each.use }, schemas));
      if (entry.description?.origin !== undefined) {
        const why = `the model does not see "${each.key}", whose value is fixed`;
        const { tree, path } = entry.description.origin;
        diagnostics.push(diagnostic(unusedOverride, { name: "description", why }, originOfKey(tree, path), { tool: id }));
      }
    } else {
      if (entry?.value !== undefined) {
        const reason = "a body can only be fixed as an object";
        diagnostics.push(
          diagnostic(unpinnableParameter, { tool: id, name: each.key, reason }, entry.value.origin ?? entry.origin, { tool: id }),
        );
      }
      const use = entry?.description === undefined ? each.use : annotated(each.use, { description: entry.description.value });
      properties.push({ name: each.key, use, required: each.required });
      sources.push({ input: each.key });
    }
  }
  return { value: { properties, sources }, diagnostics };
}

function bodyBinding({ required, contentType, encoding, members }: LoweredBody, sources: readonly ValueSource[]): BodyBinding {
  const common = { required, contentType, encoding };
  if (members !== undefined)
    return { ...common, from: { members: members.map(({ name }, index) => ({ name, from: sources[index] ?? { input: name } })) } };
  const [whole] = sources;
  if (whole !== undefined && "input" in whole) return { ...common, from: whole };
  // A fixed body is sent as its members.
  const fixed =
    whole !== undefined && "value" in whole && typeof whole.value === "object" && whole.value !== null ? Object.entries(whole.value) : [];
  return { ...common, from: { members: fixed.map(([name, value]) => ({ name, from: { value } })) } };
}
