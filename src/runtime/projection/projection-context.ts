import type { JsonSchema } from "../schema/schema.ts";
import type { ProviderProfile } from "./profile.ts";
import type { RestorePlan } from "./restore-plan.ts";
import type { SchemaObject, SchemaPath } from "./schema.ts";

/** A constraint of the schema that a provider's form cannot express. */
export interface Loss {
  /** The part of the schema. */
  readonly at: SchemaPath;
  readonly keyword: string;
  /**
   * `described`: it moves to the description and is not enforced. `wider`: values are accepted that the schema rejects.
   * `narrower`: some valid values cannot be expressed. `refused`: the schema cannot be expressed in this form.
   */
  readonly effect: "described" | "wider" | "narrower" | "refused";
  /** As a clause, to follow a colon. */
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
  /** The shared schemas of the source. */
  readonly definitions: Pick<ReadonlyMap<string, JsonSchema>, "get">;
  /** Whether a shared schema of the source refers to itself, directly or through others. */
  readonly isRecursive: (name: string) => boolean;
  /** The shared schemas that were projected in place of references to them, with the number of their parts. */
  readonly inlined: Map<string, { readonly projected: Projected; readonly parts: number }>;
  /** The shared schemas that were projected; `undefined` while one is in progress. */
  readonly shared: Map<string, Projected | undefined>;
  /** The new names of renamed members. */
  readonly names: ReadonlyMap<string, string>;
  readonly losses: Loss[];
  /** The original paths of parts that merging has moved. */
  readonly paths: WeakMap<object, SchemaPath>;
  /** The number of subschemas and of levels that may still be projected: with inlined references, a schema may be infinite. */
  readonly budget: { parts: number; depth: number };
  /** Projects a part. */
  readonly project: (schema: JsonSchema, at: SchemaPath) => Projected;
}

/** Records that the schema cannot be expressed in this form. The returned placeholder is never used. */
export function recordRefusal(loss: Omit<Loss, "effect">, { losses }: ProjectionContext): Projected {
  losses.push({ ...loss, effect: "refused" });
  return { schema: { type: "string" }, plan: undefined };
}

/** The recorded path of a schema, else the path by which it was reached. */
export function pathOf(schema: JsonSchema, at: SchemaPath, { paths }: ProjectionContext): SchemaPath {
  return (typeof schema === "object" ? paths.get(schema) : undefined) ?? at;
}

/** Records the original path of a schema. */
export function recordPath<Part extends JsonSchema>(part: Part, at: SchemaPath, { paths }: ProjectionContext): Part {
  if (typeof part === "object" && !paths.has(part)) paths.set(part, at);
  return part;
}
