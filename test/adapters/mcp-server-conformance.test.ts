import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { connectHttp } from "../cli/serving.ts";
import { isLong } from "../long.ts";
import { startServed } from "./mcp-conformance/start-served.ts";

// The frozen lists of @modelcontextprotocol/conformance for servers, against `toolsetc serve --http`. The suite asks for Node 22 and is given
// what it needs of it; a run with Node 22.23.3 from npm found the same, scenario by scenario.
const suite = dirname(createRequire(import.meta.url).resolve("@modelcontextprotocol/conformance/package.json"));
const loader = pathToFileURL(join(import.meta.dirname, "mcp-conformance/on-node-20.mjs")).href;
const folder = mkdtempSync(join(tmpdir(), "toolsetc-conformance-"));
let served: Awaited<ReturnType<typeof startServed>>;

beforeAll(async () => {
  served = await startServed();
  // Some checks wait for half a second, which is not meant for the first connection to the server behind.
  const client = await connectHttp(new URL(served.url));
  await client.callTool({ name: "test_simple_text", arguments: {} });
  await client.close();
}, 60_000);

afterAll(async () => {
  await served.stop();
  rmSync(folder, { recursive: true });
});

interface Check {
  readonly id: string;
  readonly status: string;
}

/** The checks of one scenario that did not succeed. */
async function failuresOf(scenario: string, revision: string): Promise<string[]> {
  const out = mkdtempSync(join(folder, "run-"));
  const args = ["server", "--url", served.url, "--scenario", scenario, "--spec-version", revision, "--output-dir", out];
  const child = spawn(process.execPath, ["--import", loader, join(suite, "dist/index.js"), ...args], { cwd: out, stdio: "ignore" });
  await new Promise((resolve) => child.once("close", resolve));
  const [file, ...others] = readdirSync(out, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith("checks.json"));
  if (file === undefined || others.length > 0) throw new Error(`The suite did not run "${scenario}".`);
  const checks: Check[] = JSON.parse(readFileSync(join(out, file), "utf8"));
  expect(checks.some(({ status }) => status === "SUCCESS")).toBe(true);
  return checks.filter(({ status }) => status === "FAILURE" || status === "WARNING").map(({ id }) => id);
}

/** What a server of tools has to pass, in both revisions. */
const both = [
  "tools-list",
  "tools-call-simple-text",
  "tools-call-image",
  "tools-call-audio",
  "tools-call-embedded-resource",
  "tools-call-mixed-content",
  "tools-call-error",
  "tools-call-with-progress",
  "server-sse-multiple-streams",
  "dns-rebinding-protection",
];

/** The first of each revision. */
const sample = ["server-stateless", "server-initialize"];

/** What of the lists does not apply to a server that has nothing but tools which ask nobody, and why. */
const others: Readonly<Record<string, readonly RegExp[]>> = {
  "it has no resources, which it does not declare": [/^resources-/, /^sep-2164-resource-not-found$/],
  "it has no prompts, which it does not declare": [/^prompts-/],
  "it completes nothing, which it does not declare": [/^completion-complete$/],
  "it writes no log to its clients, which it does not declare": [/^logging-set-level$/, /^tools-call-with-logging$/],
  "its tools ask nothing of the user or of a model": [/^elicitation-/, /^tools-call-(?:elicitation|sampling)$/],
  "its tools never answer with input_required": [/^input-required-result-/],
};

describe.each([
  { revision: "2026-07-28", all: 37, passed: [...both, "server-stateless", "caching"] },
  { revision: "2025-11-25", all: 30, passed: [...both, "server-initialize", "ping"] },
])("an MCP server of $revision", ({ revision, all, passed }) => {
  test("each scenario of the official suite for servers passes or does not apply", () => {
    const { server }: { server: string[] } = parse(readFileSync(join(suite, `requirements/${revision}.yaml`), "utf8"));
    expect(server).toHaveLength(all);
    const patterns = Object.values(others).flat();
    expect(server.filter((name) => !passed.includes(name) && !patterns.some((pattern) => pattern.test(name)))).toEqual([]);
    expect(passed.filter((name) => !server.includes(name))).toEqual([]);
  });

  // What of a scenario asks for something that does not apply.
  const inapplicable: Readonly<Record<string, readonly string[]>> = {
    // They want a tool that needs a capability of the client, which none here does.
    "server-stateless": ["sep-2575-server-rejects-undeclared-capability", "sep-2575-missing-capability-http-400"],
    caching: [
      "sep-2549-prompts-list-caching-hints",
      "sep-2549-resources-list-caching-hints",
      "sep-2549-resources-templates-list-caching-hints",
    ],
  };

  // Each takes seconds to start the suite; all are tried before a release.
  test.each(passed.filter((scenario) => isLong || sample.includes(scenario)))(
    "the server passes the scenario %s",
    { timeout: 60_000, retry: 2 },
    async (scenario) => {
      expect(await failuresOf(scenario, revision)).toEqual(inapplicable[scenario] ?? []);
    },
  );
});
