import { thousands } from "../../diagnostic/name-list.ts";
import type { Catalog, CatalogToolset } from "./catalog.ts";
import { type Html, html, trusted } from "./html.ts";
import { kindNames } from "./kind-names.ts";

/** The maximum number of boxes in a column. If there are more items, the last box represents all remaining items. */
const most = 24;
const width = 960;
const rowHeight = 44;
const box = { width: 250, height: 34 };

interface Box {
  readonly id: string;
  readonly label: string;
  readonly note: string;
  /** The URL that the box links to; `undefined` for a box without a link. */
  readonly link: string | undefined;
  readonly kind: CatalogToolset["kind"] | undefined;
  /** The share of the toolset's tools that change something, from 0 to 1. */
  readonly writes: number;
  /** The ids of the boxes in the next column to which a line is drawn from this box. */
  readonly next: readonly string[];
}

/**
 * A diagram of the project: which agents use which toolsets, and where the calls of the toolsets go. `undefined` for a single toolset
 * without agents.
 */
export function picture({ agents, toolsets }: Catalog): Html | undefined {
  if (toolsets.length < 2 && agents.length === 0) return undefined;
  const shown = largest(toolsets);
  const nameOf = (name: string) => (shown.some((toolset) => toolset.name === name) ? name : others);
  const left = agents.map((agent) => plainBox(agent.name, [...new Set(agent.toolsets.map(nameOf))]));
  const middle = [...shown.map(toolsetBox), ...othersBox(toolsets, shown)];
  const right = [...new Set(middle.flatMap(({ next }) => next))].map((host) => plainBox(host, []));
  const columns = [
    { title: "Agents", boxes: limited(left, "agents") },
    { title: "Toolsets", boxes: middle },
    { title: "Where calls go", boxes: limited(right, "addresses") },
  ].filter(({ boxes }) => boxes.length > 0);
  const height = Math.max(...columns.map(({ boxes }) => boxes.length)) * rowHeight;
  const places = columns.map(({ boxes }, column) => {
    const x = Math.round((column * (width - box.width)) / Math.max(1, columns.length - 1));
    // Each column is centered vertically.
    const top = Math.round((height - boxes.length * rowHeight) / 2);
    return new Map(boxes.map(({ id }, row) => [id, { x, y: top + row * rowHeight }]));
  });
  const at = (column: number, id: string): Point => places[column]?.get(id) ?? places[column]?.get(others) ?? { x: 0, y: 0 };
  const lines = columns.flatMap(({ boxes }, column) =>
    boxes.flatMap((each) => each.next.map((id) => line(at(column, each.id), at(column + 1, id), each.kind))),
  );
  const kinds = [...new Set(shown.map(({ kind }) => kind))];
  return html`<section aria-labelledby="picture-title"><details class="overview">
<summary><h2 id="picture-title">At a glance</h2> <span>${agents.length === 0 ? "Toolsets" : "Agents, their toolsets"}, and where calls go</span></summary>
<p class="hint">The picture is wider than this page: it scrolls sideways, to where calls go.</p>
<div class="scroll picture" role="region" aria-label="Picture of the project" tabindex="0">
<svg viewBox="0 -26 ${String(width)} ${String(height + 26)}" width="${String(width)}" height="${String(height + 26)}" role="group" aria-label="Agents, their toolsets, and where calls go">
${columns.map(({ title }, column) => html`<text class="head" x="${String([...(places[column] ?? [])][0]?.[1].x ?? 0)}" y="-10">${title}</text>`)}
<g aria-hidden="true">${lines}</g>
${columns.flatMap(({ boxes }, column) => boxes.map((each) => boxAt(each, at(column, each.id))))}
</svg>
</div>
<p class="legend">${kinds.map((kind) => html`<span class="kind ${trusted(kind)}">${kindNames[kind]}</span> `)}<span>The filled part of a bar is the share of tools that change something.</span></p>
</details></section>
`;
}

const others = "\0others";

/** The toolsets to show: those with the most tools, in the order of the project. */
function largest(toolsets: readonly CatalogToolset[]): readonly CatalogToolset[] {
  if (toolsets.length <= most) return toolsets;
  const chosen = new Set([...toolsets].sort((a, b) => b.tools.length - a.tools.length).slice(0, most - 1));
  return toolsets.filter((toolset) => chosen.has(toolset));
}

function toolsetBox({ name, title, tools, kind, hosts }: CatalogToolset): Box {
  const writing = tools.filter(({ effect }) => effect !== "reads").length;
  return {
    id: name,
    label: title,
    note: tools.length === 1 ? "1 tool" : `${thousands(tools.length)} tools`,
    link: `#toolset-${name}`,
    kind,
    writes: tools.length === 0 ? 0 : writing / tools.length,
    next: [...new Set(hosts.map(({ environment, address }) => hostLabel(environment, address)))],
  };
}

function othersBox(all: readonly CatalogToolset[], shown: readonly CatalogToolset[]): Box[] {
  const rest = all.filter((toolset) => !shown.includes(toolset));
  if (rest.length === 0) return [];
  const tools = rest.reduce((sum, toolset) => sum + toolset.tools.length, 0);
  const label = `${thousands(rest.length)} more toolsets`;
  return [{ id: others, label, note: `${thousands(tools)} tools`, link: "#tools", kind: undefined, writes: 0, next: [] }];
}

/** The box of an agent or of an address, without a link. */
function plainBox(name: string, next: readonly string[]): Box {
  return { id: name, label: name, note: "", link: undefined, kind: undefined, writes: 0, next };
}

/** The label of an address: its host, after the name of the environment if there is one, as in `dev: api.example.com`. */
function hostLabel(environment: string | undefined, address: string | undefined): string {
  const host = address === undefined ? "not set" : (/^[A-Za-z][\w+.-]*:\/\/([^/]+)/.exec(address)?.[1] ?? address);
  return environment === undefined ? host : `${environment}: ${host}`;
}

function limited(boxes: readonly Box[], what: string): readonly Box[] {
  if (boxes.length <= most) return boxes;
  const rest = boxes.slice(most - 1);
  const next = [...new Set(rest.flatMap((each) => each.next))];
  return [...boxes.slice(0, most - 1), { ...plainBox(others, next), label: `${rest.length} more ${what}` }];
}

/** The top left corner of a box. */
interface Point {
  readonly x: number;
  readonly y: number;
}

function line(from: Point, to: Point, kind: Box["kind"]): Html {
  const start = { x: from.x + box.width, y: from.y + box.height / 2 };
  const end = { x: to.x, y: to.y + box.height / 2 };
  const bend = (end.x - start.x) / 2;
  return html`<path class="line ${trusted(kind ?? "")}" d="M${String(start.x)} ${String(start.y)}C${String(start.x + bend)} ${String(start.y)} ${String(end.x - bend)} ${String(end.y)} ${String(end.x)} ${String(end.y)}"/>`;
}

function boxAt({ label, note, link, kind, writes }: Box, { x, y }: Point): Html {
  const room = note === "" ? 33 : 22;
  const text = [...label].length > room ? `${[...label].slice(0, room - 1).join("")}…` : label;
  const bar =
    kind === undefined
      ? undefined
      : html`<rect class="bar" x="0" y="${String(box.height - 4)}" width="${String(box.width)}" height="4"/><rect class="bar writes" x="0" y="${String(box.height - 4)}" width="${String(Math.round(box.width * writes))}" height="4"/>`;
  const content = html`<title>${label}</title><rect class="box" width="${String(box.width)}" height="${String(box.height)}" rx="4"/>${bar}<text x="10" y="21">${text}</text>${note === "" ? undefined : html`<text class="note" x="${String(box.width - 10)}" y="21" text-anchor="end">${note}</text>`}`;
  const group = html`<g class="node ${trusted(kind ?? "")}" transform="translate(${String(x)} ${String(y)})">${content}</g>`;
  return link === undefined ? group : html`<a href="${link}">${group}</a>`;
}
