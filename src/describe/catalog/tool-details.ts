import { thousands } from "../../diagnostic/name-list.ts";
import { findingList } from "./finding-list.ts";
import type { CatalogValue } from "./groups.ts";
import { type Html, html } from "./html.ts";
import { markdownCell, markdownHtml } from "./markdown-html.ts";
import type { OpenedTool, ToolDetails } from "./page-data.ts";

/** The details of a tool, which the page's script shows below its line. */
export function toolDetails({ details, toolset }: OpenedTool): Html {
  const { description, example, findings } = details;
  return html`${description === "" ? undefined : markdownHtml(description)}
${facts(details, toolset.title)}
<h4>Arguments</h4>
${details.arguments.length === 0 ? html`<p class="none">It has no arguments.</p>` : valueTable(details.arguments, "input")}
${example === undefined || details.arguments.length === 0 ? undefined : exampleOf(JSON.stringify(example, undefined, 2))}
<h4>Result</h4>
${details.result.length === 0 ? html`<p class="none">It is not described.</p>` : valueTable(details.result, "output")}
${findings.length === 0 ? undefined : html`<h4>Findings</h4>${findingList(findings)}`}`;
}

/** The members of a group of values, which the page's script shows in a row below the value. */
export function groupDetails(members: readonly CatalogValue[]): Html {
  return html`<div class="group">${valueTable(members, "input")}</div>`;
}

function exampleOf(text: string): Html {
  return html`<h4>Example</h4><button type="button" class="copy">Copy</button><pre class="example" tabindex="0"><code>${text}</code></pre>`;
}

function facts({ request, hosts, auth, agents, tokens, score, file, needsApproval }: ToolDetails, toolset: string): Html {
  const rows: (readonly [name: string, value: string | Html])[] = [
    ["Toolset", toolset],
    ...(request === "" ? [] : [["Request", html`<code>${request}</code>`] as const]),
    ...hosts.map(({ environment, address }): [string, string] => [
      environment === undefined ? "Calls go to" : `Calls go to (${environment})`,
      address ?? "not set",
    ]),
    ["Signs in with", auth.length === 0 ? "nothing" : auth.join(", or ")],
    ["A person is asked first", needsApproval ? "yes" : "no"],
    ...(agents === undefined ? [] : [["Used by", usersText(agents)] as const]),
    ["A model reads", `about ${thousands(tokens)} tokens`],
    ["Ready for a model", `${score} of 100`],
    ["Defined in", html`<code>${file}</code>`],
  ];
  return html`<dl class="facts">${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

/** The names of the agents that use a tool or a toolset, as text. */
export function usersText(agents: readonly string[]): string {
  return agents.length === 0 ? "no agent of this project" : agents.join(", ");
}

/** A table of values. The type of a value that is a group is a button, which opens the group. */
function valueTable(rows: readonly CatalogValue[], side: "input" | "output"): Html {
  const meanings = rows.map(meaningOf);
  const hasMeanings = meanings.some((meaning) => meaning !== undefined);
  return html`<table class="values">
<thead><tr><th scope="col">Name</th><th scope="col">What it is</th>${hasMeanings ? html`<th scope="col">Meaning</th>` : undefined}</tr></thead>
<tbody>${rows.map(
    ({ name, isName, type, isRequired, group }, place) =>
      html`<tr><th scope="row">${isName ? html`<code>${name}</code>` : html`<i>${name}</i>`}${isRequired && side === "input" ? html` <span class="required">required</span>` : undefined}</th><td>${
        group === undefined
          ? type
          : html`<button type="button" class="opens" aria-expanded="false" data-group="${String(group)}">${type}</button>`
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
