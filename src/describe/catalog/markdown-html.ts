import { type Html, html } from "./html.ts";

/**
 * A description in Markdown as HTML: paragraphs, lists, blocks of code, headings as bold lines, emphasis, code and links. Everything else is
 * shown as it is written: there are no images and no HTML of the description, and a link is one only with the scheme `https`.
 */
export function markdownHtml(text: string): Html {
  const blocks = text
    .replaceAll("\r\n", "\n")
    .split(/\n(?:[ \t]*\n)+/)
    .filter((block) => block.trim() !== "");
  return html`<div class="description">${blocks.map(blockHtml)}</div>`;
}

function blockHtml(block: string): Html {
  const fenced = /^\s*```[^\n]*\n([\s\S]*?)\n?\s*(?:```\s*)?$/.exec(block);
  if (fenced !== null) return html`<pre><code>${fenced[1] ?? ""}</code></pre>`;
  const lines = block.trim().split("\n");
  if (lines.every((line) => listItem.test(line)))
    return html`<ul>${lines.map((line) => html`<li>${inline(line.replace(listItem, ""))}</li>`)}</ul>`;
  const heading = /^#{1,6}\s+(.*)$/.exec(lines[0] ?? "");
  if (heading === null) return html`<p>${inline(lines.join("\n"))}</p>`;
  return html`<p><b>${inline(heading[1] ?? "")}</b></p>${lines.length > 1 ? blockHtml(lines.slice(1).join("\n")) : undefined}`;
}

const listItem = /^\s*(?:[-*+]|\d{1,3}[.)])\s+/;

/** Code, links with a safe scheme, and emphasis. The alternatives do not overlap, so the time is linear. */
const marked =
  /`([^`\n]+)`|\[([^\][\n]{1,300})\]\(([^\s()]{1,2000})\)|\*\*([^*\n]{1,1000})\*\*|(?<![\w*])\*([^*\s][^*\n]{0,500})\*(?![\w*])/g;

function inline(text: string): readonly Html[] {
  const parts: Html[] = [];
  let at = 0;
  for (const found of text.matchAll(marked)) {
    const [whole, code, label = "", address, strong, emphasis] = found;
    parts.push(html`${text.slice(at, found.index)}`);
    if (code !== undefined) parts.push(html`<code>${code}</code>`);
    else if (address !== undefined) parts.push(linkHtml(label, address));
    else if (strong !== undefined) parts.push(html`<b>${strong}</b>`);
    else parts.push(html`<i>${emphasis}</i>`);
    at = found.index + whole.length;
  }
  return [...parts, html`${text.slice(at)}`];
}

/** A link, or its text if the address may be something else than a page: a script, a local file, or a path without a host. */
function linkHtml(label: string, address: string): Html {
  if (!/^https:\/\/[^\s<>"'`\\]+$/.test(address)) return html`${label}`;
  return html`<a href="${address}" rel="noreferrer noopener">${label}</a>`;
}

/** The text of a description without its marks, for a line of a list. */
export function plainProse(text: string): string {
  return text.replaceAll(marked, (_whole, code, label, _address, strong, emphasis) => code ?? label ?? strong ?? emphasis ?? "");
}
