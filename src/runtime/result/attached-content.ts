import type { ContentBlock } from "./content-block.ts";

/** Shared by all copies of the library. */
const contentKey = Symbol.for("toolsetc.content");

/** Attaches the content that a server sent with `output`. `attachedContent` returns it. */
export function attachContent<Output extends object>(output: Output, content: readonly ContentBlock[]): Output {
  // Not enumerable, so that serializing, comparing or copying the output does not include it.
  // A client in the same process may return one object for two calls; the content of the last one applies.
  return Object.defineProperty(output, contentKey, { value: content, enumerable: false, configurable: true });
}

/** The content that was attached to `output`, if any. */
export function attachedContent(output: object): ContentBlock[] | undefined {
  const content: unknown = Reflect.get(output, contentKey);
  return Array.isArray(content) ? content : undefined; // Only `attachContent` uses this key.
}
