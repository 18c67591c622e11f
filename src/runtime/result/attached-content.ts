import type { ContentBlock } from "./content-block.ts";

/** Recognised also where the library is loaded twice. */
const contentKey = Symbol.for("toolsetc.content");

/** `output` with the content that a server sent beside it, which `contentBeside` finds again. */
export function attachContent<Output extends object>(output: Output, content: readonly ContentBlock[]): Output {
  // Not enumerable, so that it is no part of the answer wherever that is written, compared or copied.
  return Object.defineProperty(output, contentKey, { value: content, enumerable: false });
}

/** The content that goes with `output`, if it is more than that. */
export function attachedContent(output: object): ContentBlock[] | undefined {
  const content: unknown = Reflect.get(output, contentKey);
  return Array.isArray(content) ? content : undefined; // Nobody but `withContent` writes under this key.
}
