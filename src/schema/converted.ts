import type { JsonSchema } from "../source/json.ts";
import type { Origin, Path, Tree } from "../source/tree.ts";

/** The position of an authored schema. */
export interface SchemaPlace {
  readonly tree: Tree;
  readonly path: Path;
}

/** Whether a schema describes inputs, which omit `readOnly` members, or outputs, which omit `writeOnly` members and open closed objects. */
export type Direction = "input" | "output";

/** A schema in 2020-12, with the authored descriptions. */
export interface ConvertedSchema {
  readonly json: JsonSchema;
  readonly origin: Origin;
  /** The parts of `json` whose path differs from their path in the source, with their locations in the source. */
  readonly moves: readonly { readonly at: Path; readonly origin: Origin }[];
}
