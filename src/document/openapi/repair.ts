import type { Home } from "../../source/repaired.ts";
import type { Path, Tree } from "../../source/tree.ts";
import type { Meant } from "./meant-value.ts";

/** A value that is not as the standard has it, and that has one meaning all the same. */
export type Repair = MeantValue | MisplacedReference;

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
