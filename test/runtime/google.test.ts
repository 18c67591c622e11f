import { createPublicKey, createSign, generateKeyPairSync, verify } from "node:crypto";
import type { ServerResponse } from "node:http";
import { GoogleAuth } from "google-auth-library";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { googleAccessToken, googleIdToken, secretManager } from "../../src/runtime/google.ts";
import type { Context } from "../../src/runtime/index.ts";
import { http, makeTool } from "./fixture.ts";
import { type Arrival, emptyObject, type Loopback, startLoopback } from "./loopback.ts";

const account = "agent@example-project.iam.gserviceaccount.com";
const cloudPlatform = "https://www.googleapis.com/auth/cloud-platform";
const { privateKey, publicKey } = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
  publicKeyEncoding: { type: "spki", format: "pem" },
});

let google: Loopback;
let server: Loopback;
beforeAll(async () => {
  [google, server] = await Promise.all([startLoopback(), startLoopback()]);
});
afterAll(() => Promise.all([google.close(), server.close()]));
beforeEach(() => {
  google.arrivals.length = 0;
  server.arrivals.length = 0;
  server.answer = emptyObject;
  google.answer = answerAsGoogle;
});

/** Google's three services as far as they are used: tokens for a signed assertion, tokens for another account, and secrets. */
function answerAsGoogle(response: ServerResponse, arrival: Arrival): void {
  const [status, answer] = googleAnswer(arrival);
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(answer));
}

function googleAnswer({ url, body, headers }: Arrival): [status: number, answer: object] {
  if (url === "/token") {
    const claims = claimsOf(new URLSearchParams(body).get("assertion") ?? "");
    if (claims === undefined) return [400, { error: "invalid_grant" }];
    if (claims["target_audience"] !== undefined) return [200, { id_token: idToken(String(claims["target_audience"])) }];
    return [200, { access_token: `own ${claims["scope"]}`, expires_in: 3600, token_type: "Bearer" }];
  }
  if (url.endsWith(":generateAccessToken")) {
    if (!headers.authorization?.startsWith("Bearer own ")) return [401, {}];
    const other = /serviceAccounts\/([^:]*)/.exec(url)?.[1];
    const expireTime = new Date(Date.now() + 3_600_000).toISOString();
    return [200, { accessToken: `${other} ${JSON.parse(body).scope}`, expireTime }];
  }
  if (url.endsWith("/secrets/shop/versions/2:access")) {
    if (headers.authorization !== `Bearer own ${cloudPlatform}`) return [401, {}];
    return [200, { name: "n", payload: { data: Buffer.from("s3cret-ä").toString("base64") } }];
  }
  return url.includes("/forbidden/") ? [403, { error: { message: "hunter2" } }] : [404, {}];
}

/** The claims of an assertion, if the key of the test has signed it. */
function claimsOf(assertion: string): { readonly [claim: string]: unknown } | undefined {
  const [head = "", body = "", signature = ""] = assertion.split(".");
  const isGood = verify("RSA-SHA256", Buffer.from(`${head}.${body}`), createPublicKey(publicKey), Buffer.from(signature, "base64url"));
  const claims = JSON.parse(Buffer.from(body, "base64url").toString());
  return isGood && claims.iss === account ? claims : undefined;
}

function idToken(audience: string): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const text = `${part({ alg: "RS256" })}.${part({ aud: audience, exp: Math.floor(Date.now() / 1000) + 3600 })}`;
  return `${text}.${createSign("RSA-SHA256").update(text).sign(privateKey, "base64url")}`;
}

/** A real service account, whose requests to Google go to the server of the test. */
function serviceAccount(): GoogleAuth {
  return new GoogleAuth({
    scopes: cloudPlatform,
    credentials: { type: "service_account", client_email: account, private_key: privateKey },
    clientOptions: {
      transporterOptions: {
        fetchImplementation: (input, init) => {
          const { pathname } = new URL(input instanceof Request ? input.url : input);
          return fetch(`${google.address}${pathname}`, init);
        },
      },
    },
  });
}

async function authorizationOf(apiAuthentication: object, context: Context): Promise<string | undefined> {
  const tool = makeTool({ binding: http, endpoint: { definition: { openApiToolset: { apiAuthentication } } } });
  await tool.execute({}, { baseUrl: server.address, ...context });
  return server.arrivals.at(-1)?.headers.authorization;
}

describe("Google access tokens", () => {
  test("are those of the program's own account with the definition's scopes, and are fetched once", async () => {
    const auth = { serviceAccount: googleAccessToken({ auth: serviceAccount() }) };
    const config = { serviceAccountAuthConfig: { serviceAccount: account, scopes: ["s1", "s2"] } };
    expect(await authorizationOf(config, { auth })).toBe("Bearer own s1 s2");
    expect(await authorizationOf(config, { auth })).toBe("Bearer own s1 s2");
    expect(google.arrivals.length).toBe(1);
  });

  test("are those of another account that the program's account impersonates", async () => {
    const auth = { serviceAccount: googleAccessToken({ auth: serviceAccount() }) };
    const config = { serviceAccountAuthConfig: { serviceAccount: "other@p.example" } };
    expect(await authorizationOf(config, { auth })).toBe(`Bearer other@p.example ${cloudPlatform}`);
    await authorizationOf(config, { auth });
    expect(google.arrivals.map(({ url }) => url)).toEqual(["/token", "/v1/projects/-/serviceAccounts/other@p.example:generateAccessToken"]);
  });

  test("that Google refuses are an error without the words of Google, before anything is sent", async () => {
    google.answer = (response) => response.writeHead(400).end(JSON.stringify({ error: "invalid_grant", error_description: "hunter2" }));
    const auth = { serviceAccount: googleAccessToken({ auth: serviceAccount() }) };
    const error = await authorizationOf({ serviceAccountAuthConfig: { serviceAccount: account } }, { auth }).catch((reason) => reason);
    expect(error).toMatchObject({ code: "authorization-failed", sent: false });
    expect(`${error.stack} ${JSON.stringify(error)}`).not.toContain("hunter2");
    expect(server.arrivals).toEqual([]);
  });
});

describe("Google ID tokens", () => {
  const audienceOf = (authorization: string | undefined) =>
    JSON.parse(Buffer.from(authorization?.split(".")[1] ?? "", "base64url").toString()).aud;

  test("have the service as their audience, and are fetched once", async () => {
    const auth = { serviceAgentIdToken: googleIdToken({ auth: serviceAccount() }) };
    const config = { serviceAgentIdTokenAuthConfig: {} };
    expect(audienceOf(await authorizationOf(config, { auth }))).toBe(server.address);
    await authorizationOf(config, { auth });
    expect(google.arrivals.length).toBe(1);
  });

  test("have another audience if the program names one", async () => {
    const auth = { serviceAgentIdToken: googleIdToken({ auth: serviceAccount(), audience: "https://run.example" }) };
    expect(audienceOf(await authorizationOf({ serviceAgentIdTokenAuthConfig: {} }, { auth }))).toBe("https://run.example");
  });
});

describe("Secret Manager", () => {
  const version = "projects/p/secrets/shop/versions/2";
  const config = (apiKeySecretVersion: string) => ({
    apiKeyConfig: { keyName: "authorization", apiKeySecretVersion, requestLocation: "HEADER" },
  });
  const secrets = (more: object = {}) => secretManager({ auth: serviceAccount(), endpoint: google.address, ...more });

  test("serves the version of a secret that a definition names, and is asked once", async () => {
    const source = secrets();
    const tool = makeTool({
      binding: http,
      endpoint: {
        definition: { openApiToolset: { apiAuthentication: { apiKeyConfig: { keyName: "x-key", apiKeySecretVersion: version } } } },
      },
    });
    const values = await Promise.all([1, 2].map(() => (typeof source === "function" ? source(version) : undefined)));
    expect(values).toEqual(["s3cret-ä", "s3cret-ä"]);
    await tool.execute({}, { baseUrl: server.address, secrets: source });
    expect(Buffer.from(server.arrivals[0]?.headers["x-key"] as string, "latin1").toString("latin1")).toBe("s3cret-ä");
    expect(google.arrivals.filter(({ url }) => url.endsWith(":access")).map(({ url }) => url)).toEqual([`/v1/${version}:access`]);
  });

  test("is asked again for a secret once the time to keep it is over", async () => {
    const source = secrets({ keep: 0 });
    if (typeof source !== "function") throw new Error("Secret Manager is a function.");
    await source(version);
    await source(version);
    expect(google.arrivals.filter(({ url }) => url.endsWith(":access")).length).toBe(2);
  });

  test("has no such version: the call is an error that names it as missing", async () => {
    await expect(authorizationOf(config("projects/p/secrets/none/versions/1"), { secrets: secrets() })).rejects.toMatchObject({
      code: "missing-credentials",
      message: expect.stringContaining("projects/p/secrets/none/versions/1"),
    });
  });

  test("refuses a version: the call is an error without the words of the service", async () => {
    const error = await authorizationOf(config("projects/p/secrets/forbidden/versions/1"), { secrets: secrets() }).catch(
      (reason) => reason,
    );
    expect(error).toMatchObject({ code: "authorization-failed", sent: false });
    expect(`${error.stack} ${JSON.stringify(error)}`).not.toContain("hunter2");
  });

  test.each([
    "github-token",
    "projects/p/secrets/../x/versions/1",
    "projects/p/secrets/a/versions/1:destroy",
    "projects/p/secrets/a/versions/1?x",
  ])("is not asked for the name %s, which is none of a secret's version", async (name) => {
    const source = secrets();
    expect(typeof source === "function" && (await source(name))).toBe(undefined);
    expect(google.arrivals).toEqual([]);
  });
});
