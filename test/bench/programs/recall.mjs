// Asks the questions of RestBench about a compiled toolset. Prints which share of the operations that answer them is among the first.
import { readFileSync } from "node:fs";
import { join } from "node:path";

const [library = "", manifestPath = "", questionsPath = ""] = process.argv.slice(2);
const { toolsOf } = await import(join(library, "manifest.js"));
const { discoveryEntry } = await import(join(library, "adapters/discover/discovery-entry.js"));
const { createIndex } = await import(join(library, "discovery/create-index.js"));

/** `METHOD /path` without the names of placeholders. @type {(operation: string) => string} */
const keyOf = (operation) => operation.trim().replace(/\{[^}]*\}/g, "{}");
const tools = toolsOf(JSON.parse(readFileSync(manifestPath, "utf8")));
/** @type {readonly string[]} */
const keys = tools.map((/** @type {any} */ { binding }) => keyOf(`${binding.method} ${binding.path}`));
const index = createIndex(tools.map(discoveryEntry));
/** @type {readonly { query: string, solution: readonly string[] }[]} */
const questions = JSON.parse(readFileSync(questionsPath, "utf8"));

/** @type {(most: number) => number} */
const recallAt = (most) => {
  const shares = questions.map(({ query, solution }) => {
    const first = index.search(query, most).map((/** @type {number} */ place) => keys[place]);
    return solution.filter((operation) => first.includes(keyOf(operation))).length / solution.length;
  });
  return shares.reduce((sum, share) => sum + share, 0) / shares.length;
};
console.log(JSON.stringify({ at5: recallAt(5), at10: recallAt(10) }));
