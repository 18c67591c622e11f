// Indexes the tools of a manifest for searching, and searches. Prints how many seconds it takes
// until the first search has an answer, and how many milliseconds a later search takes.
import { readFileSync } from "node:fs";
import { join } from "node:path";

const [library, manifest] = process.argv.slice(2);
const { toolsOf } = await import(join(library, "manifest.js"));
const { discoveryEntry } = await import(join(library, "adapters/discover/discovery-entry.js"));
const { createIndex } = await import(join(library, "discovery/create-index.js"));
const tools = toolsOf(JSON.parse(readFileSync(manifest, "utf8")));

const [before, usage] = [performance.now(), process.cpuUsage()];
const index = createIndex(tools.map(discoveryEntry));
index.search("create a webhook");
const seconds = (performance.now() - before) / 1000;
const { user, system } = process.cpuUsage(usage);

const queries = ["close an issue", "who reviewed the last pull request", "rerun the failed jobs of a workflow", "add a member to a team"];
const rounds = 50;
const beforeSearches = performance.now();
for (let round = 0; round < rounds; round++) for (const query of queries) index.search(query);
const searched = (performance.now() - beforeSearches) / (rounds * queries.length);
console.log(JSON.stringify({ tools: tools.length, seconds, cpu: (user + system) / 1e6, searched }));
