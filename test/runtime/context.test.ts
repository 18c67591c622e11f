import { describe, expect, test } from "vitest";
import { bindHandler, bindTool, bindTools, type Context, type Endpoint, type Handlers, type HttpBinding } from "../../src/runtime/index.ts";
import { http, makeTool, parameter } from "./fixture.ts";

/** The URL that a tool would call; nothing is sent. */
async function addressOf(endpoint: Partial<Endpoint>, context: Context, binding: Partial<HttpBinding> = {}): Promise<string> {
  let url = "";
  const tool = makeTool({ endpoint, binding: { ...http, path: "/a", ...binding } });
  await tool.execute(
    {},
    {
      ...context,
      fetch: (request) => {
        url = request.url;
        return Promise.resolve(Response.json({}));
      },
    },
  );
  return url;
}

const server = (url: string, variables = {}) => ({ url, description: "", variables });
const managed: Partial<Endpoint> = {
  definition: { openApiToolset: { url: "$env_var" } },
  environments: {
    dev: { openApiToolset: { url: "https://dev.example/api" } },
    prod: { openApiToolset: { url: "https://prod.example" } },
    bare: {},
  },
};

describe("the address of a service", () => {
  test.each<[string, Partial<Endpoint>, Context, Partial<HttpBinding>, string]>([
    ["the caller comes first", { servers: [server("https://s.example")] }, { baseUrl: "https://c.example" }, {}, "https://c.example/a"],
    [
      "before the definition",
      { definition: { openApiToolset: { url: "https://d.example/x/" } } },
      { baseUrl: "https://c.example" },
      {},
      "https://c.example/a",
    ],
    ["before an environment", managed, { baseUrl: "https://c.example", environment: "prod" }, {}, "https://c.example/a"],
    [
      "before the default environment",
      { ...managed, defaultEnvironment: "prod" },
      { baseUrl: "https://c.example" },
      {},
      "https://c.example/a",
    ],
    ["before an environment without the value", managed, { baseUrl: "https://c.example", environment: "bare" }, {}, "https://c.example/a"],
    [
      "then the definition",
      { definition: { openApiToolset: { url: "https://d.example/x/" } }, servers: [server("https://s.example")] },
      {},
      {},
      "https://d.example/x/a",
    ],
    [
      "then the operation's servers",
      { servers: [server("https://s.example")] },
      {},
      { servers: [server("https://o.example/v1")] },
      "https://o.example/v1/a",
    ],
    ["then the document's", { servers: [server("https://s.example/"), server("https://t.example")] }, {}, {}, "https://s.example/a"],
    [
      "variables have defaults",
      { servers: [server("https://{r}.example/{v}", { r: { default: "eu", enum: ["eu", "us"] }, v: { default: "v1", enum: [] } })] },
      { serverVariables: { r: "us" } },
      {},
      "https://us.example/v1/a",
    ],
    ["a named environment", managed, { environment: "dev" }, {}, "https://dev.example/api/a"],
    ["the default environment", { ...managed, defaultEnvironment: "prod" }, {}, {}, "https://prod.example/a"],
    [
      "an environment of one's own",
      managed,
      { environment: { openApiToolset: { url: "https://own.example" } } },
      {},
      "https://own.example/a",
    ],
    ["the caller's address, where no environment is chosen", managed, { baseUrl: "https://c.example" }, {}, "https://c.example/a"],
  ])("is chosen by this rule: %s", async (_name, endpoint, context, binding, expected) => {
    expect(await addressOf(endpoint, context, binding)).toBe(expected);
  });

  test.each<[string, Partial<Endpoint>, Context, string, string]>([
    ["no server", {}, {}, "missing-base-url", "baseUrl"],
    ["a relative server", { servers: [server("/v1")] }, {}, "missing-base-url", "/v1"],
    [
      "a choice that a variable does not have",
      { servers: [server("https://{r}.example", { r: { default: "eu", enum: ["eu"] } })] },
      { serverVariables: { r: "xx" } },
      "invalid-base-url",
      '"eu"',
    ],
    ["a variable without a value", { servers: [server("https://{r}.example")] }, {}, "invalid-base-url", '"r"'],
    ["another scheme", {}, { baseUrl: "file:///etc/passwd" }, "invalid-base-url", "http"],
    ["a password", {}, { baseUrl: "https://u:p@c.example" }, "invalid-base-url", "password"],
    ["no environment", managed, {}, "missing-environment", '"dev", "prod", "bare"'],
    [
      "a placeholder in the document",
      { ...managed, definition: { openApiToolset: {} }, servers: [server("$env_var")] },
      {},
      "missing-environment",
      '"dev", "prod", "bare"',
    ],
    ["an unknown environment", managed, { environment: "test" }, "unknown-environment", '"dev", "prod", "bare"'],
    ["a name that every object has", managed, { environment: "constructor" }, "unknown-environment", '"dev"'],
    ["an environment without the value", managed, { environment: "bare" }, "missing-environment", "openApiToolset.url"],
  ])("%s is an error", async (_name, endpoint, context, code, words) => {
    await expect(addressOf(endpoint, context)).rejects.toMatchObject({ code, sent: false, message: expect.stringContaining(words) });
  });
});

describe("a server variable", () => {
  const url = "{scheme}://{tenant}.shop.example:{port}/{version}{suffix}/api";
  const authored = { scheme: "https", tenant: "eu", port: "8443", version: "v1", suffix: "" };
  const variables = Object.fromEntries(Object.entries(authored).map(([name, value]) => [name, { default: value, enum: [] }]));
  const called = (serverVariables: Context["serverVariables"]) => addressOf({ servers: [server(url, variables)] }, { serverVariables });

  test.each([
    ["scheme", "http", "http://eu.shop.example:8443/v1/api/a"],
    ["tenant", "acme-1", "https://acme-1.shop.example:8443/v1/api/a"],
    ["tenant", "acme.eu", "https://acme.eu.shop.example:8443/v1/api/a"],
    ["port", "444", "https://eu.shop.example:444/v1/api/a"],
    ["version", "v2/beta", "https://eu.shop.example:8443/v2/beta/api/a"],
    ["suffix", "@x:1", "https://eu.shop.example:8443/v1@x:1/api/a"],
  ])("fills only its place: %s %j", async (name, value, expected) => {
    expect(await called({ [name]: value })).toBe(expected);
  });

  test.each([
    ...["evil.com/", "evil.com?", "evil.com#", "evil.com\\", "me@evil.com", "evil.com:1", "evil.com%2f", "evil.com\n/"].map((value) => [
      "tenant",
      value,
    ]),
    ...["https://evil.com/?", "https://evil.com/#", "file", "x"].map((value) => ["scheme", value]),
    ...["1/", "1@evil.com", "1.evil.com", "x"].map((value) => ["port", value]),
    ...[
      "..",
      "../../admin",
      "v1/../../admin",
      "%2e%2e",
      ".%2E/admin",
      "%252e%252e",
      "..%2fadmin",
      "..\\admin",
      "..;x",
      "..\t",
      "..\u0001",
    ].map((value) => ["version", value]),
    ...["v1?", "v1#", "v1?a=b"].map((value) => ["version", value]),
  ])("cannot lead to another host or path: %s %j", async (name = "", value = "") => {
    await expect(called({ [name]: value })).rejects.toMatchObject({ code: "invalid-base-url", sent: false });
  });

  test("cannot form a segment with another that leaves the path", async () => {
    await expect(called({ version: ".", suffix: "." })).rejects.toMatchObject({ code: "invalid-base-url", sent: false });
  });

  test("may have any value that the document names", async () => {
    const servers = [
      server("https://{host}/{base}", { host: { default: "localhost:3000", enum: [] }, base: { default: "", enum: ["", "a/../b"] } }),
    ];
    expect(await addressOf({ servers }, {})).toBe("https://localhost:3000/a");
    expect(await addressOf({ servers }, { serverVariables: { host: "localhost:3000", base: "a/../b" } })).toBe(
      "https://localhost:3000/b/a",
    );
  });

  test("that is the whole address is chosen by the caller, as `baseUrl` is", async () => {
    const servers = [server("{origin}/v1", { origin: { default: "https://s.example", enum: [] } })];
    expect(await addressOf({ servers }, { serverVariables: { origin: "https://other.example:1/x" } })).toBe(
      "https://other.example:1/x/v1/a",
    );
  });
});

describe("a parameter that takes its value from the session", () => {
  const from = (context: string, required = true) => ({ parameters: [{ ...parameter("v", "query"), from: { context }, required }] });

  test.each([
    ["$context.variables.user", "https://c.example/a?v=u1"],
    ["variables.user", "https://c.example/a?v=u1"],
    ["$context.project_id", "https://c.example/a?v=p1"],
    ["$context.project_number", "https://c.example/a?v=12"],
    ["$context.location", "https://c.example/a?v=eu"],
    ["$context.app_id", "https://c.example/a?v=a1"],
    ["$context.session_id", "https://c.example/a?v=s1"],
    ["$context.turn_index", "https://c.example/a?v=3"],
    ["$context.variables", "https://c.example/a?user=u1"],
  ])("is sent with the value of %s", async (name, expected) => {
    const session = { projectId: "p1", projectNumber: "12", location: "eu", appId: "a1", sessionId: "s1", turnIndex: 3 };
    expect(await addressOf({}, { baseUrl: "https://c.example", variables: { user: "u1" }, session }, from(name))).toBe(expected);
  });

  test("is an error that names the value if it is required and missing", async () => {
    await expect(addressOf({}, { baseUrl: "https://c.example" }, from("$context.variables.user"))).rejects.toMatchObject({
      code: "missing-context-value",
      message: expect.stringContaining('"$context.variables.user", which is missing. Pass `variables.user`.'),
    });
    await expect(addressOf({}, { baseUrl: "https://c.example" }, from("$context.turn_index"))).rejects.toMatchObject({
      message: expect.stringContaining("Pass `session.turnIndex`."),
    });
    expect(await addressOf({}, { baseUrl: "https://c.example", variables: {} }, from("$context.variables.toString", false))).toBe(
      "https://c.example/a",
    );
  });
});

describe("if a call lacks several things, one error that names all", () => {
  const parameters = ["user", "shop"].map((name) => ({
    ...parameter(name, "header"),
    from: { context: `$context.variables.${name}` },
    required: true,
  }));
  const both = { ...http, parameters, security: [{ key: [] }] };
  const securitySchemes = { key: { type: "apiKey", in: "header", name: "x-key" } };
  const failureOf = (context: Context) =>
    makeTool({ binding: both, endpoint: { securitySchemes } })
      .execute({}, { baseUrl: "https://c.example", ...context })
      .then(
        () => undefined,
        (error: unknown) => error,
      );

  test("has missing values of the context and missing credentials", async () => {
    expect(await failureOf({})).toMatchObject({
      code: "missing-context-value",
      sent: false,
      message:
        'The header parameter "user" takes its value from "$context.variables.user", which is missing. ' +
        'The header parameter "shop" takes its value from "$context.variables.shop", which is missing. ' +
        "Pass `variables.user` and `variables.shop`. The service also requires credentials: pass `auth.key` (a string, or a function that returns one).",
      details: {
        parameters: ["user", "shop"],
        missing: [["`auth.key` (a string, or a function that returns one)"]],
        options: [
          { option: "variables", name: "user" },
          { option: "variables", name: "shop" },
          { option: "auth", name: "key" },
        ],
      },
    });
  });

  test("is thrown before a function is called for a credential", async () => {
    let calls = 0;
    const key = () => {
      calls += 1;
      return "secret";
    };
    expect(await failureOf({ auth: { key } })).toMatchObject({
      message: expect.stringMatching(/Pass `variables\.user` and `variables\.shop`\.$/),
      details: { missing: [] },
    });
    expect(calls).toBe(0);
    expect(await failureOf({ authorize: (request) => request })).toMatchObject({ details: { missing: [] } });
  });
});

describe("tools that are bound to options", () => {
  const client = makeTool({ binding: { transport: "client", function: "show" } });

  test("use them as the context of every call, and options of the call come first", async () => {
    const seen: string[] = [];
    const fetch = (request: Request) => {
      seen.push(request.url);
      return Promise.resolve(Response.json({}));
    };
    const [tool] = bindTools([makeTool({ binding: http })], { baseUrl: "https://outer.example", fetch });
    await tool.execute({});
    await tool.execute({}, { baseUrl: "https://inner.example" });
    await tool.execute({}, { baseUrl: undefined });
    await bindTool(tool, { baseUrl: "https://twice.example" }).execute({});
    expect(seen).toEqual(["https://outer.example/", "https://inner.example/", "https://outer.example/", "https://twice.example/"]);
  });

  test.each(["outer", "inner"])("are cancelled by the signal of the options and by that of the call: the %s one", async (which) => {
    const outer = new AbortController();
    const inner = new AbortController();
    // It answers no request, and ends with it.
    const fetch = (request: Request) => {
      setTimeout(() => (which === "outer" ? outer : inner).abort(), 0);
      return new Promise<Response>((_resolve, reject) => request.signal.addEventListener("abort", () => reject(new Error("aborted"))));
    };
    const [tool] = bindTools([makeTool({ binding: http })], { baseUrl: "https://shop.example", signal: outer.signal });
    await expect(tool.execute({}, { signal: inner.signal, fetch })).rejects.toMatchObject({ code: "cancelled", sent: true });
  });

  test("of a client function need a handler, and get it from `bindHandler`", async () => {
    await expect(client.execute({})).rejects.toMatchObject({ code: "unbound-client-function", sent: false });
    await expect(bindHandler(client, (input) => ({ seen: input["a"] })).execute({ a: 1 })).resolves.toEqual({ seen: 1 });
    const all = [client] as const;
    const handlers: Handlers<typeof all> = { shop_call: (input, context) => ({ ...input, id: context.toolCallId }) };
    const [bound] = bindTools(all, { handlers });
    await expect(bound.execute({ a: 1 }, { toolCallId: "c1" })).resolves.toEqual({ a: 1, id: "c1" });
  });
});
