// Where the bench works: below `.bench` in the project, so on its disk and not in memory. The peers are installed there.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url));
export const work = join(root, ".bench");
export const corpus = join(root, "../shared/corpus");
/** What the measured programs write. It is removed at the end. */
export const output = join(work, `output-${process.pid}`);

/**
 * A build of the compiler: a built checkout, or an installed package.
 * @typedef {{ name: string, root: string, cli: string, library: string, runtime: string }} Build
 */

/** @type {(name: string, folder: string) => Build} */
export function buildAt(name, folder) {
  const absolute = resolve(folder);
  const cli = join(absolute, "dist/bin/main.js");
  if (!existsSync(cli)) throw new Error(`${absolute} has no built compiler: ${cli} is missing.`);
  // A checkout links the run-time library as a workspace; a package has it bundled.
  const entry = createRequire(join(absolute, "package.json")).resolve("@toolsetc/runtime");
  return { name, root: absolute, cli, library: join(absolute, "dist/index.js"), runtime: dirname(dirname(entry)) };
}

/** Prepares the folders, and installs the peers in one of their own, so that the project's installation stays small. */
export function prepare() {
  mkdirSync(output, { recursive: true });
  process.on("exit", () => rmSync(output, { recursive: true, force: true }));
  // The commands use a cache that is not the user's.
  process.env.XDG_CACHE_HOME = join(output, "cache");
  // The compiler looks for the nearest `tsconfig.json` to know which form of import is wanted.
  writeFileSync(join(output, "tsconfig.json"), '{ "compilerOptions": { "module": "nodenext" } }');
  installPeers();
}

function installPeers() {
  const dependencies = {
    "@hey-api/client-fetch": "0.13.1",
    "@octokit/openapi": "23.0.2",
    esbuild: "0.28.1",
    "openapi-fetch": "0.17.0",
    "openapi-mcp-generator": "4.0.1",
    "openapi-typescript": "7.13.0",
    typescript: "5.9.3",
  };
  const manifest = JSON.stringify({ private: true, type: "module", dependencies }, null, 2);
  const path = join(work, "package.json");
  if (existsSync(path) && readFileSync(path, "utf8") === manifest && existsSync(join(work, "node_modules"))) return;
  writeFileSync(path, manifest);
  const { status, stderr } = spawnSync("npm", ["install", "--no-audit", "--no-fund"], { cwd: work, encoding: "utf8" });
  if (status === 0) return;
  rmSync(path);
  throw new Error(`The peers could not be installed: ${stderr}`);
}

/** @type {(path: string) => string} */
export function peer(path) {
  return join(work, "node_modules", path);
}

let folders = 0;

/**
 * A folder that does not exist yet.
 * @type {(name: string) => string}
 */
export function freshFolder(name) {
  return join(output, `${name}-${++folders}`);
}

/**
 * Makes something once, when it is first asked for.
 * @template Value
 * @param {() => Value} make
 * @returns {() => Value}
 */
export function once(make) {
  /** @type {{ value: Value } | undefined} */
  let made;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/**
 * Makes something once for each build.
 * @template Value
 * @param {(build: Build) => Value} make
 * @returns {(build: Build) => Value}
 */
export function oncePerBuild(make) {
  /** @type {Map<Build, Value>} */
  const made = new Map();
  return (build) => {
    const known = made.get(build);
    if (known !== undefined) return known;
    const value = make(build);
    made.set(build, value);
    return value;
  };
}
