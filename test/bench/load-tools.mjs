// Loads all tools of a compiled toolset, as `modules` or from the `manifest`. Prints how many seconds it took.
import { readFileSync } from "node:fs";
import { join } from "node:path";

const [how, library, folder] = process.argv.slice(2);
const before = process.hrtime.bigint();
const tools = how === "modules" ? (await import(join(folder, "index.js"))).allTools : await fromManifest();
const loaded = Number(process.hrtime.bigint() - before) / 1e9;
console.log(JSON.stringify({ loaded, tools: tools.length }));

async function fromManifest() {
  const { toolsOf } = await import(join(library, "manifest.js"));
  return toolsOf(JSON.parse(readFileSync(join(folder, "toolset.json"), "utf8")));
}
