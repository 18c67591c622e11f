import { createMatcher, createValidator } from "../../runtime/schema/validate.ts";
import { selfContained } from "../../schema/closure.ts";
import type { ConvertedSchema } from "../../schema/convert/converted.ts";
import type { Json, JsonObject, JsonSchema } from "../../source/json/json.ts";
import { estimateTokens } from "../../source/text/estimate-tokens.ts";
import { type Origin, pointerOf } from "../../source/tree.ts";

/** A value of an example, with its place in the document. */
export interface ExampleValue {
  readonly value: Json;
  readonly origin: Origin;
  /** Whether the value contains an example from the document. Other values consist of defaults only. */
  readonly isGiven: boolean;
  /** The values of which this one is composed, by name or index; absent if the document has the value as a whole. */
  readonly parts?: ReadonlyMap<string | number, ExampleValue>;
}

/** A property of an example input. */
export interface ExamplePart extends ExampleValue {
  readonly key: string;
  readonly required: boolean;
  readonly schema: ConvertedSchema;
}

/** An example of the input that is not validated yet. */
export type ExampleInput = readonly ExamplePart[];

/** An example in the document that its own schema rejects. */
export interface WrongExample {
  readonly name: string;
  readonly message: string;
  readonly value: Json;
  readonly origin: Origin;
}

export interface CheckedExamples {
  readonly examples: readonly JsonObject[];
  readonly wrong: readonly WrongExample[];
}

/** The maximum number of tokens in an example, and the maximum number of examples of a tool. */
const maxTokens = 200;
const maxExamples = 3;

type SharedSchemas = ReadonlyMap<string, { readonly json: JsonSchema }>;

/**
 * Validates examples against the input schema, as the run-time library validates calls. Properties that are invalid or make an example too
 * long are omitted. If such a property is required, the whole example is omitted.
 */
export function checkExamples(inputs: readonly ExampleInput[], schema: JsonSchema, schemas: SharedSchemas): CheckedExamples {
  if (inputs.length === 0) return { examples: [], wrong: [] };
  const matches = createMatcher(selfContained(schema, schemas), "asserted");
  const wrong = new Map<string, WrongExample>();
  const examples = new Map<string, JsonObject>();
  for (const input of inputs) {
    let parts = withinTokens(input);
    if (parts !== undefined && !matches(objectOf(parts))) {
      const found = wrongParts(parts, schemas);
      for (const each of found) wrong.set(placeOf(each), each);
      const valid = parts.filter(({ key, required }) => required || !found.some(({ name }) => name === key));
      parts = valid.length < parts.length && matches(objectOf(valid)) ? valid : undefined;
    }
    if (parts?.some(({ isGiven }) => isGiven) !== true) continue;
    const example = objectOf(parts);
    examples.set(JSON.stringify(example), example);
  }
  return { examples: [...examples.values()].slice(0, maxExamples), wrong: [...wrong.values()] };
}

function placeOf({ origin: { tree, path } }: { readonly origin: Origin }): string {
  return `${tree.source.path} ${pointerOf(path)}`;
}

function objectOf(parts: ExampleInput): JsonObject {
  return Object.fromEntries(parts.map(({ key, value }) => [key, value]));
}

/**
 * Removes the largest optional properties until the example has at most `maxTokens` tokens. Returns `undefined` if the required properties
 * alone have more.
 */
function withinTokens(input: ExampleInput): ExampleInput | undefined {
  const optional = input.filter(({ required }) => !required).map((part) => ({ part, size: JSON.stringify(part.value).length }));
  const largestFirst = optional.sort((a, b) => b.size - a.size).map(({ part }) => part);
  // Each property has at least one token. If there are more properties than `maxTokens`, the surplus is removed without an estimate.
  const removed = new Set(largestFirst.slice(0, Math.max(0, input.length - maxTokens)));
  for (;;) {
    const parts = input.filter((part) => !removed.has(part));
    if (parts.length <= maxTokens && !isTooLong(JSON.stringify(objectOf(parts)))) return parts;
    const largest = largestFirst[removed.size];
    if (largest === undefined) return undefined;
    removed.add(largest);
  }
}

/** No text has more tokens than characters, so the tokens of a short text need not be estimated. */
function isTooLong(text: string): boolean {
  return text.length > maxTokens && estimateTokens(text) > maxTokens;
}

function wrongParts(parts: ExampleInput, schemas: SharedSchemas): WrongExample[] {
  return parts.flatMap((part) => {
    const { key, schema, value, isGiven } = part;
    if (!isGiven) return [];
    const [issue] = createValidator(selfContained(schema.json, schemas), "asserted")(value);
    return issue === undefined ? [] : [{ name: key, message: issue.message, value, origin: originAt(part, issue.path) }];
  });
}

/** The place of the value at a path in a value; for one that the document has as a whole, its own place. */
function originAt({ origin, parts }: ExampleValue, [step, ...rest]: readonly (string | number)[] = []): Origin {
  const part = step === undefined ? undefined : parts?.get(step);
  return part === undefined ? origin : originAt(part, rest);
}
