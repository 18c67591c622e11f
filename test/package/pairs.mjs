// Two published versions of each of these documents and MCP servers, compared by `breaking`: it ends, says each cause once and whole, and calls
// no more a break than the table allows. `npm run test:pairs`; names of pairs choose some. What is fetched stays in the folder that PAIRS names.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { getDefaultEnvironment, StdioClientTransport } from "@modelcontextprotocol/client/stdio";

/**
 * @typedef {object} Pair
 * @property {string} package
 * @property {readonly [string, string]} versions
 * @property {string} [document] The path of an OpenAPI document in the package.
 * @property {readonly string[]} [server] The arguments of the package's program, which is an MCP server.
 * @property {Readonly<Record<string, string>>} [environment] What the server asks for before it lists its tools. It is never sent anywhere.
 * @property {number} most How many breaks there may be, each with one cause, for programs that use the results. For models, there are no more.
 */

/** @type {{ readonly [name: string]: Pair }} */
const pairs = {
  figma: { package: "@figma/rest-api-spec", versions: ["0.27.0", "0.43.0"], document: "openapi/openapi.yaml", most: 20 },
  netlify: { package: "@netlify/open-api", versions: ["2.35.0", "2.60.0"], document: "dist/swagger.json", most: 4 },
  gitbook: { package: "@gitbook/api", versions: ["0.146.0", "0.202.0"], document: "spec/openapi.json", most: 57 },
  octokit: { package: "@octokit/openapi", versions: ["19.1.0", "23.0.0"], document: "generated/api.github.com.json", most: 150 },
  notion: { package: "@notionhq/notion-mcp-server", versions: ["1.8.0", "2.5.2"], document: "scripts/notion-openapi.json", most: 7 },
  filesystem: {
    package: "@modelcontextprotocol/server-filesystem",
    versions: ["2025.11.25", "2026.8.31"],
    server: [tmpdir()],
    most: 1,
  },
  everything: {
    package: "@modelcontextprotocol/server-everything",
    versions: ["2025.11.25", "2026.8.31"],
    server: [],
    most: 13,
  },
  devtools: { package: "chrome-devtools-mcp", versions: ["0.10.1", "1.11.0"], server: [], most: 12 },
  blockfrost: { package: "@blockfrost/openapi", versions: ["0.1.59", "0.1.93"], document: "openapi.yaml", most: 6 },
  dialogporten: {
    package: "@digdir/dialogporten-schema",
    versions: ["1.18.0-162ce9a", "1.118.6"],
    document: "swagger.verified.json",
    most: 28,
  },
  directus: { package: "@directus/specs", versions: ["9.0.1", "15.2.0"], document: "dist/openapi.json", most: 44 },
  postcodes: { package: "@ideal-postcodes/openapi", versions: ["1.2.0", "4.21.0"], document: "dist/openapi.json", most: 11 },
  rclone: { package: "rclone-openapi", versions: ["1.74.1", "1.75.0"], document: "openapi.json", most: 18 },
  ghes: { package: "@octokit/openapi", versions: ["16.0.0", "18.0.0"], document: "generated/ghes-3.12.json", most: 27 },
  sentry: { package: "@sentry/mcp-server", versions: ["0.17.1", "0.39.0"], server: ["--access-token=none"], most: 27 },
  firecrawl: {
    package: "firecrawl-mcp",
    versions: ["1.11.0", "3.26.0"],
    server: [],
    environment: { FIRECRAWL_API_KEY: "none" },
    most: 40,
  },
  gitmcp: {
    package: "@cyanheads/git-mcp-server",
    versions: ["2.3.2", "2.15.3"],
    server: [],
    environment: { MCP_TRANSPORT_TYPE: "stdio" },
    most: 141,
  },
  playwright: { package: "@playwright/mcp", versions: ["0.0.61", "0.0.83"], server: [], most: 13 },
  brave: {
    package: "@brave/brave-search-mcp-server",
    versions: ["2.0.62", "2.1.4"],
    server: ["--transport", "stdio"],
    environment: { BRAVE_API_KEY: "none" },
    most: 2,
  },
};

/**
 * What was judged of breaks drawn at random, by what was and what is and, in doubt, by both documents: `break`, a caller would call it so;
 * `none`, a caller would not, and it is not found any more; `open`, a caller would not, but it is still found.
 */
const labels = JSON.parse(readFileSync(join(import.meta.dirname, "../contract/labelled/breaks.json"), "utf8"));

/** The longest time that one comparison may take, in milliseconds. The largest of these documents has 13 MB. */
const longest = 300_000;

const cli = join(import.meta.dirname, "../../dist/bin/main.js");
const folder = process.env.PAIRS ?? mkdtempSync(join(tmpdir(), "toolsetc-pairs-"));
const chosen = process.argv.slice(2);
const failures = [];
for (const [name, pair] of Object.entries(pairs)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  for (const [index, side] of ["before", "after"].entries()) await fetchVersion(name, side, pair, pair.versions[index] ?? "");
  checkPair(name, pair);
}
if (process.env.PAIRS === undefined) rmSync(folder, { recursive: true });
if (failures.length > 0) throw new Error(failures.join("\n"));

/** Makes a project of one version of a package, unless a former run has done so. */
async function fetchVersion(name, side, { package: packageName, document, server, environment }, version) {
  const project = join(folder, name, side);
  if (existsSync(join(project, "toolsetc.yaml"))) return;
  const installed = join(project, "installed");
  mkdirSync(join(project, "snapshots"), { recursive: true });
  mkdirSync(installed);
  writeFileSync(join(installed, "package.json"), "{}");
  const flags = ["--silent", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", installed];
  run("npm", ["install", ...flags, ...(document === undefined ? [] : ["--omit=peer", "--omit=optional"]), `${packageName}@${version}`]);
  const root = join(installed, "node_modules", packageName);
  if (document !== undefined) renameSync(join(root, document), join(project, `document${extname(document)}`));
  else writeFileSync(join(project, "snapshots", `${name}.tools.json`), JSON.stringify(await toolsOf(root, server, environment)));
  rmSync(installed, { recursive: true });
  const source =
    document === undefined
      ? "mcpToolset: { serverAddress: https://mcp.example/mcp }"
      : `openApiToolset: { openApiSchema: document${extname(document)} }`;
  writeFileSync(join(project, `${name}.yaml`), `displayName: ${name}\n${source}\n`);
  writeFileSync(join(project, "toolsetc.yaml"), "breaking: model\n");
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

function run(command, args) {
  const { status, stderr } = spawnSync(command, args, { encoding: "utf8", maxBuffer: 1 << 28 });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")}: ${stderr}`);
}
