// The authorization server of Better Auth, whose plugin many hosted MCP servers use. It signs access tokens, where oidc-provider keeps them,
// and leaves the pages for people to its user.
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** @typedef {{ issuer: string, open: (page: string) => Promise<{ status: number }>, accepts: (token: string) => Promise<boolean> }} BetterAuth */

/**
 * Starts the server of the npm packages in a folder, with a person who is signed in and agrees to everything.
 * @type {(folder: string, listening: { server: import("node:http").Server, origin: string }, resource: string) => Promise<BetterAuth>}
 */
export async function startBetterAuth(folder, { server, origin }, resource) {
  const packages = createRequire(join(folder, "package.json"));
  const load = (name) => import(pathToFileURL(packages.resolve(name)).href);
  const [{ betterAuth }, { memoryAdapter }, { jwt }, { oauthProvider }, { toNodeHandler }, { createRemoteJWKSet, jwtVerify }] =
    await Promise.all(
      ["better-auth", "better-auth/adapters/memory", "better-auth/plugins", "@better-auth/oauth-provider", "better-auth/node", "jose"].map(
        load,
      ),
    );
  const issuer = `${origin}/api/auth`;
  const tables = ["user", "session", "account", "verification", "jwks"];
  const oauthTables = ["Client", "RefreshToken", "AccessToken", "Consent", "Resource", "ClientResource", "ClientAssertion"];
  const database = Object.fromEntries([...tables, ...oauthTables.map((name) => `oauth${name}`)].map((name) => [name, []]));
  const auth = betterAuth({
    baseURL: origin,
    secret: "only for tests, and therefore not secret",
    database: memoryAdapter(database),
    emailAndPassword: { enabled: true },
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    plugins: [
      jwt(),
      oauthProvider({
        loginPage: "/sign-in",
        consentPage: "/consent",
        scopes: ["offline_access", "notes:read"],
        resources: [{ identifier: resource, accessTokenTtl: 3600 }],
        allowDynamicClientRegistration: true,
        allowUnauthenticatedClientRegistration: true,
        clientRegistrationDefaultResources: [resource],
      }),
    ],
  });

  server.on("request", toNodeHandler(auth));

  const { headers } = await auth.api.signUpEmail({
    body: { name: "Ann", email: "ann@example.com", password: "correct horse battery staple" },
    returnHeaders: true,
  });
  const cookie = headers
    .getSetCookie()
    .map((each) => each.split(";")[0])
    .join("; ");

  /** Opens the page of a login, agrees, and follows to the program that waits for the answer. */
  async function open(page) {
    // To `fetch`, the server answers with the address that it would redirect a browser to.
    const { url: next } = await (await fetch(page, { headers: { cookie } })).json();
    const { search, pathname } = new URL(next, origin);
    if (pathname !== "/consent") throw new Error(`The server leads to ${pathname}${search}, not to its page for the consent.`);
    const consent = await fetch(`${issuer}/oauth2/consent`, {
      method: "POST",
      headers: { cookie, origin, "content-type": "application/json" },
      body: JSON.stringify({ accept: true, oauth_query: search.slice(1) }),
    });
    const { url, redirect_uri: redirect = url } = await consent.json();
    return fetch(redirect);
  }

  const keys = createRemoteJWKSet(new URL(`${issuer}/jwks`));
  const accepts = (token) =>
    jwtVerify(token, keys, { audience: resource, issuer }).then(
      () => true,
      () => false,
    );
  return { issuer, open, accepts };
}
