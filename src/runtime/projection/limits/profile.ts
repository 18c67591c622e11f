import { type ProfileName, type SchemaLimits, schemaLimits } from "./provider-limits.ts";

/** The limits of a provider's form of JSON Schema, and the properties of the form that are not in the table of keywords. */
export interface ProviderProfile extends SchemaLimits {
  readonly name: ProfileName;
  /** Whether the form is a small subset of JSON Schema. Then `allOf` is merged, and each alternative of a union is a complete schema. */
  readonly isSubset: boolean;
  /** `closed`: objects may have only the members in `properties`. `required`: like `closed`, and all members are required. */
  readonly objects: "open" | "closed" | "required";
  /** How an object with arbitrary member names is expressed. `keep`: unchanged. `pairs`: as an array of objects with a key and a value. */
  readonly maps: "keep" | "pairs";
  /** How a value of unknown type is expressed. `refuse`: it cannot be expressed. `text`: as JSON in a string. */
  readonly anything: "keep" | "refuse" | "text";
  /**
   * How an object without described members is expressed. `refuse`: it cannot be expressed. `pairs`: as an array of objects with a key and
   * a value of unknown type.
   */
  readonly anyObject: "keep" | "refuse" | "pairs";
  /**
   * `siblings`: a `$ref` may have other keywords beside it. `alone`: a `$ref` must be the only keyword. `inline`: references are not
   * supported.
   */
  readonly references: "siblings" | "alone" | "inline";
  /** `optional`: a recursive schema may refer to itself only through an optional member. `refuse`: recursive schemas are not supported. */
  readonly recursion: "keep" | "optional" | "refuse";
  /** The values that an `enum` may contain. `primitive`: no objects and arrays. `plain`: strings and numbers. `text`: strings. */
  readonly enums: "any" | "primitive" | "plain" | "text";
}

const lenient = {
  isSubset: false,
  objects: "open",
  maps: "keep",
  anything: "keep",
  anyObject: "keep",
  references: "siblings",
  recursion: "keep",
  enums: "any",
} as const;

/** The properties that the strict modes of OpenAI and Anthropic share. */
const strict = {
  isSubset: true,
  maps: "pairs",
  anything: "refuse",
  anyObject: "refuse",
  // OpenAI rejects other keywords beside a reference: "$ref cannot have keywords {'description'}".
  references: "alone",
  enums: "primitive",
} as const;

export const profiles: { readonly [Name in ProfileName]: ProviderProfile } = {
  openai: { ...schemaLimits["openai"], ...lenient, name: "openai" },
  "openai-strict": { ...schemaLimits["openai-strict"], ...strict, name: "openai-strict", objects: "required", recursion: "keep" },
  anthropic: { ...schemaLimits["anthropic"], ...lenient, name: "anthropic" },
  "anthropic-strict": { ...schemaLimits["anthropic-strict"], ...strict, name: "anthropic-strict", objects: "closed", recursion: "refuse" },
  /** The form of schemas in Gemini's `parametersJsonSchema`. */
  gemini: {
    ...schemaLimits["gemini"],
    name: "gemini",
    isSubset: true,
    objects: "open",
    maps: "keep",
    anything: "text",
    anyObject: "keep",
    references: "alone",
    recursion: "optional",
    enums: "plain",
  },
  /** The form of schemas in Gemini's `parameters`, a Schema Object of OpenAPI 3.0 in Google's subset. */
  "gemini-openapi": {
    ...schemaLimits["gemini-openapi"],
    name: "gemini-openapi",
    isSubset: true,
    objects: "closed",
    maps: "pairs",
    anything: "text",
    anyObject: "pairs",
    references: "inline",
    recursion: "refuse",
    enums: "text",
  },
};
