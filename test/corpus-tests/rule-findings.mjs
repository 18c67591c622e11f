// What the rules find in the corpus of real documents and apps: how often, in how many, and five examples each to read.
// `npm run oracle:rules`; only what concerns some documents or codes: `npm run oracle:rules -- github lost-summary`. EXAMPLES=20 shows more.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { analyze } from "../../dist/compile.js";
import { createHost } from "../../dist/host/disk.js";
import { rules } from "../../dist/rules/index.js";

const corpus = join(import.meta.dirname, "../../../shared/corpus");
if (!existsSync(corpus)) {
  console.log("The corpus of real documents is not beside the project: skipped.");
  process.exit(0);
}
const examples = Number(process.env.EXAMPLES ?? 5);
const wanted = process.argv.slice(2);
const codes = rules
  .map(({ code }) => code)
  .filter((code) => wanted.length === 0 || !rules.some((rule) => wanted.includes(rule.code)) || wanted.includes(code));
const names = wanted.filter((name) => !rules.some(({ code }) => code === name));
// Optional rules run where the configuration names them.
const configuration = `rules: { ${rules.flatMap(({ code, set, severity }) => (set === "optional" ? [`${code}: ${severity}`] : [])).join(", ")} }\n`;

/** @type {Map<string, { document: string, finding: import("../../dist/findings/report.js").Finding }[]>} */
const found = new Map(codes.map((code) => [code, []]));
let tools = 0;
for (const { name, host } of [...documents(), ...apps()]) {
  if (names.length > 0 && !names.some((part) => name.includes(part))) continue;
  const compilation = await analyze(host);
  tools += compilation.program.toolsets.reduce((sum, toolset) => sum + toolset.tools.length, 0);
  for (const finding of compilation.ungrouped) found.get(finding.code)?.push({ document: name, finding });
}
console.log(`${tools} tools`);
for (const [code, all] of [...found].sort(([, a], [, b]) => b.length - a.length)) {
  const { set, severity } = rules.find((rule) => rule.code === code);
  console.log(`\n${code} (${set}, ${severity}): ${all.length} in ${new Set(all.map(({ document }) => document)).size}`);
  // Some of each part of the corpus.
  const step = Math.max(1, Math.floor(all.length / examples));
  for (const { document, finding } of all.filter((_, index) => index % step === Math.floor(step / 2)).slice(0, examples))
    console.log(`  ${document}:${finding.mark.start.line} ${finding.message}`);
}

function documents() {
  const [, ...rows] = readFileSync(join(corpus, "openapi/INDEX.tsv"), "utf8").trim().split("\n");
  return rows.map((row) => {
    const [name = ""] = row.split("\t");
    const disk = createHost(join(corpus, "openapi"));
    const texts = new Map([
      ["toolset.yaml", `displayName: toolset\nopenApiToolset: { openApiSchema: ${name} }\n`],
      ["toolsetc.yaml", configuration],
    ]);
    const read = async (path) => (texts.has(path) ? new TextEncoder().encode(texts.get(path)) : disk.read(path));
    return { name, host: { read, list: async () => [...texts.keys(), ...(await disk.list())] } };
  });
}

function apps() {
  const root = join(corpus, "ces");
  const folders = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((path) => /(?:^|\/)app\.(?:json|yaml)$/.test(path));
  return folders.map((path) => {
    const folder = join(root, path, "..");
    const disk = createHost(folder);
    const read = async (file) => (file === "toolsetc.yaml" ? new TextEncoder().encode(configuration) : disk.read(file));
    return { name: `ces/${path}`, host: { read, list: async () => [...(await disk.list()), "toolsetc.yaml"] } };
  });
}
