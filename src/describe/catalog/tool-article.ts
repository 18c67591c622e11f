import { firstSentence } from "../../runtime/discovery/sentence.ts";
import type { CatalogTool, CatalogToolset } from "./catalog.ts";
import { findingList } from "./finding-list.ts";
import type { CatalogValue } from "./groups.ts";
import { type Html, html, trusted } from "./html.ts";
import { markdownCell, markdownHtml } from "./markdown-html.ts";
import { plainProse } from "./markdown-inline.ts";

/**
 * The article of a tool on the catalog page: a line with its title, purpose and badges, which expands to its details. A browser that runs
 * the page's script reads the details as one text, and draws them when they are opened: a page of a thousand tools has few elements.
 */
export function toolArticle(tool: CatalogTool, toolset: CatalogToolset, page: PagePlace): Html {
  const { name, title, description, effect, needsApproval, isDeprecated, findings } = tool;
  const problems = findings.filter(({ severity }) => severity !== "note");
  const marks = [effect === "reads" ? "" : "writes", needsApproval ? "asks" : "", problems.length > 0 ? "findings" : ""].join(" ");
  const purpose = shortened(firstSentence(plainProse(description).replaceAll(/\s+/g, " ")));
  const isTitled = title !== "" && title !== name;
  const used = page.agents.flatMap((agent, number) => (tool.agents?.includes(agent) ? [number] : [])).join(" ");
  return html`<article class="tool" id="tool-${name}" data-marks="${marks.trim()}" data-agents="${used}">
<details>
<summary>
<span class="name">${isTitled ? html`<span class="title">${title}</span> ` : undefined}<code>${name}</code></span>
<span class="badges">
<span class="badge ${trusted(effect.replaceAll(" ", "-"))}">${effect}</span>
${needsApproval ? html`<span class="badge asks">asks first</span>` : undefined}
${isDeprecated ? html`<span class="badge deprecated">deprecated</span>` : undefined}
${problems.length > 0 ? html`<span class="badge problem">${problems.length === 1 ? "1 finding" : `${problems.length} findings`}</span>` : undefined}
</span>
${isTitled && isSame(title, purpose) ? undefined : html`<span class="purpose">${purpose || "It has no description."}</span>`}
</summary>
<div class="body"><noscript>
${description === "" ? undefined : markdownHtml(description)}
${facts(tool, toolset)}
${valueSection("Arguments", tool, page)}
${tool.example === undefined || tool.arguments.length === 0 ? undefined : html`<h4>Example</h4><pre class="example" tabindex="0"><code>${tool.example}</code></pre>`}
${valueSection("Result", tool, page)}
${findings.length === 0 ? undefined : html`<h4>Findings</h4>${findingList(findings)}`}
</noscript></div>
</details>
</article>
`;
}

function isSame(title: string, purpose: string): boolean {
  return title.replace(/\.$/, "").toLowerCase() === purpose.replace(/\.$/, "").toLowerCase();
}

const longestPurpose = 160;

function shortened(text: string): string {
  return text.length <= longestPurpose ? text : `${text.slice(0, longestPurpose - 1).replace(/\s+\S*$/, "")} …`;
}

function facts({ request, hosts, auth, agents, tokens, score, file, needsApproval }: CatalogTool, toolset: CatalogToolset): Html {
  const rows: [name: string, value: string | Html][] = [
    ["Toolset", toolset.title],
    ...(request === "" ? [] : [["Request", html`<code>${request}</code>`] as [string, Html]]),
    ...hosts.map(({ environment, address }): [string, string] => [
      environment === undefined ? "Calls go to" : `Calls go to (${environment})`,
      address ?? "not set",
    ]),
    ["Signs in with", auth.length === 0 ? "nothing" : auth.join(", or ")],
    ["A person is asked first", needsApproval ? "yes" : "no"],
    ...(agents === undefined ? [] : [["Used by", usersText(agents)] as [string, string]]),
    ["A model reads", `about ${tokens.toLocaleString("en")} tokens`],
    ["Ready for a model", `${score} of 100`],
    ["Defined in", html`<code>${file}</code>`],
  ];
  return html`<dl class="facts">${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

/** The names of the agents that use a tool or a toolset, as text. */
export function usersText(agents: readonly string[]): string {
  return agents.length === 0 ? "no agent of this project" : agents.join(", ");
}

/** Where a tool stands on the page. */
export interface PagePlace {
  /** The number of its toolset, which the ids of groups contain. */
  readonly toolset: number;
  /** The names of the agents of the page. */
  readonly agents: readonly string[];
}

function valueSection(title: "Arguments" | "Result", tool: CatalogTool, { toolset }: PagePlace): Html {
  const rows = tool[title === "Arguments" ? "arguments" : "result"];
  if (rows.length === 0)
    return html`<h4>${title}</h4><p class="none">${title === "Arguments" ? "It has no arguments." : "It is not described."}</p>`;
  return html`<h4>${title}</h4>
${valueTable(rows, toolset, title === "Arguments")}`;
}

/** The groups of values of a toolset, each as a table that the link of a value leads to, and that the page's script shows in its place. */
export function groupTables({ groups }: CatalogToolset, number: number): readonly Html[] {
  return groups.map(
    (rows, group) => html`<noscript id="${groupId(number, group)}"><div class="group">${valueTable(rows, number, true)}</div></noscript>`,
  );
}

function groupId(toolset: number, group: number): string {
  return `group-${toolset}-${group}`;
}

/** A table of values. The type of a value that is a group leads to the group. */
function valueTable(rows: readonly CatalogValue[], toolset: number, hasRequired: boolean): Html {
  const meanings = rows.map(meaningOf);
  const hasMeanings = meanings.some((meaning) => meaning !== undefined);
  return html`<table class="values">
<thead><tr><th scope="col">Name</th><th scope="col">What it is</th>${hasMeanings ? html`<th scope="col">Meaning</th>` : undefined}</tr></thead>
<tbody>${rows.map(
    ({ name, isName, type, isRequired, group }, place) =>
      html`<tr><th scope="row">${isName ? html`<code>${name}</code>` : html`<i>${name}</i>`}${isRequired && hasRequired ? html` <span class="required">required</span>` : undefined}</th><td>${
        group === undefined ? type : html`<a class="opens" href="#${groupId(toolset, group)}">${type}</a>`
      }</td>${hasMeanings ? html`<td>${meanings[place]}</td>` : undefined}</tr>
`,
  )}</tbody></table>`;
}

/** What the description of a value says, its default and an example. */
function meaningOf({ description, fallback, example }: CatalogValue): Html | undefined {
  const facts = [
    ...(fallback === undefined ? [] : [html`Default <code>${fallback}</code>`]),
    ...(example === undefined || example === fallback ? [] : [html`Example <code>${example}</code>`]),
  ];
  if (description === "" && facts.length === 0) return undefined;
  return html`${markdownCell(description)}${facts.map((fact) => html`<p class="fact">${fact}</p>`)}`;
}
