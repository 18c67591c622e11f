import { firstSentence } from "../../runtime/discovery/sentence.ts";
import type { CatalogTool } from "./catalog.ts";
import { type Html, html, trusted } from "./html.ts";
import { markdownHtml } from "./markdown-html.ts";
import { plainProse } from "./markdown-inline.ts";

/**
 * The article of a tool on the catalog page: a line with its title, purpose and badges. The page's script draws the details below it when it
 * is opened; without scripts, it expands to its description. It has few elements and no white space between them, since a page may have
 * thousands. `agents` are the names of the agents of the page.
 */
export function toolArticle(tool: CatalogTool, agents: readonly string[]): Html {
  const { name, title, description, effect, needsApproval, isDeprecated, findings } = tool;
  const problems = findings.filter(({ severity }) => severity !== "note").length;
  const marks = [...(effect === "reads" ? [] : ["writes"]), ...(needsApproval ? ["asks"] : []), ...(problems > 0 ? ["findings"] : [])];
  const used = agents.flatMap((agent, number) => (tool.agents?.includes(agent) ? [String(number)] : []));
  const prose = plainProse(description).replaceAll(/\s+/g, " ").trim();
  const purpose = shortened(firstSentence(prose));
  const isTitled = title !== "" && title !== name;
  const badges = html`<span class="badge ${trusted(effect.replaceAll(" ", "-"))}">${effect}</span>${
    needsApproval ? html`<span class="badge asks">asks first</span>` : undefined
  }${isDeprecated ? html`<span class="badge deprecated">deprecated</span>` : undefined}${
    problems > 0 ? html`<span class="badge problem">${problems === 1 ? "1 finding" : `${problems} findings`}</span>` : undefined
  }`;
  return html`<article class="tool" id="tool-${name}"${words("marks", marks)}${words("agents", used)}><details><summary><span class="name">${
    isTitled ? html`<span class="title">${title}</span> ` : undefined
  }<code>${name}</code></span><span class="badges">${badges}</span>${
    isTitled && isSame(title, purpose) ? undefined : html`<span class="purpose">${purpose || "It has no description."}</span>`
  }</summary>${withoutScripts(tool, prose === purpose)}</details></article>
`;
}

/** A `data` attribute with words, unless there are none. */
function words(name: string, all: readonly string[]): Html | undefined {
  return all.length === 0 ? undefined : html` data-${trusted(name)}="${all.join(" ")}"`;
}

/** What a browser without scripts shows of an opened tool: its description, unless its line has it, and its request. */
function withoutScripts({ description, request }: CatalogTool, isWhole: boolean): Html | undefined {
  if (request === "" && isWhole) return undefined;
  return html`<noscript>${isWhole ? undefined : markdownHtml(description)}${request === "" ? undefined : html`<p><code>${request}</code></p>`}</noscript>`;
}

function isSame(title: string, purpose: string): boolean {
  return title.replace(/\.$/, "").toLowerCase() === purpose.replace(/\.$/, "").toLowerCase();
}

const longestPurpose = 160;

function shortened(text: string): string {
  return text.length <= longestPurpose ? text : `${text.slice(0, longestPurpose - 1).replace(/\s+\S*$/, "")} …`;
}
