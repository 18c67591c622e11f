import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type Context, type Endpoint, type HttpBinding, ToolError } from "../../src/runtime/index.ts";
import { http, makeTool, parameter } from "./fixture.ts";
import { type Arrival, emptyObject, type Loopback, startLoopback } from "./loopback.ts";
import { clientId, clientSecret, grant, startTokenEndpoint, type TokenEndpoint } from "./token-endpoint.ts";

let server: Loopback;
let endpoint: TokenEndpoint;
beforeAll(async () => {
  [server, endpoint] = await Promise.all([startLoopback(), startTokenEndpoint()]);
});
afterAll(() => Promise.all([server.close(), endpoint.close()]));
beforeEach(() => {
  server.arrivals.length = 0;
  server.answer = emptyObject;
  endpoint.arrivals.length = 0;
  endpoint.given.length = 0;
  endpoint.lifetime = 3600;
  endpoint.takes = "both";
  endpoint.answer = (response, arrival) => grant(endpoint, response, arrival);
});

type Parts = Partial<Pick<Endpoint, "definition" | "securitySchemes" | "timeout" | "environments" | "defaultEnvironment">>;

/** A tool of its own toolset, so that no token is left from another test. */
function toolOf(endpoint: Parts, binding: Partial<HttpBinding> = {}) {
  return makeTool({ binding: { ...http, ...binding }, endpoint });
}

/** A tool that needs all of the named schemes. */
function toolWith(securitySchemes: Endpoint["securitySchemes"], binding: Partial<HttpBinding> = {}) {
  const security = [Object.fromEntries(Object.keys(securitySchemes).map((name) => [name, []]))];
  return toolOf({ securitySchemes }, { security, ...binding });
}

function toolAs(apiAuthentication: object, rest: Parts = {}) {
  return toolOf({ definition: { openApiToolset: { apiAuthentication } }, ...rest });
}

type AnyTool = ReturnType<typeof toolOf>;

async function send(tool: AnyTool, context: Context, input = {}): Promise<Arrival> {
  await tool.execute(input, { baseUrl: server.address, ...context });
  const arrival = server.arrivals.at(-1);
  if (arrival === undefined) throw new Error("Nothing arrived.");
  return arrival;
}

async function failure(tool: AnyTool, context: Context): Promise<ToolError> {
  const error = await tool.execute({}, { baseUrl: server.address, ...context }).then(
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

const secretVersion = "projects/p/secrets/shop/versions/latest";

describe("a credential for a security scheme of the document", () => {
  test.each([
    ["an apiKey in a header", { type: "apiKey", in: "header", name: "X-Key" }, "k 1", "/", { "x-key": "k 1" }],
    ["an apiKey in the query", { type: "apiKey", in: "query", name: "api key" }, "a&b=c", "/?api%20key=a%26b%3Dc", {}],
    ["an apiKey in a cookie", { type: "apiKey", in: "cookie", name: "sid" }, "a=b/c+d==", "/", { cookie: "sid=a=b/c+d==" }],
    ["http bearer", { type: "http", scheme: "bearer" }, "t", "/", { authorization: "Bearer t" }],
    ["http Bearer, in capitals", { type: "http", scheme: "Bearer" }, "t", "/", { authorization: "Bearer t" }],
    ["another http scheme", { type: "http", scheme: "Token" }, "t", "/", { authorization: "Token t" }],
    [
      "http basic",
      { type: "http", scheme: "basic" },
      { username: "ä", password: "p:q" },
      "/",
      { authorization: `Basic ${Buffer.from("ä:p:q").toString("base64")}` },
    ],
    [
      "http basic, as one text",
      { type: "http", scheme: "Basic" },
      "u:p:q",
      "/",
      { authorization: `Basic ${Buffer.from("u:p:q").toString("base64")}` },
    ],
    [
      "basic of Swagger 2.0",
      { type: "basic" },
      { username: "u", password: "" },
      "/",
      { authorization: `Basic ${Buffer.from("u:").toString("base64")}` },
    ],
    [
      "oauth2 by a person's token",
      {
        type: "oauth2",
        flows: { authorizationCode: { authorizationUrl: "https://a.example", tokenUrl: "https://a.example", scopes: {} } },
      },
      "t",
      "/",
      { authorization: "Bearer t" },
    ],
    [
      "oauth2 of a client, with a token",
      { type: "oauth2", flows: { clientCredentials: { tokenUrl: "https://a.example" } } },
      "t",
      "/",
      { authorization: "Bearer t" },
    ],
    ["openIdConnect", { type: "openIdConnect", openIdConnectUrl: "https://a.example" }, "t", "/", { authorization: "Bearer t" }],
    ["mutualTLS", { type: "mutualTLS" }, "certificate" as const, "/", {}],
  ])("is sent as the scheme describes: %s", async (_name, scheme, credential, url, headers) => {
    const arrival = await send(toolWith({ scheme }), { auth: { scheme: credential } });
    expect(arrival).toMatchObject({ url, headers });
    if (!("authorization" in headers)) expect(arrival.headers.authorization).toBeUndefined();
  });

  test("is sent beside the arguments, and replaces an argument of its own name", async () => {
    const tool = toolWith(
      { key: { type: "apiKey", in: "query", name: "key" }, sid: { type: "apiKey", in: "cookie", name: "sid" } },
      {
        path: "/find?fixed=1",
        parameters: [parameter("key", "query"), parameter("q", "query"), parameter("sid", "cookie"), parameter("theme", "cookie")],
      },
    );
    const arrival = await send(tool, { auth: { key: "real", sid: "s1" } }, { key: "forged", q: "a b", sid: "forged", theme: "dark" });
    expect(arrival.url).toBe("/find?fixed=1&q=a%20b&key=real");
    expect(arrival.headers.cookie).toBe("theme=dark; sid=s1");
  });

  test("is not sent if the operation requires no security", async () => {
    const { headers, url } = await send(toolOf({ securitySchemes: {} }, { security: [] }), { auth: { scheme: "unused" } });
    expect(headers.authorization).toBeUndefined();
    expect(url).toBe("/");
  });
});

describe("if an operation has alternatives and combinations of security schemes", () => {
  const securitySchemes = {
    a: { type: "apiKey", in: "header", name: "x-a" },
    b: { type: "apiKey", in: "header", name: "x-b" },
    c: { type: "apiKey", in: "header", name: "x-c" },
  };
  const sent = async (security: HttpBinding["security"], auth: Context["auth"]) => {
    const { headers } = await send(toolOf({ securitySchemes }, { security }), { auth });
    return ["a", "b", "c"].filter((name) => headers[`x-${name}`] !== undefined).join("");
  };

  test.each([
    ["the credential of the first alternative that has one", [{ a: [] }, { b: [] }], { b: "1" }, "b"],
    ["the credential of the first alternative if both have one", [{ a: [] }, { b: [] }], { a: "1", b: "1" }, "a"],
    ["all credentials of a combination", [{ a: [], b: [] }], { a: "1", b: "1", c: "1" }, "ab"],
    ["no credential of a combination that lacks another one", [{ a: [], b: [] }, { c: [] }], { a: "1", c: "1" }, "c"],
    ["no credential, if there is none and an empty alternative allows that", [{ a: [] }, {}], {}, ""],
    ["a credential, though an empty alternative stands first", [{}, { a: [] }], { a: "1" }, "a"],
  ])("a call sends %s", async (_name, security, auth, expected) => {
    expect(await sent(security, auth)).toBe(expected);
  });

  test("a call with none of them complete is one error that names all that is missing, and sends nothing", async () => {
    const error = await failure(toolOf({ securitySchemes }, { security: [{ a: [], b: [] }, { c: [] }] }), { auth: { a: "1" } });
    expect(error).toMatchObject({ code: "missing-credentials", sent: false });
    expect(error.message).toContain("`auth.b` (a string, or a function that returns one); or instead `auth.c`");
    expect(error.message).not.toContain("auth.a");
    expect(server.arrivals).toEqual([]);
  });

  test("a call fetches no token for a combination that lacks another credential", async () => {
    const oauth = { type: "oauth2", flows: { clientCredentials: { tokenUrl: endpoint.url } } };
    const tool = toolOf({ securitySchemes: { ...securitySchemes, oauth } }, { security: [{ oauth: [], a: [] }] });
    const error = await failure(tool, { auth: { oauth: { clientId, clientSecret } } });
    expect(error.message).toContain("auth.a");
    expect(endpoint.arrivals).toEqual([]);
  });

  test("the hook `authorize` makes up for missing credentials, and runs after those that are there", async () => {
    const tool = toolOf({ securitySchemes }, { security: [{ a: [] }] });
    const authorize = (request: Request) => {
      request.headers.set("x-hook", request.headers.get("x-a") ?? "none");
      return request;
    };
    expect((await send(tool, { authorize })).headers["x-hook"]).toBe("none");
    expect((await send(tool, { authorize, auth: { a: "1" } })).headers["x-hook"]).toBe("1");
  });

  test("a call with a scheme that the document does not describe is an error that names the hook `authorize`", async () => {
    const error = await failure(toolOf({}, { security: [{ ghost: [] }] }), { auth: { ghost: "1" } });
    expect(error).toMatchObject({ code: "missing-credentials", message: expect.stringContaining("the `authorize` hook") });
  });
});

describe("credentials that the caller passes in `auth`", () => {
  const scheme = { type: "http", scheme: "bearer" };

  test("a function in `auth` is called for each call, with the user and the scopes that the call needs", async () => {
    const seen: unknown[] = [];
    const tool = toolOf({ securitySchemes: { user: scheme } }, { security: [{ user: ["read"] }] });
    const auth: Context["auth"] = {
      user: async (context, wanted) => {
        seen.push(wanted);
        return `token-of-${context.variables?.["user"]}`;
      },
    };
    const first = await send(tool, { auth, variables: { user: "ann" } });
    const second = await send(tool, { auth, variables: { user: "bob" } });
    expect([first, second].map(({ headers }) => headers.authorization)).toEqual(["Bearer token-of-ann", "Bearer token-of-bob"]);
    expect(seen[0]).toEqual({
      tool: "shop_call",
      toolset: "shop",
      scheme: "user",
      scopes: ["read"],
      audience: server.address,
      address: `${server.address}/`,
      endpoint: expect.objectContaining({ kind: "openapi", securitySchemes: { user: { type: "http", scheme: "bearer" } } }),
      serviceAccount: undefined,
    });
  });

  test("a function in `auth` is called again when a call is tried again", async () => {
    let count = 0;
    server.answer = (response, arrival) =>
      arrival.headers.authorization === "Bearer 1" ? response.writeHead(503).end() : emptyObject(response);
    await send(toolWith({ user: scheme }), { auth: { user: () => String(++count) } });
    expect(server.arrivals.map(({ headers }) => headers.authorization)).toEqual(["Bearer 1", "Bearer 2"]);
  });

  test("a function in `auth` that returns nothing leaves the credential missing", async () => {
    expect(await failure(toolWith({ user: scheme }), { auth: { user: () => undefined } })).toMatchObject({
      code: "missing-credentials",
      details: {
        toolset: "shop",
        missing: [["`auth.user` (a string, or a function that returns one)"]],
        options: [{ option: "auth", name: "user" }],
      },
    });
  });

  test("the error of a function in `auth` that fails is not in the error of the call", async () => {
    const error = await failure(toolWith({ user: scheme }), { auth: { user: () => Promise.reject(new Error("hunter2")) } });
    expect(error).toMatchObject({ code: "authorization-failed", sent: false });
    expect(toldBy(error)).not.toContain("hunter2");
  });

  test("a function in `auth` that never returns ends with the timeout of the call", async () => {
    const tool = toolOf({ securitySchemes: { user: scheme }, timeout: 100 }, { security: [{ user: [] }] });
    expect(await failure(tool, { auth: { user: () => new Promise(() => undefined) } })).toMatchObject({ code: "timeout", sent: false });
  });

  test.each(["hunter2\n", "hunter2\r\nx-evil: 1", "hunter2\u{1f600}"])(
    "a credential that no header can have is refused, and is not in the error: %j",
    async (credential) => {
      const error = await failure(toolWith({ user: scheme }), { auth: { user: credential } });
      expect(error).toMatchObject({ code: "unsafe-header", sent: false });
      expect(toldBy(error)).not.toContain("hunter2");
    },
  );

  test("a user name with a colon is refused, and is not in the error", async () => {
    const error = await failure(toolWith({ user: { type: "basic" } }), { auth: { user: { username: "hunter:2", password: "p" } } });
    expect(error).toMatchObject({ code: "authorization-failed" });
    expect(toldBy(error)).not.toContain("hunter");
  });

  test("a scheme named like a member that every object inherits has no credential", async () => {
    expect(await failure(toolWith({ constructor: scheme }), { auth: {} })).toMatchObject({ code: "missing-credentials" });
  });
});

describe("the `apiAuthentication` of a definition", () => {
  const secrets = { [secretVersion]: "s3" };

  test.each([
    ["HEADER", "/", "s3"],
    ["QUERY_STRING", "/?X-Key=s3", undefined],
  ])("with `apiKeyConfig` sends the secret in the configured place: %s", async (requestLocation, url, header) => {
    const tool = toolAs({ apiKeyConfig: { keyName: "X-Key", apiKeySecretVersion: secretVersion, requestLocation } });
    const arrival = await send(tool, { secrets });
    expect([arrival.url, arrival.headers["x-key"]]).toEqual([url, header]);
  });

  test("with `apiKeyConfig` may differ by environment, and is an error without an environment", async () => {
    const tool = toolAs(
      { apiKeyConfig: { keyName: "$env_var", apiKeySecretVersion: "$env_var", requestLocation: "HEADER" } },
      {
        environments: {
          dev: { openApiToolset: { apiAuthentication: { apiKeyConfig: { keyName: "X-Dev", apiKeySecretVersion: secretVersion } } } },
        },
      },
    );
    expect((await send(tool, { secrets, environment: "dev" })).headers["x-dev"]).toBe("s3");
    expect(await failure(tool, { secrets })).toMatchObject({ code: "missing-environment", sent: false });
  });

  test("with `oauthConfig` sends a token that was fetched with the secret of the client", async () => {
    const tool = toolAs({
      oauthConfig: {
        oauthGrantType: "CLIENT_CREDENTIAL",
        clientId,
        clientSecretVersion: secretVersion,
        tokenEndpoint: endpoint.url,
        scopes: ["read", "write"],
      },
    });
    const arrival = await send(tool, { secrets: (name) => (name === secretVersion ? clientSecret : undefined) });
    expect(arrival.headers.authorization).toBe("Bearer token-1-for-read write");
  });

  test("with `bearerTokenConfig` sends a variable of the session as the token, and an error names it if it is missing", async () => {
    const tool = toolAs({ bearerTokenConfig: { token: "$context.variables.user_token" } });
    expect((await send(tool, { variables: { user_token: "t1" } })).headers.authorization).toBe("Bearer t1");
    const error = await failure(tool, { variables: {} });
    expect(error.message).toContain("`variables.user_token`, or else `auth.bearerToken`");
  });

  test("with a service agent or a service account asks a function of the caller for the token", async () => {
    const agent = toolAs({ serviceAgentIdTokenAuthConfig: {} });
    const account = toolAs({ serviceAccountAuthConfig: { serviceAccount: "a@p.iam.gserviceaccount.com" } });
    const scoped = toolAs({ serviceAccountAuthConfig: { serviceAccount: "a@p.iam.gserviceaccount.com", scopes: ["s"] } });
    const auth: Context["auth"] = {
      serviceAgentIdToken: (_context, { audience }) => `id-for-${audience}`,
      serviceAccount: (_context, { serviceAccount, scopes }) => `${serviceAccount} ${scopes.join(" ")}`,
    };
    expect((await send(agent, { auth })).headers.authorization).toBe(`Bearer id-for-${server.address}`);
    expect((await send(account, { auth })).headers.authorization).toBe(
      "Bearer a@p.iam.gserviceaccount.com https://www.googleapis.com/auth/cloud-platform",
    );
    expect((await send(scoped, { auth })).headers.authorization).toBe("Bearer a@p.iam.gserviceaccount.com s");
    expect((await failure(agent, {})).message).toContain('`googleIdToken()` of "@toolsetc/runtime/google"');
    expect((await failure(account, {})).message).toContain('`googleAccessToken()` of "@toolsetc/runtime/google"');
  });

  test("comes before the document's security, and a key of the caller before the secret that it names", async () => {
    const tool = toolOf(
      {
        definition: { openApiToolset: { apiAuthentication: { apiKeyConfig: { keyName: "x-key", apiKeySecretVersion: secretVersion } } } },
        securitySchemes: { other: { type: "http", scheme: "bearer" } },
      },
      { security: [{ other: [] }] },
    );
    const { headers } = await send(tool, { auth: { other: "t", apiKey: "mine" }, secrets });
    expect([headers["x-key"], headers.authorization]).toEqual(["mine", undefined]);
  });

  test("without a credential is an error that names the secret and the member of `auth`", async () => {
    const tool = toolAs({ apiKeyConfig: { keyName: "x-key", apiKeySecretVersion: secretVersion, requestLocation: "HEADER" } });
    const error = await failure(tool, { secrets: {} });
    expect(error).toMatchObject({ code: "missing-credentials", sent: false });
    expect(error.message).toBe(
      `The service requires credentials, so nothing was sent. Pass the secret "${secretVersion}" from \`secrets\`, or else \`auth.apiKey\` (a string, or a function that returns one).`,
    );
  });

  test("with a secret source that fails is an error without the words of the source", async () => {
    const tool = toolAs({ apiKeyConfig: { keyName: "x-key", apiKeySecretVersion: secretVersion, requestLocation: "HEADER" } });
    const error = await failure(tool, { secrets: () => Promise.reject(new Error("hunter2")) });
    expect(error).toMatchObject({ code: "authorization-failed", sent: false, details: { secret: secretVersion } });
    expect(toldBy(error)).not.toContain("hunter2");
  });
});

describe("secrets that toolsetc.yaml refers to", () => {
  test("are sent as a token, as user and password and as a client's token, and an error names missing ones", async () => {
    const secrets = { "github-token": "t", user: "u", password: "p", id: clientId, secret: clientSecret };
    const bearer = toolWith({ bearer: { type: "http", scheme: "bearer", "x-toolsetc-secrets": { secret: "github-token" } } });
    const basic = toolWith({ basic: { type: "basic", "x-toolsetc-secrets": { username: "user", password: "password" } } });
    const oauth = toolWith({
      oauth: {
        type: "oauth2",
        flow: "application",
        tokenUrl: endpoint.url,
        "x-toolsetc-secrets": { clientId: "id", clientSecret: "secret", scopes: ["a"] },
      },
    });
    expect((await send(bearer, { secrets })).headers.authorization).toBe("Bearer t");
    expect((await send(basic, { secrets })).headers.authorization).toBe(`Basic ${Buffer.from("u:p").toString("base64")}`);
    expect((await send(oauth, { secrets })).headers.authorization).toBe("Bearer token-1-for-a");
    expect((await failure(basic, { secrets: { user: "u" } })).message).toContain('the secret "password" from `secrets`');
    expect((await failure(oauth, {})).message).toContain('the secret "secret" from `secrets` and the secret "id" from `secrets`');
  });
});

describe("a token that is fetched with the secret of a client", () => {
  const oauth = (more: object = {}) => ({ type: "oauth2", flows: { clientCredentials: { tokenUrl: endpoint.url, scopes: {} } }, ...more });
  const auth = { oauth: { clientId, clientSecret } };
  const tokensSent = () => server.arrivals.map(({ headers }) => headers.authorization);

  test("is fetched once for many calls, also for calls at the same time", async () => {
    const tool = toolWith({ oauth: oauth() });
    await Promise.all([send(tool, { auth }), send(tool, { auth }), send(tool, { auth })]);
    await send(tool, { auth });
    expect(endpoint.given.length).toBe(1);
    expect(new Set(tokensSent())).toEqual(new Set(["Bearer token-1-for-nothing"]));
    expect(server.arrivals.length).toBe(4);
  });

  describe("in an edge runtime, where nothing may outlive a request", () => {
    beforeEach(() => void vi.stubGlobal("navigator", { userAgent: "Cloudflare-Workers" }));
    afterEach(() => vi.unstubAllGlobals());

    test("two calls at once fetch a token each, and later calls use one of them", async () => {
      const tool = toolWith({ oauth: oauth() });
      await Promise.all([send(tool, { auth }), send(tool, { auth })]);
      expect(endpoint.given.length).toBe(2);
      await send(tool, { auth });
      expect(endpoint.given.length).toBe(2);
    });
  });

  test("is used only for the same client, scopes and toolset", async () => {
    const one = makeScoped(["a"]);
    await send(one, { auth });
    await send(one, { auth: { oauth: { ...auth.oauth, scopes: ["b"] } } });
    await send(makeScoped(["a"]), { auth });
    await failure(one, { auth: { oauth: { clientId, clientSecret: "another" } } });
    await send(one, { auth });
    expect(tokensSent()).toEqual(["token-1-for-a", "token-2-for-b", "token-3-for-a", "token-1-for-a"].map((token) => `Bearer ${token}`));
  });

  function makeScoped(scopes: string[]) {
    return toolOf({ securitySchemes: { oauth: oauth() } }, { security: [{ oauth: scopes }] });
  }

  test("is replaced by a new one before it expires", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    endpoint.lifetime = 100;
    const tool = toolWith({ oauth: oauth() });
    await send(tool, { auth });
    vi.setSystemTime(Date.now() + 79_000);
    await send(tool, { auth });
    expect(endpoint.given.length).toBe(1);
    // The last fifth of its lifetime is not used.
    vi.setSystemTime(Date.now() + 2000);
    await Promise.all([send(tool, { auth }), send(tool, { auth })]);
    vi.useRealTimers();
    expect(tokensSent().map((text) => text?.slice(7, 14))).toEqual(["token-1", "token-1", "token-2", "token-2"]);
    expect(endpoint.given.length).toBe(2);
  });

  test("is used for several calls if the endpoint does not state its lifetime", async () => {
    endpoint.lifetime = undefined;
    const tool = toolWith({ oauth: oauth() });
    await send(tool, { auth });
    await send(tool, { auth });
    expect(endpoint.given.length).toBe(1);
  });

  test("is not used again after the service refused it", async () => {
    const tool = toolWith({ oauth: oauth() });
    server.answer = (response, { headers }) =>
      headers.authorization?.includes("token-1") ? response.writeHead(401).end() : emptyObject(response);
    expect(await failure(tool, { auth })).toMatchObject({ code: "http-error", details: { status: 401 } });
    await send(tool, { auth });
    expect(endpoint.given.length).toBe(2);
  });

  test.each(["header", "body", "both"] as const)(
    "the secret is sent in the header, and once more in the body if the endpoint takes it only there: %s",
    async (takes) => {
      endpoint.takes = takes;
      await send(toolWith({ oauth: oauth() }), { auth });
      expect(endpoint.given.length).toBe(1);
      expect(endpoint.arrivals.length).toBe(takes === "body" ? 2 : 1);
    },
  );

  test("is fetched from the service itself if the address of the endpoint is relative", async () => {
    server.answer = (response, arrival) => (arrival.url === "/token" ? grant(endpoint, response, arrival) : emptyObject(response));
    const scheme = { type: "oauth2", flows: { clientCredentials: { tokenUrl: "/token" } } };
    await send(toolWith({ scheme }), { baseUrl: `${server.address}/v1`, auth: { scheme: auth.oauth } });
    expect(server.arrivals.map(({ url }) => url)).toEqual(["/token", "/v1/"]);
  });

  test("is an error if the scheme names no address to fetch it from", async () => {
    const scheme = { type: "oauth2", flows: { clientCredentials: {} } };
    expect(await failure(toolWith({ scheme }), { auth: { scheme: auth.oauth } })).toMatchObject({
      code: "authorization-failed",
      message: expect.stringContaining("tokenUrl"),
    });
  });

  describe("if the token endpoint fails", () => {
    test.each([
      ["refuses", 400, { error: "invalid_scope", error_description: clientSecret }, 'status 400 and "invalid_scope"'],
      ["says something else", 400, { error: clientSecret }, "status 400."],
      ["is broken", 500, clientSecret, "status 500."],
      ["redirects", 302, {}, "status 302."],
      ["gives no token", 200, { token: clientSecret }, "no access_token"],
      ["gives no JSON", 200, "<html>", "no access_token"],
    ])("the call is an error without secrets, and the next call fetches a token: the endpoint %s", async (_name, status, answer, words) => {
      endpoint.answer = (response) =>
        response
          .writeHead(status, { location: `${server.address}/steal` })
          .end(typeof answer === "string" ? answer : JSON.stringify(answer));
      const tool = toolWith({ oauth: oauth() });
      const error = await failure(tool, { auth });
      expect(error).toMatchObject({
        code: "token-request-failed",
        sent: false,
        tool: "shop_call",
        message: expect.stringContaining(words),
      });
      expect(toldBy(error)).not.toContain("hunter2");
      expect(server.arrivals).toEqual([]);
      // A failure is not kept.
      endpoint.answer = (response, arrival) => grant(endpoint, response, arrival);
      await send(tool, { auth });
    });

    test("a call to an endpoint that does not accept connections is an error with the reason", async () => {
      const gone = await startLoopback();
      await gone.close();
      const scheme = { type: "oauth2", flows: { clientCredentials: { tokenUrl: `${gone.address}/token` } } };
      const error = await failure(toolWith({ scheme }), { auth: { scheme: auth.oauth } });
      const details = { endpoint: gone.address, reason: "ECONNREFUSED" };
      expect(error).toMatchObject({ code: "token-request-failed", sent: false, details });
    });

    test("a call ends in time while the endpoint is slow, and nothing was sent", async () => {
      endpoint.answer = () => undefined;
      const tool = toolOf({ securitySchemes: { oauth: oauth() }, timeout: 150 }, { security: [{ oauth: [] }] });
      const error = await failure(tool, { auth });
      expect(["timeout", "token-request-failed"]).toContain(error.code);
      expect(error.sent).toBe(false);
      expect(server.arrivals).toEqual([]);
    });

    test("a caller who gives up does not take the token from other callers who wait for it", async () => {
      const tool = toolWith({ oauth: oauth() });
      const controller = new AbortController();
      endpoint.answer = (response, arrival) => {
        setTimeout(() => controller.abort(), 50);
        setTimeout(() => grant(endpoint, response, arrival), 200);
      };
      const first = failure(tool, { auth, signal: controller.signal });
      const second = send(tool, { auth });
      expect(await first).toMatchObject({ code: "cancelled", sent: false });
      await second;
      expect(endpoint.given.length).toBe(1);
    });

    test("the call is an error if the response of the endpoint never ends", async () => {
      endpoint.answer = (response) => {
        const chunk = Buffer.alloc(1024 * 1024, "x");
        const pour = (): void => {
          while (!response.destroyed && response.write(chunk)) {}
          if (!response.destroyed) response.once("drain", pour);
        };
        response.on("error", () => undefined);
        pour();
      };
      expect(await failure(toolWith({ oauth: oauth() }), { auth })).toMatchObject({ code: "token-request-failed", sent: false });
    });
  });
});

test("a service that quotes a credential does not put it into the error", async () => {
  server.answer = (response, { headers }) =>
    response.writeHead(403, { "content-type": "application/json" }).end(JSON.stringify({ refused: headers.authorization, why: "too old" }));
  const error = await failure(toolWith({ user: { type: "http", scheme: "bearer" } }), { auth: { user: "hunter2" } });
  expect(error).toMatchObject({ code: "http-error", sent: true, details: { body: '{"refused":"Bearer ***","why":"too old"}' } });
  expect(toldBy(error)).not.toContain("hunter2");
});

test("an error has no credential that the service quotes in another notation, in an address or in JSON", async () => {
  const key = 'hunter2/+= "';
  server.answer = (response, { url }) =>
    response.writeHead(403, { "content-type": "application/json" }).end(JSON.stringify({ url, form: "hunter2%2F%2B%3D+%22", key }));
  const error = await failure(toolWith({ key: { type: "apiKey", in: "query", name: "key" } }), { auth: { key } });
  expect(error.details["body"]).toBe('{"url":"/?key=***","form":"***","key":"***"}');
});

test("an error has no part of a credential that the service quotes where the kept text ends", async () => {
  server.answer = (response, { headers }) =>
    response.writeHead(403, { "content-type": "text/plain" }).end(`${"x".repeat(3990)}${headers.authorization}`);
  const error = await failure(toolWith({ user: { type: "http", scheme: "bearer" } }), { auth: { user: "hunter2" } });
  expect(error.details["body"]).toBe(`${"x".repeat(3990)}Bearer ***`);
});

test.each([
  ["its Base64, alone or within a longer text", (header: string) => [btoa(header), btoa(`key=${header}`), btoa(`a ${header} b`)].join()],
  ["the Base64 for URLs", (header: string) => Buffer.from(`?>${header}`).toString("base64url")],
  ["slashes escaped as PHP does", (header: string) => JSON.stringify(header).replaceAll("/", "\\/")],
])("an error has no credential that the service quotes with %s", async (_name, quote) => {
  const key = "hunter2/~~?";
  server.answer = (response, { headers }) => response.writeHead(403, { "content-type": "text/plain" }).end(quote(String(headers["x-key"])));
  const scheme = { type: "apiKey", in: "header", name: "x-key" };
  const before = toldBy(await failure(toolWith({}), { authorize: (request) => request }));
  const authorize = (request: Request): Request => {
    request.headers.set("x-key", key);
    return request;
  };
  for (const context of [{ auth: { key } }, { authorize }]) {
    const told = toldBy(await failure("auth" in context ? toolWith({ key: scheme }) : toolWith({}), context));
    expect(told).toContain("***");
    for (const form of [key, "hunter2", "aHVudGVyMi", "h1bnRlcjIv", "odW50ZXIyL"]) expect(told).not.toContain(form);
  }
  expect(before).not.toContain("***");
});

test("an error has no password that the service quotes decoded, or in the type of its response", async () => {
  server.answer = (response, { headers }) => {
    const pair = Buffer.from(String(headers.authorization).slice(6), "base64").toString();
    response.writeHead(403, { "content-type": `text/${pair.split(":")[1]}` }).end(`wrong: ${pair}`);
  };
  const error = await failure(toolWith({ user: { type: "http", scheme: "basic" } }), {
    auth: { user: { username: "agent", password: "hunter2" } },
  });
  expect(error.details).toMatchObject({ contentType: "text/***", body: "wrong: ***" });
});

test("what hooks get, results and errors contain no secret", async () => {
  const told: unknown[] = [];
  const hooks = {
    onRequest: (_request: Request, info: unknown) => told.push(info),
    onResponse: (_response: Response, info: unknown) => told.push(info),
  };
  const oauth = { type: "oauth2", flows: { clientCredentials: { tokenUrl: endpoint.url } } };
  const tool = toolWith({ oauth, key: { type: "apiKey", in: "query", name: "key" } });
  const context = { baseUrl: server.address, auth: { oauth: { clientId, clientSecret }, key: "hunter2" }, ...hooks };
  told.push(await tool.execute({}, context));
  server.answer = (response) => response.writeHead(500).end();
  told.push(await failure(tool, context));
  server.answer = (response) => response.writeHead(302, { location: "/away?key=hunter2" }).end();
  told.push(await failure(tool, context));
  expect(server.arrivals.length).toBeGreaterThan(2);
  expect(told.map((each) => toldBy(each) + JSON.stringify(each)).join()).not.toMatch(/hunter2|token-1/);
});
