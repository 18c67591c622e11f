// The limits on tools and their schemas that providers document, and undocumented ones that their errors show. `table.ts` has the
// supported keywords.

/** The maximum characters of a tool's or member's name that every API accepts. */
export const longestName = 64;

/**
 * The maximum bytes of a tool's name, with its namespace, that DotCraft's server accepts. All names are ASCII, so that a character is one
 * byte.
 */
export const longestDotCraftName = 64;

/** The forms of JSON Schema that model providers accept. */
export type ProfileName = "openai" | "openai-strict" | "anthropic" | "anthropic-strict" | "gemini" | "gemini-openapi";

/** An API that accepts tools. */
export type ApiName = "responses" | "chat" | "anthropic" | "gemini" | "gemini-openapi";

/** The limits of an API on the tools of a request. `Infinity`: no limit is documented. */
export interface RequestLimits {
  /** The maximum number of tools in a request. */
  readonly tools: number;
  /** The pattern of a tool's name. `toolName` is the maximum number of characters. */
  readonly toolNames: RegExp;
  readonly toolName: number;
  /** The maximum characters of a tool's name that all endpoints of the API accept, older ones too. */
  readonly toolNameAnywhere: number;
  /** The maximum characters of a tool's description. */
  readonly description: number;
}

const unlimited = Number.POSITIVE_INFINITY;

// Source: OpenAI's API reference, `tools` and `function.name` of Chat Completions.
const openai = { tools: 128, toolNames: /^[a-zA-Z0-9_-]+$/, toolName: longestName, toolNameAnywhere: longestName, description: unlimited };

// Source: `FunctionDeclaration` of Google's API reference.
const gemini = { tools: unlimited, toolNames: /^[a-zA-Z_][a-zA-Z0-9_.:-]*$/, toolName: 128, toolNameAnywhere: 128, description: unlimited };

export const requestLimits: { readonly [Name in ApiName]: RequestLimits } = {
  responses: openai,
  // Source of 1024: the API's error `string_above_max_length` for `tools[0].function.description` (getsentry/sentry-mcp#106,
  // block/goose#739).
  chat: { ...openai, description: 1024 },
  // Source: Anthropic's API reference, `name` of a tool. No maximum number of tools is documented.
  anthropic: { tools: unlimited, toolNames: /^[a-zA-Z0-9_-]+$/, toolName: 128, toolNameAnywhere: 128, description: unlimited },
  gemini,
  // Endpoints that accept only `parameters` reject names of more than 63 characters: google-gemini/gemini-cli#13326.
  "gemini-openapi": { ...gemini, toolNameAnywhere: 63 },
};

/** The limits on all strict tools of a request together. */
export interface StrictLimits {
  readonly tools: number;
  /** The maximum number of optional members, in all objects together. */
  readonly optionals: number;
  /** The maximum number of schemas with `anyOf` or several types. */
  readonly unions: number;
}

/** The limits of a provider's form of JSON Schema on one schema. `undefined` means that no limit is documented. */
export interface SchemaLimits {
  /** A pattern for the names that members of objects may have. */
  readonly names: RegExp | undefined;
  /** The supported values of `format`, by JSON Schema type. */
  readonly formats: { readonly [type: string]: readonly string[] } | undefined;
  /** The limits on regular expressions in schemas. */
  readonly patterns: PatternLimits | undefined;
  readonly size: SizeLimits | undefined;
  /** The limits on all strict tools of a request together; only strict forms have them. */
  readonly strict: StrictLimits | undefined;
}

/** The limits on a regular expression. */
export interface PatternLimits {
  /** Whether the assertions `(?=`, `(?!`, `(?<=` and `(?<!` are supported. */
  readonly lookaround: boolean;
  /** Whether only anchors, classes, groups, alternatives and quantifiers are supported. */
  readonly isPlain: boolean;
  /** The highest number that a quantifier `{n,m}` may contain. */
  readonly repetitions: number;
}

/** The limits on the whole schema of a tool, with its `$defs`. */
export interface SizeLimits {
  readonly properties: number;
  readonly depth: number;
  readonly enumValues: number;
  /** An enum of more than `count` strings may have at most this many characters in total. */
  readonly longEnum: { readonly count: number; readonly characters: number };
  /** The maximum characters of names, enum values and constants together. */
  readonly characters: number;
}

const none = { names: undefined, formats: undefined, patterns: undefined, size: undefined, strict: undefined };

// Source: supported schemas in "Structured model outputs", https://developers.openai.com/api/docs/guides/structured-outputs
const openaiFormats = ["date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"];
const openaiSize: SizeLimits = {
  properties: 5000,
  depth: 10,
  enumValues: 1000,
  longEnum: { count: 250, characters: 15_000 },
  characters: 120_000,
};
// OpenAI's error for tools with and without strict mode: "Invalid JSON schema: regex lookaround is not supported" (vercel/ai#21037,
// pydantic/pydantic-ai#5519, anomalyco/opencode#32073).
const openaiPatterns = { lookaround: false, isPlain: false, repetitions: unlimited };

/**
 * The names of members that Anthropic accepts; it rejects a request in which the name of one member is invalid: "Property keys should match
 * pattern". A provider that documents no rule is assumed to accept the same names.
 */
export const plainNames: RegExp = new RegExp(`^[a-zA-Z0-9_.-]{1,${longestName}}$`);

// Source: the names of parameters in `FunctionDeclaration` of Google's API reference.
const geminiNames = new RegExp(`^[A-Za-z_][A-Za-z0-9_]{0,${longestName - 1}}$`);

export const schemaLimits: { readonly [Name in ProfileName]: SchemaLimits } = {
  openai: { ...none, patterns: openaiPatterns },
  "openai-strict": { ...none, formats: { string: openaiFormats }, patterns: openaiPatterns, size: openaiSize },
  anthropic: { ...none, names: plainNames },
  // Source: JSON Schema limitations and schema complexity limits in "Structured outputs",
  // https://platform.claude.com/docs/en/build-with-claude/structured-outputs
  "anthropic-strict": {
    ...none,
    names: plainNames,
    formats: { string: [...openaiFormats, "uri"] },
    // Anthropic's page says that "simple {n,m} cases" are supported and "large ranges" are not, without a number. 64 covers digests and
    // identifiers.
    patterns: { lookaround: false, isPlain: true, repetitions: 64 },
    strict: { tools: 20, optionals: 24, unions: 16 },
  },
  gemini: { ...none, names: geminiNames },
  // Gemini rejected requests with other formats of strings: "only 'enum' and 'date-time' are supported for STRING type".
  "gemini-openapi": {
    ...none,
    names: geminiNames,
    formats: { number: ["float", "double"], integer: ["int32", "int64"], string: ["enum", "date-time"] },
  },
};
