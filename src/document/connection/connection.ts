import type { SchemaPlace } from "../../schema/convert/converted.ts";
import type { JsonSchema } from "../../source/json/json.ts";
import type { Path, Tree } from "../../source/tree.ts";
import type { RootSchema } from "../root-schema.ts";

/** The valid entity types and actions of a connection of Integration Connectors, from a snapshot. */
export interface ConnectionSchemas {
  /** Whether the snapshot could be read. If it could not, an error was reported. */
  readonly isReadable: boolean;
  /** The connection's resource name. */
  readonly connection: string | undefined;
  readonly entities: ReadonlyMap<string, Entity>;
  readonly actions: ReadonlyMap<string, ConnectorAction>;
  /** The names of the entities and actions that were rejected because they are invalid. */
  readonly refused: ReadonlySet<string>;
}

export interface Entity {
  readonly name: string;
  readonly description: string;
  /** The supported operations, such as `LIST` and `GET`. Empty if the snapshot does not have this information. */
  readonly operations: readonly string[];
  readonly fields: readonly ConnectorField[];
  readonly place: SchemaPlace;
}

export interface ConnectorAction {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputs: readonly ConnectorField[];
  readonly results: readonly ConnectorField[];
  readonly place: SchemaPlace;
}

export interface ConnectorField {
  readonly name: string;
  /** The field's schema with the root schema that contains it. If the field has no schema, the schema of the field's data type. */
  readonly schema: { readonly place: SchemaPlace; readonly root: RootSchema } | { readonly json: JsonSchema };
  /** Annotations from the field itself, not from its schema: `description`, `default`. */
  readonly notes: JsonSchema;
  readonly required: boolean;
  readonly isReadOnly: boolean;
  readonly tree: Tree;
  readonly path: Path;
}
