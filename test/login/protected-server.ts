import { randomUUID } from "node:crypto";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { InvalidGrantError, InvalidTokenError } from "@modelcontextprotocol/sdk/server/auth/errors.js";
import { requireBearerAuth } from "@modelcontextprotocol/sdk/server/auth/middleware/bearerAuth.js";
import type { OAuthServerProvider } from "@modelcontextprotocol/sdk/server/auth/provider.js";
import { getOAuthProtectedResourceMetadataUrl, mcpAuthRouter } from "@modelcontextprotocol/sdk/server/auth/router.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import express from "express";
import { z } from "zod";

/** An MCP server that asks for a login, and its authorization server, both of the official SDK, in one program. */
export interface ProtectedServer {
  readonly origin: string;
  /** The address of the MCP server. */
  readonly address: string;
  /** What the authorization server was asked for, in order: `authorize`, `code`, `refresh`, `revoke`, each with the resource. */
  readonly asked: string[];
  /** All tokens, codes and secrets that it has given. */
  readonly given: string[];
  /** How the server behaves; tests change it. */
  readonly settings: { lifetime: number; refusesAll: boolean; resource: string | undefined };
  close(): Promise<void>;
}

interface Grant {
  readonly challenge: string;
  readonly scopes: string[];
  readonly resource: URL | undefined;
}

export async function startProtectedServer(): Promise<ProtectedServer> {
  const app = express();
  const server = await new Promise<Server>((resolve) => {
    const started = app.listen(0, "127.0.0.1", () => resolve(started));
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const address = `${origin}/mcp`;
  const asked: string[] = [];
  const given: string[] = [];
  const settings: ProtectedServer["settings"] = { lifetime: 3600, refusesAll: false, resource: undefined };
  const secret = () => {
    const text = randomUUID();
    given.push(text);
    return text;
  };

  const codes = new Map<string, Grant>();
  const access = new Map<string, { readonly expiresAt: number } & Omit<Grant, "challenge">>();
  const refresh = new Map<string, Omit<Grant, "challenge">>();

  function tokensFor({ scopes, resource }: Omit<Grant, "challenge">) {
    const [accessToken, refreshToken] = [secret(), secret()];
    access.set(accessToken, { expiresAt: Math.floor(Date.now() / 1000) + settings.lifetime, scopes, resource });
    refresh.set(refreshToken, { scopes, resource });
    return {
      access_token: accessToken,
      refresh_token: refreshToken,
      token_type: "bearer",
      expires_in: settings.lifetime,
      scope: scopes.join(" "),
    };
  }

  const clients = new Map<
    string,
    Parameters<NonNullable<OAuthServerProvider["clientsStore"]["registerClient"]>>[0] & { client_id: string }
  >();
  const provider: OAuthServerProvider = {
    clientsStore: {
      getClient: (id) => clients.get(id),
      registerClient: (metadata) => {
        const client = { ...metadata, client_id: randomUUID() };
        clients.set(client.client_id, client);
        return client;
      },
    },
    async authorize(_client, { state, redirectUri, codeChallenge, scopes = [], resource }, response) {
      asked.push(`authorize ${resource?.href}`);
      const code = secret();
      codes.set(code, { challenge: codeChallenge, scopes, resource });
      const back = new URL(redirectUri);
      if (state !== undefined) back.searchParams.set("state", state);
      if (settings.refusesAll) back.searchParams.set("error", "access_denied");
      else back.searchParams.set("code", code);
      response.redirect(back.href);
    },
    challengeForAuthorizationCode: async (_client, code) => codes.get(code)?.challenge ?? "",
    async exchangeAuthorizationCode(_client, code, _verifier, _redirect, resource) {
      asked.push(`code ${resource?.href}`);
      const grant = codes.get(code);
      codes.delete(code);
      if (grant === undefined || grant.resource?.href !== resource?.href) throw new InvalidGrantError("unknown code");
      return tokensFor(grant);
    },
    async exchangeRefreshToken(_client, token, _scopes, resource) {
      asked.push(`refresh ${resource?.href}`);
      const grant = refresh.get(token);
      // A refresh token is valid once (RFC 9700 §4.14.2).
      refresh.delete(token);
      if (grant === undefined) throw new InvalidGrantError("unknown refresh token");
      return tokensFor(grant);
    },
    async verifyAccessToken(token) {
      const found = access.get(token);
      if (found === undefined || found.resource?.href !== address) throw new InvalidTokenError("unknown token");
      return { token, clientId: "", scopes: found.scopes, expiresAt: found.expiresAt };
    },
    async revokeToken(_client, { token }) {
      asked.push("revoke");
      access.delete(token);
      refresh.delete(token);
    },
  };

  app.use((request, response, next) => {
    if (settings.resource === undefined || !request.path.startsWith("/.well-known/oauth-protected-resource")) next();
    else response.json({ resource: settings.resource, authorization_servers: [origin] });
  });
  app.use(
    mcpAuthRouter({
      provider,
      issuerUrl: new URL(origin),
      resourceServerUrl: new URL(address),
      scopesSupported: ["notes:read"],
      tokenOptions: { rateLimit: false },
    }),
  );
  app.use("/mcp", express.json());
  app.all(
    "/mcp",
    requireBearerAuth({
      verifier: provider,
      requiredScopes: ["notes:read"],
      resourceMetadataUrl: getOAuthProtectedResourceMetadataUrl(new URL(address)),
    }),
    async (request, response) => {
      const notes = new McpServer({ name: "notes", version: "1" });
      notes.registerTool(
        "read_note",
        { description: "Reads a note.", inputSchema: { id: z.string() }, annotations: { readOnlyHint: true } },
        ({ id }) => ({ content: [{ type: "text", text: `Note ${id}.` }] }),
      );
      const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
      response.on("close", () => void transport.close());
      await notes.connect(transport);
      await transport.handleRequest(request, response, request.body);
    },
  );
  return {
    origin,
    address,
    asked,
    given,
    settings,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
