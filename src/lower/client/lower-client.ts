import { isInvalidAt } from "../../definition/is-invalid-at.ts";
import { field, items, keyOrigin, type Node, stringValue, valueOrigin } from "../../definition/node.ts";
import { type Diagnostic, diagnostic, type Outcome } from "../../diagnostic/diagnostic.ts";
import type { Resolved } from "../../environment/resolved.ts";
import type { Overrides, ToolOverrides } from "../../project/config/config.ts";
import type { Direction } from "../../schema/convert/converted.ts";
import type { SchemaUse } from "../../schema/schema-library.ts";
import { member } from "../../source/json/json.ts";
import { originOfKey } from "../../source/tree.ts";
import { duplicateFunction, inputNotObject } from "../codes.ts";
import { type Draft, type Lowered, withoutDocument, withoutOperation } from "../draft.ts";
import { endpointOf, noDocument } from "../endpoint.ts";
import { finishDraft } from "../finish-draft.ts";
import { chooseOperations } from "../overrides/choose-operations.ts";
import { memberNames, overrideMembers } from "../overrides/override-parameters.ts";
import { authoredSchema } from "../schemas/authored-schema.ts";
import { asObject, closedObject, literalSchema, resultObject } from "../schemas/build-schema.ts";
import type { CreateSchemaSource, RootSchemaSource } from "../schemas/schema-source.ts";

interface ClientFunction {
  readonly id: string;
  readonly key: string;
  readonly method: undefined;
  readonly tags: readonly [];
  readonly node: Node;
}

/** Lowers the function of a Tool or the functions of a clientFunctionToolset. The program that uses the tools executes these functions. */
export function lowerClient(resolved: Resolved, overrides: Overrides | undefined, sourceOf: CreateSchemaSource): Outcome<Lowered> {
  const { body, member, node } = resolved.definition;
  const listed = member === "clientFunction" ? [body] : items(field(body, "functions"));
  // An invalid function of a toolset is omitted. A Tool with an invalid function was rejected before.
  const valid = member === "clientFunction" ? listed : listed.filter(({ path }) => !isInvalidAt(resolved.definition, path));
  const { value: functions, diagnostics: ofNames } = namedFunctions(valid);
  const diagnostics: Diagnostic[] = [...ofNames];
  const source = sourceOf(
    functions
      .flatMap((each) => [authoredSchema(each.node, "parameters"), authoredSchema(each.node, "response")])
      .filter((root) => root !== undefined),
  );
  const choice = chooseOperations(functions, overrides, keyOrigin(node));
  const drafts = choice.value.chosen.flatMap((each) => {
    const ofTool = choice.value.toolOverrides.get(each.key);
    const draft = draftOf(each, source, ofTool);
    diagnostics.push(...draft.diagnostics);
    return draft.value === undefined ? [] : [finishDraft(draft.value, ofTool, choice.value)];
  });
  const value = {
    endpoint: endpointOf(resolved, noDocument),
    requestedNames: functions.map(({ id, key }) => ({ id, key, name: id, tags: [] })),
    drafts,
    toolOverrides: choice.value.toolOverrides,
    library: source,
    ...withoutDocument,
    account: { operations: listed.length, excluded: choice.value.excluded.size, webhooks: 0, callbacks: 0 },
  };
  return { value, diagnostics: [...diagnostics, ...choice.diagnostics] };
}

function namedFunctions(listed: readonly Node[]): Outcome<ClientFunction[]> {
  const diagnostics: Diagnostic[] = [];
  const functions = new Map<string, ClientFunction>();
  for (const node of listed) {
    const id = stringValue(field(node, "name")) ?? "";
    const first = functions.get(id);
    if (first === undefined) functions.set(id, { id, key: id, method: undefined, tags: [], node });
    else {
      const related = [{ message: "The first function is here.", place: valueOrigin(field(first.node, "name") ?? first.node) }];
      diagnostics.push(diagnostic(duplicateFunction, { name: id }, valueOrigin(field(node, "name") ?? node), { related }));
    }
  }
  return { value: [...functions.values()], diagnostics };
}

function draftOf(
  { id, key, node }: ClientFunction,
  source: RootSchemaSource,
  overrides: ToolOverrides | undefined,
): Outcome<Draft | undefined> {
  const origin = valueOrigin(node);
  const input = schemaOf(node, "parameters", { source, direction: "input" }) ?? closedObject([], origin);
  if (!acceptsOnlyObjects(input)) {
    return { value: undefined, diagnostics: [diagnostic(inputNotObject, { tool: id }, valueOrigin(field(node, "parameters") ?? node))] };
  }
  const output = schemaOf(node, "response", { source, direction: "output" }) ?? literalSchema({}, origin);
  const described = overrideMembers(asObject(input), id, overrides);
  const description = stringValue(field(node, "description"))?.trim() ?? "";
  const value: Draft = {
    key,
    id,
    title: "",
    description,
    documentation: description,
    input: described.value,
    inputs: memberNames(input),
    output: acceptsOnlyObjects(output) ? asObject(output) : resultObject(output, origin),
    annotations: { readOnly: false, destructive: null, idempotent: false, openWorld: false },
    approval: "none",
    ...withoutOperation,
    binding: { transport: "client", function: id },
    origin: originOfKey(node.tree, field(node, "name")?.path ?? node.path),
  };
  return { value, diagnostics: described.diagnostics };
}

function schemaOf(
  node: Node,
  name: "parameters" | "response",
  { source, direction }: { source: RootSchemaSource; direction: Direction },
): SchemaUse | undefined {
  const root = authoredSchema(node, name);
  return root && source.convert(root, direction);
}

/** Whether a schema itself has the type `object`. A `ref` to a schema under `defs` is not followed. */
function acceptsOnlyObjects({ schema: { json } }: SchemaUse): boolean {
  return member(json, "type") === "object";
}
