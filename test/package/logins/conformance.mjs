// The scenarios of MCP's conformance suite in which a client logs in, tried with the command line.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { project } from "../packed.mjs";

const suite = dirname(createRequire(join(project, "package.json")).resolve("@modelcontextprotocol/conformance/package.json"));
const loader = pathToFileURL(join(project, "test/adapters/mcp-conformance/on-node-20.mjs")).href;
const command = `${process.execPath} ${join(import.meta.dirname, "conformance-client.mjs")}`;

/** What `login` does not do, and why. */
const others = {
  "auth/authorization-server-migration": "a person logs in again, when the command says that the login has ended",
  "auth/basic-cimd": "the metadata of a client has no address of its own yet; `--client-id` takes one",
  "auth/scope-retry-limit": "the suite's server lets anybody open a session, so `login` says that it asks for none",
  "auth/scope-step-up": "the same",
};

/** Runs all scenarios of a revision, and returns what each that should pass has failed. */
export function failedScenarios(revision) {
  const list = readFileSync(join(suite, `requirements/${revision}.yaml`), "utf8");
  const names = new Set(Array.from(list.matchAll(/^ {2}- (auth\/[\w-]+)$/gm), ([, name]) => name));
  const tried = [...names].filter((name) => !Object.hasOwn(others, name));
  return { tried, failed: tried.flatMap((name) => failuresOf(name, revision).map((failure) => `${name}: ${failure}`)) };
}

function failuresOf(scenario, revision) {
  const out = mkdtempSync(join(tmpdir(), "toolsetc-conformance-"));
  try {
    const args = ["client", "--command", command, "--scenario", scenario, "--spec-version", revision, "--output-dir", out];
    spawnSync(process.execPath, ["--import", loader, join(suite, "dist/index.js"), ...args], {
      cwd: out,
      stdio: "ignore",
      timeout: 60_000,
    });
    const [file] = readdirSync(out, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith("checks.json"));
    if (file === undefined) return ["it did not run"];
    const checks = JSON.parse(readFileSync(join(out, file), "utf8"));
    return checks.filter(({ status }) => status === "FAILURE" || status === "WARNING").map(({ id }) => id);
  } finally {
    rmSync(out, { recursive: true });
  }
}
