import type { Json } from "../../source/json.ts";
import type { Home, Path, Tree } from "../../source/tree.ts";

/** A value that is not as the standard has it, and that has one meaning all the same. */
export type Repair = MeantValue | MisplacedReference;

/** What a value of a wrong type can only mean; `as-written` is the text that stands there, `absent` that nothing does. */
export type Meant = { readonly value: Json } | "as-written" | "absent";

export interface MeantValue {
  readonly kind: "value";
  readonly tree: Tree;
  readonly path: Path;
  readonly meant: Meant;
}

/** A `$ref` where the standard has none. */
export interface MisplacedReference {
  readonly kind: "reference";
  readonly tree: Tree;
  /** Of the object that holds it. */
  readonly path: Path;
  readonly target: Home;
  /** What the standard wants there. */
  readonly what: string;
}
