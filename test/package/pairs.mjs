// Two published versions of each of the documents and MCP servers in `test/contract/labelled/pairs.json`, compared by `breaking`: it ends, says
// each cause once and whole, and calls no more a break than the table allows. `npm run test:pairs`; names of pairs choose some. What is fetched
// stays in the folder that PAIRS names. Documents in git are read from clones, bare or not, in the folder that CLONES names: `<owner>/<name>`.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { getDefaultEnvironment, StdioClientTransport } from "@modelcontextprotocol/client/stdio";

/**
 * @typedef {object} Pair
 * @property {string} [package] A package in npm.
 * @property {readonly [string, string]} [versions]
 * @property {string} [repository] Owner and name of a public repository on GitHub, if it is no package.
 * @property {readonly [string, string]} [commits]
 * @property {string} [folder] The folder of the repository with all files of the document, if there are several.
 * @property {string | readonly [string, string]} [document] The path of an OpenAPI document; of each version, if it moved.
 * @property {readonly string[]} [server] The arguments of the package's program, which is an MCP server.
 * @property {Readonly<Record<string, string>>} [environment] What the server asks for before it lists its tools. It is never sent anywhere.
 * @property {number} most How many breaks there may be, each with one cause, for programs that use the results. For models, there are no more.
 */

const labelled = join(import.meta.dirname, "../contract/labelled");
const read = (file) => JSON.parse(readFileSync(join(labelled, file), "utf8"));

/** @type {{ readonly [name: string]: Pair }} */
const pairs = read("pairs.json");

/**
 * What was judged of breaks drawn at random, by what was and what is and, in doubt, by both documents: `break`, a caller would call it so;
 * `none`, a caller would not, and it is not found any more; `open`, a caller would not, but it is still found.
 */
const labels = read("breaks.json");

/** The longest time that one comparison may take, in milliseconds. The largest of these documents has 13 MB. */
const longest = 300_000;

const cli = join(import.meta.dirname, "../../dist/bin/main.js");
const folder = process.env.PAIRS ?? mkdtempSync(join(tmpdir(), "toolsetc-pairs-"));
const chosen = process.argv.slice(2);
const failures = [];
for (const [name, pair] of Object.entries(pairs)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  if (pair.repository !== undefined && !existsSync(cloneOf(pair.repository))) {
    console.log(`${name}: skipped, since CLONES names no folder with a clone of ${pair.repository}`);
    continue;
  }
  for (const [index, side] of ["before", "after"].entries()) await fetchVersion(name, side, pair, index);
  checkPair(name, pair);
}
checkSamples();
if (process.env.PAIRS === undefined) rmSync(folder, { recursive: true });
if (failures.length > 0) throw new Error(failures.join("\n"));

function cloneOf(repository) {
  return join(process.env.CLONES ?? "", repository);
}

/** Makes a project of one version of a document or a server, unless a former run has done so. */
async function fetchVersion(name, side, pair, index) {
  const project = join(folder, name, side);
  if (existsSync(join(project, "toolsetc.yaml"))) return;
  mkdirSync(join(project, "snapshots"), { recursive: true });
  const path = Array.isArray(pair.document) ? pair.document[index] : pair.document;
  const written = path === undefined || pair.folder !== undefined ? path : `document${extname(path)}`;
  const version = { name, project, path, written, version: (pair.versions ?? pair.commits)[index] };
  if (pair.repository === undefined) await fetchPackage(pair, version);
  else fetchCommit(pair, version);
  const source =
    written === undefined ? "mcpToolset: { serverAddress: https://mcp.example/mcp }" : `openApiToolset: { openApiSchema: ${written} }`;
  writeFileSync(join(project, `${name}.yaml`), `displayName: ${name}\n${source}\n`);
  writeFileSync(join(project, "toolsetc.yaml"), "breaking: model\n");
}

async function fetchPackage({ package: packageName, server, environment }, { name, project, path, written, version }) {
  const installed = join(project, "installed");
  mkdirSync(installed);
  writeFileSync(join(installed, "package.json"), "{}");
  const flags = ["--silent", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", installed];
  run("npm", ["install", ...flags, ...(path === undefined ? [] : ["--omit=peer", "--omit=optional"]), `${packageName}@${version}`]);
  const root = join(installed, "node_modules", packageName);
  if (path !== undefined) renameSync(join(root, path), join(project, written));
  else writeFileSync(join(project, "snapshots", `${name}.tools.json`), JSON.stringify(await toolsOf(root, server, environment)));
  rmSync(installed, { recursive: true });
}

function fetchCommit({ repository, folder: exported }, { project, path, written, version }) {
  const clone = cloneOf(repository);
  if (exported === undefined) writeFileSync(join(project, written), run("git", ["-C", clone, "show", `${version}:${path}`]));
  else run("tar", ["-x", "-C", project], run("git", ["-C", clone, "archive", version, exported]));
}

/** The tools that an MCP server lists, as a snapshot. */
async function toolsOf(root, args, environment) {
  const { bin } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const [program] = typeof bin === "string" ? [bin] : Object.values(bin);
  const client = new Client({ name: "toolsetc", version: "1" });
  const command = { command: process.execPath, args: [join(root, program), ...args], env: { ...getDefaultEnvironment(), ...environment } };
  await client.connect(new StdioClientTransport({ ...command, stderr: "ignore" }));
  const { tools } = await client.listTools();
  await client.close();
  return { formatVersion: "1.0", tools };
}

function checkPair(name, { most }) {
  for (const use of ["model", "typed"]) {
    writeFileSync(join(folder, name, "after", "toolsetc.yaml"), `breaking: ${use}\n`);
    const start = performance.now();
    const { status, stdout, stderr, signal } = spawnSync(
      process.execPath,
      [cli, "breaking", join(name, "after"), "--against", join(name, "before"), "--format", "json"],
      { cwd: folder, encoding: "utf8", maxBuffer: 1 << 28, timeout: longest },
    );
    if (signal !== null || (status !== 0 && status !== 1)) {
      failures.push(`${name}, ${use}: ${signal === null ? `exit code ${status}: ${stderr.slice(0, 500)}` : "no end"}`);
      return;
    }
    const { changes } = JSON.parse(stdout);
    const breaks = changes.filter(({ grade }) => grade === "breaking");
    const single = breaks.reduce((sum, { uses }) => sum + Math.max(1, uses.length), 0);
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    console.log(`${name}, ${use}: ${breaks.length} breaks at ${single} places, ${changes.length} changes, ${seconds} s`);
    if (breaks.length > most) failures.push(`${name}, ${use}: ${breaks.length} breaks, more than ${most}`);
    for (const change of breaks)
      failures.push(...missing(change).map((what) => `${name}, ${change.fingerprint} ${change.message}: no ${what}`));
    const found = new Set(breaks.map(({ fingerprint }) => fingerprint));
    for (const { pair, fingerprint, label, reason } of labels)
      if (pair === name && label !== "open" && found.has(fingerprint) !== (label === "break"))
        failures.push(`${name}, ${fingerprint} is ${label === "break" ? "not found any more" : "found again"}: ${reason}`);
    writeFileSync(join(folder, name, `${use}.json`), JSON.stringify(breaks, null, 1));
  }
}

/** What a break does not say: where it is, what was there and what is there now. */
function missing({ kind, pointer, from, to, isUndecided }) {
  if (kind === "removed-tool" || isUndecided) return [];
  return [...(pointer === "" ? ["path"] : []), ...(from === undefined && to === undefined ? ["from and to"] : [])];
}

/** Of the breaks that were drawn at once and are still found, at most 5 of 100 may be none. */
function checkSamples() {
  for (const sample of new Set(labels.flatMap((label) => label.sample ?? []))) {
    const found = labels.filter((label) => label.sample === sample && label.label !== "none");
    const wrong = found.filter(({ label }) => label === "open").length;
    console.log(`sample ${sample}: ${wrong} of ${found.length} labelled breaks are none`);
    if (wrong * 100 > found.length * 5) failures.push(`sample ${sample}: ${wrong} of ${found.length} breaks are none, more than 5 of 100`);
  }
}

function run(command, args, input) {
  const { status, stdout, stderr } = spawnSync(command, args, { input, maxBuffer: 1 << 28 });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")}: ${stderr}`);
  return stdout;
}
