import { createHash } from "node:crypto";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { storedTokens } from "../../src/host/login/access-token.ts";
import { findAuthorizationServer } from "../../src/host/login/authorization-server.ts";
import { boundedFetch } from "../../src/host/login/bounded-fetch.ts";
import { findServerOfDocument } from "../../src/host/login/document-server.ts";
import { type LoginChoices, logIn } from "../../src/host/login/log-in.ts";
import { findLogin, type Login, lockOf, readLogins, saveLogin } from "../../src/host/login/login-files.ts";
import { refresh, revoke } from "../../src/host/login/token-requests.ts";
import type { Arrival, Loopback } from "../runtime/loopback.ts";
import { startLoopback } from "../runtime/loopback.ts";

// A service and its authorization server whose every response a test can change: what a login has to refuse, no real server does.
type Answer = (arrival: Arrival) => { readonly status?: number; readonly headers?: Record<string, string>; readonly body?: unknown };

const wellKnown = { resource: "/.well-known/oauth-protected-resource/mcp", server: "/.well-known/oauth-authorization-server" };
const openId = "/.well-known/openid-configuration";
const folder = mkdtempSync(join(tmpdir(), "toolsetc-refused-"));
const logins = join(folder, "logins");
let server: Loopback;
/** The answers by path. A path without one does not exist. */
let answers: Record<string, Answer>;
let address: URL;
let metadata: Record<string, unknown>;
/** What the page of the login sends back to the command line besides `state`. */
let comesBack: Record<string, string>;
let opened: URL | undefined;

beforeAll(async () => {
  server = await startLoopback();
  address = new URL(`${server.address}/mcp`);
});
beforeEach(() => {
  server.arrivals.length = 0;
  opened = undefined;
  comesBack = { code: "the-code" };
  const origin = server.address;
  metadata = {
    issuer: origin,
    authorization_endpoint: `${origin}/authorize`,
    token_endpoint: `${origin}/token`,
    registration_endpoint: `${origin}/register`,
    revocation_endpoint: `${origin}/revoke`,
    code_challenge_methods_supported: ["S256"],
  };
  answers = {
    "/mcp": () => ({ status: 401, headers: { "www-authenticate": "Bearer" } }),
    [wellKnown.resource]: () => ({ body: { resource: address.href, authorization_servers: [origin], scopes_supported: ["read"] } }),
    [wellKnown.server]: () => ({ body: metadata }),
    "/register": () => ({ status: 201, body: { client_id: "client", token_endpoint_auth_method: "none" } }),
    "/token": () => ({
      body: { access_token: "the-access-token", token_type: "bearer", expires_in: 3600, refresh_token: "the-refresh-token" },
    }),
    "/revoke": () => ({ body: {} }),
  };
  server.answer = (response, arrival) => {
    const { status = 200, headers = {}, body } = answers[arrival.url.split("?")[0] ?? ""]?.(arrival) ?? { status: 404 };
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(body === undefined ? "" : JSON.stringify(body));
  };
});
afterEach(() => rmSync(logins, { recursive: true, force: true }));
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await server.close();
});

const choices = (more: Partial<LoginChoices> = {}): LoginChoices => ({
  clientId: undefined,
  clientSecret: undefined,
  scopes: undefined,
  port: undefined,
  usesDevice: false,
  signal: new AbortController().signal,
  show(page) {
    opened = page;
    const back = new URL(page.searchParams.get("redirect_uri") ?? "");
    for (const [name, value] of Object.entries({ state: page.searchParams.get("state") ?? "", ...comesBack }))
      back.searchParams.set(name, value);
    void fetch(back).catch(() => undefined);
  },
  ...more,
});
const login = async (more?: Partial<LoginChoices>) => logIn(await findAuthorizationServer(address), choices(more));
const asked = (path: string) => server.arrivals.filter(({ url }) => url.split("?")[0] === path);
const form = (path: string) => new URLSearchParams(asked(path).at(-1)?.body);

test("a login uses PKCE with S256, and both of its requests name the service", async () => {
  await login();
  const sent = Object.fromEntries(opened?.searchParams ?? []);
  const challenge = createHash("sha256")
    .update(form("/token").get("code_verifier") ?? "")
    .digest("base64url");
  expect(sent).toMatchObject({ code_challenge: challenge, code_challenge_method: "S256", resource: address.href, scope: "read" });
  expect(sent["state"]).toMatch(/^[\w-]{43}$/);
  expect(form("/token").get("resource")).toBe(address.href);
  expect(form("/token").get("code")).toBe("the-code");
});

test("a login reads the metadata and the scope that the server's challenge names", async () => {
  answers["/mcp"] = () => ({
    status: 401,
    headers: { "www-authenticate": `Bearer scope="write \\"all\\"", resource_metadata="${server.address}/elsewhere"` },
  });
  answers["/elsewhere"] = () => ({ body: { resource: address.href, authorization_servers: [server.address], scopes_supported: ["read"] } });
  expect(await findAuthorizationServer(address)).toMatchObject({ namesResource: true, scopes: ["write", '"all"'] });
  expect(asked(wellKnown.resource)).toHaveLength(0);
});

test("a login works at a server that opens sessions without one, if its metadata says so", async () => {
  answers["/mcp"] = () => ({ body: {} });
  expect(await login()).toMatchObject({ accessToken: "the-access-token", namesResource: true });
  delete answers[wellKnown.resource];
  await expect(login()).rejects.toThrow("asks for no login: it responded with status 200");
  answers["/mcp"] = () => ({ status: 404 });
  await expect(login()).rejects.toThrow("asks for no login: it responded with status 404");
});

test("a login reads the metadata of an OpenID provider if that of OAuth is missing", async () => {
  delete answers[wellKnown.server];
  answers[openId] = () => ({ body: metadata });
  expect(await findAuthorizationServer(address)).toMatchObject({ server: { issuer: server.address } });
});

test.each(["authorization_endpoint", "token_endpoint", "registration_endpoint", "revocation_endpoint", "device_authorization_endpoint"])(
  "a login refuses metadata with a %s without https",
  async (name) => {
    metadata[name] = "http://login.example.com/x";
    await expect(findAuthorizationServer(address)).rejects.toThrow("http://login.example.com does not use https");
  },
);

test("a login refuses metadata of another issuer", async () => {
  metadata["issuer"] = "https://login.example.com";
  await expect(findAuthorizationServer(address)).rejects.toThrow("The metadata of the authorization server");
  expect(asked("/register")).toHaveLength(0);
});

test("a login refuses a server that supports PKCE only without a digest", async () => {
  metadata["code_challenge_methods_supported"] = ["plain"];
  await expect(findAuthorizationServer(address)).rejects.toThrow("does not support PKCE with S256");
});

test("a login refuses an authorization server without metadata, and guesses no address", async () => {
  delete answers[wellKnown.server];
  await expect(findAuthorizationServer(address)).rejects.toThrow("has no metadata");
});

test("a login follows no redirect, neither to metadata nor with a code", async () => {
  answers["/moved"] = () => ({ body: metadata });
  answers[wellKnown.server] = () => ({ status: 302, headers: { location: "/moved" } });
  await expect(findAuthorizationServer(address)).rejects.toThrow("has no metadata");
  answers[wellKnown.server] = () => ({ body: metadata });
  answers["/token"] = () => ({ status: 307, headers: { location: "/moved" } });
  await expect(login()).rejects.toThrow("is not valid");
  expect(asked("/moved")).toHaveLength(0);
});

test("a login does not read a response of more than 1 MiB", async () => {
  metadata["padding"] = "x".repeat(1 << 20);
  await expect(findAuthorizationServer(address)).rejects.toThrow("more than 1048576 bytes");
});

test.each([
  "http://login.example.com",
  "http://127.0.0.1.example.com",
  "http://127.example.com",
  "ftp://127.0.0.1",
  "http://localhost.example.com",
  "http://10.0.0.1",
])("a login sends nothing to %s", async (place) => {
  await expect(boundedFetch(place)).rejects.toThrow("does not use https");
});

test("a login refuses an answer of another issuer", async () => {
  metadata["authorization_response_iss_parameter_supported"] = true;
  comesBack["iss"] = "https://login.example.com";
  await expect(login()).rejects.toThrow("is not valid");
  delete comesBack["iss"];
  await expect(login()).rejects.toThrow("is not valid");
  expect(asked("/token")).toHaveLength(0);
  comesBack["iss"] = server.address;
  expect(await login()).toMatchObject({ accessToken: "the-access-token" });
});

test("a login registers a client without a secret if the server allows it, else with Basic", async () => {
  const method = () => JSON.parse(asked("/register").at(-1)?.body ?? "").token_endpoint_auth_method;
  metadata["token_endpoint_auth_methods_supported"] = ["client_secret_post", "client_secret_basic", "none"];
  await login();
  expect(method()).toBe("none");
  metadata["token_endpoint_auth_methods_supported"] = ["client_secret_post", "client_secret_basic"];
  await login();
  expect(method()).toBe("client_secret_basic");
});

test("a login reads a registration without the end of its secret, and encodes Basic as a form does", async () => {
  answers["/register"] = () => ({
    status: 201,
    body: { client_id: "a-client.of_ours:1", client_secret: "p*ss wörd", token_endpoint_auth_method: "client_secret_basic" },
  });
  const saved = await login();
  const expected = `Basic ${btoa("a-client.of_ours%3A1:p*ss+w%C3%B6rd")}`;
  expect(asked("/token").at(-1)?.headers.authorization).toBe(expected);
  await refresh(saved);
  expect(form("/token").get("grant_type")).toBe("refresh_token");
  expect(asked("/token").at(-1)?.headers.authorization).toBe(expected);
});

test("the error of a login has only codes of the standards, and no text of the server", async () => {
  answers["/token"] = () => ({ status: 400, body: { error: "Bearer the-access-token", error_description: "the-refresh-token" } });
  const error = await login().catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ message: expect.stringContaining("(an unknown error)") });
  expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toMatch(/the-(?:access|refresh)-token/);
});

test("the refresh of a login names the service, and keeps the refresh token if it gets no other", async () => {
  const saved = await login();
  answers["/token"] = () => ({ body: { access_token: "next", token_type: "bearer" } });
  expect(await refresh(saved)).toMatchObject({ accessToken: "next", refreshToken: "the-refresh-token", expiresAt: null });
  expect(form("/token").get("resource")).toBe(address.href);
});

test.each(["file:///etc/passwd", "javascript:alert(1)", "no address"])("a login does not open the page %s", async (verification_uri) => {
  metadata["device_authorization_endpoint"] = `${server.address}/device`;
  answers["/device"] = () => ({ body: { device_code: "d", user_code: "u", verification_uri, expires_in: 60 } });
  const shown: URL[] = [];
  const refused = login({ usesDevice: true, show: (page) => shown.push(page) });
  await expect(refused).rejects.toThrow(`The authorization server names "${verification_uri}" as the page of the login.`);
  expect(shown).toEqual([]);
});

test("`logout` revokes the refresh token first, and then the access token", async () => {
  expect(await revoke(await login())).toEqual(["refresh token", "access token"]);
  expect(asked("/revoke").map(({ body }) => new URLSearchParams(body).get("token"))).toEqual(["the-refresh-token", "the-access-token"]);
});

test("`logout` revokes only the refresh token if the server signs its access tokens", async () => {
  const saved = await login();
  const isAccessToken = ({ body }: Arrival) => new URLSearchParams(body).get("token") === "the-access-token";
  answers["/revoke"] = (arrival) => (isAccessToken(arrival) ? { status: 400, body: { error: "unsupported_token_type" } } : { body: {} });
  expect(await revoke(saved)).toEqual(["refresh token"]);
  expect(await revoke({ ...saved, refreshToken: null })).toEqual([]);
  expect(await revoke({ ...saved, revocationEndpoint: null })).toEqual([]);
  answers["/revoke"] = () => ({ status: 400, body: { error: "invalid_client" } });
  await expect(revoke(saved)).rejects.toThrow("(invalid_client)");
});

test("a login on another device asks more slowly if the server says so, and not after its end", async () => {
  metadata["device_authorization_endpoint"] = `${server.address}/device`;
  const page = { device_code: "d", user_code: "u", verification_uri: `${server.address}/page`, interval: 0.01 };
  answers["/device"] = () => ({ body: { ...page, expires_in: 0.2 } });
  answers["/token"] = () => ({ status: 400, body: { error: "authorization_pending" } });
  await expect(login({ usesDevice: true, show: () => undefined })).rejects.toThrow("Nobody logged in");
  const before = asked("/token").length;
  const ending = new AbortController();
  answers["/device"] = () => ({ body: { ...page, expires_in: 60 } });
  answers["/token"] = () => ({ status: 400, body: { error: asked("/token").length < before + 3 ? "authorization_pending" : "slow_down" } });
  const slowed = login({ usesDevice: true, show: () => undefined, signal: ending.signal });
  await vi.waitUntil(() => asked("/token").length === before + 3, 10_000);
  setTimeout(() => ending.abort(), 300);
  await expect(slowed).rejects.toThrow("was ended");
  expect(asked("/token")).toHaveLength(before + 3);
});

test("a login is saved in a folder that only the user can read, also if the folder was open to all", async () => {
  mkdirSync(logins, { mode: 0o755 });
  chmodSync(logins, 0o755);
  const file = saveLogin(logins, await login());
  expect(statSync(logins).mode & 0o777).toBe(0o700);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test("of several logins, that with the longest path is used, and files of other versions are ignored", async () => {
  const saved = await login();
  const below: Login = { ...saved, resource: `${address.href}/below`, accessToken: "below" };
  saveLogin(logins, saved);
  const file = saveLogin(logins, below);
  expect(findLogin(logins, new URL(`${address.href}/below/more`), null)?.accessToken).toBe("below");
  expect(findLogin(logins, address, null)?.accessToken).toBe("the-access-token");
  writeFileSync(file, readFileSync(file, "utf8").replace('"formatVersion": 1', '"formatVersion": 2'));
  expect(readLogins(logins)).toHaveLength(1);
});

test("a token of a login is refreshed some seconds before it expires", async () => {
  saveLogin(logins, { ...(await login()), expiresAt: Date.now() + 5000 });
  answers["/token"] = () => ({ body: { access_token: "next", token_type: "bearer", expires_in: 3600 } });
  expect(await storedTokens(logins)(address, null)).toBe("next");
});

test("a process that waited for another one's refresh uses the token that was saved", async () => {
  const expired = { ...(await login()), expiresAt: 0 };
  saveLogin(logins, expired);
  const lock = lockOf(logins, expired);
  writeFileSync(lock, `${process.ppid}\n`);
  const token = storedTokens(logins)(address, null);
  await new Promise((resolve) => setTimeout(resolve, 100));
  saveLogin(logins, { ...expired, accessToken: "of-another-process", expiresAt: null });
  rmSync(lock);
  expect(await token).toBe("of-another-process");
  expect(asked("/token")).toHaveLength(1);
});

const schemeOfDocument = {
  name: "person",
  scopes: ["read"],
  authorizationUrl: "/login",
  tokenUrl: "/token",
  refreshUrl: "/refresh",
  metadataUrl: undefined,
};

test("a login uses the endpoints of the document, even if metadata names others", async () => {
  Object.assign(metadata, { authorization_endpoint: `${server.address}/other`, token_endpoint: `${server.address}/other` });
  comesBack["iss"] = "https://login.example.com";
  const tokens = { access_token: "the-access-token", token_type: "bearer", refresh_token: "the-refresh-token" };
  answers["/token"] = () => ({ body: { ...tokens, id_token: "not.a.token" } });
  answers["/refresh"] = () => ({ body: { ...tokens, access_token: "next", id_token: "not.a.token" } });
  const service = await findServerOfDocument(address, schemeOfDocument);
  await expect(logIn(service, choices())).rejects.toThrow("does not register clients");
  const saved = await logIn(service, choices({ clientId: "mine" }));
  expect(saved).toMatchObject({ clientId: "mine", scheme: "person", resource: address.href });
  expect(opened?.pathname).toBe("/login");
  expect(form("/token").get("resource")).toBeNull();
  expect(await refresh(saved)).toMatchObject({ accessToken: "next" });
  expect([asked("/other"), asked("/register")]).toEqual([[], []]);
});
