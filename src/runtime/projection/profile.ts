/** The forms of JSON Schema that model providers accept. */
export type ProfileName = "openai" | "openai-strict" | "anthropic" | "anthropic-strict" | "gemini" | "gemini-openapi";

/** The properties of a provider's form that the table of keywords does not state. */
export interface ProviderProfile {
  readonly name: ProfileName;
  /** Whether the form is a small subset of JSON Schema: `allOf` is merged, and each alternative of a union is complete. */
  readonly isSubset: boolean;
  /** `closed`: objects have only the named members. `required`: the same, and all of them are required. */
  readonly objects: "open" | "closed" | "required";
  /** How an object with arbitrary member names is expressed: as it is, or as a list of keys and values. */
  readonly maps: "keep" | "pairs";
  /** How a value of unknown type is expressed; `text` is JSON in a string. */
  readonly anything: "keep" | "refuse" | "text";
  /** The same, for an object without described members. */
  readonly anyObject: "keep" | "refuse" | "text";
  /** `siblings`: a `$ref` may have other keywords beside it. `alone`: it may not. `inline`: references are not supported. */
  readonly references: "siblings" | "alone" | "inline";
  /** `optional`: a recursive schema must recur through an optional member. */
  readonly recursion: "keep" | "optional" | "refuse";
  /** The names that members may have; `undefined`: any. */
  readonly names: RegExp | undefined;
  /** The supported values of `format`; `undefined`: all. */
  readonly formats: ReadonlySet<string> | undefined;
  readonly enums: "any" | "primitive" | "plain" | "text";
  readonly limits: Limits | undefined;
}

/** The limits on the schemas of a tool together. */
export interface Limits {
  readonly properties: number;
  readonly depth: number;
  readonly enumValues: number;
  /** An enum of more than `count` strings may have at most this many characters in total. */
  readonly longEnum: { readonly count: number; readonly characters: number };
  /** The characters of names, enum values and constants together. */
  readonly characters: number;
}

const openaiFormats = ["date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"];

/** What OpenAI documents for strict schemas ("Structured Outputs", supported schemas). */
const openaiLimits: Limits = {
  properties: 5000,
  depth: 10,
  enumValues: 1000,
  longEnum: { count: 250, characters: 15_000 },
  characters: 120_000,
};

const lenient = {
  isSubset: false,
  objects: "open",
  maps: "keep",
  anything: "keep",
  anyObject: "keep",
  references: "siblings",
  recursion: "keep",
  names: undefined,
  formats: undefined,
  enums: "any",
  limits: undefined,
} as const;

// Anthropic checks the names of members, and rejects the whole request for one invalid name.
const anthropicNames = /^[a-zA-Z0-9_.-]{1,64}$/;
const geminiNames = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;

export const profiles: { readonly [Name in ProfileName]: ProviderProfile } = {
  openai: { ...lenient, name: "openai" },
  "openai-strict": {
    name: "openai-strict",
    isSubset: true,
    objects: "required",
    maps: "pairs",
    anything: "refuse",
    anyObject: "refuse",
    // The API rejects it: "$ref cannot have keywords {'description'}".
    references: "alone",
    recursion: "keep",
    names: undefined,
    formats: new Set(openaiFormats),
    enums: "primitive",
    limits: openaiLimits,
  },
  anthropic: { ...lenient, name: "anthropic", names: anthropicNames },
  "anthropic-strict": {
    name: "anthropic-strict",
    isSubset: true,
    objects: "closed",
    maps: "pairs",
    anything: "refuse",
    anyObject: "refuse",
    references: "alone",
    recursion: "refuse",
    names: anthropicNames,
    formats: new Set([...openaiFormats, "uri"]),
    enums: "primitive",
    limits: undefined,
  },
  /** `parametersJsonSchema`. */
  gemini: {
    name: "gemini",
    isSubset: true,
    objects: "open",
    maps: "keep",
    anything: "text",
    anyObject: "keep",
    references: "alone",
    recursion: "optional",
    names: geminiNames,
    formats: undefined,
    enums: "plain",
    limits: undefined,
  },
  /** `parameters`, a Schema Object of OpenAPI 3.0 in Google's subset. */
  "gemini-openapi": {
    name: "gemini-openapi",
    isSubset: true,
    objects: "closed",
    maps: "pairs",
    anything: "text",
    anyObject: "text",
    references: "inline",
    recursion: "refuse",
    names: geminiNames,
    formats: new Set(["float", "double", "int32", "int64", "enum", "date-time"]),
    enums: "text",
    limits: undefined,
  },
};
