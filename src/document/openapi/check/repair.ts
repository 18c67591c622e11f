import type { Json } from "../../../source/json/json.ts";
import type { Path, Tree, TreeLocation } from "../../../source/tree.ts";

/** A repair: the violating value has only one possible meaning. */
export type Repair = CoercedValue | MisplacedReference;

/** The meaning of a value of a wrong type: another value, its source text as a string (`as-written`), or no value (`absent`). */
export type Coercion = { readonly value: Json } | "as-written" | "absent";

export interface CoercedValue {
  readonly kind: "value";
  readonly tree: Tree;
  readonly path: Path;
  readonly coercion: Coercion;
}

/** A `$ref` in a place where the standard allows no reference. */
export interface MisplacedReference {
  readonly kind: "reference";
  readonly tree: Tree;
  /** The path of the object that has the `$ref`. */
  readonly path: Path;
  readonly target: TreeLocation;
  /** The object that the standard expects in place of the reference, such as "Operation Object". */
  readonly what: string;
}
