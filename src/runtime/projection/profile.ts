/** The forms that the providers take schemas in. */
export type ProfileName = "openai" | "openai-strict" | "anthropic" | "anthropic-strict" | "gemini" | "gemini-openapi";

/** What is to be known of a form beside the table of keywords. */
export interface Profile {
  readonly name: ProfileName;
  /** Whether it knows only plain schemas: intersections are merged, and unions hold whole alternatives. */
  readonly isPlain: boolean;
  /** `closed`: objects have the named members and no others. `required`: and all of them are always there. */
  readonly objects: "open" | "closed" | "required";
  /** How an object of any members is said: as it is, as a list of keys and values, or not at all where the members are not described. */
  readonly maps: "keep" | "pairs";
  /** How a value of which nothing is known is said; `text` is JSON in a string. */
  readonly anything: "keep" | "refuse" | "text";
  /** The same, for an object of which nothing is known. */
  readonly anyObject: "keep" | "refuse" | "text";
  /** `beside`: with other keywords beside it. `apart`: they stand around it. `inline`: there are no references. */
  readonly references: "beside" | "apart" | "inline";
  /** `optional`: a circle has to lead through a member that may be absent. */
  readonly recursion: "keep" | "optional" | "refuse";
  /** Names that members may have; `undefined`: all. */
  readonly names: RegExp | undefined;
  /** Formats that it knows; `undefined`: it takes all. */
  readonly formats: ReadonlySet<string> | undefined;
  readonly enums: "any" | "primitive" | "plain" | "text";
  readonly limits: Limits | undefined;
}

/** How much a form takes of all schemas of a tool together. */
export interface Limits {
  readonly properties: number;
  readonly depth: number;
  readonly enumValues: number;
  /** An enum of more than `count` texts may have so many characters in all. */
  readonly longEnum: { readonly count: number; readonly characters: number };
  /** Of names, and of the values of enums and constants. */
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
  isPlain: false,
  objects: "open",
  maps: "keep",
  anything: "keep",
  anyObject: "keep",
  references: "beside",
  recursion: "keep",
  names: undefined,
  formats: undefined,
  enums: "any",
  limits: undefined,
} as const;

// Anthropic checks the names of members, and one bad name fails the whole request.
const anthropicNames = /^[a-zA-Z0-9_.-]{1,64}$/;
const geminiNames = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;

export const profiles: { readonly [Name in ProfileName]: Profile } = {
  openai: { ...lenient, name: "openai" },
  "openai-strict": {
    name: "openai-strict",
    isPlain: true,
    objects: "required",
    maps: "pairs",
    anything: "refuse",
    anyObject: "refuse",
    // The API answers "$ref cannot have keywords {'description'}".
    references: "apart",
    recursion: "keep",
    names: undefined,
    formats: new Set(openaiFormats),
    enums: "primitive",
    limits: openaiLimits,
  },
  anthropic: { ...lenient, name: "anthropic", names: anthropicNames },
  "anthropic-strict": {
    name: "anthropic-strict",
    isPlain: true,
    objects: "closed",
    maps: "pairs",
    anything: "refuse",
    anyObject: "refuse",
    references: "apart",
    recursion: "refuse",
    names: anthropicNames,
    formats: new Set([...openaiFormats, "uri"]),
    enums: "primitive",
    limits: undefined,
  },
  /** `parametersJsonSchema`. */
  gemini: {
    name: "gemini",
    isPlain: true,
    objects: "open",
    maps: "keep",
    anything: "text",
    anyObject: "keep",
    references: "apart",
    recursion: "optional",
    names: geminiNames,
    formats: undefined,
    enums: "plain",
    limits: undefined,
  },
  /** `parameters`, a Schema Object of OpenAPI 3.0 in Google's subset. */
  "gemini-openapi": {
    name: "gemini-openapi",
    isPlain: true,
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
