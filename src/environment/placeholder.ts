import type { Json } from "../source/json.ts";

/** Stands in a resource for a value that differs by environment. Only a value that is exactly this is filled. */
export const placeholder = "$env_var";

export function isPlaceholder(value: Json | undefined): boolean {
  return value === placeholder;
}

/** Whether a text has the placeholder and more, which nothing fills. */
export function hasPlaceholderInside(value: Json | undefined): boolean {
  return typeof value === "string" && value !== placeholder && value.includes(placeholder);
}
