import type { SchemaPlace } from "../schema/convert/converted.ts";
import type { Dialect } from "../schema/convert/dialect.ts";

/** A schema that is a document of its own: references inside it are relative to its root. */
export interface RootSchema extends SchemaPlace {
  readonly dialect: Dialect;
}
