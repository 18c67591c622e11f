import { type Diagnostic, diagnostic, type Outcome } from "../../diagnostic/diagnostic.ts";
import { isArray, isObject, itemsIn, member } from "../../source/json/json.ts";
import { hasProblemAt } from "../../source/problem-index.ts";
import { originOfValue, type Path, type Tree, valueAt } from "../../source/tree.ts";
import { duplicateConnectionItem, unnamedConnectionItem } from "../codes.ts";
import { checkSnapshotFormat } from "../snapshot.ts";
import type { ConnectionSchemas, ConnectorAction, Entity } from "./connection.ts";
import { firstString, readFields } from "./fields.ts";

/**
 * Reads a snapshot `{ connection, entityTypes, actions }`. An entity type is a RuntimeEntitySchema or an EntityType. An action is a
 * RuntimeActionSchema or an Action. An entity type or an action may also be the `response` of a long-running operation. An invalid entity
 * type or action does not affect the valid ones.
 */
export function checkConnection(tree: Tree): Outcome<ConnectionSchemas> {
  const lists = ["entityTypes", "actions"].map((name) => member(tree.data, name));
  const isExpected =
    isObject(tree.data) && lists.some(isArray) && lists.every((list) => list === undefined || list === null || isArray(list));
  const format = checkSnapshotFormat({ tree, expected: "it has no arrays `entityTypes` and `actions`", isExpected });
  const diagnostics = [...format.diagnostics];
  const refused = new Set<string>();
  const entities = new Map<string, Entity>();
  const actions = new Map<string, ConnectorAction>();
  if (format.isReadable) {
    for (const [name, path] of named({ tree, list: "entityTypes", what: "entity type", names: ["entity", "name"] }, diagnostics)) {
      const read = readEntity(tree, name, path);
      diagnostics.push(...read.diagnostics);
      if (read.value === undefined) refused.add(name);
      else entities.set(name, read.value);
    }
    for (const [name, path] of named({ tree, list: "actions", what: "action", names: ["action", "name"] }, diagnostics)) {
      const read = readAction(tree, name, path);
      diagnostics.push(...read.diagnostics);
      if (read.value === undefined) refused.add(name);
      else actions.set(name, read.value);
    }
  }
  return {
    value: { isReadable: format.isReadable, connection: firstString(tree.data, ["connection"]), entities, actions, refused },
    diagnostics,
  };
}

interface NamedList {
  readonly tree: Tree;
  readonly list: string;
  readonly what: string;
  readonly names: readonly string[];
}

/** The paths of the items of an array, by item name. An item without a name or with a duplicate name is reported and omitted. */
function named({ tree, list, what, names }: NamedList, diagnostics: Diagnostic[]): Map<string, Path> {
  const found = new Map<string, Path>();
  const items = valueAt(tree, [list]);
  for (const [index, item] of itemsIn(items).entries()) {
    const path: Path = isObject(member(item, "response")) ? [list, index, "response"] : [list, index];
    if (hasProblemAt(tree, path)) continue; // The parser reported the problem.
    // Version 2 of the Integration Connectors API returns the resource name, which ends with the name of the entity or action.
    const name = firstString(valueAt(tree, path), names)?.split("/").at(-1);
    if (name === undefined || name === "") diagnostics.push(diagnostic(unnamedConnectionItem, { what }, originOfValue(tree, path)));
    else if (found.has(name)) {
      const member = names.find((each) => firstString(valueAt(tree, path), [each]) !== undefined) ?? "";
      diagnostics.push(diagnostic(duplicateConnectionItem, { what, name }, originOfValue(tree, [...path, member])));
    } else found.set(name, path);
  }
  return found;
}

function readEntity(tree: Tree, name: string, path: Path): Outcome<Entity | undefined> {
  const { value: fields, diagnostics } = readFields(tree, path, { lists: ["fields"], schemas: ["jsonSchema"], texts: [] });
  if (fields === undefined) return { value: undefined, diagnostics };
  const entity = valueAt(tree, path);
  const operations = member(entity, "operations");
  const texts = isArray(operations) ? operations.filter((each) => typeof each === "string") : [];
  return {
    value: { name, description: firstString(entity, ["description"]) ?? "", operations: texts, fields, place: { tree, path } },
    diagnostics,
  };
}

function readAction(tree: Tree, name: string, path: Path): Outcome<ConnectorAction | undefined> {
  const inputs = readFields(tree, path, { lists: ["inputParameters"], schemas: ["inputJsonSchema"], texts: ["inputSchemaAsString"] });
  const results = readFields(tree, path, {
    lists: ["resultMetadata"],
    schemas: ["resultJsonSchema", "outputJsonSchema"],
    texts: ["resultSchemaAsString"],
  });
  const diagnostics = [...inputs.diagnostics, ...results.diagnostics];
  if (inputs.value === undefined || results.value === undefined) return { value: undefined, diagnostics };
  const action = valueAt(tree, path);
  const title = firstString(action, ["displayName"]) ?? "";
  const description = firstString(action, ["description"]) ?? "";
  return { value: { name, title, description, inputs: inputs.value, results: results.value, place: { tree, path } }, diagnostics };
}
