import type { Change, Grade } from "../../contract/changes/change.ts";
import { thousands } from "../../diagnostic/name-list.ts";
import { wordDiff } from "../../source/text/word-diff.ts";
import type { CatalogChanges } from "./catalog.ts";
import { type Html, html, trusted } from "./html.ts";

/** The section about the changes since an earlier version, for people who do not read code. */
export function changesSection({ base, changes, rows, unknown }: CatalogChanges): Html {
  const count = (grade: Grade) => changes.filter((change) => change.grade === grade).length;
  const counts = grades.flatMap((grade) => (count(grade) === 0 ? [] : [`${count(grade)} that ${gradeNames[grade]}`]));
  return html`<section class="changes" aria-labelledby="changes-title">
<h2 id="changes-title">What changed</h2>
<p>Since ${base}: ${changes.length === 0 ? "nothing." : `${counts.join(", ")}.`}</p>
${unknown.map(
  (text) => html`<p>${text}</p>
`,
)}${rows.map(
  ({ toolset, tool, agents, tokens, changes: own }) => html`<article class="change">
<h3>${tool === undefined ? toolset : html`<a href="#tool-${tool}"><code>${tool}</code></a>`}</h3>
<p class="users">${agents.length === 0 ? "Used by no agent of this project." : `Used by ${agents.join(", ")}.`}${tokensText(tokens)}</p>
<ul>${own.map(changeItem)}</ul>
</article>
`,
)}</section>
`;
}

const grades = ["breaking", "model-visible", "notable", "compatible"] as const;

const gradeNames: { readonly [grade in Grade]: string } = {
  breaking: "may break what uses them",
  "model-visible": "change what a model reads",
  notable: "break nothing, but should be seen",
  compatible: "do not affect what uses them",
};

const gradeBadges: { readonly [grade in Grade]: string } = {
  breaking: "may break",
  "model-visible": "reads differently",
  notable: "to be seen",
  compatible: "safe",
};

function changeItem({ grade, isUndecided, message, texts }: Change): Html {
  const badge = isUndecided ? "may break, not certain" : gradeBadges[grade];
  const runs = texts === undefined ? [] : wordDiff(texts.before, texts.after);
  return html`<li><span class="badge ${trusted(grade)}">${badge}</span> ${message}${
    runs.length === 0
      ? undefined
      : html`<p class="diff">${runs.map(({ in: side, text }) => (side === "both" ? html`${text}` : side === "before" ? html`<del>${text}</del>` : html`<ins>${text}</ins>`))}</p>`
  }</li>`;
}

function tokensText(tokens: CatalogChanges["rows"][number]["tokens"]): string {
  const { before, after } = tokens ?? {};
  if (before === undefined || after === undefined || before === after) return "";
  return ` It has about ${thousands(after)} tokens; before, it had ${thousands(before)}.`;
}
