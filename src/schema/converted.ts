import type { JsonSchema } from "../source/json.ts";
import type { Origin, Path, Tree } from "../source/tree.ts";

/** A schema where it was written. */
export interface SchemaPlace {
  readonly tree: Tree;
  readonly path: Path;
}

/** What a schema is used for. Inputs omit `readOnly` members, outputs omit `writeOnly` members; closed objects in outputs are opened. */
export type Direction = "input" | "output";

/** A converted schema, with the descriptions of its source. */
export interface ConvertedSchema {
  readonly json: JsonSchema;
  readonly origin: Origin;
  readonly moves: readonly { readonly at: Path; readonly origin: Origin }[];
}
