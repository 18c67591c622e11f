import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Context, challengeOf, type Tool, ToolError } from "../../../src/runtime/index.ts";
import { mcp } from "../../../src/runtime/mcp/mcp.ts";
import { memoryTokens, oauth, type TokenStore } from "../../../src/runtime/oauth/oauth.ts";
import { type ProtectedServer, startProtectedServer } from "../../login/protected-server.ts";
import { makeTool } from "../fixture.ts";
import { type RunningServer, startMcpServer } from "../mcp-server.ts";
import { type AuthorizationServer, browse, startAuthorizationServer } from "./authorization-server.ts";

const redirectUri = "https://app.example/callback";
afterEach(() => mcp.close());

/** A tool of an MCP server whose definition says that calls need a token. */
function makeMcpTool(serverAddress: string, name: string, properties: object = {}): Tool {
  const apiAuthentication = { bearerTokenConfig: { token: "$context.variables.access_token" } };
  return makeTool({
    binding: { transport: "mcp", tool: name, structured: false, output: "result", destructive: false, digest: null, waiting: null },
    endpoint: { kind: "mcp", definition: { mcpToolset: { serverAddress, apiAuthentication } } },
    input: { type: "object", properties: { ...properties }, required: Object.keys(properties) },
  });
}

describe("the authorization server and the MCP server of the official SDK", () => {
  let server: ProtectedServer;
  let clientId: string;
  beforeAll(async () => {
    server = await startProtectedServer();
    const metadata = { redirect_uris: [redirectUri], token_endpoint_auth_method: "none" };
    const headers = { "content-type": "application/json" };
    const registered = await fetch(`${server.origin}/register`, { method: "POST", headers, body: JSON.stringify(metadata) });
    ({ client_id: clientId } = (await registered.json()) as { client_id: string }); // RFC 7591 §3.2.1
  });
  afterAll(() => server.close());

  test("a login is found by the server's metadata, and 20 calls refresh its tokens once", async () => {
    const tool = makeMcpTool(server.address, "read_note", { id: { type: "string" } });
    const tokenStore = memoryTokens();
    const keys = new Set<string>();
    const noted: TokenStore = { ...tokenStore, get: (key) => tokenStore.get(keys.add(key) && key) };
    const context = { auth: { bearerToken: oauth({ clientId, redirectUri, onAuthorize: browse, tokenStore: noted }) } };
    await tool.execute({ id: "7" }, context);
    const [key = ""] = keys;
    const tokens = await tokenStore.get(key);
    await tokenStore.set(key, tokens && { ...tokens, renewAt: Date.now() });
    await Promise.all(Array.from({ length: 20 }, () => tool.execute({ id: "7" }, context)));
    expect(server.asked).toEqual(["authorize", "code", "refresh"].map((what) => `${what} ${server.address}`));
  });
});

describe("an MCP server that refuses only calls of tools", () => {
  let server: RunningServer;
  let authorization: AuthorizationServer;
  /** The scope that a call requires. */
  let required: string;
  beforeEach(async () => {
    [server, authorization] = await Promise.all([startMcpServer(), startAuthorizationServer()]);
    server.tools = [{ name: "find", inputSchema: { type: "object" } }];
    authorization.settings.audience = server.address;
    required = "read";
    const scopes = new Map<string, string>();
    server.before = (request, response, body) => {
      const send = (status: number, headers: object) => response.writeHead(status, { ...headers }).end();
      if (request.url === "/metadata") {
        response.setHeader("content-type", "application/json");
        response.end(JSON.stringify({ resource: server.address, authorization_servers: [authorization.address] }));
        return true;
      }
      if (request.url?.startsWith("/.well-known/") === true) return send(404, {}) !== undefined;
      if (!body.includes("tools/call")) return false;
      const [, token = ""] = /^Bearer (.*)$/.exec(request.headers.authorization ?? "") ?? [];
      const metadata = `resource_metadata="${new URL("/metadata", server.address).href}"`;
      if (!authorization.given.includes(token)) return send(401, { "www-authenticate": `Bearer ${metadata}, scope="read"` }) !== undefined;
      scopes.set(token, authorization.asked.findLast((each) => each.startsWith("authorize")) ?? "");
      const isAllowed = scopes.get(token)?.includes(required) === true;
      if (!isAllowed) send(403, { "www-authenticate": `Bearer error="insufficient_scope", scope="${required}", ${metadata}` });
      return !isAllowed;
    };
  });
  afterEach(() => Promise.all([server.close(), authorization.close()]));

  const withOAuth = (): Context => ({
    auth: { bearerToken: oauth({ clientId: "app", redirectUri, onAuthorize: browse, tokenStore: memoryTokens() }) },
  });

  test("says where to log in when a tool is called, and the call succeeds", async () => {
    await makeMcpTool(server.address, "find").execute({}, withOAuth());
    expect(authorization.asked).toEqual(["authorize read", "authorization_code"]);
  });

  test("may require further scopes later, for which the user is asked once", async () => {
    const context = withOAuth();
    const tool = makeMcpTool(server.address, "find");
    await tool.execute({}, context);
    required = "write";
    await tool.execute({}, context);
    expect(authorization.asked.filter((each) => each.startsWith("authorize"))).toEqual(["authorize read", "authorize read write"]);
    required = "every read"; // No token has this as one scope.
    const failure: unknown = await tool.execute({}, context).catch((error: unknown) => error);
    await tool.execute({}, context).catch(() => undefined);
    expect(authorization.asked.filter((each) => each.startsWith("authorize"))).toHaveLength(3);
    if (!(failure instanceof ToolError)) throw new Error("The call should have failed.");
    expect(challengeOf(failure)).toEqual({
      scheme: "Bearer",
      error: "insufficient_scope",
      scopes: ["every", "read"],
      resourceMetadata: new URL("/metadata", server.address).href,
    });
  });

  test("tells a program without `oauth` what it requires", async () => {
    const failure: unknown = await makeMcpTool(server.address, "find")
      .execute({}, { auth: { bearerToken: "wrong" } })
      .catch((error: unknown) => error);
    if (!(failure instanceof ToolError)) throw new Error("The call should have failed.");
    expect(failure).toMatchObject({ code: "http-error", details: { status: 401 } });
    expect(challengeOf(failure)?.scopes).toEqual(["read"]);
  });
});
