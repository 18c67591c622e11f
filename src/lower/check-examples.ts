import { createMatcher, createValidator } from "../runtime/schema/validate.ts";
import { selfContained } from "../schema/closure.ts";
import type { ConvertedSchema } from "../schema/converted.ts";
import { estimateTokens } from "../source/estimate-tokens.ts";
import type { Json, JsonObject, JsonSchema } from "../source/json.ts";
import { type Origin, pointerOf } from "../source/tree.ts";

/** A property of an example of the input, with its place in the document. */
export interface ExamplePart {
  readonly key: string;
  readonly required: boolean;
  readonly schema: ConvertedSchema;
  readonly value: Json;
  readonly origin: Origin;
  /** Whether it has an example of the document, and not only defaults. */
  readonly isGiven: boolean;
}

/** An example of the input, which was not checked. */
export type ExampleInput = readonly ExamplePart[];

/** A value of the document that its own schema rejects. */
export interface WrongExample {
  readonly name: string;
  readonly message: string;
  readonly origin: Origin;
}

export interface CheckedExamples {
  readonly examples: readonly JsonObject[];
  readonly wrong: readonly WrongExample[];
}

/** The most tokens that an example may have, and the most examples of a tool. */
const mostTokens = 200;
const mostExamples = 3;

type SharedSchemas = ReadonlyMap<string, { readonly json: JsonSchema }>;

/**
 * The examples that the input schema accepts, as a call would be checked. Parts that are wrong, or for which there is no room, are
 * omitted; without a required part there is no example.
 */
export function checkExamples(inputs: readonly ExampleInput[], schema: JsonSchema, schemas: SharedSchemas): CheckedExamples {
  if (inputs.length === 0) return { examples: [], wrong: [] };
  const matches = createMatcher(selfContained(schema, schemas), "asserted");
  const wrong = new Map<string, WrongExample>();
  const examples = new Map<string, JsonObject>();
  for (const input of inputs) {
    let parts = withinTokens(input);
    if (parts !== undefined && !matches(objectOf(parts))) {
      for (const found of wrongParts(parts, schemas)) wrong.set(placeOf(found), found);
      const right = parts.filter((part) => part.required || !wrong.has(placeOf(part)));
      parts = right.length < parts.length && matches(objectOf(right)) ? right : undefined;
    }
    if (parts?.some(({ isGiven }) => isGiven) !== true) continue;
    const example = objectOf(parts);
    examples.set(JSON.stringify(example), example);
  }
  return { examples: [...examples.values()].slice(0, mostExamples), wrong: [...wrong.values()] };
}

function placeOf({ origin: { tree, path } }: { readonly origin: Origin }): string {
  return `${tree.source.path} ${pointerOf(path)}`;
}

function objectOf(parts: ExampleInput): JsonObject {
  return Object.fromEntries(parts.map(({ key, value }) => [key, value]));
}

/** The example without its largest optional parts, until it has few enough tokens. */
function withinTokens(input: ExampleInput): ExampleInput | undefined {
  let parts = input;
  while (isTooLong(JSON.stringify(objectOf(parts)))) {
    const optional = parts.filter(({ required }) => !required);
    const [largest] = optional.toSorted((a, b) => JSON.stringify(b.value).length - JSON.stringify(a.value).length);
    if (largest === undefined) return undefined;
    parts = parts.filter((part) => part !== largest);
  }
  return parts;
}

/** Most examples are short, and no text has more tokens than characters. */
function isTooLong(text: string): boolean {
  return text.length > mostTokens && estimateTokens(text) > mostTokens;
}

function wrongParts(parts: ExampleInput, schemas: SharedSchemas): WrongExample[] {
  return parts.flatMap(({ key, schema, value, origin, isGiven }) => {
    if (!isGiven) return [];
    const [issue] = createValidator(selfContained(schema.json, schemas), "asserted")(value);
    return issue === undefined ? [] : [{ name: key, message: issue.message, origin }];
  });
}
