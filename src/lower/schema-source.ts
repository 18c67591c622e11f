import type { RootSchema } from "../document/root-schema.ts";
import type { ConvertedSchema, Direction } from "../schema/converted.ts";
import type { SchemaLibrary, SchemaUse } from "../schema/schema-library.ts";

export interface NamedSchemas {
  /** A shared schema by its name in `#/$defs/<name>`. */
  readonly named: (name: string) => ConvertedSchema | undefined;
}

/** The schemas of one document. */
export interface DocumentSchemas extends SchemaLibrary, NamedSchemas {}

/** Converts the schemas of one definition that are documents of their own, and knows those that they share. */
export interface RootSchemaSource extends Pick<SchemaLibrary, "shared"> {
  /** A root, or a schema inside of one, which then has the root's dialect. */
  readonly convert: (schema: RootSchema, direction: Direction) => SchemaUse;
}

/** Takes all roots at once, so that the names of what they define do not depend on which are used. */
export type CreateSchemaSource = (roots: readonly RootSchema[]) => RootSchemaSource;
