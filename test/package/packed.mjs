// The package as npm would publish it, and the folders in which it is tried.
import { execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const project = fileURLToPath(new URL("../..", import.meta.url));
export const manifest = JSON.parse(readFileSync(join(project, "package.json"), "utf8"));
const work = join(project, ".package");

/** Builds the package anew and packs it. It has the run-time library in it, as a package of its own. */
export function pack() {
  return packIn(project);
}

/** Packs the run-time library alone, as `pack` has built it. */
export function packRuntime() {
  return packIn(join(project, "src/runtime"));
}

function packIn(cwd) {
  mkdirSync(work, { recursive: true });
  const [packed] = JSON.parse(run("npm", ["pack", "--json", "--silent", "--pack-destination", work], { cwd }));
  return {
    tarball: join(work, packed.filename),
    files: packed.files.map(({ path }) => path),
    bytes: packed.size,
    unpacked: packed.unpackedSize,
  };
}

/** An empty folder of its own below `.package/`, which git ignores, with these files. */
export function freshFolder(name, files) {
  const folder = join(work, name);
  rmSync(folder, { recursive: true, force: true });
  writeFiles(folder, files);
  return folder;
}

export function writeFiles(folder, files) {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), typeof content === "string" ? content : JSON.stringify(content, undefined, 2));
  }
}

/** Adds packages to those that the folder's package.json names. */
export function install(folder, packages) {
  installWith("--prefer-offline", folder, packages);
}

/** The same, where an earlier `install` has filled npm's cache: no registry is asked. */
export function installOffline(folder, packages) {
  installWith("--offline", folder, packages);
}

function installWith(flag, folder, packages) {
  run("npm", ["install", "--no-audit", "--no-fund", flag, "--loglevel=error", ...packages], { cwd: folder });
}

/** Gives what the command prints; throws with all that it said if it fails. */
export function run(command, args, { cwd, env = {} }) {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd,
    encoding: "utf8",
    env: { ...process.env, NO_COLOR: "1", ...env },
    maxBuffer: 1 << 28,
  });
  if (error) throw error;
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${status} in ${cwd}:\n${stdout}\n${stderr}`);
  return stdout;
}

/** Runs a JavaScript file. */
export function node(args, options) {
  return run(process.execPath, args, options);
}

/** As `run`, beside what else runs. */
export function started(command, args, { cwd }) {
  return new Promise((resolve, reject) => {
    const options = { cwd, encoding: "utf8", env: { ...process.env, NO_COLOR: "1" }, maxBuffer: 1 << 28 };
    execFile(command, args, options, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(new Error(`${command} ${args.join(" ")} ended with ${error.code} in ${cwd}:\n${stdout}\n${stderr}`));
    });
  });
}

/** Runs a JavaScript file while a server on the loopback address gives `answer` to all who ask. `args` get its address. */
export async function withServer(answer, args, { cwd }) {
  const arrived = [];
  const server = createServer((request, response) => {
    arrived.push(`${request.method} ${request.url}`);
    response.setHeader("content-type", "application/json").end(JSON.stringify(answer));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const child = spawn(process.execPath, args(`http://127.0.0.1:${server.address().port}`), { cwd });
  let said = "";
  child.stdout.on("data", (chunk) => {
    said += chunk;
  });
  child.stderr.pipe(process.stderr);
  const [status] = await once(child, "close");
  server.close();
  return { status, said: said.trim(), arrived };
}

/** A port of the loopback address on which nobody listens. */
export async function freePort() {
  const server = createServer();
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address();
  server.close();
  return port;
}

/** The answer of a server that is being started. */
export async function whenReady(url) {
  for (let tries = 0; ; tries++) {
    try {
      return await fetch(url);
    } catch (error) {
      if (tries === 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}

/** Says what was checked and since when the last was. */
export function createLog() {
  let last = performance.now();
  return (text) => {
    const now = performance.now();
    console.log(`${`${((now - last) / 1000).toFixed(1)} s`.padStart(7)}  ${text}`);
    last = now;
  };
}

/** Throws unless the two are equal as JSON. */
export function expectEqual(actual, expected, what) {
  const [found, wanted] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (found !== wanted) throw new Error(`${what}: ${wanted} was expected, and it is ${found}.`);
}
