// Logins at authorization servers that nobody here has written: oidc-provider, certified for OpenID Connect, with the pages for people
// that it has for development; and Better Auth, which signs its access tokens. `npm run test:logins`. The built command line runs in this process, since a login needs a terminal.
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { startBetterAuth } from "./logins/better-auth.mjs";
import { browse } from "./logins/browser.mjs";
import { startCommandLine } from "./logins/command-line.mjs";
import { failedScenarios } from "./logins/conformance.mjs";
import { answerMcp } from "./logins/mcp.mjs";
import { createLog, expectEqual, freshFolder, install } from "./packed.mjs";

const log = createLog();
const folder = freshFolder("logins", { "package.json": { private: true }, "project/toolsetc.yaml": "" });
install(folder, ["oidc-provider@9.13.3"]);
const { default: Provider } = await import(pathToFileURL(createRequire(join(folder, "package.json")).resolve("oidc-provider")).href);
log("installed oidc-provider");

/** The seconds for which an access token is valid. */
let lifetime = 3600;
/** The grants for which the server has given tokens. */
const grants = [];

const [issuing, serving] = await Promise.all([listen(), listen()]);
const address = `${serving.origin}/mcp`;
const provider = new Provider(issuing.origin, {
  features: {
    registration: { enabled: true },
    revocation: { enabled: true, allowedPolicy: () => true },
    deviceFlow: { enabled: true },
    devInteractions: { enabled: true },
    resourceIndicators: {
      enabled: true,
      useGrantedResource: () => true,
      getResourceServerInfo(_context, resource) {
        if (resource !== address) throw new Error(`There is no resource ${resource}.`);
        return { scope: "notes:read", accessTokenTTL: lifetime, audience: resource };
      },
    },
  },
  scopes: ["openid", "offline_access", "notes:read"],
  rotateRefreshToken: true,
  pkce: { required: () => true },
});
issuing.server.on("request", provider.callback());
provider.on("grant.success", ({ oidc }) => grants.push(oidc.params.grant_type));
serving.server.on(
  "request",
  protectedBy(issuing.origin, async (token) => (await provider.AccessToken.find(token))?.aud === address),
);

const project = join(folder, "project");
const run = await startCommandLine(project, join(folder, "config"));
/** Logs in, while somebody opens the page that the command prints. */
async function login(...flags) {
  return loginAt(address, browse, ...flags);
}
async function loginAt(service, open, ...flags) {
  let opened;
  const result = await run(["login", service, ...flags], (printed) => {
    const [, page] = /\n {2}(http\S+)\n/.exec(printed) ?? [];
    if (page !== undefined) opened ??= open(page);
  });
  expectEqual(result.status, 0, "status of the login");
  expectEqual((await opened).status, 200, "status of the last page");
}
async function callNote(toolset = "notes") {
  const { stdout } = await run(["call", `${toolset}_read_note`, project]);
  expectEqual(JSON.parse(stdout).result, "done", "the answer of the tool");
}

await login();
expectEqual((await run(["pull", address, "--name", "notes", "--project", project])).status, 0, "status of pull");
await callNote();
log("logged in with a browser: tools are pulled and called");

lifetime = 8;
await login();
lifetime = 3600;
await callNote();
await callNote();
expectEqual(grants.join(" "), "authorization_code authorization_code refresh_token", "grants");
log("a token is refreshed once");

const { stdout } = await run(["logout", "notes", project]);
expectEqual(stdout.includes("removed and revoked"), true, "logout");
expectEqual((await run(["call", "notes_read_note", project])).status, 2, "status of a call after it");
log("logged out: the tokens are revoked");

await login("--device");
await callNote();
expectEqual(grants.at(-1), "urn:ietf:params:oauth:grant-type:device_code", "the last grant");
log("logged in with a code on another device");

const betterFolder = freshFolder("better-auth", { "package.json": { private: true } });
// The peer dependencies of these versions name two versions of one package.
install(betterFolder, ["--legacy-peer-deps", "better-auth@1.7.5", "@better-auth/oauth-provider@1.7.5"]);
const [better, plans] = await Promise.all([listen(), listen()]);
const plansAddress = `${plans.origin}/mcp`;
const { issuer, open, accepts } = await startBetterAuth(betterFolder, better, plansAddress);
plans.server.on("request", protectedBy(issuer, accepts));
await loginAt(plansAddress, open);
expectEqual((await run(["pull", plansAddress, "--name", "plans", "--project", project])).status, 0, "status of pull");
await callNote("plans");
const loggedOut = await run(["logout", "plans", project]);
expectEqual(loggedOut.status, 0, "status of logout");
// A message is printed in lines of the terminal's width.
const message = loggedOut.stderr.replaceAll(/\s+/g, " ");
expectEqual(message.includes("does not revoke access tokens: the last one is valid until 2"), true, "what logout says");
log("logged in at Better Auth: tools are pulled and called, and logout says which token stays valid");

for (const revision of ["2026-07-28", "2025-11-25"]) {
  const { tried, failed } = failedScenarios(revision);
  expectEqual(failed, [], `scenarios of MCP ${revision}`);
  log(`${tried.length} scenarios of MCP's conformance suite for logins, ${revision}`);
}
process.exit(0);

/** Answers as an MCP server whose metadata name an authorization server (RFC 9728), with the tokens that are accepted. */
function protectedBy(issuer, accepts) {
  return async (request, response) => {
    const resource = `http://${request.headers.host}/mcp`;
    if (request.url === "/.well-known/oauth-protected-resource/mcp") {
      const metadata = { resource, authorization_servers: [issuer], scopes_supported: ["notes:read"] };
      return response.setHeader("content-type", "application/json").end(JSON.stringify(metadata));
    }
    const [, token] = /^Bearer (.+)$/.exec(request.headers.authorization ?? "") ?? [];
    if (token === undefined || !(await accepts(token))) return response.writeHead(401, { "www-authenticate": "Bearer" }).end();
    return answerMcp(request, response);
  };
}

async function listen() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, origin: `http://127.0.0.1:${server.address().port}` };
}
