import type { Path } from "../source/tree.ts";
import { startsWith } from "../source/tree.ts";
import type { Definition } from "./definition.ts";

/**
 * Whether the value at `path` is invalid or contains an invalid value. The invalid value was reported before, so whatever depends on it is
 * omitted.
 */
export function isInvalidAt({ invalidPaths }: Pick<Definition, "invalidPaths">, path: Path): boolean {
  return invalidPaths.some((invalid) => startsWith(invalid, path));
}
