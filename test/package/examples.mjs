// The projects in examples/, as those who copy them run them: in a folder of their own, with the packed package, by the commands of their
// READMEs, which must print what stands below them. `npm run test:examples`.
import { spawn } from "node:child_process";
import { cpSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createLog, expectEqual, freshFolder, pack, project, run, whenReady } from "./packed.mjs";
import { stepsOf } from "./readme-steps.mjs";

const examples = join(project, "examples");
// What npm says beside the commands is not compared, and packages that are in its cache are not fetched.
const env = { npm_config_audit: "false", npm_config_fund: "false", npm_config_prefer_offline: "true", npm_config_update_notifier: "false" };

const log = createLog();
const { tarball } = pack();
log("packed");
for (const name of foldersIn(examples)) {
  const folder = freshFolder(`example-${name}`, {});
  cpSync(join(examples, name), folder, { recursive: true, filter: (path) => !path.includes("node_modules") });
  run("npm", ["pkg", "set", `dependencies.toolsetc=file:${tarball}`], { cwd: folder, env });
  const before = filesIn(folder);
  for (const { commands, output } of stepsOf(readFileSync(join(folder, "README.md"), "utf8"))) {
    const printed = commands.map((command) => run("sh", ["-c", `${command} 2>&1`], { cwd: folder, env })).join("");
    if (!printed.includes(output))
      throw new Error(`examples/${name}: expected after ${commands.at(-1)}:\n${output}\nThis was printed:\n${printed}`);
    log(`${name}: ${commands.join("; ")}`);
  }
  // The commands write what is checked in, and restore what they change.
  expectEqual(filesIn(folder), before, `The files of examples/${name}`);
  if (name === "mcp-gathered") await checkSnapshots(folder);
  rmSync(folder, { recursive: true });
}

/** The snapshots are what the servers list. */
async function checkSnapshots(folder) {
  const server = spawn(process.execPath, ["servers/stops.js"], { cwd: folder, stdio: "inherit" });
  try {
    await whenReady("http://127.0.0.1:8809/mcp");
    run("npx", ["toolsetc", "pull", "--check"], { cwd: folder, env });
    log("mcp-gathered: toolsetc pull --check");
  } finally {
    server.kill();
  }
}

/** The texts of a project by path, without what npm writes. */
function filesIn(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map(({ parentPath, name }) => join(parentPath, name)).filter((path) => !/node_modules|package-lock/.test(path));
  return Object.fromEntries(paths.sort().map((path) => [path, readFileSync(path, "utf8")]));
}

function foldersIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
}
