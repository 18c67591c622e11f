import type { JsonSchema } from "../../schema/schema.ts";

/**
 * The conversion of a value that matches a projected schema into one that matches the original schema. If a value has no restore plan, it
 * is not changed.
 */
export type RestorePlan =
  | { readonly kind: "object"; readonly members: ReadonlyMap<string, MemberPlan>; readonly others: RestorePlan | undefined }
  /** `prefix` has the plans of the first items, one for each item of a tuple; `items` is the plan of all items after them. */
  | { readonly kind: "array"; readonly prefix: readonly (RestorePlan | undefined)[]; readonly items: RestorePlan | undefined }
  /** An array of `{ key, value }` becomes an object. */
  | { readonly kind: "pairs"; readonly value: RestorePlan | undefined }
  /** The plan of the first alternative that matches the value is applied. */
  | { readonly kind: "union"; readonly alternatives: readonly { readonly schema: JsonSchema; readonly plan: RestorePlan | undefined }[] }
  /** The plan of the shared schema `name` is applied. */
  | { readonly kind: "shared"; readonly name: string }
  /** A string becomes the value that `values` has for it. */
  | { readonly kind: "literal"; readonly values: ReadonlyMap<string, unknown> }
  /** A string is parsed as JSON. */
  | { readonly kind: "json" }
  /** The member `input` becomes the whole input. */
  | { readonly kind: "wrapped"; readonly plan: RestorePlan | undefined }
  /** Each plan is applied to the result of the one before. */
  | { readonly kind: "all"; readonly plans: readonly RestorePlan[] };

/** The conversion of one member of an object. */
export interface MemberPlan {
  /** The member's name in the original schema. */
  readonly name: string;
  /** `absent`: null stands for an absent member, so it is removed. */
  readonly null: "kept" | "absent";
  readonly plan: RestorePlan | undefined;
}

/** The name of the member that contains the whole input if providers do not accept the input's schema at the root. */
export const wrapperMember = "input";

export const keyMember = "key";
export const valueMember = "value";

/** The plan of an object with these named members; `undefined` if no member needs to be converted. */
export function objectPlan(members: ReadonlyMap<string, MemberPlan>, others: RestorePlan | undefined): RestorePlan | undefined {
  if (others !== undefined) return { kind: "object", members, others };
  const changed = [...members].filter(([given, member]) => member.null === "absent" || member.plan !== undefined || member.name !== given);
  return changed.length === 0 ? undefined : { kind: "object", members: new Map(changed), others };
}
