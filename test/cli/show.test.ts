import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { example, project } from "../example-project.ts";
import { runCommand } from "../run-command.ts";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "toolsetc-show-")));
mkdirSync(join(folder, ".git"));
afterAll(() => rmSync(folder, { recursive: true }));

const document = `openapi: 3.1.0
info: { title: Shop, version: "1" }
servers: [{ url: "https://{region}.shop.example/v1?key=hidden", variables: { region: { default: eu } } }]
security: [{ key: [], user: [] }, { token: [] }]
paths:
  /orders/{id}:
    put:
      operationId: change_order
      summary: Change an order
      description: Changes one order. It's sent again if its address is new.
      tags: [orders]
      parameters: [{ name: id, in: path, required: true, schema: { type: string, pattern: "^o-[0-9]{3}$" } }]
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: "#/components/schemas/Order" } } }
      responses: { "200": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/Order" } } } } }
components:
  schemas:
    Order:
      type: object
      required: [status, lines]
      properties:
        status: { type: string, enum: [it's open, sent], description: Where it is. }
        lines: { type: array, minItems: 1, items: { type: object, required: [sku], properties: { sku: { type: string, minLength: 2 }, order: { $ref: "#/components/schemas/Order" } } } }
  securitySchemes:
    key: { type: apiKey, in: header, name: X-Key }
    user: { type: http, scheme: basic }
    token: { type: oauth2, flows: { clientCredentials: { tokenUrl: https://shop.example/token, scopes: {} } } }
`;
writeFileSync(join(folder, "shop.yaml"), document);

test("`show` prints a tool with its credentials by kind, and an example of valid arguments", async () => {
  const { status, stdout, stderr } = await show("shop.change_order", "--openapi", "shop.yaml");
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(stdout).toBe(
    `shop.change_order  Change an order

Changes one order. It's sent again if its address is new.

  name      shop_change_order
  request   PUT /orders/{id}
  host      https://eu.shop.example/v1
  auth      API key in the header "X-Key" (key) and user name and password
            (user)
            or OAuth 2.0 (token)
  effect    writes, may delete or overwrite; safe to repeat
  approval  not required
  tokens    about TOKENS
  tags      orders
  source    shop.yaml:8

Input
  id                    string                required
  status                "it's open" | "sent"  required  Where it is.
`.replace("TOKENS", /about (\d+)/.exec(stdout)?.[1] ?? "") + stdout.slice(stdout.indexOf("  lines")),
  );
});

test("`show` prints the same in JSON, with whole schemas", async () => {
  const { stdout } = await show("shop.change_order", "--openapi", "shop.yaml", "--format", "json");
  const { tool } = JSON.parse(stdout);
  expect(tool).toMatchObject({
    toolset: "shop",
    request: "PUT /orders/{id}",
    hosts: [{ address: "https://eu.shop.example/v1" }],
    sources: [{ file: "shop.yaml", line: 8 }],
    example: { status: "it's open", lines: [{ sku: "text" }] },
    inputSchema: { type: "object", $defs: { Order: {} } },
  });
  expect(stdout).not.toContain("hidden");
});

test("the call that `show` prints for each tool of a project works", { timeout: 60_000 }, async () => {
  const listed = JSON.parse((await runCommand(["list", "toolsets", "--format", "json"], { cwd: project })).stdout).tools as {
    toolset: string;
    id: string;
  }[];
  let calls = 0;
  for (const { toolset, id } of listed) {
    const { stdout } = await runCommand(["show", `${toolset}.${id}`, "--project", "toolsets", "--format", "json"], { cwd: project });
    const { call, kind } = JSON.parse(stdout).tool as { call: string | null; kind: string };
    expect(call === null, id).toBe(kind === "client");
    if (call === null) continue;
    const env = Object.fromEntries([...call.matchAll(/=env:(\w+)/g)].map(([, name = ""]) => [name, "value"]));
    const made = await runCommand([...wordsOf(call).slice(1), "--dry-run"], { cwd: project, env });
    expect({ call, status: made.status, stderr: made.stderr }).toEqual({ call, status: 0, stderr: "" });
    calls++;
  }
  expect(calls).toBeGreaterThan(15);
});

test("the call that `show` prints keeps its arguments in a shell, and they are valid", async () => {
  const { call } = JSON.parse((await show("shop.change_order", "--openapi", "shop.yaml", "--format", "json")).stdout).tool;
  expect(call).toMatch(/^toolsetc call shop\.change_order --openapi shop\.yaml --auth key=env:KEY --auth user=env:USER --args '/);
  const env = { KEY: "k", USER: "a:b" };
  const { status, stdout, stderr } = await runCommand([...wordsOf(call).slice(1), "--dry-run"], { cwd: folder, env });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(stdout).toMatch(/^PUT https:\/\/eu\.shop\.example\/v1\/orders\/o-\d{3}/);
  expect(stdout).toContain("it's open");
});

test("`show` lists the hosts of each environment", async () => {
  const { stdout } = await runCommand(["show", "exchange_rates.list_currencies", "--project", example], { cwd: folder });
  expect(stdout).toContain("host      dev: http://localhost:8080/v1\n            prod: https://api.frankfurter.dev/v1\n");
});

test("`show` needs no toolset for a name that only one tool has", async () => {
  const { status, stdout } = await show("change_order", "--openapi", "shop.yaml");
  expect({ status, stdout }).toEqual({ status: 0, stdout: (await show("shop.change_order", "--openapi", "shop.yaml")).stdout });
});

test("`show` needs a toolset for a name that several tools have", async () => {
  const functions = "clientFunctionToolset: { functions: [{ name: ring, description: Rings the bell at the door. }] }\n";
  mkdirSync(join(folder, "bells"));
  for (const name of ["front", "back"]) writeFileSync(join(folder, "bells", `${name}.yaml`), `displayName: ${name}\n${functions}`);
  expect(await show("ring", "--project", "bells")).toMatchObject({
    status: 2,
    stdout: "",
    stderr: expect.stringContaining('"ring" is the name of 2 tools. Write the full name of one: "back_ring", "front_ring".'),
  });
});

test.each([
  ["shop.change_ordr", 'has no tool "change_ordr". Did you mean "change_order"?'],
  ["shp.change_order", 'There is no toolset "shp". Did you mean "shop"?'],
  ["change_ordr", '"change_ordr" is not the name of a tool. Write a name as <toolset>.<tool>. Did you mean "shop.change_order"?'],
])("`show %s` fails with the nearest name", async (name, message) => {
  expect(await show(name, "--openapi", "shop.yaml")).toMatchObject({ status: 2, stdout: "", stderr: expect.stringContaining(message) });
});

test.each([64, 80, 132])("`show` prints no line of a table that is longer than a terminal of %i columns", async (columns) => {
  const shown = await runCommand(["show", "weather.get_forecast", "--project", "toolsets"], {
    cwd: project,
    columns,
    env: { NO_COLOR: "1" },
  });
  const tables = shown.stdout.slice(shown.stdout.indexOf("\nInput"), shown.stdout.indexOf("\nTypeScript"));
  expect(Math.max(...tables.split("\n").map(({ length }) => length))).toBeLessThanOrEqual(columns);
  const listed = await runCommand(["list", "toolsets"], { cwd: project, columns });
  const lines = listed.stdout.slice(0, listed.stdout.indexOf("\n\n")).split("\n");
  expect(lines.length).toBe(22);
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(columns);
  expect(listed.stdout).toContain("…");
});

test("`show` breaks a long text in a pipe, has it whole in JSON, and escapes a hostile text", async () => {
  const long = "Word ".repeat(60).trim();
  writeFileSync(
    join(folder, "long.yaml"),
    document
      .replace("Where it is.", long)
      .replace("Change an order", `${long}\\u001b[31m`)
      .replace(`summary: ${long}`, `summary: "${long}`)
      .replace("[31m\n", '[31m"\n'),
  );
  const shown = await show("long.change_order", "--openapi", "long.yaml");
  expect(shown.stdout.replaceAll(/\s+/g, " ")).toContain(`required ${long}`);
  expect(shown.stdout).not.toContain("\u001b");
  expect((await runCommand(["list", "--openapi", "long.yaml", "--format", "json"], { cwd: folder })).stdout).toContain(long);
});

test("`show` prints how the pages of a list follow each other, and what a call waits for", async () => {
  const answer = (properties: object) => ({
    description: "It.",
    content: { "application/json": { schema: { type: "object", properties } } },
  });
  const text = { type: "string" };
  const state = { type: "string", enum: ["pending", "running", "done", "failed"] };
  const paths = {
    "/exports": {
      get: {
        operationId: "list",
        parameters: [{ name: "cursor", in: "query", schema: text }],
        responses: { "200": answer({ data: { type: "array", items: text }, next_cursor: { type: ["string", "null"] } }) },
      },
      post: { operationId: "start", responses: { "202": answer({ id: text }) } },
      put: { operationId: "restart", responses: { "202": { ...answer({}), headers: { Location: { schema: text } } } } },
    },
    "/exports/{id}": {
      get: {
        operationId: "read",
        parameters: [{ name: "id", in: "path", required: true, schema: text }],
        responses: { "200": answer({ id: text, status: state }) },
      },
    },
  };
  const servers = [{ url: "https://work.example" }];
  writeFileSync(join(folder, "work.json"), JSON.stringify({ openapi: "3.1.0", info: { title: "Work", version: "1" }, servers, paths }));
  const shown = async (tool: string) => (await show(tool, "--openapi", "work.json")).stdout;
  expect(await shown("work.list")).toContain('  pages     cursor by the argument "cursor" of "data"\n');
  expect(await shown("work.start")).toContain('  waits     asks GET /exports/{id} while "status" is pending or running\n');
  expect(await shown("work.restart")).toContain("  waits     asks at the address in the answer while");
  expect(await shown("work.read")).not.toMatch(/^ {2}(?:pages|waits)/m);
  const { pages, waiting } = JSON.parse((await show("work.start", "--openapi", "work.json", "--format", "json")).stdout).tool;
  expect({ pages, waiting }).toEqual({
    pages: null,
    waiting: { style: "operation", request: "GET /exports/{id}", state: ["status"], pending: ["pending", "running"], seconds: null },
  });
});

function show(...args: string[]) {
  return runCommand(["show", ...args], { cwd: folder });
}

/** The words that a POSIX shell makes of a command line. */
function wordsOf(line: string): string[] {
  return execFileSync("sh", ["-c", `printf '%s\\0' ${line}`], { encoding: "utf8" })
    .split("\0")
    .slice(0, -1);
}
