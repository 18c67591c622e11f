import type { Definition } from "../definition/definition.ts";
import type { JsonObject } from "../source/json.ts";

/** A definition and, beside it, what each environment says. The definition's tree stays as it was authored. */
export interface Resolved {
  readonly definition: Definition;
  /** Overlay by environment name, in the definition's own shape and only for the placeholders that it has. Empty where it has none. */
  readonly environments: ReadonlyMap<string, JsonObject>;
  readonly defaultEnvironment: string | null;
}
