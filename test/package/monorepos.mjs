// Packages of one repository under the build tools that teams have: Turborepo and Nx from npm, and Bazel where it is installed, with the rule in
// docs/monorepos.md. Each package is a project with one toolset; some share a document. Cold, all restored from the cache of the runner, and with one shared document changed: exactly its dependents run,
// and the output is the same byte for byte. `npm run test:monorepos`; the number of packages may follow, 400 by default, and the runners.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLog, expectEqual, pack, project, run, writeFiles } from "./packed.mjs";

const packages = Number(process.argv[2] ?? 400);
/** How many packages share a document. */
const sharing = 10;
const fromNpm = { turbo: "2.5.8", nx: "21.6.4" };
const bazel = spawnSync("bazel", ["--version"], { encoding: "utf8" }).stdout?.trim().replace("bazel ", "");
/** How each runs the task in all packages, and where the outputs of a package are. `run` returns how many ran, and how many were restored. */
const runners = {
  turbo: { version: fromNpm.turbo, run: runTurbo, out: (name) => `packages/${name}/tools` },
  nx: { version: fromNpm.nx, run: runNx, out: (name) => `packages/${name}/tools` },
  ...(bazel === undefined ? {} : { bazel: { version: bazel, run: runBazel, out: (name) => `bazel-bin/packages/${name}/generated` } }),
};
const chosen = process.argv.length > 3 ? process.argv.slice(3) : Object.keys(runners);

const log = createLog();
if (bazel === undefined) log("Bazel is not installed: its rule is not tested");
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
// The files of the runners are JSON, and so might be definitions. The package.json decides what the modules import.
expectEqual(
  inputs,
  ["../../apis/api0.yaml", "../../base.toolsetc.yaml", "p0.yaml", "package.json", "project.json", "toolsetc.yaml", "turbo.json"],
  "inputs of p0",
);

for (const name of chosen) {
  const runner = runners[name];
  removeOutputs();
  const cold = timed(runner.run);
  expectEqual(cold.value.ran, packages, `${name}: packages that ran`);
  const first = outputs(runner);
  expectEqual(Object.keys(first).length >= packages, true, `${name}: outputs`);

  removeOutputs();
  const restored = timed(runner.run);
  expectEqual(restored.value, { ran: 0, cached: packages }, `${name}: all restored`);
  expectEqual(outputs(runner), first, `${name}: restored outputs`);

  changeDocument();
  const changed = timed(runner.run);
  expectEqual(changed.value, { ran: sharing, cached: packages - sharing }, `${name}: dependents of the changed document`);
  const after = outputs(runner);
  const different = names.filter((each) => JSON.stringify(hashesOf(first, each)) !== JSON.stringify(hashesOf(after, each)));
  expectEqual(different, names.slice(0, sharing), `${name}: packages whose output changed`);
  changeDocument();
  log(
    `${name} ${runner.version}: cold ${cold.seconds} s, restored ${restored.seconds} s, one shared document changed ${changed.seconds} s`,
  );
}
const bare = timed(() => {
  removeOutputs();
  run("npx", ["--no-install", "toolsetc", "compile", "packages"], { cwd: folder, env });
});
log(`toolsetc alone, one process for all projects: ${bare.seconds} s`);
if (chosen.includes("bazel")) {
  run("bazel", [...bazelFolder(), "clean", "--expunge"], { cwd: folder });
  rmSync(`${folder}-bazel`, { recursive: true });
}
rmSync(folder, { recursive: true });

function filesOfRepository() {
  const entries = names.flatMap((name, index) => {
    const api = `api${Math.floor(index / sharing)}.yaml`;
    const read = ["toolsetc.yaml", `${name}.yaml`, "package.json", "project.json", "turbo.json"];
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
  const bazelFiles = [
    ["WORKSPACE", ""],
    ["tools.bzl", recipe("def ")],
    ["BUILD.bazel", recipe("exports_files")],
    ["apis/BUILD.bazel", 'exports_files(glob(["*.yaml"]))\n'],
    ...names.map((name, index) => [
      `packages/${name}/BUILD.bazel`,
      recipe("load").replace("orders.yaml", `api${Math.floor(index / sharing)}.yaml`),
    ]),
  ];
  const apis = Array.from({ length: Math.ceil(packages / sharing) }, (_item, index) => [`apis/api${index}.yaml`, documentOf(index)]);
  return Object.fromEntries([
    [
      "package.json",
      { name: "repository", private: true, packageManager: "npm@10.8.2", workspaces: ["packages/*"], devDependencies: fromNpm },
    ],
    ["turbo.json", { tasks: { tools: {} } }],
    ["nx.json", { analytics: false }],
    [".gitignore", "node_modules\n.turbo\n.nx\n.nx-log\nbazel-*\n.bazel-cache\ntools\n"],
    ["base.toolsetc.yaml", "targets: [{ target: mcp, out: tools }]\n"],
    ...apis,
    ...entries,
    ...(bazel === undefined ? [] : bazelFiles),
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

function runTurbo() {
  const output = run("npx", ["--no-install", "turbo", "run", "tools", "--output-logs=none", "--no-color"], { cwd: folder, env });
  const [, cached = "", total = ""] = /Cached:\s+(\d+) cached, (\d+) total/.exec(output) ?? [];
  return { ran: Number(total) - Number(cached), cached: Number(cached) };
}

function runNx() {
  // To a file, since Nx ends before a pipe has taken all of its output.
  const log = join(folder, ".nx-log");
  const command = `npx --no-install nx run-many --targets=tools --outputStyle=stream --parallel=4 > ${log} 2>&1`;
  run("sh", ["-c", command], { cwd: folder, env });
  const output = readFileSync(log, "utf8");
  const cached = Number(
    /Nx read the output from the cache instead of running the command for (\d+) out of \d+ tasks/.exec(output)?.[1] ?? 0,
  );
  return { ran: packages - cached, cached };
}

/** Outputs that are up to date, or in the disk cache, need no process in the sandbox. */
function runBazel() {
  const options = [`--disk_cache=${folder}/.bazel-cache`, "--noshow_progress", "--color=no"];
  const { status, stderr } = spawnSync("bazel", [...bazelFolder(), "build", ...options, "//packages/..."], {
    cwd: folder,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`bazel ended with ${status}:\n${stderr}`);
  const ran = Number(/(\d+) (?:linux|darwin|processwrapper)-sandbox/.exec(stderr)?.[1] ?? 0);
  return { ran, cached: packages - ran };
}

function bazelFolder() {
  return [`--output_user_root=${folder}-bazel`];
}

/** The code in docs/monorepos.md that begins with `start`. */
function recipe(start) {
  const page = readFileSync(join(project, "docs/monorepos.md"), "utf8");
  const found = [...page.matchAll(/^```python\n([\s\S]*?)^```/gm)].find(([, code]) => code.startsWith(start));
  if (found === undefined) throw new Error(`docs/monorepos.md has no code that begins with ${start}`);
  return found[1];
}

function removeOutputs() {
  for (const name of names) rmSync(join(folder, "packages", name, "tools"), { recursive: true, force: true });
  if (chosen.includes("bazel")) run("bazel", [...bazelFolder(), "clean"], { cwd: folder });
}

/** The hash of each output, by its path. */
function outputs(runner) {
  const found = names.flatMap((name) => {
    const out = join(folder, runner.out(name));
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
