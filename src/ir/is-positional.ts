import type { BodyBinding, EncodingBinding } from "../runtime/binding.ts";

/**
 * Whether encodings belong to parts by position. The type is not checked by `length`, because an object of encodings may have a member with
 * this name.
 */
export function isPositional(encoding: BodyBinding["encoding"]): encoding is readonly EncodingBinding[] {
  return Array.isArray(encoding);
}
