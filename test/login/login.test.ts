import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { storedTokens } from "../../src/host/login/access-token.ts";
import { startLoopback as startLoginLoopback } from "../../src/host/login/loopback.ts";
import { isLong } from "../long.ts";
import { type CommandResult, collected, startCommand, unwrappedMessages } from "../run-command.ts";
import { startLoopback } from "../runtime/loopback.ts";
import { startBrowser } from "./browser.ts";
import { type ProtectedServer, startProtectedServer } from "./protected-server.ts";

// Against the authorization server and the MCP server of the official SDK.
const browser = startBrowser();
const tokensOfBuild = join(import.meta.dirname, "../../dist/host/login/access-token.js");
const home = mkdtempSync(join(tmpdir(), "toolsetc-login-"));
const logins = join(home, "config/toolsetc/logins");
let server: ProtectedServer;
/** The tools of the server, as `pull` saves them. */
let snapshot: string;
/** All that the commands of a test have printed. */
let printed = "";

beforeAll(async () => {
  server = await startProtectedServer();
  writeFileSync(join(home, "toolsetc.yaml"), "");
  await login();
  await run(["pull", server.address, "--name", "notes", "--project", home]);
  snapshot = readFileSync(join(home, "snapshots/notes.tools.json"), "utf8");
});
beforeEach(() => {
  for (const name of readdirSync(home)) rmSync(join(home, name), { recursive: true });
  writeFileSync(join(home, "toolsetc.yaml"), "");
  server.asked.length = 0;
  server.given.length = 0;
  Object.assign(server.settings, { lifetime: 3600, refusesAll: false, resource: undefined });
  printed = "";
});
afterAll(async () => {
  browser.close();
  rmSync(home, { recursive: true });
  await server.close();
});

interface Given {
  readonly isTTY?: boolean;
  /** What a person types. */
  readonly typed?: string;
  readonly env?: { readonly [name: string]: string };
}

async function run(args: readonly string[], { isTTY = false, typed, env = {} }: Given = {}): Promise<CommandResult> {
  const [stdout, stderr] = [collected(), collected()];
  const { ended } = startCommand(
    args,
    { cwd: home, env: { XDG_CONFIG_HOME: join(home, "config"), BROWSER: browser.path, PATH: process.env["PATH"], ...env } },
    {
      stdin: Object.assign(Readable.from(typed === undefined ? [] : [typed]), { isTTY: typed !== undefined }),
      stdout: stdout.stream,
      stderr: Object.assign(stderr.stream, { isTTY }),
    },
  );
  const result = { status: await ended, stdout: stdout.text(), stderr: unwrappedMessages(stderr.text()) };
  printed += result.stdout + result.stderr;
  return result;
}

const login = (...more: string[]) => run(["login", server.address, ...more], { isTTY: true });
const savedLogin = (): Record<string, unknown> => JSON.parse(readFileSync(join(logins, readdirSync(logins)[0] ?? ""), "utf8"));

/** The files below a folder, each with its text. */
function textsBelow(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), "utf8"))
    .join("\n");
}

test("an MCP server that requires a login is pulled and called after it, and no token is written or printed", async () => {
  const { address } = server;
  const pull = ["pull", address, "--name", "notes", "--project", home];
  expect(await run(pull)).toMatchObject({ status: 2, stderr: expect.stringContaining(`toolsetc login ${address}`) });

  expect(await login()).toMatchObject({ status: 0, stdout: expect.stringContaining(`You have logged in at ${address}`) });
  expect(server.asked).toEqual([`authorize ${address}`, `code ${address}`]);
  expect(savedLogin()).toMatchObject({ resource: address, namesResource: true, scope: "notes:read" });
  const [file = ""] = readdirSync(logins);
  expect(statSync(join(logins, file)).mode & 0o777).toBe(0o600);
  expect(statSync(logins).mode & 0o777).toBe(0o700);

  expect(await run(pull)).toMatchObject({ status: 0, stderr: "" });
  expect(readFileSync(join(home, "notes.yaml"), "utf8")).toContain('apiAuthentication: {"bearerTokenConfig"');
  const call = await run(["call", "notes_read_note", "id=7", home]);
  expect(call).toMatchObject({ status: 0, stderr: "" });
  expect(JSON.parse(call.stdout)).toEqual({ result: "Note 7." });

  const list = await run(["login", "--list"]);
  expect(list.stdout).toContain(address);
  expect((await run(["login", "--list", "--format", "json"])).stdout).toContain('"isRefreshed": true');
  const project = [
    readFileSync(join(home, "notes.yaml"), "utf8"),
    textsBelow(join(home, "snapshots")),
    readFileSync(join(home, "toolsetc.yaml"), "utf8"),
  ].join();
  expect(server.given.length).toBeGreaterThan(2);
  for (const secret of server.given) {
    expect(printed).not.toContain(secret);
    expect(project).not.toContain(secret);
  }
});

const definition = (address: string) => `displayName: notes\nmcpToolset:\n  serverAddress: ${address}\n`;
/** Writes a project with the tools of the server, whose definition says nothing of a login. */
function writeProject(address = server.address): void {
  writeFileSync(join(home, "notes.yaml"), definition(address));
  mkdirSync(join(home, "snapshots"));
  writeFileSync(join(home, "snapshots/notes.tools.json"), snapshot);
}

const call = () => run(["call", "notes_read_note", "id=7", home]);

test("a token of a login is refreshed before it expires, and the new refresh token is kept", async () => {
  writeProject();
  server.settings.lifetime = 8;
  expect(await login()).toMatchObject({ status: 0 });
  for (const lifetime of [8, 3600, 3600]) {
    server.settings.lifetime = lifetime;
    expect(await call()).toMatchObject({ status: 0, stderr: "" });
  }
  expect(server.asked.filter((each) => each.startsWith("refresh"))).toEqual([`refresh ${server.address}`, `refresh ${server.address}`]);
});

test("twenty calls at once refresh the token of a login once", async () => {
  server.settings.lifetime = 8;
  await login();
  server.settings.lifetime = 3600;
  const tokenOf = storedTokens(logins);
  const tokens = await Promise.all(Array.from({ length: 20 }, () => tokenOf(new URL(server.address), null)));
  expect(new Set(tokens).size).toBe(1);
  expect(tokens).toContain(savedLogin()["accessToken"]);
  expect(server.asked.filter((each) => each.startsWith("refresh"))).toHaveLength(1);
});

test("several processes at once refresh the token of a login once", async () => {
  server.settings.lifetime = 8;
  await login();
  server.settings.lifetime = 3600;
  // Only what asks for a token: to load all that a call needs takes most of its time.
  const code = `import { storedTokens } from ${JSON.stringify(tokensOfBuild)};
    process.stdout.write(await storedTokens(process.argv[1])(new URL(process.argv[2]), null));`;
  const start = promisify(execFile);
  const several = isLong ? [1, 2, 3] : [1, 2];
  const runs = await Promise.all(
    several.map(() => start(process.execPath, ["--input-type=module", "--eval", code, logins, server.address])),
  );
  expect(runs.map(({ stdout }) => stdout)).toEqual(several.map(() => savedLogin()["accessToken"]));
  expect(server.asked.filter((each) => each.startsWith("refresh"))).toHaveLength(1);
  expect(readdirSync(logins)).toHaveLength(1);
});

test("a call after the server has ended the login says so, and names the command", async () => {
  writeProject();
  server.settings.lifetime = 8;
  await login();
  const file = join(logins, readdirSync(logins)[0] ?? "");
  writeFileSync(file, JSON.stringify({ ...savedLogin(), refreshToken: "revoked" }));
  expect(await call()).toMatchObject({ status: 2, stderr: expect.stringContaining("Log in again: toolsetc login") });
  writeFileSync(file, JSON.stringify({ ...savedLogin(), refreshToken: null }));
  expect(await call()).toMatchObject({ status: 2, stderr: expect.stringContaining(`The login at ${server.address} has expired`) });
});

test("a token of a login is sent only to the service that it is for", async () => {
  await login();
  const other = await startLoopback();
  try {
    writeProject(`${other.address}/mcp`);
    await call();
    expect(other.arrivals.length).toBeGreaterThan(0);
    for (const { headers } of other.arrivals) expect(headers.authorization).toBeUndefined();
  } finally {
    await other.close();
  }
  const tokenOf = storedTokens(logins);
  for (const address of [`${server.origin}/`, `${server.origin}/mcp2`, `${server.origin.replace("127.0.0.1", "localhost")}/mcp`])
    expect(await tokenOf(new URL(address), null)).toBeUndefined();
  expect(await tokenOf(new URL(`${server.address}/below`), null)).toBe(savedLogin()["accessToken"]);
});

test("metadata of another resource is refused before any request to the authorization server", async () => {
  server.settings.resource = "https://mcp.other.example/mcp";
  expect(await login()).toMatchObject({ status: 2, stderr: expect.stringContaining("is for https://mcp.other.example/mcp, not for") });
  expect(server.asked).toEqual([]);
  expect(existsSync(logins)).toBe(false);
});

test("a page without the state of the login cannot end it", async () => {
  const loopback = await startLoginLoopback("right", undefined);
  try {
    const callback = (state: string) => fetch(`${loopback.redirectUri}?code=${state}&state=${state}`);
    expect((await callback("wrong")).status).toBe(404);
    expect((await fetch(`${loopback.redirectUri}?code=sent&state=right`, { method: "POST" })).status).toBe(404);
    // Another address of this machine: from other machines, nothing is reached.
    await expect(fetch(`${loopback.redirectUri.replace("127.0.0.1", "127.0.0.2")}?code=far&state=right`)).rejects.toThrow();
    expect((await callback("right")).status).toBe(200);
    expect((await loopback.parameters).get("code")).toBe("right");
  } finally {
    loopback.close();
  }
});

test("a login that the user or the server refuses saves nothing", async () => {
  server.settings.refusesAll = true;
  expect(await login()).toMatchObject({ status: 2, stderr: expect.stringContaining("access_denied") });
  expect(existsSync(logins)).toBe(false);
});

test("`login` without a terminal and in CI names what to pass", async () => {
  const refused = { status: 2, stderr: expect.stringContaining("--auth bearerToken=env:NAME") };
  expect(await run(["login", server.address])).toMatchObject(refused);
  expect(await run(["login", server.address], { isTTY: true, env: { CI: "true" } })).toMatchObject(refused);
  expect(server.asked).toEqual([]);
});

test("`pull` on a terminal offers the login", async () => {
  const pull = ["pull", server.address, "--name", "notes", "--project", home];
  expect(await run(pull, { isTTY: true, typed: "n\n" })).toMatchObject({ status: 2, stderr: expect.stringContaining("toolsetc login") });
  expect(server.asked).toEqual([]);
  expect(await run(pull, { isTTY: true, typed: "y\n" })).toMatchObject({ status: 0 });
  expect(readFileSync(join(home, "notes.yaml"), "utf8")).toContain("bearerTokenConfig");
  expect(savedLogin()).toMatchObject({ resource: server.address });
  const inCi = { isTTY: true, typed: "y\n", env: { CI: "1" } };
  await run(["logout", server.address]);
  expect(await run(["pull", "notes", home], inCi)).toMatchObject({ status: 2 });
});

test("`init` writes that calls need a token if the user has logged in", async () => {
  await login();
  writeFileSync(join(home, ".mcp.json"), JSON.stringify({ mcpServers: { notes: { type: "http", url: server.address } } }));
  expect(await run(["init", ".mcp.json"])).toMatchObject({ status: 0 });
  expect(textsBelow(join(home, "toolsets"))).toContain("bearerTokenConfig");
  expect(await run(["pull", "notes", home])).toMatchObject({ status: 0 });
  expect(await call()).toMatchObject({ status: 0, stderr: "" });
});

test("`call` without a login names the command", async () => {
  writeProject();
  const command = `toolsetc login ${server.address}`;
  expect(await call()).toMatchObject({ status: 2, stderr: expect.stringContaining(command) });
  const authentication = "  apiAuthentication: { bearerTokenConfig: { token: $context.variables.access_token } }\n";
  writeFileSync(join(home, "notes.yaml"), definition(server.address) + authentication);
  expect(await call()).toMatchObject({ status: 2, stderr: expect.stringContaining(command) });
});

test("`logout` revokes the tokens and removes them", async () => {
  writeProject();
  await login();
  const { accessToken } = savedLogin();
  expect(await run(["logout", "notes", home])).toMatchObject({ status: 0, stdout: expect.stringContaining("removed and revoked") });
  expect(readdirSync(logins)).toEqual([]);
  expect(server.asked.filter((each) => each === "revoke")).toHaveLength(2);
  const response = await fetch(server.address, { method: "POST", headers: { authorization: `Bearer ${accessToken}` } });
  expect(response.status).toBe(401);
  expect(await run(["logout", server.address])).toMatchObject({ status: 2, stderr: expect.stringContaining("You have not logged in") });
});

test("`login` takes the name of a toolset too, and does nothing for services that need none", async () => {
  writeProject();
  expect(await run(["login", "notes", home], { isTTY: true })).toMatchObject({ status: 0 });
  expect(await run(["login", "orders", home], { isTTY: true })).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/no toolset "orders" with a login\. Available: "notes"\./),
  });
  expect(await run(["login", `${server.origin}/authorize`], { isTTY: true })).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("asks for no login"),
  });
  expect(await run(["login", "http://mcp.example.com/mcp"], { isTTY: true })).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("does not use https"),
  });
});

test("`login` refuses a password in the URL and a secret in its arguments, and does not print them", async () => {
  expect(await run(["login", "https://ann:the-password@mcp.example.com/mcp"], { isTTY: true })).toMatchObject({ status: 2 });
  expect(await login("--client-id", "client", "--client-secret", "the-secret")).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("--client-secret takes env:<NAME>"),
  });
  expect(printed).toContain("contains a user name or a password");
  expect(printed).not.toMatch(/the-(?:password|secret)/);
  expect(server.asked).toEqual([]);
});
