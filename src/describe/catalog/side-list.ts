import type { Catalog } from "./catalog.ts";
import { type Html, html } from "./html.ts";

/** The maximum number of tags in the list: those with the most tools. */
const mostTags = 60;

/** The list of toolsets, tags and agents with their numbers of tools, beside the tools. Tags and agents are buttons of the page's script. */
export function sideList({ toolsets, agents }: Catalog): Html | undefined {
  const tags = tagCounts(toolsets.flatMap(({ tools }) => tools.map(({ entry }) => entry.tags)));
  if (toolsets.length < 2 && tags.length < 2 && agents.length === 0) return undefined;
  return html`<nav class="side" aria-label="Toolsets, tags and agents"><details open>
<summary>Toolsets, tags and agents</summary>
<h3>Toolsets</h3>
<ul>${toolsets.map(({ name, title, tools }) => html`<li><a href="#toolset-${name}">${title}</a> <span>${tools.length}</span></li>`)}</ul>
${buttons("Tags", "tag", tags)}
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
  return html`<h3 class="choices" hidden>${title}</h3>
<ul class="choices" hidden>${choices.map(
    ({ name, value, count }) =>
      html`<li><button type="button" aria-pressed="false" data-kind="${kind}" data-value="${value}">${name}</button> <span>${count}</span></li>`,
  )}</ul>
`;
}

function tagCounts(all: readonly (readonly string[])[]): readonly Choice[] {
  const counts = new Map<string, number>();
  for (const tag of all.flatMap((tags) => [...new Set(tags)])) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  const most = [...counts].sort(([, a], [, b]) => b - a).slice(0, mostTags);
  const shown = new Set(most.map(([tag]) => tag));
  return [...counts].filter(([tag]) => shown.has(tag)).map(([name, count]) => ({ name, value: name, count }));
}
