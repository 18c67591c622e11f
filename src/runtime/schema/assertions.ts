import { canonicalJson } from "../json.ts";
import type { Checks } from "./evaluation.ts";
import { checkedFormats } from "./formats.ts";

/** The maximum characters of a string that is matched against a pattern. A longer string is accepted: matching may need quadratic time. */
const maxPatternSubject = 10_000;

/** The maximum items of an array that is checked for duplicates. */
const maxUniqueItems = 2_000;

export const numberChecks: Checks<number> = {
  minimum: (value, limit: number) => value >= limit,
  maximum: (value, limit: number) => value <= limit,
  exclusiveMinimum: (value, limit: number) => value > limit,
  exclusiveMaximum: (value, limit: number) => value < limit,
  multipleOf: isMultiple,
};

export const stringChecks: Checks<string> = {
  pattern: hasPattern,
  minLength: isLongEnough,
  maxLength: isShortEnough,
  format: (text, format: string, { evaluation }) => !evaluation.assertsFormats || isOfFormat(text, format),
};

export function hasType(value: unknown, types: string | readonly string[]): boolean {
  if (typeof types !== "string") return types.some((type) => hasType(value, type));
  switch (types) {
    case "integer":
      return Number.isInteger(value);
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "object":
      return valueKind(value) === "object";
    default:
      return typeof value === types;
  }
}

/** The kinds of values that have keywords of their own. */
export type Kind = "object" | "array" | "number" | "string";

/** The kind of a value; `other` for booleans and null. */
export function valueKind(value: unknown): Kind | "other" {
  if (Array.isArray(value)) return "array";
  const kind = typeof value;
  if (kind === "object") return value === null ? "other" : "object";
  return kind === "number" || kind === "string" ? kind : "other";
}

export function isOneOf(value: unknown, values: readonly unknown[]): boolean {
  if (typeof value !== "object" || value === null) return values.includes(value);
  const json = canonicalJson(value);
  return values.some((each) => typeof each === "object" && canonicalJson(each) === json);
}

export function hasUniqueItems(items: readonly unknown[], isRequired: boolean): boolean {
  return !isRequired || items.length > maxUniqueItems || new Set(items.map(canonicalJson)).size === items.length;
}

function isLongEnough(text: string, length: number): boolean {
  return text.length >= length && characters(text) >= length;
}

function isShortEnough(text: string, length: number): boolean {
  return text.length <= length || characters(text) <= length;
}

/** The number of characters, of which some consist of two units of UTF-16. */
function characters(text: string): number {
  return text.length - (text.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0);
}

function hasPattern(text: string, pattern: string): boolean {
  return text.length > maxPatternSubject || (expressionOf(pattern)?.test(text) ?? true);
}

const expressions = new Map<string, RegExp | undefined>();

/** The maximum number of expressions that are kept. */
const maxExpressions = 1_000;

/** The expression of a pattern; `undefined` if it is invalid. The compiler reports invalid patterns. Here they are ignored. */
export function expressionOf(pattern: string): RegExp | undefined {
  if (!expressions.has(pattern)) {
    if (expressions.size >= maxExpressions) expressions.clear();
    expressions.set(pattern, tryExpression(pattern));
  }
  return expressions.get(pattern);
}

function tryExpression(pattern: string): RegExp | undefined {
  try {
    return new RegExp(pattern, "u");
  } catch {
    return undefined;
  }
}

function isOfFormat(text: string, format: string): boolean {
  return !Object.hasOwn(checkedFormats, format) || checkedFormats[format]?.matches(text) === true;
}

/** Whether a decimal number is a multiple of another one. It is computed exactly: as binary fractions, 0.3 is no multiple of 0.1. */
function isMultiple(value: number, divisor: number): boolean {
  if (divisor <= 0) return false;
  if (Number.isSafeInteger(value) && Number.isSafeInteger(divisor)) return value % divisor === 0;
  const [digits, exponent] = decimal(value);
  const [divisorDigits, divisorExponent] = decimal(divisor);
  const least = Math.min(exponent, divisorExponent);
  return (digits * 10n ** BigInt(exponent - least)) % (divisorDigits * 10n ** BigInt(divisorExponent - least)) === 0n;
}

/** A number as an integer and a power of ten. */
function decimal(value: number): [digits: bigint, exponent: number] {
  const [coefficient = "", exponent] = value.toExponential().split("e");
  const [, fraction = ""] = coefficient.split(".");
  return [BigInt(coefficient.replace(".", "")), Number(exponent) - fraction.length];
}
