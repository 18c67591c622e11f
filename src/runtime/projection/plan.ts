import type { Schema } from "./schema.ts";

/** How a value that matches a projected schema becomes one that matches the schema itself. Where there is none, it is one already. */
export type Plan =
  | { readonly kind: "object"; readonly members: ReadonlyMap<string, Member>; readonly others: Plan | undefined }
  /** The items at the front have plans of their own. */
  | { readonly kind: "list"; readonly prefix: readonly (Plan | undefined)[]; readonly items: Plan | undefined }
  /** A list of `{ key, value }` is an object. */
  | { readonly kind: "pairs"; readonly value: Plan | undefined }
  /** The plan of the first alternative that the value matches. */
  | { readonly kind: "union"; readonly alternatives: readonly { readonly schema: Schema; readonly plan: Plan | undefined }[] }
  /** The plan of a shared schema. */
  | { readonly kind: "shared"; readonly name: string }
  /** A text stands for another value. */
  | { readonly kind: "literal"; readonly values: ReadonlyMap<string, unknown> }
  /** A text that is JSON. */
  | { readonly kind: "json" }
  /** The whole input is the one member `input`. */
  | { readonly kind: "wrapped"; readonly plan: Plan | undefined }
  | { readonly kind: "all"; readonly plans: readonly Plan[] };

/** How one member of an object is turned back. */
export interface Member {
  /** What the schema itself calls it. */
  readonly name: string;
  /** `absent`: null says that it is not given. */
  readonly null: "kept" | "absent";
  readonly plan: Plan | undefined;
}

/** The one member of an input that cannot stand at the root. */
export const wrapper = "input";

export const pairKey = "key";
export const pairValue = "value";

/** The plan of an object, given all members that are named; `undefined` where nothing is to be done. */
export function objectPlan(members: ReadonlyMap<string, Member>, others: Plan | undefined): Plan | undefined {
  if (others !== undefined) return { kind: "object", members, others };
  const changed = [...members].filter(([given, member]) => member.null === "absent" || member.plan !== undefined || member.name !== given);
  return changed.length === 0 ? undefined : { kind: "object", members: new Map(changed), others };
}
