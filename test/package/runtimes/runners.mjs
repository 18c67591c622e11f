// How the program is run: as it is, or as one script where a runtime has no modules of its own. Each gives its outcomes by feature.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { rolldown } from "rolldown";
import { freePort, whenReady } from "../packed.mjs";

/** Runs `main.js` of a folder by a command, which has to end by itself. */
export function command(path, args = []) {
  return async (folder, settings) => {
    const child = spawn(path, [...args, "main.js", JSON.stringify(settings)], { cwd: folder, stdio: ["ignore", "pipe", "inherit"] });
    const output = Buffer.concat(await child.stdout.toArray()).toString();
    if (child.exitCode === null && child.signalCode === null) await once(child, "close");
    if (child.exitCode !== 0) throw new Error(`${path} ended with ${child.exitCode}: ${output}`);
    return JSON.parse(output);
  };
}

/** Deno, with the rights that calls need, and without: then it has to be said which is missing. */
export function deno(home) {
  const path = join(home, "node_modules/.bin/deno");
  const args = ["run", "--no-prompt"];
  return async (folder, settings) => {
    const outcomes = await command(path, [...args, "--allow-read", "--allow-net"])(folder, settings);
    // Not all: of a fetch with a `Blob` that was refused, Deno 2.9 keeps something that lets no process end.
    const { call } = await command(path, [...args, "--allow-read"])(folder, { ...settings, only: ["call"] });
    const validate = ["../package/node_modules/toolsetc/dist/bin/main.js", "validate"];
    const [unread, unfound] = [[], ["--allow-env"]].map((rights) =>
      spawnSync(path, [...args, ...rights, ...validate], { cwd: folder, encoding: "utf8" }),
    );
    const isSaid =
      call.includes("--allow-net") && /^error: .*--allow-env/s.test(unread.stderr) && /^error: .*--allow-read/s.test(unfound.stderr);
    const { status } = unread;
    return {
      ...outcomes,
      "missing rights": isSaid ? `ok: exit ${status}` : `FAILED: exit ${status}: ${call}; ${unread.stderr}; ${unfound.stderr}`,
    };
  };
}

/** Cloudflare's runtime: each feature is tried by requests of users, one that is given up among them. */
export function workerd(home) {
  return async (folder, settings, { features }) => {
    const port = await freePort();
    await bundle(folder, "worker.js", { format: "esm", conditionNames: ["workerd", "worker", "browser"], out: "worker.bundled.js" });
    const config = join(folder, "config.capnp");
    writeFileSync(config, workerdConfig(port));
    return withProgram(join(home, "node_modules/.bin/workerd"), ["serve", config], () =>
      askEach(features, `http://127.0.0.1:${port}`, settings),
    );
  };
}

/** Vercel's runtime, tried like `workerd`. */
export function edgeRuntime(home) {
  return async (folder, settings, { features }) => {
    const { EdgeRuntime, runServer } = await import(pathToFileURL(join(home, "node_modules/edge-runtime/dist/index.js")).href);
    const initialCode = await bundle(folder, "edge.js", { format: "iife", conditionNames: ["edge-light", "worker", "browser"] });
    const server = await runServer({ runtime: new EdgeRuntime({ initialCode }), host: "127.0.0.1", port: 0 });
    try {
      return await askEach(features, server.url.replace("localhost", "127.0.0.1"), settings);
    } finally {
      await server.close();
    }
  };
}

/** A page of another origin than the service. */
export function chromium(home) {
  return async (folder, settings) => {
    const { chromium: browserType } = await import(pathToFileURL(join(home, "node_modules/playwright-core/index.mjs")).href);
    const code = await bundle(folder, "program.mjs", { format: "iife", conditionNames: ["browser"] });
    const server = createServer((_request, response) => response.setHeader("content-type", "text/html").end("<!doctype html>"));
    await once(server.listen(0, "127.0.0.1"), "listening");
    const browser = await browserType.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
    try {
      const page = await browser.newPage();
      await page.goto(`http://127.0.0.1:${server.address().port}/`);
      await page.addScriptTag({ content: code });
      return await page.evaluate((given) => globalThis.bundled.allOutcomes(given), settings);
    } finally {
      await browser.close();
      server.close();
    }
  };
}

/** One script of all that `entry` reaches; where anything of Node is needed for it, this throws. */
async function bundle(folder, entry, { format, conditionNames, out }) {
  const build = await rolldown({
    input: join(folder, entry),
    platform: "browser",
    resolve: { conditionNames: [...conditionNames, "import", "default"] },
    onLog(_level, { message }) {
      throw new Error(message);
    },
  });
  const { output } = await build.generate({ format, name: "bundled", codeSplitting: false });
  await build.close();
  const [{ code, imports }] = output;
  if (imports.length > 0) throw new Error(`The bundle of ${entry} needs ${imports.join(", ")}.`);
  if (out !== undefined) writeFileSync(join(folder, out), code);
  return code;
}

/** The outcomes of features that are tried by requests, each in a request of its own, as those of users are. */
async function askEach(features, address, settings) {
  const ask = async (name, key, signal) => {
    const body = JSON.stringify({ name, settings: { ...settings, key: `${settings.key} ${key}` } });
    const response = await fetch(address, { method: "POST", body, signal });
    const text = await response.text();
    return response.ok ? text : `FAILED: the request ended with status ${response.status}: ${text.slice(0, 200)}`;
  };
  await whenReady(address);
  const outcomes = {};
  for (const name of features) {
    // What it has begun must not be what the others wait for.
    await ask(name, "0", AbortSignal.timeout(20)).catch(() => undefined);
    const all = [await ask(name, "1"), await ask(name, "2"), ...(await Promise.all([ask(name, "3"), ask(name, "4")]))];
    outcomes[name] = all.find((outcome) => outcome.startsWith("FAILED")) ?? all[0];
  }
  return outcomes;
}

async function withProgram(path, args, work) {
  const child = spawn(path, args, { stdio: ["ignore", "inherit", "inherit"] });
  try {
    return await work();
  } finally {
    child.kill();
    await once(child, "close");
  }
}

function workerdConfig(port) {
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [ (name = "main", worker = .main), (name = "internet", network = (allow = ["public", "private"])) ],
  sockets = [ (name = "http", address = "127.0.0.1:${port}", http = (), service = "main") ],
);
const main :Workerd.Worker = (
  modules = [ (name = "worker.js", esModule = embed "worker.bundled.js") ],
  compatibilityDate = "2026-05-01",
);
`;
}
