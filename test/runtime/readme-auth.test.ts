import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { tools } from "../../generated/toolsets/tickets/index.ts";
import { bindTools, type Context, environmentSecrets, firstSecret, type Tool } from "../../src/runtime/index.ts";
import { http, makeTool } from "./fixture.ts";
import { type Loopback, startLoopback } from "./loopback.ts";

// The README's examples, against real servers. What stands between the lines of an example and the one in the README is only its imports.

let server: Loopback;
beforeAll(async () => {
  server = await startLoopback();
});
beforeEach(() => {
  server.arrivals.length = 0;
});
afterAll(() => server.close());

test("the README's credentials for HTTP calls are sent", async () => {
  const bearer = { type: "http", scheme: "bearer" };
  const key = { type: "apiKey", in: "header", name: "x-key", "x-toolsetc-secrets": { secret: "github-token" } };
  const tool = makeTool({
    binding: { ...http, security: [{ github: [], app: [] }] },
    endpoint: { servers: [{ url: server.address, description: "", variables: {} }], securitySchemes: { github: bearer, app: key } },
  });
  const github = { tools: (options: Context): readonly Tool[] => bindTools([tool], options) };
  const sessions = { tokenOf: async (user: unknown) => `token-of-${user}` };
  const process = { env: { GITHUB_TOKEN: "k" } };
  const secretManager = () => ({});

  const all = github.tools({
    // A value, or a function of the call: every user has a token of their own.
    auth: { github: ({ variables }) => sessions.tokenOf(variables?.["user"]) },
    // What the definition and toolsetc.yaml only name.
    secrets: firstSecret(environmentSecrets(process.env), secretManager()),
  });
  await all[0]?.execute({}, { variables: { user: "ann" } });

  expect(server.arrivals[0]?.headers).toMatchObject({ authorization: "Bearer token-of-ann", "x-key": "k" });
});

test("the README's credentials for connectors are sent", async () => {
  const userToken = "u1";
  const googleAccessToken = () => () => "access";
  const baseUrl = server.address;
  server.answer = (response) =>
    response.setHeader("content-type", "application/json").end(JSON.stringify({ name: "n", fields: { Id: 42, Subject: "Broken" } }));

  const [, getTicket] = tools({ auth: { google: googleAccessToken() }, baseUrl });
  const { Subject } = await getTicket.execute({ entityId: "42" }, { variables: { support_token: userToken } });

  expect(Subject).toBe("Broken");
  expect(server.arrivals[0]).toMatchObject({
    url: expect.stringContaining("/connections/support/entityTypes/Ticket/entities/42?executionConfig.headers="),
    headers: { authorization: "Bearer access" },
  });
});
