// Compares two versions of GitHub's document, which it installs into a temporary folder, and prints what `breaking` finds by kind,
// with an example of each. `npm run oracle:octokit` runs it; octokit-changes.md holds the findings against oasdiff's checks.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const cli = join(import.meta.dirname, "../../dist/bin/main.js");
const [old = "18.0.0", next = "19.0.0"] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "toolsetc-octokit-"));
try {
  for (const [name, version] of [
    ["before", old],
    ["after", next],
  ]) {
    const install = join(folder, `install-${name}`);
    mkdirSync(install);
    run("npm", ["install", "--silent", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", install, `@octokit/openapi@${version}`]);
    mkdirSync(join(folder, name));
    renameSync(join(install, "node_modules/@octokit/openapi/generated/api.github.com.json"), join(folder, name, "github.json"));
    writeFileSync(join(folder, name, "github.yaml"), "displayName: github\nopenApiToolset: { openApiSchema: github.json }\n");
    rmSync(install, { recursive: true });
  }
  const { stdout } = run(process.execPath, [cli, "breaking", "after", "--against", "before", "--format", "json"], [0, 1]);
  const byKind = new Map();
  for (const change of JSON.parse(stdout).changes) {
    const kind = `${change.isUndecided ? "undecided" : change.grade} ${change.kind}`;
    byKind.set(kind, [...(byKind.get(kind) ?? []), change]);
  }
  console.log(`@octokit/openapi ${old} to ${next}\n`);
  for (const [kind, changes] of [...byKind].sort())
    console.log(`${String(changes.length).padStart(5)} ${kind}\n      ${changes[0].message}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** @type {(command: string, args: string[], exits?: number[]) => { stdout: string }} */
function run(command, args, exits = [0]) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, encoding: "utf8", maxBuffer: 1 << 28 });
  if (status === null || !exits.includes(status)) throw new Error(stderr);
  return { stdout };
}
