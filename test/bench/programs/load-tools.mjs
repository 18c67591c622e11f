// Loads all tools of a compiled toolset, as `modules` or from the `manifest`. Prints the seconds that it took, by the clock and of processor time.
import { readFileSync } from "node:fs";
import { join } from "node:path";

const [how, library, folder] = process.argv.slice(2);
const [before, usage] = [performance.now(), process.cpuUsage()];
const tools = how === "modules" ? (await import(join(folder, "index.js"))).allTools : await fromManifest();
const seconds = (performance.now() - before) / 1000;
const { user, system } = process.cpuUsage(usage);
console.log(JSON.stringify({ seconds, cpu: (user + system) / 1e6, tools: tools.length }));

async function fromManifest() {
  const { toolsOf } = await import(join(library, "manifest.js"));
  return toolsOf(JSON.parse(readFileSync(join(folder, "toolset.json"), "utf8")));
}
