import type { JsonSchema } from "../source/json.ts";
import type { Origin, Path, Tree } from "../source/tree.ts";

/** The flavour of JSON Schema that a document is written in. */
export type Dialect = "openapi-2.0" | "openapi-3.0" | "openapi-3.1" | "ces" | "2020-12" | "draft-07";

/** What a schema is for. `readOnly` members leave an input and `writeOnly` members an output; outputs are opened. */
export type Direction = "input" | "output";

/** A schema where it was written. */
export interface SchemaPlace {
  readonly tree: Tree;
  readonly path: Path;
}

/** A converted schema; the IR's `Schema` has this shape. */
export interface Converted {
  readonly json: JsonSchema;
  readonly origin: Origin;
  readonly moves: readonly { readonly at: Path; readonly origin: Origin }[];
}

/** The schemas of one document, converted to 2020-12 on demand and each only once, however many tools use them. */
export interface Library {
  /** One schema, such as a parameter's. What it refers to is not in it: `uses` names the shared schemas that it points to directly. */
  readonly convert: (place: SchemaPlace, direction: Direction) => Use;
  /** The shared schemas of these names and all that they reach, in the order of their names. */
  readonly shared: (names: Iterable<string>) => ReadonlyMap<string, Converted>;
}

export interface Use {
  readonly schema: Converted;
  readonly uses: readonly string[];
  /** What is at fault in the schema or in anything that it reaches. Where this is not empty the schema is not to be used. */
  readonly broken: readonly Origin[];
}
