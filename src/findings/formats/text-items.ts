import type { Change } from "../../contract/changes/change.ts";
import { byteLength } from "../../source/text/byte-length.ts";
import { withHiddenNamed, wordDiff } from "../../source/text/word-diff.ts";
import { codeTag } from "./format-markdown.ts";

/** A changed text as an item of a list in Markdown. */
export function textItem({ tool, toolset, pointer, texts }: Pick<Change, "tool" | "toolset" | "pointer" | "texts">): string {
  return `- ${codeTag(tool ?? toolset)} ${codeTag(pointer)}: ${textRuns(texts)}\n`;
}

/** Two versions of a text as Markdown, with the words that differ marked. */
export function textRuns(texts: Change["texts"]): string {
  const runs = wordDiff(texts?.before ?? "", texts?.after ?? "").map(({ in: side, text }) => {
    const shown = codeTag(withHiddenNamed(text));
    return side === "both" ? codeTag(shortened(withHiddenNamed(text))) : side === "before" ? `<del>${shown}</del>` : `<ins>${shown}</ins>`;
  });
  return runs.join(" ");
}

/** Shortens a long text to its start and its end. */
export function shortened(text: string): string {
  return text.length > 120 ? `${text.slice(0, 50)} … ${text.slice(-50)}` : text;
}

interface Limit {
  /** The maximum size in bytes. */
  readonly most: number;
  /** What the remaining items are, such as `more tools`. */
  readonly rest: string;
}

/** Joins the lines of the first items that fit, and adds the number of the remaining items. */
export function fitting<Item>(items: readonly Item[], lineOf: (item: Item) => string, { most, rest }: Limit): string {
  let text = "";
  for (const [index, item] of items.entries()) {
    const line = lineOf(item);
    if (byteLength(text) + byteLength(line) > most) return `${text}\n… and ${items.length - index} ${rest}\n`;
    text += line;
  }
  return text;
}
