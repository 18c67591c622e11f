import type { Keywords } from "../evaluation.ts";

/** The keywords for numbers. */
export const numberKeywords: Keywords<number> = {
  minimum: { check: (value, limit: number) => value >= limit, text: (limit: number) => `must be at least ${limit}.` },
  maximum: { check: (value, limit: number) => value <= limit, text: (limit: number) => `must be at most ${limit}.` },
  exclusiveMinimum: { check: (value, limit: number) => value > limit, text: (limit: number) => `must be greater than ${limit}.` },
  exclusiveMaximum: { check: (value, limit: number) => value < limit, text: (limit: number) => `must be less than ${limit}.` },
  multipleOf: { check: isMultiple, text: (divisor: number) => `must be a multiple of ${divisor}.` },
};

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
