import type { BodyBinding, ValueSource } from "../binding.ts";

/** A `BodyBinding` as generated modules write it, without members that have default values. */
export interface BodyDefinition {
  /** The media type. If absent, `application/json`. */
  readonly contentType?: string;
  /** Whether a body is required. If absent, `false`. */
  readonly required?: boolean;
  /** The property of the input that is the whole body. */
  readonly input?: string;
  /** The members of the body. A string is the name of a member; its value is the property of the input that has the same name. */
  readonly members?: readonly (string | { readonly name: string; readonly from: ValueSource })[];
  readonly encoding?: BodyBinding["encoding"];
}

/** The default media type of bodies and responses. */
export const defaultContentType = "application/json";

/** Adds the omitted default values to the binding of a body. */
export function completeBody({
  contentType = defaultContentType,
  required = false,
  input,
  members = [],
  encoding = {},
}: BodyDefinition): BodyBinding {
  const from =
    input === undefined
      ? { members: members.map((each) => (typeof each === "string" ? { name: each, from: { input: each } } : each)) }
      : { input };
  return { required, contentType, from, encoding };
}
