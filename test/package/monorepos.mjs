// Packages of one repository under the task runners that teams have, from npm: Turborepo and Nx. Each package is a project with one toolset;
// some share a document. Cold, all restored from the cache of the runner, and with one shared document changed: exactly its dependents run,
// and the output is the same byte for byte. `npm run test:monorepos`; the number of packages may follow, 400 by default, and the runners.
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLog, expectEqual, pack, run, writeFiles } from "./packed.mjs";

const packages = Number(process.argv[2] ?? 400);
/** How many packages share a document. */
const sharing = 10;
const runners = { turbo: "2.5.8", nx: "21.6.4" };
const chosen = process.argv.length > 3 ? process.argv.slice(3) : Object.keys(runners);

const log = createLog();
const { tarball } = pack();
const names = Array.from({ length: packages }, (_item, index) => `p${index}`);
// Outside of this repository, whose tsconfig.json would be above it.
const folder = mkdtempSync(join(tmpdir(), "toolsetc-monorepo-"));
writeFiles(folder, filesOfRepository());
// The caches that are measured are those of the runners.
const env = {
  ...process.env,
  XDG_CACHE_HOME: "/dev/null",
  TURBO_TELEMETRY_DISABLED: "1",
  NX_NO_CLOUD: "true",
  NX_DAEMON: "false",
  CI: "1",
};
run("npm", ["install", "--no-audit", "--no-fund", "--loglevel=error", "--ignore-scripts", tarball], { cwd: folder });
run("git", ["init", "--quiet"], { cwd: folder });
run("git", ["add", "--all"], { cwd: folder });
run("git", ["-c", "user.name=t", "-c", "user.email=t@example.com", "commit", "--quiet", "-m", "start"], { cwd: folder });
log(`${packages} packages, each with a toolset; ${packages / sharing} documents`);

// What the runners are told is what toolsetc says that it reads.
const inputs = run("npx", ["--no-install", "toolsetc", "inputs"], { cwd: join(folder, "packages/p0"), env })
  .trim()
  .split("\n");
// The files of the runners are JSON, and so might be definitions.
expectEqual(
  inputs,
  ["../../apis/api0.yaml", "../../base.toolsetc.yaml", "p0.yaml", "project.json", "toolsetc.yaml", "turbo.json"],
  "inputs of p0",
);

for (const runner of chosen) {
  removeOutputs();
  const cold = timed(() => runAll(runner));
  expectEqual(cold.value.ran, packages, `${runner}: packages that ran`);
  const first = outputs();
  expectEqual(Object.keys(first).length >= packages, true, `${runner}: outputs`);

  removeOutputs();
  const restored = timed(() => runAll(runner));
  expectEqual(restored.value, { ran: 0, cached: packages }, `${runner}: all restored`);
  expectEqual(outputs(), first, `${runner}: restored outputs`);

  changeDocument();
  const changed = timed(() => runAll(runner));
  expectEqual(changed.value, { ran: sharing, cached: packages - sharing }, `${runner}: dependents of the changed document`);
  const after = outputs();
  const different = names.filter((name) => JSON.stringify(hashesOf(first, name)) !== JSON.stringify(hashesOf(after, name)));
  expectEqual(different, names.slice(0, sharing), `${runner}: packages whose output changed`);
  changeDocument();
  log(
    `${runner} ${runners[runner]}: cold ${cold.seconds} s, restored ${restored.seconds} s, one shared document changed ${changed.seconds} s`,
  );
}
const bare = timed(() => {
  removeOutputs();
  run("npx", ["--no-install", "toolsetc", "compile", "packages"], { cwd: folder, env });
});
log(`toolsetc alone, one process for all projects: ${bare.seconds} s`);
rmSync(folder, { recursive: true });

function filesOfRepository() {
  const entries = names.flatMap((name, index) => {
    const api = `api${Math.floor(index / sharing)}.yaml`;
    const read = ["toolsetc.yaml", `${name}.yaml`, "project.json", "turbo.json"];
    const shared = [`apis/${api}`, "base.toolsetc.yaml"];
    return [
      [`packages/${name}/package.json`, { name, private: true, version: "1.0.0", scripts: { tools: "toolsetc compile" } }],
      [`packages/${name}/toolsetc.yaml`, "root: ../..\ndefinitions: .\nextends: ../../base.toolsetc.yaml\n"],
      [`packages/${name}/${name}.yaml`, `displayName: ${name}\nopenApiToolset: { openApiSchema: ../../apis/${api} }\n`],
      [
        `packages/${name}/turbo.json`,
        {
          extends: ["//"],
          tasks: { tools: { inputs: [...read, ...shared.map((path) => `$TURBO_ROOT$/${path}`)], outputs: ["tools/**"] } },
        },
      ],
      [
        `packages/${name}/project.json`,
        {
          name,
          targets: {
            tools: {
              command: "toolsetc compile",
              options: { cwd: "{projectRoot}" },
              cache: true,
              inputs: [...read.map((path) => `{projectRoot}/${path}`), ...shared.map((path) => `{workspaceRoot}/${path}`)],
              outputs: ["{projectRoot}/tools"],
            },
          },
        },
      ],
    ];
  });
  const apis = Array.from({ length: Math.ceil(packages / sharing) }, (_item, index) => [`apis/api${index}.yaml`, documentOf(index)]);
  return Object.fromEntries([
    [
      "package.json",
      { name: "repository", private: true, packageManager: "npm@10.8.2", workspaces: ["packages/*"], devDependencies: runners },
    ],
    ["turbo.json", { tasks: { tools: {} } }],
    ["nx.json", { analytics: false }],
    [".gitignore", "node_modules\n.turbo\n.nx\n.nx-log\ntools\n"],
    ["base.toolsetc.yaml", "targets: [{ target: mcp, out: tools }]\n"],
    ...apis,
    ...entries,
  ]);
}

function documentOf(index, description = "Lists the things that are there.") {
  const paths = Array.from(
    { length: 20 },
    (_item, path) =>
      `  /things/${path}: { get: { operationId: list_things_${path}, description: ${description}, responses: { "204": { description: Done. } } } }\n`,
  );
  return `openapi: 3.0.3\ninfo: { title: Api ${index}, version: "1" }\nservers: [{ url: https://api.example.com }]\npaths:\n${paths.join("")}`;
}

/** Changes the document that the first packages share, or changes it back. */
function changeDocument() {
  const path = join(folder, "apis/api0.yaml");
  const changed = documentOf(0, "Lists the things that are here now.");
  writeFileSync(path, readFileSync(path, "utf8") === changed ? documentOf(0) : changed);
}

/** Runs the task in all packages. Returns how many ran, and how many came from the cache. */
function runAll(runner) {
  if (runner === "turbo") {
    const said = run("npx", ["--no-install", "turbo", "run", "tools", "--output-logs=none", "--no-color"], { cwd: folder, env });
    const [, cached = "", total = ""] = /Cached:\s+(\d+) cached, (\d+) total/.exec(said) ?? [];
    return { ran: Number(total) - Number(cached), cached: Number(cached) };
  }
  // To a file, since Nx ends before a pipe has taken all that it says.
  const saidFile = join(folder, ".nx-log");
  const command = `npx --no-install nx run-many --targets=tools --outputStyle=stream --parallel=4 > ${saidFile} 2>&1`;
  run("sh", ["-c", command], { cwd: folder, env });
  const said = readFileSync(saidFile, "utf8");
  const cached = Number(/Nx read the output from the cache instead of running the command for (\d+) out of \d+ tasks/.exec(said)?.[1] ?? 0);
  return { ran: packages - cached, cached };
}

function removeOutputs() {
  for (const name of names) rmSync(join(folder, "packages", name, "tools"), { recursive: true, force: true });
}

/** The hash of each output, by its path. */
function outputs() {
  const found = names.flatMap((name) => {
    const out = join(folder, "packages", name, "tools");
    const files = existsSync(out) ? readdirSync(out).sort() : [];
    return files.map((file) => [
      `${name}/${file}`,
      createHash("sha256")
        .update(readFileSync(join(out, file)))
        .digest("hex"),
    ]);
  });
  return Object.fromEntries(found);
}

function hashesOf(all, name) {
  return Object.entries(all).filter(([path]) => path.startsWith(`${name}/`));
}

function timed(work) {
  const start = performance.now();
  const value = work();
  return { value, seconds: ((performance.now() - start) / 1000).toFixed(1) };
}
