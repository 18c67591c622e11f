import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type CommandResult, collected, startCommand, unwrappedMessages } from "../run-command.ts";
import { type Loopback, startLoopback } from "../runtime/loopback.ts";
import { startBrowser } from "./browser.ts";
import { type ProtectedServer, startProtectedServer } from "./protected-server.ts";

// Logins for the schemes of OpenAPI documents, at the authorization server of the official SDK.
const home = mkdtempSync(join(tmpdir(), "toolsetc-document-login-"));
const logins = join(home, "config/toolsetc/logins");
const browser = startBrowser();
let issuing: ProtectedServer;
let service: Loopback;
let printed = "";

beforeAll(async () => {
  issuing = await startProtectedServer();
  service = await startLoopback();
});
beforeEach(() => {
  for (const name of readdirSync(home)) rmSync(join(home, name), { recursive: true });
  writeFileSync(join(home, "toolsetc.yaml"), "");
  issuing.asked.length = 0;
  issuing.given.length = 0;
  issuing.settings.lifetime = 3600;
  service.arrivals.length = 0;
  service.answer = (response, { headers }) => {
    const isAccepted = issuing.given.some((token) => headers.authorization === `Bearer ${token}`);
    response.writeHead(isAccepted ? 200 : 401, { "content-type": "application/json" }).end("{}");
  };
  printed = "";
});
afterAll(async () => {
  browser.close();
  rmSync(home, { recursive: true });
  await Promise.all([issuing.close(), service.close()]);
});

const codeFlow = () => ({
  type: "oauth2",
  flows: {
    authorizationCode: {
      authorizationUrl: `${issuing.origin}/authorize`,
      tokenUrl: `${issuing.origin}/token`,
      scopes: { "notes:read": "Reads.", "notes:write": "Writes." },
    },
  },
});
const openId = () => ({ type: "openIdConnect", openIdConnectUrl: `${issuing.origin}/.well-known/openid-configuration` });

function writeProject(scheme: object = codeFlow(), address = `${service.address}/v1`): void {
  const get = { operationId: "list_notes", security: [{ person: ["notes:read"] }], responses: { 200: { description: "Notes." } } };
  const document = {
    openapi: "3.1.0",
    info: { title: "Notes", version: "1" },
    servers: [{ url: address }],
    paths: { "/notes": { get } },
    components: { securitySchemes: { person: scheme } },
  };
  writeFileSync(join(home, "notes.json"), JSON.stringify(document));
  writeFileSync(join(home, "notes.yaml"), "displayName: notes\nopenApiToolset: { openApiSchema: notes.json }\n");
}

interface Given {
  readonly isTTY?: boolean;
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

const login = (...flags: string[]) => run(["login", "notes", ...flags], { isTTY: true });
const call = (given?: Given) => run(["call", "notes_list_notes"], given);
const savedLogin = (): Record<string, unknown> => JSON.parse(readFileSync(join(logins, readdirSync(logins)[0] ?? ""), "utf8"));

test("a tool of an OpenAPI document is called after `login`, its token is refreshed, and `logout` revokes it", async () => {
  writeProject();
  issuing.settings.lifetime = 8;
  expect(await login()).toMatchObject({ status: 0, stderr: expect.stringContaining(`will be sent to ${service.address}/v1`) });
  expect(savedLogin()).toMatchObject({ resource: `${service.address}/v1`, scheme: "person", scope: "notes:read", namesResource: false });
  issuing.settings.lifetime = 3600;
  expect(await call()).toMatchObject({ status: 0, stderr: "" });
  expect(issuing.asked).toEqual(["authorize undefined", "code undefined", "refresh undefined"]);
  expect((await run(["login", "--list"])).stdout).toContain(`${service.address}/v1`);
  for (const secret of issuing.given) expect(printed).not.toContain(secret);
  expect(await run(["logout", "notes"])).toMatchObject({ status: 0, stdout: expect.stringContaining("removed and revoked") });
  expect(readdirSync(logins)).toEqual([]);
});

test("`login` at a server that registers no client says how to name one", async () => {
  const scheme = codeFlow();
  scheme.flows.authorizationCode.tokenUrl = `${service.address}/token`;
  writeProject(scheme);
  expect(await login()).toMatchObject({ status: 2, stderr: expect.stringContaining("--client-id <id>") });
  expect(issuing.asked).toEqual([]);
});

test("`login` for `openIdConnect` reads the metadata of the OpenID provider", async () => {
  const { origin } = issuing;
  const metadata = await (await fetch(`${origin}/.well-known/oauth-authorization-server`)).json();
  service.answer = (response, { url }) => {
    const found = url.includes("openid-configuration") ? { ...metadata, issuer: service.address } : undefined;
    response.writeHead(found ? 200 : 404, { "content-type": "application/json" }).end(JSON.stringify(found));
  };
  writeProject({ ...openId(), openIdConnectUrl: `${service.address}/.well-known/openid-configuration` });
  expect(await login("--scope", "notes:read")).toMatchObject({ status: 0 });
  expect(savedLogin()).toMatchObject({ scheme: "person", issuer: service.address });
});

test("the token of a login is sent only to the server of its toolset, and only for its scheme", async () => {
  writeProject();
  await login();
  const other = await startLoopback();
  try {
    for (const args of [
      ["--base-url", other.address],
      ["--base-url", `${service.address}/v2`],
    ])
      expect(await run(["call", "notes_list_notes", ...args])).toMatchObject({
        status: 2,
        stderr: expect.stringContaining("missing-credentials"),
      });
    expect(other.arrivals).toEqual([]);
    writeFileSync(join(home, "notes.json"), readFileSync(join(home, "notes.json"), "utf8").replaceAll('"person"', '"other"'));
    expect(await call()).toMatchObject({ status: 2, stderr: expect.stringContaining("missing-credentials") });
    writeFileSync(join(home, "notes.yaml"), `displayName: notes\nmcpToolset: { serverAddress: ${service.address}/v1 }\n`);
    await run(["pull", "notes"]);
    for (const { headers } of service.arrivals) expect(headers.authorization).toBeUndefined();
  } finally {
    await other.close();
  }
});

test("`call` on a terminal offers the login, and makes the call after it", async () => {
  writeProject();
  const refused = await call();
  expect(refused).toMatchObject({ status: 2, stderr: expect.stringContaining("toolsetc login notes") });
  expect(refused.stderr).toContain("--auth person=env:NAME");
  expect(await call({ isTTY: true, typed: "y\n", env: { CI: "1" } })).toMatchObject({ status: 2 });
  expect(issuing.asked).toEqual([]);
  expect(await call({ isTTY: true, typed: "y\n" })).toMatchObject({ status: 0 });
  expect(savedLogin()).toMatchObject({ scheme: "person" });
});

test("`call` without a terminal names the security scheme of the document", async () => {
  writeProject();
  expect(await run(["login", "notes"])).toMatchObject({ status: 2, stderr: expect.stringContaining("--auth person=env:NAME") });
});

test("`login` is refused for a document whose service or server has no https", async () => {
  writeProject(codeFlow(), "http://api.example.com");
  expect(await login()).toMatchObject({ status: 2, stderr: expect.stringContaining("http://api.example.com does not use https") });
  const scheme = codeFlow();
  scheme.flows.authorizationCode.tokenUrl = "http://login.example.com/token";
  writeProject(scheme);
  expect(await login()).toMatchObject({ status: 2, stderr: expect.stringContaining("http://login.example.com does not use https") });
});
