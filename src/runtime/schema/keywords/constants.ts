import { canonicalJson } from "../../json.ts";
import { nearestName } from "../../names-in-message.ts";
import { valuesText } from "../describe-schema.ts";
import type { Keywords } from "../evaluation.ts";

/** The keywords that list values. */
export const constantKeywords: Keywords<unknown> = {
  const: {
    check: (value, only: unknown) => isOneOf(value, [only]),
    text: (only: unknown, { value }) => constantText([only], value),
    phrases: (only: unknown) => [listedText([only])],
  },
  enum: {
    check: isOneOf,
    text: (values: readonly unknown[], { value }) => constantText(values, value),
    phrases: (values: readonly unknown[]) => [listedText(values)],
  },
};

function isOneOf(value: unknown, values: readonly unknown[]): boolean {
  if (typeof value !== "object" || value === null) return values.includes(value);
  const json = canonicalJson(value);
  return values.some((each) => typeof each === "object" && canonicalJson(each) === json);
}

/** What is said of a value that is none of the listed ones. */
export function constantText(listed: readonly unknown[], value: unknown): string {
  const values = [...new Set(listed)];
  const names = values.filter((each) => typeof each === "string");
  const nearest = typeof value === "string" && values.length > 1 ? nearestName(names, value) : undefined;
  const text = `must be ${listedText(values)}.`;
  return nearest === undefined ? text : `${text} Did you mean ${JSON.stringify(nearest)}?`;
}

function listedText(values: readonly unknown[]): string {
  return `${values.length === 1 ? "" : "one of "}${valuesText(values)}`;
}
