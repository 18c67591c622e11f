import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { isLong } from "../long.ts";

// The frozen lists of @modelcontextprotocol/conformance for clients, against calls of compiled tools. The suite asks for Node 22 and is given
// what it needs of it; a run with Node 22.23.3 from npm found the same.
const suite = dirname(createRequire(import.meta.url).resolve("@modelcontextprotocol/conformance/package.json"));
const loader = pathToFileURL(join(import.meta.dirname, "mcp-conformance/on-node-20.mjs")).href;
const command = `${process.execPath} ${join(import.meta.dirname, "mcp-conformance/client.mjs")}`;
const folder = mkdtempSync(join(tmpdir(), "toolsetc-conformance-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** What of the lists does not apply to calls of tools, and why. */
const others: Readonly<Record<string, RegExp>> = {
  "a program gives calls their tokens; `npm run test:logins` tries these with the command line": /^auth\//,
  "nobody is asked anything during a call": /^elicitation-/,
};

/** Each takes seconds to start the suite. The others have tests of their own in `test/runtime`. */
const sample = ["http-custom-headers"];

/** What a busy machine is late for, which the suite calls a warning; too early or much too late would be a failure. */
const late = ["client-sse-retry-timing"];

describe.each([
  {
    revision: "2026-07-28",
    all: 32,
    passed: [
      "tools_call",
      "request-metadata",
      "sep-2322-client-request-state",
      "http-standard-headers",
      "http-custom-headers",
      "http-invalid-tool-headers",
      "json-schema-ref-no-deref",
    ],
  },
  { revision: "2025-11-25", all: 18, passed: ["initialize", "tools_call", "sse-retry"] },
])("an MCP client of $revision", ({ revision, all, passed }) => {
  test("each scenario of the official suite for clients passes or does not apply", () => {
    const { client }: { client: string[] } = parse(readFileSync(join(suite, `requirements/${revision}.yaml`), "utf8"));
    expect(client).toHaveLength(all);
    const patterns = Object.values(others);
    expect(client.filter((name) => !passed.includes(name) && !patterns.some((pattern) => pattern.test(name)))).toEqual([]);
    expect(passed.filter((name) => !client.includes(name))).toEqual([]);
  });

  test.each(passed.filter((scenario) => isLong || sample.includes(scenario)))(
    "the client passes the scenario %s",
    { timeout: 60_000 },
    async (scenario) => {
      const out = mkdtempSync(join(folder, "run-"));
      const args = ["client", "--command", command, "--scenario", scenario, "--spec-version", revision, "--output-dir", out];
      const child = spawn(process.execPath, ["--import", loader, join(suite, "dist/index.js"), ...args], { cwd: out, stdio: "ignore" });
      await new Promise((resolve) => child.once("close", resolve));
      const files = readdirSync(out, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith("checks.json"));
      const checks = files.flatMap((path): { id: string; status: string }[] => JSON.parse(readFileSync(join(out, path), "utf8")));
      expect(checks.some(({ status }) => status === "SUCCESS")).toBe(true);
      const isWrong = ({ id, status }: { id: string; status: string }) =>
        status === "FAILURE" || (status === "WARNING" && !late.includes(id));
      expect(checks.filter(isWrong).map(({ id }) => id)).toEqual([]);
    },
  );
});
