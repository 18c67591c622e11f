import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type ConnectorBinding, type Context, type Endpoint, ToolError } from "../../src/runtime/index.ts";
import { makeTool } from "./fixture.ts";
import { type Arrival, type Loopback, startLoopback } from "./loopback.ts";

const name = "projects/p-1/locations/europe-west1/connections/support";
const entities = `/v2/${name}/entityTypes/Ticket/entities`;

let server: Loopback;
beforeAll(async () => {
  server = await startLoopback();
});
afterAll(() => server.close());

/** The tickets of the connection. Answers have the shapes of the API's discovery document. */
let tickets: Map<string, object>;
beforeEach(() => {
  server.arrivals.length = 0;
  tickets = new Map([1, 2, 3].map((id) => [String(id), { Id: id, Subject: `Ticket ${id}`, Status: id === 2 ? "closed" : "open" }]));
  server.answer = answerAsConnectors;
});

function answerAsConnectors(response: ServerResponse, arrival: Arrival): void {
  const [status, answer] = connectorsAnswer(arrival);
  response.writeHead(status, { "content-type": "application/json; charset=UTF-8" }).end(JSON.stringify(answer));
}

function connectorsAnswer({ method, url, headers, body }: Arrival): [status: number, answer: object] {
  if (headers.authorization !== "Bearer access") return error(401, "UNAUTHENTICATED");
  const { pathname, searchParams } = new URL(url, "http://localhost");
  if (pathname === `/v2/${name}/actions/Assign%20Ticket:execute` && method === "POST")
    return [200, { results: [{ AssignedAt: "today", By: JSON.parse(body).parameters.Assignee }], metadata: {} }];
  const id = decodeURIComponent(new RegExp(`^${entities}/([^/]+)$`).exec(pathname)?.[1] ?? "");
  const entity = (fields: object, key: string) => ({ "@type": "Entity", name: `${entities.slice(4)}/${key}`, fields });
  if (pathname === entities && method === "GET") {
    const size = Number(searchParams.get("pageSize") ?? 25);
    const start = Number(searchParams.get("pageToken") ?? 0);
    const page = [...tickets].slice(start, start + size).map(([key, fields]) => entity(fields, key));
    const rest = start + size < tickets.size ? { nextPageToken: String(start + size) } : { nextPageToken: "" };
    return [200, page.length === 0 ? {} : { entities: page, ...rest }];
  }
  if (pathname === entities && method === "POST") {
    const created = { ...JSON.parse(body).fields, Id: 4 };
    return [200, entity(created, "4")];
  }
  const found = tickets.get(id);
  if (found === undefined) return error(404, "NOT_FOUND");
  if (method === "GET") return [200, entity(found, id)];
  if (method === "PATCH") return [200, entity({ ...found, ...JSON.parse(body).fields }, id)];
  return method === "DELETE" ? [200, {}] : error(400, "INVALID_ARGUMENT");
}

function error(code: number, status: string): [number, object] {
  return [code, { error: { code, status, message: `This is ${status}.` } }];
}

function toolOf(binding: Partial<ConnectorBinding>, endpoint: Partial<Endpoint> = {}) {
  return makeTool({
    binding: { transport: "connector", operation: "list", target: "Ticket", inputFields: [], outputFields: [], ...binding },
    endpoint: { kind: "connector", definition: { connectorToolset: { connection: name } }, ...endpoint },
  });
}

const context = (more: Context = {}): Context => ({ baseUrl: server.address, auth: { google: "access" }, ...more });

async function call(binding: Partial<ConnectorBinding>, input: object, more: Context = {}) {
  const output = await toolOf(binding).execute({ ...input }, context(more));
  const { method, url, body } = server.arrivals.at(-1) ?? {};
  return { output, method, url, body: body === "" || body === undefined ? undefined : JSON.parse(body) };
}

async function failure(binding: Partial<ConnectorBinding>, input: object, more: Context = {}): Promise<ToolError> {
  const reason = await toolOf(binding)
    .execute({ ...input }, context(more))
    .catch((caught: unknown) => caught);
  if (!(reason instanceof ToolError)) throw new Error("The call should have failed with a ToolError.", { cause: reason });
  return reason;
}

describe("a call of a connector's entity", () => {
  test("list sends the filter, the sorting and the page, and returns the token of the next page", async () => {
    const input = { filter: "Status = 'open' AND Id > 1", sortBy: "Status desc, Id", pageSize: 2 };
    const first = await call({ outputFields: ["Id", "Status"] }, input);
    expect(first).toMatchObject({
      method: "GET",
      output: {
        items: [
          { Id: 1, Status: "open" },
          { Id: 2, Status: "closed" },
        ],
        nextPageToken: "2",
      },
    });
    const query = new URL(first.url ?? "", server.address).searchParams;
    expect([...query]).toEqual([
      ["conditions", "Status = 'open' AND Id > 1"],
      ["sortBy", "Status"],
      ["sortBy", "Id"],
      ["sortOrder", "DESC"],
      ["sortOrder", "ASC"],
      ["pageSize", "2"],
    ]);
    const second = await call({ outputFields: ["Id"] }, { pageToken: "2", sortBy: "Id" });
    expect(second).toMatchObject({ url: `${entities}?sortBy=Id&pageToken=2`, output: { items: [{ Id: 3 }] } });
    expect(second.output).not.toHaveProperty("nextPageToken");
  });

  test("list without arguments sends no query, and an empty response is an empty list", async () => {
    tickets.clear();
    expect(await call({}, {})).toMatchObject({ url: entities, output: { items: [] } });
  });

  test("get returns the selected fields, or all if none are selected", async () => {
    expect(await call({ operation: "get" }, { entityId: "2" })).toMatchObject({
      method: "GET",
      url: `${entities}/2`,
      output: { Id: 2, Subject: "Ticket 2", Status: "closed" },
    });
    expect((await call({ operation: "get", outputFields: ["Status", "toString"] }, { entityId: "2" })).output).toEqual({
      Status: "closed",
    });
  });

  test("create, update and delete send the methods of the API, with fields and id in their places", async () => {
    expect(await call({ operation: "create", outputFields: ["Id"] }, { fields: { Subject: "New" } })).toEqual({
      method: "POST",
      url: entities,
      body: { fields: { Subject: "New" } },
      output: { Id: 4 },
    });
    expect(await call({ operation: "update" }, { entityId: "1", fields: { Status: "closed" } })).toMatchObject({
      method: "PATCH",
      url: `${entities}/1`,
      body: { fields: { Status: "closed" } },
      output: { Id: 1, Status: "closed" },
    });
    expect(await call({ operation: "delete" }, { entityId: "3" })).toMatchObject({
      method: "DELETE",
      url: `${entities}/3`,
      output: { result: null },
    });
  });

  test("an id cannot change the path of the request", async () => {
    tickets.set("a/b c", { Id: 9 });
    expect(await call({ operation: "get" }, { entityId: "a/b c" })).toMatchObject({ url: `${entities}/a%2Fb%20c`, output: { Id: 9 } });
    server.arrivals.length = 0;
    expect(await failure({ operation: "delete" }, { entityId: "../../x" })).toMatchObject({ code: "unsafe-path", sent: false });
    expect(server.arrivals).toEqual([]);
  });
});

test("a call of a connector's action sends its parameters, and returns its result", async () => {
  expect(await call({ operation: "action", target: "Assign Ticket", outputFields: ["By"] }, { TicketId: 1, Assignee: "ann" })).toEqual({
    method: "POST",
    url: `/v2/${name}/actions/Assign%20Ticket:execute`,
    body: { parameters: { TicketId: 1, Assignee: "ann" } },
    output: { results: [{ By: "ann" }] },
  });
});

describe("the credentials of the end user", () => {
  const authCode = { oauth2AuthCodeConfig: { oauthToken: "$context.variables.user_token" } };
  const jwt = {
    oauth2JwtBearerConfig: {
      issuer: "$context.variables.issuer",
      subject: "$context.variables.subject",
      clientKey: "$context.variables.client_key",
    },
  };
  const withAuth = (authConfig: object, binding: Partial<ConnectorBinding> = {}) =>
    toolOf(binding, { definition: { connectorToolset: { connection: name, authConfig } } });
  const headersOf = (text: unknown) => JSON.parse(JSON.parse(String(text)).dynamicAuthConfig);

  test("are the token of an authorization code, in the query of a list", async () => {
    await withAuth(authCode).execute({}, context({ variables: { user_token: "u1&x" } }));
    const sent = new URL(server.arrivals[0]?.url ?? "", server.address).searchParams.get("executionConfig.headers");
    expect(headersOf(sent)).toEqual({ "oauth2_auth_code_flow.access_token": "u1&x" });
  });

  test("are the parts of a signed assertion, in the body of an action", async () => {
    const tool = withAuth(jwt, { operation: "action", target: "Assign Ticket" });
    await tool.execute({ Assignee: "ann" }, context({ variables: { issuer: "i", subject: "s", client_key: "k" } }));
    const body = JSON.parse(server.arrivals[0]?.body ?? "");
    expect(body.parameters).toEqual({ Assignee: "ann" });
    expect(headersOf(body.executionConfig.headers)).toEqual({
      "oauth2_jwt_bearer.jwt_claims.issuer": "i",
      "oauth2_jwt_bearer.jwt_claims.subject": "s",
      "oauth2_jwt_bearer.client_key": "k",
    });
  });

  test("are named in an error if they are missing, and nothing is sent", async () => {
    await expect(withAuth(jwt).execute({}, context({ variables: { subject: "s" } }))).rejects.toMatchObject({
      code: "missing-credentials",
      sent: false,
      message: expect.stringContaining("`variables.issuer` and `variables.client_key`"),
      details: {
        options: [
          { option: "variables", name: "issuer" },
          { option: "variables", name: "client_key" },
        ],
      },
    });
    await expect(withAuth(authCode).execute({}, { baseUrl: server.address })).rejects.toMatchObject({
      message: expect.stringContaining("Pass `variables.user_token` and `auth.google`."),
    });
    expect(server.arrivals).toEqual([]);
  });
});

describe("a call of a connector", () => {
  test("without an access token is an error that says what to pass, and nothing is sent", async () => {
    expect(await failure({}, {}, { auth: {} })).toMatchObject({
      code: "missing-credentials",
      sent: false,
      message: expect.stringContaining("`auth.google`"),
    });
    expect(server.arrivals).toEqual([]);
  });

  test("asks the caller's function for a token with the scope of the API", async () => {
    const scopes: unknown[] = [];
    const google = (_context: Context, wanted: { scopes: readonly string[] }) => {
      scopes.push(...wanted.scopes);
      return "access";
    };
    await call({}, {}, { auth: { google } });
    expect(scopes).toEqual(["https://www.googleapis.com/auth/cloud-platform"]);
  });

  test("takes the token that the hook `authorize` sets", async () => {
    const authorize = (request: Request) => {
      request.headers.set("authorization", "Bearer access");
      return request;
    };
    expect(await call({}, {}, { auth: {}, authorize })).toMatchObject({ output: { items: [{}, {}, {}] } });
  });

  test("that the API refuses is an error with the status and the body", async () => {
    expect(await failure({ operation: "get" }, { entityId: "7" })).toMatchObject({
      code: "http-error",
      sent: true,
      details: { status: 404, body: expect.stringContaining("NOT_FOUND") },
    });
  });

  test.each([
    ["a list that is none", {}, { entities: {} }],
    ["an entity without an object", { operation: "get" as const }, { fields: [] }],
    ["no object", {}, []],
  ])("with the answer %s is an error", async (_name, binding, answer) => {
    server.answer = (response) => response.setHeader("content-type", "application/json").end(JSON.stringify(answer));
    expect(await failure(binding, { entityId: "1" })).toMatchObject({ code: "invalid-response", sent: true });
  });

  test("ends with its timeout, or when the caller gives up", async () => {
    server.answer = () => undefined;
    const slow = toolOf({}, { timeout: 100 }).execute({}, context());
    await expect(slow).rejects.toMatchObject({ code: "timeout", sent: true });
    const signal = AbortSignal.timeout(50);
    expect(await failure({ operation: "create" }, { fields: {} }, { signal })).toMatchObject({ code: "cancelled", sent: true });
  });

  test("that writes is sent once, and one that reads is tried again", async () => {
    server.answer = (response) => response.writeHead(503).end();
    await failure({ operation: "create" }, { fields: {} });
    expect(server.arrivals.length).toBe(1);
    await failure({ operation: "get" }, { entityId: "1" });
    expect(server.arrivals.length).toBe(4);
  });

  test.each(["$env_var", "projects/p/locations/l/connections/c/../../x", "elsewhere"])(
    "with the connection %s sends nothing",
    async (connection) => {
      const tool = toolOf({}, { definition: { connectorToolset: { connection } } });
      await expect(tool.execute({}, context())).rejects.toMatchObject({
        code: connection === "$env_var" ? "missing-environment" : "unsupported-request",
        sent: false,
      });
      expect(server.arrivals).toEqual([]);
    },
  );
});
