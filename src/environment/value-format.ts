import { findTemplate } from "../definition/template.ts";
import type { Json } from "../source/json.ts";
import { parseUrl } from "../source/parse-url.ts";
import { hasPlaceholderInside, isPlaceholder } from "../source/placeholder.ts";

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
  /** `isSecret`: the value contains or may be a password, and must not be shown. */
  | { readonly kind: "address"; readonly reason: string; readonly isSecret: boolean }
  | { readonly kind: "form"; readonly expected: string; readonly isSecret: boolean };

/** Finds out why a value is invalid for a format; `undefined` if it is valid. */
export function findValueError(value: Json, format: ValueFormat): ValueError | undefined {
  if (isPlaceholder(value) || hasPlaceholderInside(value)) return { kind: "placeholder" };
  if (value === "") return { kind: "empty" };
  if (typeof value !== "string") return { kind: "form", expected: "a string", isSecret: false };
  const template = findTemplate(value);
  if (template !== undefined) return { kind: "template", template };
  if (format === "server-url" || format === "url") {
    const reason = findAddressError(value, format);
    return reason === undefined ? undefined : { kind: "address", reason, isSecret: reason === credentials };
  }
  const { pattern, expected } = formOf(format);
  if (pattern.test(value)) return undefined;
  // The value may be the secret itself instead of its name.
  return { kind: "form", expected, isSecret: typeof format !== "string" && format.collections.includes("secrets") };
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

const credentials = "contains a user name or a password";

/** Why a string is no valid address. The string is checked before it is parsed, because URL parsers accept and repair much that is rejected here. */
function findAddressError(value: string, format: "server-url" | "url"): string | undefined {
  if (/[\s\u0000-\u001f\u007f]/.test(value)) return "contains white space";
  if (value.includes("\\")) return "contains a backslash";
  if (!/^https?:\/\//i.test(value)) return "does not start with http:// or https://";
  const authority = /^https?:\/\/([^/?#]*)/i.exec(value)?.[1] ?? "";
  if (authority === "") return "has no host";
  if (authority.includes("@")) return credentials;
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
  // https://cloud.google.com/storage/docs/buckets#naming
  bucket: { pattern: /^gs:\/\/[a-z0-9][a-z0-9._-]{1,220}[a-z0-9](\/\S*)?$/, expected: "a bucket, as in gs://my-recordings" },
  email: { pattern: /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/, expected: "an e-mail address" },
  name: { pattern: /^\S+$/, expected: "a name without white space" },
};

function formOf(format: "bucket" | "email" | "name" | CloudResourceName): Form {
  if (typeof format === "string") return forms[format];
  const pattern = new RegExp(`^${format.collections.map((collection) => `${collection}/[^/\\s]+`).join("/")}$`);
  return { pattern, expected: format.collections.map((collection) => `${collection}/…`).join("/") };
}
