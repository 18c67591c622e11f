import { thousands } from "../../diagnostic/name-list.ts";
import { escapedJson } from "../../diagnostic/printable.ts";
import { escapeUnit } from "../../source/text/escape-unit.ts";
import { withHiddenNamed } from "../../source/text/word-diff.ts";

/** HTML in which all texts from the input are escaped. */
export interface Html {
  readonly html: string;
}

type Content = string | number | Html | readonly Html[] | undefined;

/** A tag for template literals that escapes all interpolated values except `Html`. */
export function html(parts: TemplateStringsArray, ...values: readonly Content[]): Html {
  return { html: String.raw({ raw: parts }, ...values.map(contentOf)) };
}

/** Marks a text as HTML without escaping it. The text must come from the compiler, never from the input. */
export function trusted(text: string): Html {
  return { html: text };
}

function contentOf(content: Content): string {
  if (content === undefined) return "";
  if (typeof content === "number") return thousands(content);
  if (typeof content === "string") return escapeHtml(content);
  return "html" in content ? content.html : content.map((each) => each.html).join("");
}

/** Escapes a text for HTML, and replaces invisible characters by their names. */
function escapeHtml(text: string): string {
  const lines = text.split("\n").map(withHiddenNamed).join("\n");
  return lines.replace(/[&<>"']/g, (found) => `&#${found.charCodeAt(0)};`);
}

/** JSON in ASCII for a `script` element that is not executed. No text in it can end the element. */
export function embeddedJson(value: unknown): string {
  return escapedJson(JSON.stringify(value)).replace(/[<>&]|[^\0-\x7f]/g, escapeUnit);
}

/** A page in ASCII, except what is in its scripts and styles: a browser takes several times as long to decode a page with one other character. */
export function asciiPage({ html: text }: Html): string {
  return text.replace(/[^\0-\x7f]/gu, (found) => `&#${found.codePointAt(0)};`);
}
