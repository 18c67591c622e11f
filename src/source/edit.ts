import type { Json } from "./json.ts";
import type { Origin } from "./tree.ts";

/** A scalar that is to stand in the place of another. */
export interface Edit {
  readonly origin: Origin;
  readonly value: Json;
}
