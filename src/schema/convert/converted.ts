import type { JsonSchema } from "../../source/json/json.ts";
import type { Origin, Path, Tree } from "../../source/tree.ts";

/** The position of an authored schema. */
export interface SchemaPlace {
  readonly tree: Tree;
  readonly path: Path;
}

/**
 * Whether a schema describes inputs or outputs. Inputs omit `readOnly` members. Outputs omit `writeOnly` members, and their closed objects
 * may become open.
 */
export type Direction = "input" | "output";

/** A schema that was converted to JSON Schema 2020-12, with the authored descriptions. */
export interface ConvertedSchema {
  readonly json: JsonSchema;
  readonly origin: Origin;
  /** The parts of `json` whose path differs from their path in the tree of the authored schema, with their locations in that tree. */
  readonly moves: readonly { readonly at: Path; readonly origin: Origin }[];
}
