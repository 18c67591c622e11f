// Indexes the tools of a manifest for searching, and searches. Prints how many milliseconds the index takes, and a search.
import { readFileSync } from "node:fs";
import { join } from "node:path";

const [library, manifest] = process.argv.slice(2);
const { toolsOf } = await import(join(library, "manifest.js"));
const { discoveryEntry } = await import(join(library, "adapters/discover/discovery-entry.js"));
const { createIndex } = await import(join(library, "discovery/create-index.js"));
const tools = toolsOf(JSON.parse(readFileSync(manifest, "utf8")));

const before = performance.now();
const index = createIndex(tools.map(discoveryEntry));
const indexed = performance.now() - before;

const queries = ["close an issue", "who reviewed the last pull request", "rerun the failed jobs of a workflow", "add a member to a team"];
const rounds = 50;
const beforeSearches = performance.now();
for (let round = 0; round < rounds; round++) for (const query of queries) index.search(query);
const searched = (performance.now() - beforeSearches) / (rounds * queries.length);
console.log(JSON.stringify({ tools: tools.length, indexed, searched }));
