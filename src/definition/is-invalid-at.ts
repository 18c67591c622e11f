import type { Path } from "../source/tree.ts";
import { startsWith } from "../source/tree.ts";
import type { Definition } from "./definition.ts";

/** Whether something in the value at `path` was found at fault, so that what would be made of it is left out. It was said already. */
export function isInvalidAt({ faults }: Pick<Definition, "faults">, path: Path): boolean {
  return faults.some((fault) => startsWith(fault, path));
}
