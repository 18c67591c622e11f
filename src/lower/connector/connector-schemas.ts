import type { ConnectorAction, ConnectorField, Entity } from "../../document/connection/connection.ts";
import type { Direction } from "../../schema/convert/converted.ts";
import type { SchemaUse } from "../../schema/schema-library.ts";
import { originOfValue } from "../../source/tree.ts";
import { annotated, arraySchema, closedObject, literalSchema, openObject, type Property, resultObject } from "../schemas/build-schema.ts";
import type { RootSchemaSource } from "../schemas/schema-source.ts";

export type EntityOperation = "list" | "get" | "create" | "update" | "delete";

/** The input and output fields of an operation. If the definition selects no fields, all fields of the entity or action. */
export interface SelectedFields {
  readonly inputs: readonly ConnectorField[];
  readonly outputs: readonly ConnectorField[];
}

/**
 * The input schema of an entity operation. CES does not publish the names of the properties, so they are those of ADK's
 * ApplicationIntegrationToolset and of the Connectors REST API v2.
 */
export function entityInput(operation: EntityOperation, entity: Entity, { inputs }: SelectedFields, source: RootSchemaSource): SchemaUse {
  const origin = originOfValue(entity.place.tree, entity.place.path);
  const own = (name: string, json: { readonly [keyword: string]: string | number }, required: boolean): Property => ({
    name,
    use: literalSchema(json, origin),
    required,
  });
  const entityId = own("entityId", { type: "string", description: `The id of the ${entity.name}.` }, true);
  const writable = inputs.filter(({ isReadOnly }) => !isReadOnly);
  switch (operation) {
    case "list":
      return closedObject(
        [
          own("filter", { type: "string", description: "A condition in SQL, such as `Status = 'open'`." }, false),
          own("sortBy", { type: "string", description: "Fields to sort by, separated by commas." }, false),
          own("pageSize", { type: "integer", minimum: 1, maximum: 200, description: "The number of items. Default: 25." }, false),
          own("pageToken", { type: "string", description: "The nextPageToken of the previous result." }, false),
        ],
        origin,
      );
    case "get":
    case "delete":
      return closedObject([entityId], origin);
    case "create":
      return closedObject(
        [{ name: "fields", use: closedObject(propertiesOf(writable, { source, direction: "input" }), origin), required: true }],
        origin,
      );
    case "update": {
      // An update contains only the fields that it changes, so no field is required.
      const changes = propertiesOf(writable, { source, direction: "input" }).map((property) => ({ ...property, required: false }));
      return closedObject([entityId, { name: "fields", use: closedObject(changes, origin), required: true }], origin);
    }
  }
}

/** The output schema of an entity operation. */
export function entityOutput(operation: EntityOperation, entity: Entity, { outputs }: SelectedFields, source: RootSchemaSource): SchemaUse {
  const origin = originOfValue(entity.place.tree, entity.place.path);
  // A connector may omit any field of a result, so no field is required.
  const fields = propertiesOf(outputs, { source, direction: "output" }).map((property) => ({ ...property, required: false }));
  const item = openObject(fields, origin);
  switch (operation) {
    case "list":
      return openObject(
        [
          { name: "items", use: arraySchema(item, origin), required: true },
          { name: "nextPageToken", use: literalSchema({ type: "string" }, origin), required: false },
        ],
        origin,
      );
    case "delete":
      return resultObject(literalSchema({ type: "null" }, origin), origin);
    default:
      return item;
  }
}

/** The input schema of an action. */
export function actionInput({ place }: ConnectorAction, { inputs }: SelectedFields, source: RootSchemaSource): SchemaUse {
  return closedObject(propertiesOf(inputs, { source, direction: "input" }), originOfValue(place.tree, place.path));
}

/** The output schema of an action, which returns an array of rows. */
export function actionOutput({ place }: ConnectorAction, { outputs }: SelectedFields, source: RootSchemaSource): SchemaUse {
  const origin = originOfValue(place.tree, place.path);
  const fields = propertiesOf(outputs, { source, direction: "output" }).map((property) => ({ ...property, required: false }));
  return openObject([{ name: "results", use: arraySchema(openObject(fields, origin), origin), required: true }], origin);
}

function propertiesOf(
  fields: readonly ConnectorField[],
  to: { readonly source: RootSchemaSource; readonly direction: Direction },
): Property[] {
  return fields.map((field) => ({ name: field.name, use: annotated(useOf(field, to), field.notes), required: field.required }));
}

/** The converted schema of a field. A field without a schema has the one of its data type, which needs no conversion. */
function useOf(
  { schema, tree, path }: ConnectorField,
  { source, direction }: { readonly source: RootSchemaSource; readonly direction: Direction },
): SchemaUse {
  if ("json" in schema) return literalSchema(schema.json, originOfValue(tree, path));
  return source.convert({ ...schema.place, dialect: schema.root.dialect }, direction);
}
