import type { Definition } from "../definition/definition.ts";
import type { JsonObject } from "../source/json.ts";

/** A definition with its values in each environment. The tree of the definition is not changed. */
export interface Resolved {
  readonly definition: Definition;
  /** Overlays by environment name. An overlay has the shape of the definition and only the values of its placeholders. Empty where it has no placeholders. */
  readonly environments: ReadonlyMap<string, JsonObject>;
  readonly defaultEnvironment: string | null;
}
