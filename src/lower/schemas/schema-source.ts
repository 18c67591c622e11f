import type { RootSchema } from "../../document/root-schema.ts";
import type { Direction } from "../../schema/convert/converted.ts";
import type { SchemaLibrary, SchemaUse } from "../../schema/schema-library.ts";

/** Looks up a shared schema by its name in `#/$defs/<name>`, and counts the steps of questions about the schemas. */
export type NamedSchemas = Pick<SchemaLibrary, "named" | "reasoning">;

/** Converts the schemas of one definition that are separate documents, and the schemas that these documents share. */
export interface RootSchemaSource extends Pick<SchemaLibrary, "shared" | "named" | "diagnostics" | "reasoning"> {
  /** Converts a root, or a schema inside of one, in the root's dialect. */
  readonly convert: (schema: RootSchema, direction: Direction) => SchemaUse;
}

/**
 * Creates the source of a definition's schemas. All roots are passed at once, so that the names of shared schemas do not depend on which
 * roots are used.
 */
export type CreateSchemaSource = (roots: readonly RootSchema[]) => RootSchemaSource;
