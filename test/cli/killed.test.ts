import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { afterAll, beforeAll, expect, test } from "vitest";
import { filesIn, project, toolsetc } from "../example-project.ts";
import { isLong } from "../long.ts";
import { runCommand } from "../run-command.ts";

// The built program is killed by the system, and Node loads what it has left. test/host/crash.test.ts tries all points without processes.
const folder = realpathSync(mkdtempSync(join(tmpdir(), "toolsetc-killed-")));
const out = join(folder, "out");
const former = join(folder, "former");
afterAll(() => rmSync(folder, { recursive: true }));

const operation = (name: string, version: string) =>
  `  /${name}: { get: { operationId: ${name}, description: "${version} of ${name}.", responses: { "200": { description: It. } } } }\n`;
const document = (version: string) =>
  `openapi: 3.0.3\ninfo: { title: Shop, version: "1" }\nservers: [{ url: https://shop.example }]\npaths:\n${["a", "b", "c"].map((name) => operation(name, version)).join("")}`;
const preload = pathToFileURL(join(import.meta.dirname, "kill-at.mjs")).href;

function compile(env: Readonly<Record<string, string>> = {}, preloaded?: string) {
  const given = { XDG_CACHE_HOME: "/dev/null", ...env };
  return toolsetc(["compile"], { cwd: folder, env: given, ...(preloaded === undefined ? {} : { preload: preloaded }) });
}

const entries = ["index.js", "toolsets/shop/index.js", "toolsets/shop/tools/b.js"];

/** The versions of all tools that a program gets from each of `entries`; none if Node cannot find a part of the module. */
async function versionsOf(): Promise<readonly string[][]> {
  const code = `const all = (each) => typeof each !== "object" || each === null ? [] : typeof each.description === "string" ? [each.description.split(" ")[0]] : Object.values(each).flatMap(all);
    const found = [];
    for (const file of ${JSON.stringify(entries.map((path) => pathToFileURL(join(out, path)).href))}) {
      const module = await import(file).catch((error) => { if (error.code !== "ERR_MODULE_NOT_FOUND") throw error; });
      found.push([...new Set(all({ ...module }))]);
    }
    (await import("node:worker_threads")).parentPort.postMessage(found);`;
  // A thread loads each module anew, as a process does, and starts in a fifth of its time.
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(code)}`));
  const [found] = (await once(worker, "message")) as [readonly string[][]]; // An error of the thread rejects.
  await worker.terminate();
  return found;
}

beforeAll(() => {
  mkdirSync(join(folder, "node_modules/@toolsetc"), { recursive: true });
  symlinkSync(join(project, "src/runtime"), join(folder, "node_modules/@toolsetc/runtime"));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }\n');
  writeFileSync(join(folder, "toolsetc.yaml"), "targets: [{ target: typescript, emit: js, out: out }]\n");
  writeFileSync(join(folder, "shop.yaml"), "displayName: shop\nopenApiToolset: { openApiSchema: shop.openapi.yaml }\n");
  writeFileSync(join(folder, "shop.openapi.yaml"), document("Old"));
  expect(compile()).toMatchObject({ status: 0, stderr: "" });
  cpSync(out, former, { recursive: true });
  writeFileSync(join(folder, "shop.openapi.yaml"), document("New"));
});

test("after `compile` was killed at any point, Node and `serve` load the former tools, the new ones or none", async () => {
  const operations = Number(compile({ KILL_AT: "0", KILL_IN: out }, preload).stderr);
  const clean = filesIn(out);
  // The sample is of the second half, in which files are moved.
  const every = Math.floor(operations / 6);
  const points = Array.from({ length: operations }, (_point, index) => index + 1).filter(
    (at) => isLong || (at > operations / 2 && at % every === 0),
  );
  expect(points.length).toBeGreaterThan(2);
  for (const at of points) {
    rmSync(out, { recursive: true });
    cpSync(former, out, { recursive: true });
    const { signal } = compile({ KILL_AT: String(at), KILL_IN: out }, preload);
    expect(signal).toBe("SIGKILL");
    for (const [index, versions] of (await versionsOf()).entries())
      expect(versions.length, `${entries[index]}, killed at ${at}`).toBeLessThanOrEqual(1);
    if (at % 2 === 0) {
      const { status, stderr } = await runCommand(["serve", "out"], { cwd: folder });
      expect({ status, stderr }).toEqual({ status: 0, stderr: "Serving 3 tools on stdio\n" });
      expect((await versionsOf())[0]).toHaveLength(1);
    }
    expect(await runCommand(["compile"], { cwd: folder })).toMatchObject({ status: 0 });
    expect(filesIn(out), `killed at ${at}`).toEqual(clean);
  }
}, 600_000);
