import { isInvalidAt } from "../../definition/is-invalid-at.ts";
import { field, items, keyOrigin, type Node, stringValue, valueOrigin } from "../../definition/node.ts";
import { type Diagnostic, diagnostic, type Outcome } from "../../diagnostic/diagnostic.ts";
import { nearest } from "../../diagnostic/nearest.ts";
import type { ConnectionSchemas, ConnectorField, Entity } from "../../document/connection/connection.ts";
import type { RootSchema } from "../../document/root-schema.ts";
import type { Resolved } from "../../environment/resolved.ts";
import type { Overrides } from "../../project/config/config.ts";
import { originOfValue } from "../../source/tree.ts";
import { type Draft, type Lowered, withoutDocument, withoutOperation } from "../draft.ts";
import { endpointOf, noDocument } from "../endpoint.ts";
import { finishDraft } from "../finish-draft.ts";
import { chooseOperations } from "../overrides/choose-operations.ts";
import { memberNames, overrideMembers } from "../overrides/override-parameters.ts";
import type { CreateSchemaSource, RootSchemaSource } from "../schemas/schema-source.ts";
import { snapshotOfOtherConnection, unknownConnectorField } from "./codes.ts";
import { actionInput, actionOutput, type EntityOperation, entityInput, entityOutput, type SelectedFields } from "./connector-schemas.ts";
import { type ConnectorItem, resolveItems } from "./resolve-items.ts";

export interface ConnectorSettings {
  readonly overrides: Overrides | undefined;
  readonly sourceOf: CreateSchemaSource;
}

/** Lowers the actions of a connectorToolset, or the action of a connectorTool. */
export function lowerConnector(
  resolved: Resolved,
  schemas: ConnectionSchemas,
  { overrides, sourceOf }: ConnectorSettings,
): Outcome<Lowered> {
  const source = sourceOf(rootsOf(schemas));
  const { body, member, node } = resolved.definition;
  const isToolset = member === "connectorToolset";
  const single = field(body, "action");
  const listed = isToolset ? items(field(body, "connectorActions")) : single === undefined ? [] : [single];
  const valid = isToolset ? listed.filter(({ path }) => !isInvalidAt(resolved.definition, path)) : listed;
  const { value: connectorItems, diagnostics: ofItems } = resolveItems(valid, schemas);
  const diagnostics: Diagnostic[] = [...ofItems];
  const choice = chooseOperations(connectorItems, overrides, keyOrigin(node));
  const drafts = choice.value.chosen.flatMap((each) => {
    const fields = fieldsOf(each);
    diagnostics.push(...fields.diagnostics);
    if (fields.value === undefined) return [];
    const ofTool = choice.value.toolOverrides.get(each.key);
    const draft = draftOf(each, fields.value, source);
    const described = overrideMembers(draft.input, each.id, ofTool);
    diagnostics.push(...described.diagnostics);
    const own = isToolset ? "" : (stringValue(field(body, "description"))?.trim() ?? "");
    const description = own || draft.description;
    return [finishDraft({ ...draft, input: described.value, description, documentation: description }, ofTool, choice.value)];
  });
  const value = {
    endpoint: endpointOf(resolved, noDocument),
    requestedNames: connectorItems.map(({ id, key }) => ({
      id,
      key,
      tags: [],
      name: (isToolset ? undefined : stringValue(field(body, "name"))) || id,
    })),
    drafts,
    toolOverrides: choice.value.toolOverrides,
    library: source,
    ...withoutDocument,
    account: { operations: listed.length, excluded: choice.value.excluded.size, webhooks: 0, callbacks: 0 },
  };
  return { value, diagnostics: [...otherConnection(resolved, schemas), ...diagnostics, ...choice.diagnostics] };
}

/**
 * Reports a snapshot of another connection than the definition names. If values differ by environment, nothing is reported, because the
 * snapshot may be of the connection of any environment.
 */
function otherConnection({ definition, environments }: Resolved, { connection: saved }: ConnectionSchemas): Diagnostic[] {
  const named = field(definition.body, "connection");
  const connection = stringValue(named);
  if (named === undefined || connection === undefined || saved === undefined || connection === saved || environments.size > 0) return [];
  return [diagnostic(snapshotOfOtherConnection, { connection, snapshot: saved }, valueOrigin(named))];
}

/** The fields that the definition selects; `undefined` if one of these fields does not exist. */
function fieldsOf({ node, request }: ConnectorItem): Outcome<SelectedFields | undefined> {
  const [what, item] = request.operation === "action" ? ["action", request.action] : ["entity", request.entity];
  const all =
    request.operation === "action"
      ? { inputs: request.action.inputs, outputs: request.action.results }
      : { inputs: request.entity.fields, outputs: request.entity.fields };
  const inputs = selectFields(node, "inputFields", { what, name: item.name, fields: all.inputs });
  const outputs = selectFields(node, "outputFields", { what, name: item.name, fields: all.outputs });
  const diagnostics = [...inputs.diagnostics, ...outputs.diagnostics];
  return { value: diagnostics.length > 0 ? undefined : { inputs: inputs.value, outputs: outputs.value }, diagnostics };
}

function selectFields(
  node: Node,
  list: string,
  { what, name, fields }: { what: string; name: string; fields: readonly ConnectorField[] },
): Outcome<ConnectorField[]> {
  const byName = new Map(fields.map((each) => [each.name, each]));
  const selected = items(field(node, list));
  // If the snapshot has no fields, the selection cannot be checked.
  if (selected.length === 0 || byName.size === 0) return { value: [...fields], diagnostics: [] };
  const diagnostics = selected
    .filter((each) => !byName.has(stringValue(each) ?? ""))
    .map((each) =>
      diagnostic(
        unknownConnectorField,
        { field: stringValue(each) ?? "", what, item: name, near: nearest(stringValue(each) ?? "", byName.keys()) },
        valueOrigin(each),
      ),
    );
  const names = new Set(selected.map(stringValue));
  return { value: fields.filter((each) => names.has(each.name)), diagnostics };
}

function draftOf({ id, key, node, request }: ConnectorItem, fields: SelectedFields, source: RootSchemaSource): Draft {
  const item = request.operation === "action" ? request.action : request.entity;
  const readOnly = request.operation === "list" || request.operation === "get";
  const description =
    request.operation === "action" ? request.action.description || request.action.title : sentenceOf(request.operation, request.entity);
  const input =
    request.operation === "action"
      ? actionInput(request.action, fields, source)
      : entityInput(request.operation, request.entity, fields, source);
  return {
    key,
    id,
    title: request.operation === "action" ? request.action.title : "",
    description,
    documentation: description,
    input,
    inputs: memberNames(input),
    output:
      request.operation === "action"
        ? actionOutput(request.action, fields, source)
        : entityOutput(request.operation, request.entity, fields, source),
    annotations: {
      readOnly,
      // An action may do anything, while `create` only adds an entity.
      destructive: request.operation === "action" ? null : request.operation === "update" || request.operation === "delete",
      idempotent: readOnly || request.operation === "update" || request.operation === "delete",
      openWorld: true,
    },
    approval: request.operation === "delete" ? "required" : "none",
    ...withoutOperation,
    binding: {
      transport: "connector",
      operation: request.operation,
      target: item.name,
      inputFields: namesIn(node, "inputFields"),
      outputFields: namesIn(node, "outputFields"),
    },
    origin: originOfValue(node.tree, node.path),
  };
}

function sentenceOf(operation: EntityOperation, { name, description }: Entity): string {
  const sentence = {
    list: `Lists ${name} entities: all, or those that match a filter.`,
    get: `Gets one ${name} by its id.`,
    create: `Creates a ${name}.`,
    update: `Changes fields of one ${name}.`,
    delete: `Deletes one ${name}.`,
  }[operation];
  return description === "" ? sentence : `${sentence} ${description}`;
}

function namesIn(node: Node, list: string): string[] {
  return items(field(node, list)).flatMap((each) => stringValue(each) ?? []);
}

/**
 * The schemas of all entities and actions. Unused ones are included, so that the names of shared schemas do not depend on which are used.
 */
function rootsOf({ entities, actions }: ConnectionSchemas): RootSchema[] {
  const fields = [
    ...[...entities.values()].flatMap((entity) => entity.fields),
    ...[...actions.values()].flatMap(({ inputs, results }) => [...inputs, ...results]),
  ];
  return fields.flatMap(({ schema }) => ("root" in schema ? [schema.root] : []));
}
