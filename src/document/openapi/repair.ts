import type { Json } from "../../source/json.ts";
import type { Path, Tree, TreeLocation } from "../../source/tree.ts";

/** The repair of a value that breaks the standard, and has only one possible meaning. */
export type Repair = CoercedValue | MisplacedReference;

/** The meaning of a value of a wrong type: another value, its text (`as-written`), or none (`absent`). */
export type Coercion = { readonly value: Json } | "as-written" | "absent";

export interface CoercedValue {
  readonly kind: "value";
  readonly tree: Tree;
  readonly path: Path;
  readonly coercion: Coercion;
}

/** A `$ref` where the standard allows none. */
export interface MisplacedReference {
  readonly kind: "reference";
  readonly tree: Tree;
  /** Of the object that has it. */
  readonly path: Path;
  readonly target: TreeLocation;
  /** What the standard expects there. */
  readonly what: string;
}
