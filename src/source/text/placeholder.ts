import type { Json } from "../json/json.ts";

/** CES writes this string instead of a value that differs by environment. */
export const placeholder = "$env_var";

export function isPlaceholder(value: Json | undefined): boolean {
  return value === placeholder;
}

/** Whether a string contains the placeholder and other characters. Such a string is not replaced. */
export function hasPlaceholderInside(value: Json | undefined): boolean {
  return typeof value === "string" && value !== placeholder && value.includes(placeholder);
}

/** Whether a string is a placeholder in the syntax of other programs: `$ENV_VAR`, `${env_var}`, `{{env_var}}`. */
export function isMisspeltPlaceholder(value: Json | undefined): value is string {
  return typeof value === "string" && value !== placeholder && /^(\$?\{{1,2}\s*|\$|%)env[_-]?var(\s*\}{1,2}|%)?$/i.test(value);
}
