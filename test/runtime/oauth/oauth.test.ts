import { spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Context, challengeOf, ToolError } from "../../../src/runtime/index.ts";
import { memoryTokens, type OAuthOptions, oauth, type TokenStore } from "../../../src/runtime/oauth/oauth.ts";
import { fileTokens } from "../../../src/runtime/oauth-files.ts";
import { isLong } from "../../long.ts";
import { http, makeTool } from "../fixture.ts";
import { type AuthorizationServer, browse, clientSecret, startAuthorizationServer } from "./authorization-server.ts";
import { toolsOfUsers } from "./user-logins.ts";

let server: AuthorizationServer;
const folders: string[] = [];
beforeEach(async () => {
  server = await startAuthorizationServer();
});
afterEach(() => server.close());
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

/** An operation of a service whose document names the authorization server. */
function makeOperation(scopes: readonly string[] = [], method = "GET") {
  const flow = { authorizationUrl: `${server.address}/authorize`, tokenUrl: `${server.address}/token`, scopes: {} };
  const securitySchemes = { shop: { type: "oauth2", flows: { authorizationCode: flow } } };
  return makeTool({ binding: { ...http, method, path: "/api", security: [{ shop: [...scopes] }] }, endpoint: { securitySchemes } });
}

/** The options of a login in which nobody hesitates. */
function options(changes: Partial<OAuthOptions> = {}): OAuthOptions {
  return { clientId: "app", redirectUri: "https://app.example/callback", onAuthorize: browse, tokenStore: memoryTokens(), ...changes };
}

function contextOf(given: OAuthOptions, context: Context = {}): Context {
  return { baseUrl: server.address, auth: { shop: oauth(given) }, ...context };
}

async function failureOf(work: Promise<unknown>): Promise<ToolError> {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ToolError)) throw new Error("The call should have failed with a ToolError.", { cause: error });
  return error;
}

/** Everything that a program could print of an error. */
function toldBy(error: unknown): string {
  return error instanceof Error ? `${error.stack} ${JSON.stringify(error)} ${toldBy(error.cause)}` : String(error);
}

/** A store of which a test can let all tokens expire, for the program: the server still accepts them. */
function expirable(store: TokenStore): TokenStore & { readonly expire: () => Promise<void> } {
  const keys = new Set<string>();
  return {
    ...store,
    set: (key, tokens) => store.set(keys.add(key) && key, tokens),
    expire: async () => {
      for (const key of keys) {
        const tokens = await store.get(key);
        await store.set(key, tokens && { ...tokens, renewAt: Date.now() - 1 });
      }
    },
  };
}

async function freshFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "toolsetc-tokens-"));
  folders.push(folder);
  return folder;
}

describe.each([
  ["memory", async () => memoryTokens()],
  ["files", async () => fileTokens(join(await freshFolder(), "tokens"))],
] as const)("with tokens in %s", (_name, makeStore) => {
  test("a user logs in once, for all calls", async () => {
    const context = contextOf(options({ tokenStore: await makeStore() }));
    const tool = makeOperation(["read"]);
    const results = await Promise.all(Array.from({ length: 20 }, () => tool.execute({}, context)));
    expect(results).toEqual(Array.from({ length: 20 }, () => ({ ok: true })));
    await tool.execute({}, context);
    expect(server.asked).toEqual(["authorize read", "authorization_code"]);
  });

  test("20 calls at once refresh an expired token once, and use the rotated refresh token later", async () => {
    const tokenStore = expirable(await makeStore());
    const context = contextOf(options({ tokenStore }));
    const tool = makeOperation();
    await tool.execute({}, context);
    for (const _round of [1, 2]) {
      server.asked.length = 0;
      await tokenStore.expire();
      // Each call has its own `oauth`, as the instances of a program have: only the store is common.
      await Promise.all(Array.from({ length: 20 }, () => tool.execute({}, contextOf(options({ tokenStore })))));
      expect(server.asked).toEqual(["refresh_token"]);
    }
  });

  test("a revoked access token is replaced during the call, also of a POST", async () => {
    const context = contextOf(options({ tokenStore: await makeStore() }));
    const tool = makeOperation([], "POST");
    await tool.execute({}, context);
    server.revoke("access");
    await Promise.all(Array.from({ length: 20 }, () => tool.execute({}, context)));
    expect(server.asked).toEqual(["authorize", "authorization_code", "refresh_token"]);
  });

  test("a user logs in again after the login was revoked", async () => {
    const context = contextOf(options({ tokenStore: await makeStore() }));
    const tool = makeOperation();
    await tool.execute({}, context);
    server.revoke("all");
    server.asked.length = 0;
    await Promise.all(Array.from({ length: 20 }, () => tool.execute({}, context)));
    expect(server.asked).toEqual(["refresh_token", "authorize", "authorization_code"]);
  });

  test("each user has tokens of their own", async () => {
    const user = ({ variables }: Context) => String(variables?.["user"]);
    const given = options({ tokenStore: await makeStore(), user });
    const tool = makeOperation();
    for (const name of ["ann", "ben", "ann"]) await tool.execute({}, contextOf(given, { variables: { user: name } }));
    expect(server.asked.filter((each) => each === "authorize")).toHaveLength(2);
    const sent = server.arrivals.filter(({ url }) => url === "/api").map(({ headers }) => headers.authorization);
    expect(sent[0]).toBe(sent[2]);
    expect(sent[0]).not.toBe(sent[1]);
  });
});

describe("a service that rejects the tokens", () => {
  test("does not make a user log in again and again", async () => {
    const context = contextOf(options());
    server.settings.audience = "https://other.example";
    const failure = await failureOf(makeOperation().execute({}, context));
    expect(failure).toMatchObject({ code: "http-error", sent: true, details: { status: 401 } });
    expect(challengeOf(failure)).toMatchObject({ scheme: "Bearer", error: "invalid_token" });
    await failureOf(makeOperation().execute({}, context));
    expect(server.asked.filter((each) => each === "authorize")).toHaveLength(1);
    for (const secret of server.given) expect(toldBy(failure)).not.toContain(secret);
  });

  test("does not make a user log in again without refresh tokens, or with tokens of unknown lifetime", async () => {
    Object.assign(server.settings, { lifetime: undefined, givesRefreshTokens: false });
    const context = contextOf(options());
    await makeOperation().execute({}, context);
    await makeOperation().execute({}, context);
    server.settings.refusesAll = true;
    await failureOf(makeOperation().execute({}, context));
    await failureOf(makeOperation().execute({}, context));
    expect(server.asked).toEqual(["authorize", "authorization_code"]);
  });
});

describe("the scopes of a login", () => {
  test("are asked for once if the service requires one more", async () => {
    const context = contextOf(options());
    await makeOperation(["read"]).execute({}, context);
    server.settings.required = "write";
    await makeOperation(["read"], "POST").execute({}, context);
    expect(server.asked).toEqual(["authorize read", "authorization_code", "authorize read write", "authorization_code"]);
  });

  test("are not asked for again if the user does not grant one", async () => {
    const context = contextOf(options());
    const tool = makeOperation(["read"]);
    server.settings.required = "write read"; // No token has this as one scope.
    const failures = [await failureOf(tool.execute({}, context)), await failureOf(tool.execute({}, context))];
    for (const failure of failures) {
      expect(failure.details["status"]).toBe(403);
      expect(challengeOf(failure)).toEqual({
        scheme: "Bearer",
        error: "insufficient_scope",
        scopes: ["write", "read"],
        resourceMetadata: undefined,
      });
    }
    expect(server.asked.filter((each) => each.startsWith("authorize"))).toEqual(["authorize read", "authorize read write"]);
  });

  test("are asked for before the call of an operation that requires other ones", async () => {
    const context = contextOf(options());
    await makeOperation(["read"]).execute({}, context);
    await makeOperation(["write"]).execute({}, context);
    expect(server.asked.filter((each) => each.startsWith("authorize"))).toEqual(["authorize read", "authorize read write"]);
    expect(server.arrivals.filter(({ url }) => url === "/api")).toHaveLength(2);
  });
});

describe("the redirect after a login", () => {
  const wrong: readonly (readonly [what: string, redirect: { readonly [name: string]: string | null }, reason: RegExp])[] = [
    ["of another login", { state: "other" }, /the redirect belongs to another login\.$/],
    ["without a state", { state: null }, /the redirect belongs to another login\.$/],
    ["of another server", { iss: "https://evil.example" }, /the redirect is not from the authorization server\.$/],
    ["without the server, which always names itself", { iss: null }, /the redirect is not from the authorization server\.$/],
    ["without a code", { code: null }, /the redirect has no code\.$/],
    ["with an error", { code: null, error: "access_denied" }, /refused the login with "access_denied"\.$/],
    ["with a text as its error", { code: null, error: "It is s3cret!" }, /refused the login with "unknown"\.$/],
    ["with a stolen code", { code: "s3cret-stolen" }, /the token endpoint responded with status 400 and "invalid_grant"\.$/],
  ];
  test.each(wrong)("ends the call, and nothing is stored, if it is %s", async (_what, redirect, reason) => {
    server.settings.redirect = redirect;
    const context = contextOf(options({ server: server.address }));
    const failure = await failureOf(makeOperation().execute({}, context));
    expect(failure).toMatchObject({ code: "token-request-failed", sent: false });
    expect(failure.message).toMatch(reason);
    expect(toldBy(failure)).not.toContain("s3cret");
    server.settings.redirect = {};
    await makeOperation().execute({}, context);
  });

  test("may be passed as a text, a URL or its parameters", async () => {
    const forms = [async (url: URL) => (await browse(url)).href, browse, async (url: URL) => (await browse(url)).searchParams];
    for (const onAuthorize of forms) await makeOperation().execute({}, contextOf(options({ onAuthorize })));
  });

  test("ends the call if `onAuthorize` fails, without the error of the program", async () => {
    const onAuthorize = () => Promise.reject(new Error("s3cret"));
    const failure = await failureOf(makeOperation().execute({}, contextOf(options({ onAuthorize }))));
    expect(failure.message).toBe("The token for `auth.shop` could not be fetched: `onAuthorize` failed.");
    expect(toldBy(failure)).not.toContain("s3cret");
  });
});

describe("an authorization server", () => {
  test.each([
    ["that says it is another one", { issuer: "https://evil.example" }, /is for another authorization server/],
    ["without PKCE", { code_challenge_methods_supported: ["plain"] }, /does not support PKCE/],
    ["whose tokens would be readable", { token_endpoint: "http://login.example/token" }, /does not use https/],
  ])("%s is refused", async (_what, metadata, reason) => {
    server.settings.metadata = metadata;
    const failure = await failureOf(makeOperation().execute({}, contextOf(options({ server: server.address }))));
    expect(failure.message).toMatch(reason);
    expect(server.asked).toEqual([]);
  });

  test("accepts a client with a secret, and gives tokens for the named service", async () => {
    server.settings.audience = "https://shop.example";
    const given = options({ clientId: "confidential", clientSecret, server: server.address, resource: "https://shop.example" });
    await makeOperation().execute({}, contextOf(given));
    expect(server.asked).toEqual(["authorize", "authorization_code"]);
  });
});

test("a user's token is exchanged for one of the service, and again when the service rejects it", async () => {
  server.settings.audience = "https://shop.example";
  const subjectToken = ({ variables }: Context) => `subject of ${String(variables?.["user"])}`;
  const exchange = { clientId: "app", server: server.address, resource: "https://shop.example", tokenStore: memoryTokens(), subjectToken };
  const context = contextOf(exchange);
  const call = (user: string) => makeOperation(["read"]).execute({}, { ...context, variables: { user } });
  await Promise.all([call("ann"), call("ann"), call("ben")]);
  expect(server.asked).toHaveLength(2);
  Object.assign(server.settings, { givesRefreshTokens: false });
  server.revoke("all");
  await call("ann");
  expect(server.arrivals.filter(({ url }) => url === "/token").map(({ body }) => new URLSearchParams(body).get("scope"))).toContain("read");
});

test("files of tokens can be read only by their user, and their names do not contain users", async () => {
  const folder = join(await freshFolder(), "tokens");
  await makeOperation().execute({}, contextOf(options({ tokenStore: fileTokens(folder), user: () => "ann" })));
  const names = await readdir(folder);
  expect(names).toEqual([expect.stringMatching(/^[0-9a-f]{64}\.json$/)]);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  const [file = ""] = names.map((name) => join(folder, name));
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readFile(file, "utf8")).toContain(server.given[1]);
});

test("`oauth` with `onAuthorize` and without `redirectUri` throws when it is called", () => {
  const { redirectUri: _redirectUri, ...rest } = options();
  expect(() => oauth(rest)).toThrow("`oauth` needs `redirectUri`");
});

test("a call without a login is an error that says so if the program has no `onAuthorize`", async () => {
  const failure = await failureOf(makeOperation().execute({}, contextOf({ clientId: "app", tokenStore: memoryTokens() })));
  expect(failure.message).toBe("The token for `auth.shop` could not be fetched: nobody has logged in, and `oauth` has no `onAuthorize`.");
});

test("of calls in several processes, one refreshes an expired token", async () => {
  const folder = join(await freshFolder(), "tokens");
  const tokenStore = expirable(fileTokens(folder));
  await makeOperation().execute({}, contextOf(options({ tokenStore, server: server.address })));
  await tokenStore.expire();
  const program = join(import.meta.dirname, "refreshing-process.mjs");
  const processes = Array.from({ length: isLong ? 4 : 2 }, () => {
    const child = spawn(process.execPath, [program, folder, server.address, server.address], { stdio: ["pipe", "pipe", "inherit"] });
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    return { child, lines };
  });
  await Promise.all(processes.map(({ lines }) => lines.next()));
  server.asked.length = 0;
  for (const { child } of processes) child.stdin.write("\n");
  const printed = await Promise.all(processes.map(async ({ lines }) => (await lines.next()).value));
  expect(server.asked).toEqual(["refresh_token"]);
  expect(new Set(printed)).toEqual(new Set([JSON.stringify([server.given.at(-2)])]));
}, 60_000);

test("the lock of a process that was killed does not block later processes", async () => {
  const folder = join(await freshFolder(), "tokens");
  const tokenStore = expirable(fileTokens(folder));
  const given = options({ tokenStore });
  await makeOperation().execute({}, contextOf(given));
  const [name = ""] = await readdir(folder);
  const killed = spawn(process.execPath, ["-e", ""]);
  await new Promise((resolve) => killed.once("exit", resolve));
  await writeFile(join(folder, name.replace(".json", ".lock")), `${hostname()}\n${killed.pid}\nx`);
  await tokenStore.expire();
  await makeOperation().execute({}, contextOf(given));
  expect(server.asked.at(-1)).toBe("refresh_token");
  expect(await readdir(folder)).toEqual([name]);
});

test("the example of the documentation calls a service for its users, who log in once", async () => {
  const { tools, onRedirect } = toolsOfUsers([makeOperation()], {
    clientId: "app",
    redirectUri: "https://app.example/callback",
    tokenStore: memoryTokens(),
    show: async (user, url) => {
      const redirect = await browse(url);
      expect(onRedirect(redirect, "somebody else")).toBe(false);
      expect(onRedirect(redirect, user)).toBe(true);
    },
  });
  for (const user of ["ann", "ben", "ann"])
    expect(await tools[0].execute({}, { baseUrl: server.address, variables: { user } })).toEqual({ ok: true });
  expect(server.asked.filter((each) => each === "authorize")).toHaveLength(2);
});
