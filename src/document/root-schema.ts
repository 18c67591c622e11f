import type { SchemaPlace } from "../schema/converted.ts";
import type { Dialect } from "../schema/dialect.ts";

/** A schema that is a separate document: its references are relative to its own root. */
export interface RootSchema extends SchemaPlace {
  readonly dialect: Dialect;
}
