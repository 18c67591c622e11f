import type { ContentBlock } from "./content-block.ts";

/** The key of attached content. `Symbol.for` gives all copies of this library the same symbol. */
const contentKey = Symbol.for("toolsetc.content");

/** Attaches to `output` the content that an MCP server sent with it. `attachedContent` returns the content. */
export function attachContent<Output extends object>(output: Output, content: readonly ContentBlock[]): Output {
  // The property is not enumerable, so that serializing, comparing or copying the output does not include it. It is configurable, since a
  // client in the same process may return one object for two calls. The content of the last call applies.
  return Object.defineProperty(output, contentKey, { value: content, enumerable: false, configurable: true });
}

/** The content that was attached to `output`; `undefined` if no content was attached. */
export function attachedContent(output: object): ContentBlock[] | undefined {
  const content: unknown = Reflect.get(output, contentKey);
  return Array.isArray(content) ? content : undefined; // The type is right: only `attachContent` uses this key.
}
