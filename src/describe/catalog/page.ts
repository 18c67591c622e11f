import { thousands } from "../../diagnostic/name-list.ts";
import type { Finding } from "../../findings/finding.ts";
import type { Catalog, CatalogToolset } from "./catalog.ts";
import { changesSection } from "./changes-section.ts";
import { script, scriptHash, style, styleHash } from "./compiled/assets.ts";
import { findingList } from "./finding-list.ts";
import { asciiPage, embeddedJson, type Html, html, trusted } from "./html.ts";
import { kindNames } from "./kind-names.ts";
import { markdownHtml } from "./markdown-html.ts";
import { pageData } from "./page-data.ts";
import { picture } from "./picture.ts";
import { sideList } from "./side-list.ts";
import { toolArticle } from "./tool-article.ts";
import { usersText } from "./tool-details.ts";

/** The content security policy: the page loads and sends nothing, and runs only its own script and style. */
const policy = `default-src 'none'; style-src '${styleHash}'; script-src '${scriptHash}'; base-uri 'none'; form-action 'none'`;

/**
 * The catalog as one HTML file. It needs no network and no other file. Without scripts, the search, the filters, and what is below the
 * descriptions are missing.
 */
export function catalogPage(catalog: Catalog): string {
  const { title, toolsets, agents, findings, changes } = catalog;
  const tools = toolsets.flatMap((toolset) => toolset.tools);
  const count = (test: (tool: (typeof tools)[number]) => boolean) => tools.filter(test).length;
  const all = [...new Set([...tools.flatMap((tool) => tool.findings), ...findings])];
  const names = agents.map(({ name }) => name);
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${trusted(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="toolsetc">
<title>${title}: tools</title>
<style>${trusted(style)}</style>
</head>
<body>
<a class="skip" href="#tools">Skip to the tools</a>
<header>
<h1>${title}</h1>
<p class="summary">${numbersOf([
    [toolsets.length, "toolset", "toolsets"],
    [tools.length, "tool", "tools"],
    [agents.length, "agent", "agents"],
  ])}</p>
<ul class="numbers">
<li><b>${count(({ effect }) => effect === "reads")}</b> only read</li>
<li><b>${count(({ effect }) => effect !== "reads")}</b> change something</li>
<li><b>${count(({ needsApproval }) => needsApproval)}</b> ask a person first</li>
<li><b>${all.length}</b> ${all.length === 1 ? "finding" : "findings"}${severitiesOf(all)}</li>
</ul>
<noscript><p class="summary">Without JavaScript, this page shows no arguments, no results and no findings of tools, and has no search.</p></noscript>
</header>
<main>
${changes === undefined ? undefined : changesSection(changes)}
${picture(catalog)}
<section id="tools" aria-labelledby="tools-title">
<h2 id="tools-title" class="unseen">Tools</h2>
<div class="columns">
${sideList(catalog)}
<div class="list">
<form role="search" class="search" hidden>
<label for="query" class="unseen">Find a tool</label>
<input id="query" type="search" autocomplete="off" spellcheck="false" placeholder="What should it do?" aria-describedby="count">
<span class="filters" role="group" aria-label="Only tools that">
<button type="button" aria-pressed="false" data-only="writes">change something</button>
<button type="button" aria-pressed="false" data-only="asks">ask first</button>
<button type="button" aria-pressed="false" data-only="findings">have findings</button>
</span>
</form>
<p class="state"><span id="count" role="status"></span> <button type="button" id="all" hidden>Show all tools</button></p>
<div id="found" hidden></div>
${toolsets.map((toolset) => toolsetSection(toolset, names))}
</div>
</div>
</section>
${findings.length === 0 ? undefined : html`<section id="other-findings" aria-labelledby="findings-title"><h2 id="findings-title">Other findings</h2>${findingList(findings)}</section>`}
</main>
<footer><p>Made by toolsetc from the definitions of the tools. It contains no credentials.</p></footer>
${scriptElement(`type="application/json" id="data"`, embeddedJson(pageData(catalog)))}
${scriptElement(`type="module"`, script)}
</body>
</html>
`;
  return asciiPage(page);
}

/**
 * An HTML script element. The `html` tag is not used, because bundlers add a helper function for each tagged template that contains
 * `</script`.
 */
function scriptElement(attributes: string, text: string): Html {
  return trusted(`<script ${attributes}>${text}</script>`);
}

/** The numbers of errors, warnings and notes in brackets, without zeros. */
function severitiesOf(findings: readonly Finding[]): string {
  const counts = (["error", "warning", "note"] as const).flatMap((severity) => {
    const count = findings.filter((finding) => finding.severity === severity).length;
    return count === 0 ? [] : [`${thousands(count)} ${severity}${count === 1 ? "" : "s"}`];
  });
  return counts.length === 0 ? "" : ` (${counts.join(", ")})`;
}

/** Lists numbers and their nouns, without zeros: `3 toolsets, 14 tools and 2 agents`. */
function numbersOf(numbers: readonly (readonly [count: number, one: string, many: string])[]): string {
  const shown = numbers.filter(([count]) => count > 0).map(([count, one, many]) => `${thousands(count)} ${count === 1 ? one : many}`);
  const last = shown.pop() ?? "No tools";
  return shown.length === 0 ? last : `${shown.join(", ")} and ${last}`;
}

function toolsetSection(toolset: CatalogToolset, agentNames: readonly string[]): Html {
  const { name, title, description, kind, version, owners, hosts, agents, tools } = toolset;
  return html`<section class="toolset" id="toolset-${name}" aria-labelledby="title-${name}">
<h3 id="title-${name}">${title} <span class="kind ${trusted(kind)}">${kindNames[kind]}</span></h3>
${description === "" ? undefined : markdownHtml(description)}
<dl class="facts">
<div><dt>Calls go to</dt><dd>${hosts.map(
    ({ environment, address }) =>
      html`<span class="host">${environment === undefined ? undefined : html`<b>${environment}</b> `}${address ?? "not set"}</span>`,
  )}</dd></div>
${version === undefined ? undefined : html`<div><dt>Version</dt><dd>${version}</dd></div>`}
${owners.length === 0 ? undefined : html`<div><dt>Owned by</dt><dd>${owners.join(", ")}</dd></div>`}
${agents === undefined ? undefined : html`<div><dt>Used by</dt><dd>${usersText(agents)}</dd></div>`}
</dl>
${tools.map((tool) => toolArticle(tool, agentNames))}
</section>
`;
}
