import type { Json } from "../source/json.ts";

/** Replaces a value that differs by environment. Only a value that is exactly this text is filled. */
export const placeholder = "$env_var";

export function isPlaceholder(value: Json | undefined): boolean {
  return value === placeholder;
}

/** Whether a text contains the placeholder and other characters. Such a text is not filled. */
export function hasPlaceholderInside(value: Json | undefined): boolean {
  return typeof value === "string" && value !== placeholder && value.includes(placeholder);
}

/** Whether a text is a placeholder in the syntax of other tools: `$ENV_VAR`, `${env_var}`, `{{env_var}}`. */
export function isMisspeltPlaceholder(value: Json | undefined): value is string {
  return typeof value === "string" && value !== placeholder && /^(\$?\{{1,2}\s*|\$|%)env[_-]?var(\s*\}{1,2}|%)?$/i.test(value);
}
