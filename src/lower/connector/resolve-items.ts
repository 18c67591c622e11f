import { enumField } from "../../definition/enum-name.ts";
import { field, type Node, stringValue, valueOrigin } from "../../definition/node.ts";
import { type Diagnostic, diagnostic, type Outcome } from "../../diagnostic/diagnostic.ts";
import { nearest } from "../../diagnostic/nearest.ts";
import type { ConnectionSchemas, ConnectorAction, Entity } from "../../document/connection/connection.ts";
import { duplicateConnectorAction, unknownConnectorItem, unsupportedEntityOperation } from "./codes.ts";
import type { EntityOperation } from "./connector-schemas.ts";

const operations: readonly EntityOperation[] = ["list", "get", "create", "update", "delete"];

/** An item of `connectorActions`, with the entity or action of the snapshot that it names. */
export interface ConnectorItem {
  readonly id: string;
  readonly key: string;
  readonly method: undefined;
  readonly tags: readonly [];
  readonly node: Node;
  readonly request:
    | { readonly operation: EntityOperation; readonly entity: Entity }
    | { readonly operation: "action"; readonly action: ConnectorAction };
}

/** The items of a list, each once, with what they name in the snapshot. */
export function resolveItems(listed: readonly Node[], schemas: ConnectionSchemas): Outcome<ConnectorItem[]> {
  const diagnostics: Diagnostic[] = [];
  const found = new Map<string, ConnectorItem>();
  for (const node of listed) {
    const resolvedItem = resolveItem(node, schemas);
    diagnostics.push(...resolvedItem.diagnostics);
    if (resolvedItem.value === undefined) continue;
    const { id, request } = resolvedItem.value;
    const first = found.get(id);
    if (first === undefined) found.set(id, { id, key: id, method: undefined, tags: [], node, request });
    else
      diagnostics.push(
        diagnostic(duplicateConnectorAction, { name: id }, valueOrigin(node), {
          related: [{ message: "The first item is here.", place: valueOrigin(first.node) }],
        }),
      );
  }
  return { value: [...found.values()], diagnostics };
}

function resolveItem(
  node: Node,
  { entities, actions, refused }: ConnectionSchemas,
): Outcome<Pick<ConnectorItem, "id" | "request"> | undefined> {
  const actionId = field(node, "connectionActionId");
  const entityOperation = field(node, "entityOperation");
  const named = actionId ?? field(entityOperation, "entityId");
  const name = stringValue(named);
  if (named === undefined || name === undefined || refused.has(name)) return { value: undefined, diagnostics: [] }; // The check of the definition or of the snapshot has reported this item.
  const missing = (what: string, names: Iterable<string>) => ({
    value: undefined,
    diagnostics: [diagnostic(unknownConnectorItem, { what, name, near: nearest(name, names) }, valueOrigin(named))],
  });
  if (actionId !== undefined) {
    const action = actions.get(name);
    return action === undefined
      ? missing("action", actions.keys())
      : { value: { id: name, request: { operation: "action", action } }, diagnostics: [] };
  }
  const entity = entities.get(name);
  if (entity === undefined) return missing("entity", entities.keys());
  const operationNode = field(entityOperation, "operation");
  const operation = operations.find((each) => each === enumField(operationNode, "OperationType")?.toLowerCase());
  if (operationNode === undefined || operation === undefined) return { value: undefined, diagnostics: [] }; // The check of the definition has reported this operation.
  const supported = entity.operations.map((each) => each.toUpperCase());
  if (supported.length > 0 && !supported.includes(operation.toUpperCase())) {
    const params = { operation: operation.toUpperCase(), entity: name, operations: supported };
    return { value: undefined, diagnostics: [diagnostic(unsupportedEntityOperation, params, valueOrigin(operationNode))] };
  }
  return { value: { id: `${operation}_${name}`, request: { operation, entity } }, diagnostics: [] };
}
