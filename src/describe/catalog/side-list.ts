import { compareText } from "../../source/text/compare.ts";
import type { Catalog } from "./catalog.ts";
import { type Html, html } from "./html.ts";

/** The maximum number of tags in the list: those with the most tools. */
const mostTags = 60;

/**
 * The list of toolsets, tags and agents with their numbers of tools, beside the tools. The page's script makes each entry a button that shows
 * only its tools. Toolsets are in the order of the page, as in a table of contents. Tags and agents are sorted by name: readers know the
 * name that they look for, and the page has no order of them.
 */
export function sideList({ toolsets, agents }: Catalog): Html | undefined {
  const { tags, rest } = countTags(toolsets.flatMap(({ tools }) => tools.map(({ entry }) => entry.tags)));
  if (toolsets.length < 2 && tags.length < 2 && agents.length === 0) return undefined;
  return html`<nav class="side" aria-label="Toolsets, tags and agents"><details open>
<summary>Toolsets, tags and agents</summary>
<h3>Toolsets</h3>
<ul>${toolsets.map(
    ({ name, title, tools }, number) =>
      html`<li><a href="#toolset-${name}" data-kind="toolset" data-value="${String(number)}">${title} <span>${tools.length}</span></a></li>`,
  )}</ul>
${buttons("Tags", "tag", tags)}${rest === 0 ? undefined : html`<p class="choices" hidden>${rest} more with fewer tools: a search finds them.</p>`}
${buttons(
  "Agents",
  "agent",
  agents.map(({ name, tools }, number) => ({ name, value: String(number), count: tools.length })),
)}
</details></nav>
`;
}

interface Choice {
  readonly name: string;
  readonly value: string;
  readonly count: number;
}

function buttons(title: string, kind: "tag" | "agent", choices: readonly Choice[]): Html | undefined {
  if (choices.length === 0) return undefined;
  const sorted = [...choices].sort((a, b) => compareText(a.name.toLowerCase(), b.name.toLowerCase()) || compareText(a.name, b.name));
  return html`<h3 class="choices" hidden>${title}</h3>
<ul class="choices" hidden>${sorted.map(
    ({ name, value, count }) =>
      html`<li><button type="button" aria-pressed="false" data-kind="${kind}" data-value="${value}">${name} <span>${count}</span></button></li>`,
  )}</ul>
`;
}

function countTags(all: readonly (readonly string[])[]): { readonly tags: readonly Choice[]; readonly rest: number } {
  const counts = new Map<string, number>();
  for (const tag of all.flatMap((tags) => [...new Set(tags)])) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  const sorted = [...counts].sort(([, a], [, b]) => b - a);
  const tags = sorted.slice(0, mostTags).map(([name, count]) => ({ name, value: name, count }));
  return { tags, rest: sorted.length - tags.length };
}
