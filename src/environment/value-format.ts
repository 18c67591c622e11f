import { findTemplate } from "../definition/template.ts";
import type { Json } from "../source/json/json.ts";
import { parseUrl } from "../source/text/parse-url.ts";
import { hasPlaceholderInside, isPlaceholder } from "../source/text/placeholder.ts";

/** The format of the value of a managed field. */
export type ValueFormat = "server-url" | "url" | "bucket" | "email" | "name" | CloudResourceName;

/** A resource name of Google Cloud: its collections in order, each of which is followed by an id. */
export interface CloudResourceName {
  readonly collections: readonly string[];
}

/** Why a value is invalid. */
export type ValueError =
  | { readonly kind: "placeholder" }
  | { readonly kind: "empty" }
  | { readonly kind: "template"; readonly template: string }
  /** `isSecret`: whether the value may contain a secret, so that it must not be shown. */
  | { readonly kind: "address"; readonly reason: string; readonly isSecret: boolean }
  | { readonly kind: "form"; readonly expected: string; readonly isSecret: boolean };

/** Finds out why a value is invalid for a format; `undefined` if the value is valid. */
export function findValueError(value: Json, format: ValueFormat): ValueError | undefined {
  if (isPlaceholder(value) || hasPlaceholderInside(value)) return { kind: "placeholder" };
  if (value === "") return { kind: "empty" };
  if (typeof value !== "string") return { kind: "form", expected: "a string", isSecret: isSecretName(format) };
  const template = findTemplate(value);
  if (template !== undefined) return { kind: "template", template };
  if (format === "server-url" || format === "url") {
    const reason = findAddressError(value, format);
    // Only the first error is the `reason`. An address with an `@` may contain a password too, so it is secret whatever the reason is.
    return reason === undefined ? undefined : { kind: "address", reason, isSecret: value.includes("@") };
  }
  const { pattern, expected } = formOf(format);
  if (pattern.test(value)) return undefined;
  return { kind: "form", expected, isSecret: isSecretName(format) };
}

/** Whether a valid value names a secret. An invalid value may be the secret itself, which must not be shown. */
function isSecretName(format: ValueFormat): boolean {
  return typeof format !== "string" && format.collections.includes("secrets");
}

/** Describes an error as the predicate of a sentence whose subject is the value. */
export function describeValueError(error: ValueError): string {
  switch (error.kind) {
    case "placeholder":
      return "contains $env_var";
    case "empty":
      return "is empty";
    case "template":
      return `contains the template "${error.template}" instead of a value`;
    case "address":
      return error.reason;
    case "form":
      return `is not ${error.expected}`;
  }
}

/** Whether an address contains server variables such as `{region}`. */
export function hasVariables(value: Json): boolean {
  return typeof value === "string" && /\{[^{}]*\}/.test(value);
}

/**
 * Why a string is not a valid address. The string is checked before it is parsed, because a URL parser repairs invalid addresses instead of
 * rejecting them.
 */
function findAddressError(value: string, format: "server-url" | "url"): string | undefined {
  if (/[\s\u0000-\u001f\u007f]/.test(value)) return "contains white space";
  if (value.includes("\\")) return "contains a backslash";
  if (!/^https?:\/\//i.test(value)) return "does not start with http:// or https://";
  const authority = /^https?:\/\/([^/?#]*)/i.exec(value)?.[1] ?? "";
  if (authority === "") return "has no host";
  if (authority.includes("@")) return "contains a user name or a password";
  if (value.includes("#")) return "must not have a fragment";
  if (format === "server-url" && value.includes("?"))
    return "must not have a query, because the paths of requests are appended to this URL";
  const withoutVariables = value.replace(/\{[^{}]*\}/g, "0");
  return parseUrl(withoutVariables) === undefined ? "has an invalid host or port" : undefined;
}

interface Form {
  readonly pattern: RegExp;
  readonly expected: string;
}

const forms: Record<"bucket" | "email" | "name", Form> = {
  // The rules for names of buckets: https://cloud.google.com/storage/docs/buckets#naming
  bucket: { pattern: /^gs:\/\/[a-z0-9][a-z0-9._-]{1,220}[a-z0-9](\/\S*)?$/, expected: "a bucket, as in gs://my-recordings" },
  email: { pattern: /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/, expected: "an e-mail address" },
  name: { pattern: /^\S+$/, expected: "a name without white space" },
};

function formOf(format: "bucket" | "email" | "name" | CloudResourceName): Form {
  if (typeof format === "string") return forms[format];
  const pattern = new RegExp(`^${format.collections.map((collection) => `${collection}/[^/\\s]+`).join("/")}$`);
  return { pattern, expected: `of the form ${format.collections.map((collection) => `${collection}/…`).join("/")}` };
}
