import { indentOf } from "../../source/text/wrap.ts";
import { type Html, html, trusted } from "./html.ts";
import { inlineHtml } from "./markdown-inline.ts";

/**
 * A description in Markdown as HTML: paragraphs, lists, tables, quotes, blocks of code, headings as bold lines, emphasis, code and links.
 * Everything else is shown as it is written: there are no images and no HTML of the description, and a link is one only with the scheme
 * `https`.
 */
export function markdownHtml(text: string): Html {
  return html`<div class="description">${blocksOf(text.split(/\r?\n/), 0)}</div>`;
}

/** A description in Markdown for a cell of a table: the usual one is a line, and needs no elements around it. */
export function markdownCell(text: string): Html {
  return text.includes("\n") || !/^(?:[\p{L}"'(`]|$)/u.test(text) || text.startsWith("```") ? markdownHtml(text) : inlineHtml(text);
}

/** The maximum nesting of lists and quotes. What is deeper is shown as paragraphs. */
const maxDepth = 6;

const fence = /^ {0,3}(?:```|~~~)/;
const heading = /^ {0,3}#{1,6}\s+(.*)$/;
const quote = /^ {0,3}> ?/;
const listItem = /^([ \t]*)(?:([-*+])|(\d{1,9})[.)])[ \t]+/;
const rule = /^[ \t]*(?:[-*_][ \t]*){3,}$/;

/** Each block takes its lines from the beginning of `lines`, so the time is linear for each level of nesting. */
function blocksOf(lines: readonly string[], depth: number): Html[] {
  const blocks: Html[] = [];
  let at = 0;
  const take = (isIn: (line: string, place: number) => boolean): string[] => {
    const start = at;
    while (at < lines.length && isIn(lines[at] ?? "", at)) at++;
    return lines.slice(start, at);
  };
  while (at < lines.length) {
    const line = lines[at] ?? "";
    if (line.trim() === "" || isRule(line)) at++;
    else if (fence.test(line)) {
      at++;
      const code = take((each) => !fence.test(each));
      at++;
      blocks.push(html`<pre tabindex="0"><code>${code.join("\n")}</code></pre>`);
    } else if (heading.test(line)) {
      at++;
      blocks.push(html`<p><b>${inlineHtml(line.replace(heading, "$1"))}</b></p>`);
    } else if (depth < maxDepth && quote.test(line)) {
      const quoted = take((each) => quote.test(each)).map((each) => each.replace(quote, ""));
      blocks.push(html`<blockquote>${blocksOf(quoted.flatMap(alertLines), depth + 1)}</blockquote>`);
    } else if (isTable(lines, at)) blocks.push(tableOf(take((each) => each.includes("|"))));
    else if (depth < maxDepth && listItem.test(line)) blocks.push(listOf(take(inList(line, lines)), depth));
    else {
      const start = at;
      blocks.push(paragraphOf(take((each, place) => place === start || !endsParagraph(each, lines, place))));
    }
  }
  return blocks;
}

function isRule(line: string): boolean {
  return line.length < 200 && rule.test(line);
}

/** GitHub writes the kind of a note in a line of its own, as `[!NOTE]`. */
function alertLines(line: string): readonly string[] {
  const alert = /^\[!([A-Z]{1,20})\][ \t]*$/.exec(line);
  return alert === null ? [line] : [`**${alert[1]}**`, ""];
}

function endsParagraph(line: string, lines: readonly string[], place: number): boolean {
  const item = listItem.exec(line);
  // A number at the beginning of a line may be a part of the sentence, unless a list begins with it.
  const beginsList = item !== null && (item[3] === undefined || item[3] === "1");
  return line.trim() === "" || beginsList || fence.test(line) || heading.test(line) || quote.test(line) || isTable(lines, place);
}

function isTable(lines: readonly string[], place: number): boolean {
  const [head = "", bar = ""] = [lines[place], lines[place + 1]];
  return head.includes("|") && bar.includes("|") && bar.includes("-") && /^[|:\-\s]+$/.test(bar);
}

function tableOf([head = "", , ...rows]: readonly string[]): Html {
  const cells = (row: string) =>
    row
      .trim()
      .replace(/^\||\|$/g, "")
      .split("|")
      .map((cell) => inlineHtml(cell.trim()));
  return html`<table><thead><tr>${cells(head).map((cell) => html`<th scope="col">${cell}</th>`)}</tr></thead><tbody>${rows.map(
    (row) => html`<tr>${cells(row).map((cell) => html`<td>${cell}</td>`)}</tr>`,
  )}</tbody></table>`;
}

/** Whether a line belongs to the list that `first` begins: an item, what is indented below one, or a blank line before either. */
function inList(first: string, lines: readonly string[]): (line: string, place: number) => boolean {
  const isOrdered = listItem.exec(first)?.[3] !== undefined;
  const indent = indentOf(first);
  const isPart = (line: string): boolean => {
    if (indentOf(line) > indent) return true;
    const item = listItem.exec(line);
    return item !== null && (item[3] !== undefined) === isOrdered && !isRule(line);
  };
  return (line, place) => {
    if (line.trim() !== "") return isPart(line) || (lines[place - 1]?.trim() !== "" && !endsParagraph(line, lines, place));
    const next = lines[place + 1] ?? "";
    return next.trim() !== "" && isPart(next);
  };
}

function listOf(lines: readonly string[], depth: number): Html {
  const indent = indentOf(lines[0] ?? "");
  const items: string[][] = [];
  for (const line of lines) {
    const item = indentOf(line) <= indent ? listItem.exec(line) : null;
    if (item === null) items.at(-1)?.push(line);
    else items.push([line.slice(item[0].length)]);
  }
  const shown = items.map((item) => html`<li>${itemOf(item, depth)}</li>`);
  const number = listItem.exec(lines[0] ?? "")?.[3];
  if (number === undefined) return html`<ul>${shown}</ul>`;
  return html`<ol${number === "1" ? undefined : trusted(` start="${Number(number)}"`)}>${shown}</ol>`;
}

/** An item of a list. The usual one is a line, and no paragraph. */
function itemOf([first = "", ...more]: readonly string[], depth: number): readonly Html[] {
  if (more.every((line) => line.trim() === "")) return [inlineHtml(first)];
  const indent = Math.min(...more.filter((line) => line.trim() !== "").map(indentOf));
  return blocksOf([first, ...more.map((line) => line.slice(indent))], depth + 1);
}

/** No text is broken for a smaller width. */
const fewestColumns = 60;

/**
 * A paragraph. Its lines are joined, except where the author ended one: it had room for the next word, and either it ends as a sentence or a
 * label, or the next line does not go on with it. Many descriptions were written as plain text.
 */
function paragraphOf(lines: readonly string[]): Html {
  const width = lines.reduce((most, line) => Math.max(most, line.trim().length), fewestColumns);
  const parts: string[] = [];
  for (const [place, line] of lines.entries()) {
    const [former, text] = [lines[place - 1] ?? "", line.trim()];
    const word = /^\S*/.exec(text)?.[0] ?? "";
    const hasRoom = former.trim().length + 1 + word.length <= width;
    const isEnd = /[.:;!?)]$/.test(former.trimEnd()) || !/^ ?\p{Ll}/u.test(line);
    if (place === 0 || (hasRoom && isEnd) || /(?: {2}|\\)$/.test(former)) parts.push(text);
    else parts.push(`${parts.pop() ?? ""} ${text}`);
  }
  return html`<p>${parts.flatMap((part, place) => [...(place === 0 ? [] : [trusted("<br>")]), inlineHtml(part.replace(/\\$/, ""))])}</p>`;
}
