import type { Json } from "../../source/json.ts";
import type { Path, Tree, TreeLocation } from "../../source/tree.ts";

/** A value that is not as the standard has it, and that has one meaning all the same. */
export type Repair = CoercedValue | MisplacedReference;

/** What a value of a wrong type can only mean; `as-written` is the text that stands there, `absent` that nothing does. */
export type Coercion = { readonly value: Json } | "as-written" | "absent";

export interface CoercedValue {
  readonly kind: "value";
  readonly tree: Tree;
  readonly path: Path;
  readonly coercion: Coercion;
}

/** A `$ref` where the standard has none. */
export interface MisplacedReference {
  readonly kind: "reference";
  readonly tree: Tree;
  /** Of the object that holds it. */
  readonly path: Path;
  readonly target: TreeLocation;
  /** What the standard wants there. */
  readonly what: string;
}
