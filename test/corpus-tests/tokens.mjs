// How many tokens a model is given: the o200k tokens of whole lists of tools, as the targets write and `serve` lists them.
// `npm run tokens`; a part of the corpus: `npm run tokens -- stripe github`. With another build to compare with, a folder that has a
// `dist`: `BEFORE=../other npm run tokens`.
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { corpus, tokensOf } from "./count-tokens.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const otherBuild = process.env.BEFORE;
const wanted = process.argv.slice(2);
const documents = ["petstore-swagger3.yaml", "openai.json", "cloudflare.json", "stripe-2022.yaml", "github-rest.json"];
const details = ["full", "compact", "index"];

if (!existsSync(corpus)) {
  console.log("The corpus of real documents is not beside the project: skipped.");
  process.exit(0);
}

const rows = [];
const totals = {};
for (const file of documents) {
  if (wanted.length > 0 && !wanted.some((part) => file.includes(part))) continue;
  const then = otherBuild === undefined ? undefined : await tokensOf(resolve(otherBuild), file, ["full"]);
  const now = await tokensOf(root, file, details);
  const { full: before, served: servedBefore } = then ?? now;
  const counts = { ...now, before, servedBefore };
  rows.push(rowOf(file, counts));
  for (const [name, count] of Object.entries(counts)) totals[name] = (totals[name] ?? 0) + count;
}
console.table([...rows, rowOf("all", totals)]);

function rowOf(document, { tools, before, servedBefore, ...counts }) {
  const number = (count) => count.toLocaleString("en");
  const cell = (count, of) => `${number(count)} (${(count / of).toFixed(2)})`;
  return {
    document,
    tools: number(tools),
    "list before": number(before),
    ...Object.fromEntries(details.map((detail) => [detail, cell(counts[detail], before)])),
    "served before": number(servedBefore),
    served: cell(counts.served, servedBefore),
  };
}
