import { type Html, html, trusted } from "./html.ts";

/** Code, links with a safe scheme, emphasis, and the tag for a new line. The alternatives do not overlap, so the time is linear. */
const marked =
  /`([^`\n]+)`|\[([^\][\n]{1,300})\]\(([^\s()]{1,2000})\)|\*\*([^*\n]{1,1000})\*\*|(?<![\w*])\*([^*\s][^*\n]{0,500})\*(?![\w*])|<br ?\/?>/g;

/** Markdown within a line as HTML. */
export function inlineHtml(text: string): Html {
  const parts: Html[] = [];
  let at = 0;
  for (const found of text.matchAll(marked)) {
    const [whole, code, label = "", address, strong, emphasis] = found;
    parts.push(html`${text.slice(at, found.index)}`);
    if (code !== undefined) parts.push(html`<code>${code}</code>`);
    else if (address !== undefined) parts.push(linkHtml(label, address));
    else if (strong !== undefined) parts.push(html`<b>${strong}</b>`);
    else if (emphasis !== undefined) parts.push(html`<i>${emphasis}</i>`);
    else parts.push(trusted("<br>"));
    at = found.index + whole.length;
  }
  return html`${[...parts, html`${text.slice(at)}`]}`;
}

/** Text in which only code is marked, such as a message: an asterisk in it is one. */
export function codeHtml(text: string): Html {
  return html`${text.split(/`([^`\n]+)`/).map((part, place) => (place % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))}`;
}

/** A link, or its text if the address may be something else than a page: a script, a local file, or a path without a host. */
function linkHtml(label: string, address: string): Html {
  if (!/^https:\/\/[^\s<>"'`\\]+$/.test(address)) return html`${label}`;
  return html`<a href="${address}" rel="noreferrer noopener">${label}</a>`;
}

/** The text of a description without its marks, for a line of a list. */
export function plainProse(text: string): string {
  return text.replaceAll(marked, (_whole, code, label, _address, strong, emphasis) => code ?? label ?? strong ?? emphasis ?? " ");
}
