import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { runCommand } from "../run-command.ts";
import { type Loopback, startLoopback } from "../runtime/loopback.ts";

// Against a real server.
const folder = mkdtempSync(join(tmpdir(), "toolsetc-"));
const connection = "projects/p-1/locations/europe-west1/connections/support";
const snapshot = join(folder, "snapshots/tickets.connection.json");

let server: Loopback;
let description: string;
let moreFields: readonly object[];
beforeAll(async () => {
  server = await startLoopback();
});
beforeEach(() => {
  description = "What it is about.";
  server.arrivals.length = 0;
  moreFields = [];
  server.answer = (response, { url }) => {
    const fields = [{ name: "Subject", dataType: "DATA_TYPE_VARCHAR", description }, ...moreFields];
    if (url === `/v2/${connection}/entityTypes/Ticket`) response.end(JSON.stringify({ name: "Ticket", fields, operations: ["LIST"] }));
    else response.writeHead(404).end("{}");
  };
  rmSync(join(folder, "snapshots"), { recursive: true, force: true });
  writeFileSync(
    join(folder, "tickets.yaml"),
    `displayName: tickets
description: Tickets.
connectorToolset:
  connection: $env_var
  connectorActions: [{ entityOperation: { entityId: Ticket, operation: LIST } }]
`,
  );
  writeFileSync(join(folder, "environment.json"), JSON.stringify({ toolsets: { tickets: { connectorToolset: { connection } } } }));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await server.close();
});

function run(...args: string[]) {
  return runCommand(args, { cwd: folder, env: { TOKEN: "hunter2" } });
}

const pull = (...more: string[]) => run("pull", "tickets", "--base-url", server.address, "--auth", "google=env:TOKEN", ...more);

test("`pull` saves a connection's schemas, `compile` reads them, and `pull --check` reports changes", async () => {
  expect(await pull("--check")).toMatchObject({ status: 1, stdout: expect.stringContaining("added entityTypes/Ticket") });
  expect(existsSync(snapshot)).toBe(false);
  expect(await pull()).toMatchObject({
    status: 0,
    stderr: "",
    stdout: expect.stringContaining("tickets: snapshots/tickets.connection.json"),
  });
  expect(JSON.parse(readFileSync(snapshot, "utf8"))).toMatchObject({ connection, entityTypes: [{ name: "Ticket" }], actions: [] });
  expect(server.arrivals.map(({ headers }) => headers.authorization)).toEqual(["Bearer hunter2", "Bearer hunter2"]);
  expect(await run("compile")).toMatchObject({ status: 0, stdout: expect.stringMatching(/^tickets +connector +1 +1 /m) });
  expect(await pull("--check")).toMatchObject({ status: 0, stdout: "tickets: snapshots/tickets.connection.json is current\n" });
  description = "Its subject.";
  expect(await pull("--check")).toMatchObject({
    status: 1,
    stdout: expect.stringContaining("changed entityTypes/Ticket /fields/0/description"),
  });
  expect((await pull("--check", "--format", "json")).stdout).toContain('"tool": "entityTypes/Ticket"');
});

test("`pull` says how many changes of an item it does not name", async () => {
  expect(await pull()).toMatchObject({ status: 0 });
  moreFields = Array.from({ length: 8 }, (_, index) => ({ name: `Field${index}`, dataType: "DATA_TYPE_VARCHAR" }));
  expect(await pull("--check")).toMatchObject({
    status: 1,
    stdout: expect.stringMatching(/changed entityTypes\/Ticket( \/\S+){5} and 3 more\n/),
  });
});

test("`pull` without a token skips a connection, and fails if the connection was named", async () => {
  expect(await run("pull")).toMatchObject({
    status: 0,
    stdout: "There is nothing to pull.\n",
    stderr: expect.stringContaining('Toolset "tickets" is skipped'),
  });
  expect(await run("pull", "tickets")).toMatchObject({ status: 2, stderr: expect.stringContaining("--auth google=env:TOKEN") });
  expect(await pull("--var", "x")).toMatchObject({ status: 2 });
  expect(server.arrivals).toEqual([]);
});
