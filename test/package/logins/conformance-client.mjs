// The client that MCP's conformance suite tests: a person who logs in with the command line, pulls the tools, and calls one.
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { browse } from "./browser.mjs";
import { startCommandLine } from "./command-line.mjs";

const address = process.argv.at(-1) ?? "";
const { client_id: clientId, client_secret: secret } = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? "{}");
const project = mkdtempSync(join(tmpdir(), "toolsetc-conformance-"));
writeFileSync(join(project, "toolsetc.yaml"), "");
const run = await startCommandLine(project, join(project, "config"), { SECRET: secret ?? "" });
const client = clientId === undefined ? [] : ["--client-id", clientId, ...(secret === undefined ? [] : ["--client-secret", "env:SECRET"])];
let opened;
await run(["login", address, ...client], (printed) => {
  const [, page] = /\n {2}(http\S+)\n/.exec(printed) ?? [];
  if (page !== undefined) opened ??= browse(page);
});
await opened;
const { status } = await run(["pull", address, "--name", "suite", "--project", project]);
if (status === 0) {
  const [tool] = JSON.parse(readFileSync(join(project, "snapshots/suite.tools.json"), "utf8")).tools;
  await run(["call", `suite_${tool.name.replaceAll("-", "_")}`, project]);
}
process.exit(0);
