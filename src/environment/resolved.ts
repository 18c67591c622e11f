import type { Definition } from "../definition/definition.ts";
import type { JsonObject } from "../source/json/json.ts";
import type { Place } from "../source/tree.ts";

/** A definition, and the values of its placeholders in each environment. */
export interface Resolved {
  readonly definition: Definition;
  /**
   * An overlay for each environment, by name. An overlay has the structure of the definition, but contains only the values of placeholders.
   * The map is empty if the definition has no placeholder.
   */
  readonly environments: ReadonlyMap<string, JsonObject>;
  readonly defaultEnvironment: string | null;
}

/** A resolved definition whose values are known with their places, in environment files and flags. */
export interface ResolvedWithPlaces extends Resolved {
  readonly values: readonly PlacedValue[];
}

/** A value of an environment, and its place. */
export interface PlacedValue {
  readonly value: string;
  readonly place: Place;
}
