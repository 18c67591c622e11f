import type { JsonSchema } from "../../schema/schema.ts";
import type { ProviderProfile } from "../limits/profile.ts";
import type { SchemaObject, SchemaPath } from "../schema.ts";
import type { RestorePlan } from "./restore-plan.ts";

/** A constraint of the schema that a provider's form of JSON Schema cannot express. */
export interface Loss {
  /** The path of the part of the schema that has the constraint. */
  readonly at: SchemaPath;
  readonly keyword: string;
  /**
   * `described`: the constraint moves to the description and is not enforced. `wider`: the projected schema accepts values that the
   * original schema rejects. `narrower`: the projected schema cannot express some valid values. `refused`: the provider's form of JSON
   * Schema cannot express the schema.
   */
  readonly effect: "described" | "wider" | "narrower" | "refused";
  /** Why the provider's form of JSON Schema cannot express the constraint, as a clause that follows a colon. */
  readonly reason: string;
  /** Whether the provider would reject a request that contains the constraint. */
  readonly isRejected?: true;
}

export interface Projected {
  readonly schema: SchemaObject;
  readonly plan: RestorePlan | undefined;
}

/** The state of one projection. */
export interface ProjectionContext {
  readonly profile: ProviderProfile;
  /** The schemas in `$defs` of the original schema. */
  readonly definitions: Pick<ReadonlyMap<string, JsonSchema>, "get">;
  /** Whether a schema in `$defs` of the original schema refers to itself, directly or through other schemas. */
  readonly isRecursive: (name: string) => boolean;
  /** The projections of shared schemas that replace references, by name, each with the number of its subschemas. */
  readonly inlined: Map<string, { readonly projected: Projected; readonly parts: number }>;
  /** The projections of the shared schemas, by name; `undefined` while a projection is in progress. */
  readonly shared: Map<string, Projected | undefined>;
  /** The new names of the members whose names the provider rejects, by original name. */
  readonly names: ReadonlyMap<string, string>;
  readonly losses: Loss[];
  /** The original paths of subschemas that merging has moved. */
  readonly paths: WeakMap<object, SchemaPath>;
  /**
   * How many subschemas, and how many levels of nested subschemas, may still be projected: with inlined references, a schema may be
   * infinite.
   */
  readonly budget: { parts: number; depth: number };
  /** Projects a part of the schema. `at` is its path. */
  readonly project: (schema: JsonSchema, at: SchemaPath) => Projected;
}

/** Records that the provider's form of JSON Schema cannot express the schema. The returned placeholder is never used. */
export function recordRefusal(loss: Omit<Loss, "effect">, { losses }: ProjectionContext): Projected {
  losses.push({ ...loss, effect: "refused" });
  return { schema: { type: "string" }, plan: undefined };
}

/** The original path of a schema if one is recorded, else `at`, the path by which the schema was reached. */
export function pathOf(schema: JsonSchema, at: SchemaPath, { paths }: ProjectionContext): SchemaPath {
  return (typeof schema === "object" ? paths.get(schema) : undefined) ?? at;
}

/** Records the original path of a schema, unless one is recorded already. */
export function recordPath<Part extends JsonSchema>(part: Part, at: SchemaPath, { paths }: ProjectionContext): Part {
  if (typeof part === "object" && !paths.has(part)) paths.set(part, at);
  return part;
}
