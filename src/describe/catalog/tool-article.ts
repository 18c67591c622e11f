import { firstSentence } from "../../runtime/discovery/fields.ts";
import type { CatalogTool, CatalogToolset } from "./catalog.ts";
import { findingList } from "./finding-list.ts";
import { type Html, html, trusted } from "./html.ts";

/** The article of a tool on the catalog page: a line with its name, purpose and badges, which expands to its details. */
export function toolArticle(tool: CatalogTool, toolset: CatalogToolset): Html {
  const { name, title, description, effect, needsApproval, isDeprecated, findings } = tool;
  const problems = findings.filter(({ severity }) => severity !== "note");
  const marks = [effect === "reads" ? "" : "writes", needsApproval ? "asks" : "", problems.length > 0 ? "findings" : ""].join(" ");
  const purpose = shortened(firstSentence(description.replaceAll(/\s+/g, " ")));
  return html`<article class="tool" id="tool-${name}" data-marks="${marks.trim()}">
<details>
<summary>
<span class="name"><code>${name}</code>${title === "" || title === name || isSame(title, purpose) ? undefined : html` <span class="title">${title}</span>`}</span>
<span class="badges">
<span class="badge ${trusted(effect.replaceAll(" ", "-"))}">${effect}</span>
${needsApproval ? html`<span class="badge asks">asks first</span>` : undefined}
${isDeprecated ? html`<span class="badge deprecated">deprecated</span>` : undefined}
${problems.length > 0 ? html`<span class="badge problem">${problems.length === 1 ? "1 finding" : `${problems.length} findings`}</span>` : undefined}
</span>
<span class="purpose">${purpose || "It has no description."}</span>
</summary>
<div class="body">
${description === purpose ? undefined : html`<p class="description">${description}</p>`}
${facts(tool, toolset)}
${valueTable("Arguments", tool)}
${valueTable("Result", tool)}
${findings.length === 0 ? undefined : html`<h4>Findings</h4>${findingList(findings)}`}
</div>
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

/** A table of the arguments of a tool, or of the members of its result. */
function valueTable(
  title: "Arguments" | "Result",
  { name: tool, [title === "Arguments" ? "arguments" : "result"]: rows }: CatalogTool,
): Html {
  if (rows.length === 0)
    return html`<h4>${title}</h4><p class="none">${title === "Arguments" ? "It has no arguments." : "It is not described."}</p>`;
  const hasMeanings = rows.some(({ description }) => description !== "");
  return html`<h4>${title}</h4>
<div class="scroll" role="region" aria-label="${title} of ${tool}" tabindex="0"><table>
<thead><tr><th scope="col">Name</th><th scope="col">What it is</th>${hasMeanings ? html`<th scope="col">Meaning</th>` : undefined}</tr></thead>
<tbody>${rows.map(
    ({ name, type, isRequired, description }) =>
      html`<tr><th scope="row"><code>${name}</code>${isRequired && title === "Arguments" ? html` <span class="required">required</span>` : undefined}</th><td>${type}</td>${hasMeanings ? html`<td>${description}</td>` : undefined}</tr>
`,
  )}</tbody></table></div>`;
}
