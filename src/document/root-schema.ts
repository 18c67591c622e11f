import type { SchemaPlace } from "../schema/converted.ts";
import type { Dialect } from "../schema/dialect.ts";

/** A schema that is a document of its own, wherever it stands: its references start at its own root. */
export interface RootSchema extends SchemaPlace {
  readonly dialect: Dialect;
}
