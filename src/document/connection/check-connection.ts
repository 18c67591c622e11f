import { type Diagnostic, diagnostic, type Outcome } from "../../diagnostic/diagnostic.ts";
import { isArray, isObject, member } from "../../source/json.ts";
import { hasProblemAt, originOfValue, type Path, type Tree, valueAt } from "../../source/tree.ts";
import { duplicateConnectionItem, unnamedConnectionItem } from "../codes.ts";
import { checkSnapshotFormat } from "../snapshot.ts";
import type { ConnectionSchemas, ConnectorAction, Entity } from "./connection.ts";
import { firstText, readFields } from "./fields.ts";

/**
 * Reads `{ connection, entityTypes, actions }`. An entity type is a RuntimeEntitySchema or an EntityType, an action a RuntimeActionSchema
 * or an Action, or a long-running operation that has one in `response`. An invalid one does not affect the others.
 */
export function checkConnection(tree: Tree): Outcome<ConnectionSchemas> {
  const lists = ["entityTypes", "actions"].map((name) => member(tree.data, name));
  const isExpected =
    isObject(tree.data) && lists.some(isArray) && lists.every((list) => list === undefined || list === null || isArray(list));
  const format = checkSnapshotFormat({ tree, expected: "it has no lists `entityTypes` and `actions`", isExpected });
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
    value: { isReadable: format.isReadable, connection: firstText(tree.data, ["connection"]), entities, actions, refused },
    diagnostics,
  };
}

interface NamedList {
  readonly tree: Tree;
  readonly list: string;
  readonly what: string;
  readonly names: readonly string[];
}

/** The paths of a list's items by their names. */
function named({ tree, list, what, names }: NamedList, diagnostics: Diagnostic[]): Map<string, Path> {
  const found = new Map<string, Path>();
  const items = valueAt(tree, [list]);
  for (const [index, item] of (isArray(items) ? items : []).entries()) {
    const path: Path = isObject(member(item, "response")) ? [list, index, "response"] : [list, index];
    if (hasProblemAt(tree, path)) continue; // The error in the text was reported.
    // v2 returns the resource name, which ends in the name of the entity or action.
    const name = firstText(valueAt(tree, path), names)?.split("/").at(-1);
    if (name === undefined || name === "") diagnostics.push(diagnostic(unnamedConnectionItem, { what }, originOfValue(tree, path)));
    else if (found.has(name)) {
      const member = names.find((each) => firstText(valueAt(tree, path), [each]) !== undefined) ?? "";
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
    value: { name, description: firstText(entity, ["description"]) ?? "", operations: texts, fields, place: { tree, path } },
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
  const title = firstText(action, ["displayName"]) ?? "";
  const description = firstText(action, ["description"]) ?? "";
  return { value: { name, title, description, inputs: inputs.value, results: results.value, place: { tree, path } }, diagnostics };
}
