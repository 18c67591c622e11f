import type { SchemaPlace } from "../../schema/converted.ts";
import type { JsonSchema } from "../../source/json.ts";
import type { Path, Tree } from "../../source/tree.ts";
import type { RootSchema } from "../root-schema.ts";

/** What a connection of Integration Connectors offers, as a snapshot has it. What is at fault is not in it. */
export interface ConnectionSchemas {
  /** Whether there is anything to read. Where not, it was said. */
  readonly isReadable: boolean;
  /** The connection's resource name. */
  readonly connection: string | undefined;
  readonly entities: ReadonlyMap<string, Entity>;
  readonly actions: ReadonlyMap<string, ConnectorAction>;
  /** Names of entities and actions that the snapshot has and that were refused. */
  readonly refused: ReadonlySet<string>;
}

export interface Entity {
  readonly name: string;
  readonly description: string;
  /** `LIST`, `GET` and so on; empty where the snapshot does not say. */
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
  /** Where a schema is written and in which whole, or the schema that stands for the field's data type. */
  readonly schema: { readonly place: SchemaPlace; readonly root: RootSchema } | { readonly json: JsonSchema };
  /** What the field says beside its schema: `description`, `default`. */
  readonly notes: JsonSchema;
  readonly required: boolean;
  readonly isReadOnly: boolean;
  readonly tree: Tree;
  readonly path: Path;
}
