// One program in every runtime, with the packed package and with a copy of its run-time library: the table of runtimes and features.
// `npm run test:runtimes`; names of runtimes choose some. What is tried comes from npm, but for Chromium, which is Debian's.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createLog, freshFolder, install, pack, project, run, writeFiles } from "./packed.mjs";
import * as runners from "./runtimes/runners.mjs";
import { closedAddress, startService } from "./runtimes/service.mjs";
import { kit, projectFiles } from "./runtimes/toolsets.mjs";

const bin = (home, name) => join(home, "node_modules/.bin", name);

/** A runtime with a command, which also runs the command line of the package, after these arguments. */
const withCommand = (name, args = []) => ({
  runner: (home) => runners.command(bin(home, name)),
  commandLine: (home) => [bin(home, name), ...args],
});

/** The package that a runtime comes in, and how it runs the program. */
const runtimes = {
  "node-20": { runner: () => runners.command(process.execPath), commandLine: () => [process.execPath] },
  "node-22": { npm: "node@22.23.3", ...withCommand("node") },
  "node-24": { npm: "node@24.21.0", ...withCommand("node") },
  "node-26": { npm: "node@26.10.0", ...withCommand("node") },
  bun: { npm: "bun@1.4.5", ...withCommand("bun") },
  deno: { npm: "deno@2.9.6", ...withCommand("deno", ["run", "-A"]), runner: runners.deno },
  chromium: { npm: "playwright-core@1.65.1", needs: "/usr/bin/chromium", runner: runners.chromium },
  workerd: { npm: "workerd@1.20261117.1", runner: runners.workerd },
  // Later ones let a request use the signals of another.
  "workerd-2026-05": { npm: "workerd@1.20260508.1", runner: runners.workerd },
  "edge-runtime": { npm: "edge-runtime@4.0.1", runner: runners.edgeRuntime },
};

const forms = ["package", "copy"];
/** What each form needs to be installed; the copy runs without the compiler. */
const packages = {
  package: ["@modelcontextprotocol/client@2.4.0"],
  copy: ["@modelcontextprotocol/client@2.4.0"],
};

const log = createLog();
const chosen = process.argv.slice(2);
const { tarball } = pack();
const service = await startService();
const closed = await closedAddress();
// With a `tsconfig.json` of its own, since Bun follows the `paths` of the one above also in packages.
const folder = freshFolder("runtimes", { ...projectFiles(service), "tsconfig.json": {} });
for (const form of forms) {
  writeFiles(folder, { [`${form}/package.json`]: { name: form, private: true, type: "module" }, [`${form}/kit.js`]: kit(form) });
  cpSync(join(project, "test/package/runtimes/entries"), join(folder, form), { recursive: true });
  cpSync(join(project, "test/package/runtimes/program.mjs"), join(folder, form, "program.mjs"));
  install(join(folder, form), form === "package" ? [tarball, ...packages[form]] : packages[form]);
}
run(bin(join(folder, "package"), "toolsetc"), ["compile"], { cwd: folder });
for (const form of forms) {
  const manifest = readFileSync(join(folder, form, "generated/toolsets/shop/toolset.json"), "utf8");
  writeFiles(folder, { [`${form}/manifest.js`]: `export default ${manifest};\n` });
}
const { features } = await import(join(folder, "package/program.mjs"));
log("packed, installed and compiled in both forms");

/** By runtime and form: the outcome of each feature, or why there are none. */
const table = {};
for (const [name, runtime] of Object.entries(runtimes)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  const skipped = prepare(name, runtime);
  const commandLine = skipped === undefined ? validated(name, runtime.commandLine?.(join(folder, name))) : "";
  for (const form of forms) {
    table[`${name} ${form}`] = skipped ?? { ...(await outcomes(name, form)), "command line": commandLine };
  }
  log(`${name}: ${skipped ?? "tried"}`);
}
service.close();
print();
if (Object.values(table).some((outcome) => JSON.stringify(outcome).includes("FAILED"))) process.exitCode = 1;
else rmSync(folder, { recursive: true });

/** Installs a runtime. Gives why it cannot be tried here, if it cannot. */
function prepare(name, { npm, needs }) {
  if (needs !== undefined && !existsSync(needs)) return `skipped: ${needs} is not there`;
  if (npm === undefined) return undefined;
  try {
    writeFiles(folder, { [`${name}/package.json`]: { name: `with-${name}`, private: true } });
    install(join(folder, name), [npm]);
    return undefined;
  } catch (error) {
    return `skipped: ${npm} cannot be installed: ${error.message.split("\n")[1]}`;
  }
}

async function outcomes(name, form) {
  const home = join(folder, name);
  const before = service.openSessions();
  try {
    const found = await runtimes[name].runner(home)(
      join(folder, form),
      { closed, key: `${name} ${form}` },
      { features: Object.keys(features) },
    );
    return { ...found, "sessions left": `ok: ${service.openSessions() - before}` };
  } catch (error) {
    return { all: `FAILED: ${error.message}` };
  }
}

/** Validates the project with the command line. An engine that does not know a flag that is set for it says so on stderr. */
function validated(name, command) {
  if (command === undefined) return "";
  const [path, ...args] = command;
  const main = join(folder, "package/node_modules/toolsetc/dist/bin/main.js");
  // With an empty cache, so that it is no run without changes, which loads little.
  const env = { ...process.env, XDG_CACHE_HOME: join(folder, name, "cache") };
  const { status, stderr } = spawnSync(path, [...args, main, "validate"], { cwd: folder, encoding: "utf8", env });
  return status === 0 && stderr === "" ? "ok" : `FAILED: exit ${status}: ${stderr.trim().split("\n")[0]}`;
}

/** Markdown: a line for each feature; both forms in one place where they are alike. */
function print() {
  const names = Object.keys(runtimes).filter((name) => table[`${name} package`] !== undefined);
  const rows = ["all", ...Object.keys(features), "missing rights", "sessions left", "command line"].map((feature) => {
    const cells = names.map((name) => {
      const [first, second] = forms.map((form) => cell(table[`${name} ${form}`], feature));
      return first === second ? first : `package: ${first}; copy: ${second}`;
    });
    return cells.every((text) => text === "") ? undefined : [feature, ...cells];
  });
  const lines = [["", ...names], names.map(() => "---").concat("---"), ...rows.filter((row) => row !== undefined)];
  console.log(lines.map((line) => `| ${line.join(" | ")} |`).join("\n"));
}

function cell(outcome, feature) {
  if (typeof outcome === "string") return feature === "all" ? outcome : "";
  return outcome[feature] ?? "";
}
