// How many tokens a model is given: the o200k tokens of whole lists of tools, as the targets write and `serve` lists them.
// `npm run tokens`; a part of the corpus: `npm run tokens -- stripe github`. With another build to compare with, a folder that has a
// `dist`: `BEFORE=../other npm run tokens`.
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath, pathToFileURL } from "node:url";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";

const root = fileURLToPath(new URL("../..", import.meta.url));
const corpus = join(root, "../shared/corpus/openapi");
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

async function tokensOf(build, file, levels) {
  const lists = await openaiLists(build, file, levels);
  const served = await servedList(build, file);
  const counts = levels.map((detail) => [detail, sum(lists.get(detail))]);
  return { ...Object.fromEntries(counts), tools: lists.get("full").length, served: sum(served) };
}

/** The tools of the target `openai`, by detail. */
async function openaiLists(build, file, levels) {
  const { compile } = await import(pathToFileURL(join(build, "dist/index.js")).href);
  const targets = levels.map((detail) => ({ target: "openai", out: detail, ...(detail === "full" ? {} : { detail }) }));
  const read = async (path) =>
    path === "toolsetc.yaml" ? Buffer.from(JSON.stringify({ targets })) : path === file ? readFileSync(join(corpus, path)) : "absent";
  const host = { read, list: async () => ["toolsetc.yaml"] };
  const { outputs } = await compile(host, { input: { kind: "openapi", path: file, include: [], exclude: [] } });
  return new Map(outputs.map(({ out, files }) => [out, files.flatMap(({ text }) => JSON.parse(text).tools)]));
}

/** The tools that `serve` lists by default, in the answer that a client gets. */
async function servedList(build, file) {
  const child = spawn(process.execPath, [join(build, "dist/bin/main.js"), "serve", "--openapi", join(corpus, file)], {
    stdio: ["pipe", "pipe", "ignore"],
  });
  const send = (message) => child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const clientInfo = { name: "tokens", version: "1" };
  send({ id: 1, method: "initialize", params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo } });
  for await (const line of createInterface({ input: child.stdout })) {
    const { id, result } = JSON.parse(line);
    if (id === 1) {
      send({ method: "notifications/initialized" });
      send({ id: 2, method: "tools/list", params: {} });
    } else if (id === 2) {
      child.stdin.end();
      return result.tools;
    }
  }
  throw new Error(`${file}: the server ended without a list.`);
}

/** A document may quote a token that has a meaning of its own, such as `<|endoftext|>`; here it is text. */
function sum(tools) {
  return tools.reduce((total, tool) => total + countTokens(JSON.stringify(tool), { disallowedSpecial: new Set() }), 0);
}
