import type { Plan } from "./plan.ts";
import type { Profile } from "./profile.ts";
import type { Path, Schema, SchemaObject } from "./schema.ts";

/** What a provider's form cannot say as the schema says it. */
export interface Loss {
  /** The part of the schema. */
  readonly at: Path;
  readonly keyword: string;
  /**
   * `described`: it stands in the description and is not enforced. `wider`: values pass that the schema refuses.
   * `narrower`: the model cannot give some values that the schema takes. `refused`: the schema cannot be given in this form.
   */
  readonly effect: "described" | "wider" | "narrower" | "refused";
  /** A clause that follows a colon. */
  readonly reason: string;
}

export interface Projected {
  readonly schema: SchemaObject;
  readonly plan: Plan | undefined;
}

/** One projection while it is made. */
export interface Projecting {
  readonly profile: Profile;
  /** The shared schemas that the source has. */
  readonly definitions: ReadonlyMap<string, Schema>;
  /** Those that have been asked for; `undefined` while one is made. */
  readonly shared: Map<string, Projected | undefined>;
  /** What members are called instead. */
  readonly names: ReadonlyMap<string, string>;
  readonly losses: Loss[];
  /** Where parts stand that merging has brought elsewhere. */
  readonly places: WeakMap<object, Path>;
  /** What may still be made: written out, a schema may grow without end. */
  readonly budget: { parts: number; depth: number };
  /** The projection of a part. */
  readonly project: (schema: Schema, at: Path) => Projected;
}

/** Says that this form cannot be given. What stands in its place is never seen. */
export function refuse(loss: Omit<Loss, "effect">, { losses }: Projecting): Projected {
  losses.push({ ...loss, effect: "refused" });
  return { schema: { type: "string" }, plan: undefined };
}

/** The path that a schema has of its own, or the one that it was reached by. */
export function placeOf(schema: Schema, at: Path, { places }: Projecting): Path {
  return (typeof schema === "object" ? places.get(schema) : undefined) ?? at;
}

/** Keeps where a part of another schema stands. */
export function remember<Part extends Schema>(part: Part, at: Path, { places }: Projecting): Part {
  if (typeof part === "object" && !places.has(part)) places.set(part, at);
  return part;
}
