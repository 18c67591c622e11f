import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Compilation } from "../../src/compile.ts";
import { bindTools, type Context, type Tool } from "../../src/runtime/index.ts";
import { type Manifest, toolsOf } from "../../src/runtime/manifest.ts";
import { compileTexts } from "../compile-texts.ts";
import { compilers } from "../long.ts";
import { type Loopback, startLoopback } from "../runtime/loopback.ts";
import { clientId, clientSecret, startTokenEndpoint, type TokenEndpoint } from "../runtime/token-endpoint.ts";

const root = join(import.meta.dirname, "../..");
const version = "projects/p/secrets/shop/versions/latest";

let server: Loopback;
let endpoint: TokenEndpoint;
let outputs: Compilation["outputs"];
beforeAll(async () => {
  [server, endpoint] = await Promise.all([startLoopback(), startTokenEndpoint()]);
  const { outputs: compiled, findings } = await compileTexts(projectOf());
  expect(findings.filter(({ severity }) => severity === "error")).toEqual([]);
  outputs = compiled;
});
afterAll(() => Promise.all([server.close(), endpoint.close()]));

/** A document of one operation for each choice of security. */
function documentOf(security: readonly object[]): string {
  const paths = security.map((each, index) => [
    `/${index}`,
    { get: { operationId: `op${index}`, description: "Does it.", security: [each], responses: { 200: { description: "Done." } } } },
  ]);
  const securitySchemes = {
    key: { type: "apiKey", in: "header", name: "X-Key" },
    user: { type: "http", scheme: "basic" },
    "client-1": { type: "oauth2", flows: { clientCredentials: { tokenUrl: endpoint.url, scopes: { read: "" } } } },
    person: { type: "openIdConnect", openIdConnectUrl: "https://a.example" },
    certificate: { type: "mutualTLS" },
    unused: { type: "http", scheme: "bearer" },
  };
  return JSON.stringify({
    openapi: "3.1.0",
    info: { title: "T", version: "1" },
    servers: [{ url: server.address }],
    components: { securitySchemes },
    paths: Object.fromEntries(paths),
  });
}

function projectOf(): { [path: string]: string } {
  const needed = [{ key: [], user: [] }, { "client-1": ["read"] }, { person: [] }, { certificate: [] }];
  const toolset = (name: string, more: object) =>
    JSON.stringify({ displayName: name, description: "T.", openApiToolset: { openApiSchema: "./all.json", ...more } });
  return {
    "all.json": documentOf(needed),
    "document.json": toolset("document", {}),
    "configured.json": toolset("configured", {}),
    "defined.json": toolset("defined", {
      apiAuthentication: { apiKeyConfig: { keyName: "X-Def", apiKeySecretVersion: "$env_var", requestLocation: "HEADER" } },
    }),
    "dev.json": JSON.stringify({
      toolsets: { defined: { openApiToolset: { apiAuthentication: { apiKeyConfig: { apiKeySecretVersion: version } } } } },
    }),
    "toolsetc.yaml": `environments: { dev: dev.json }
targets:
  - { target: typescript, out: generated }
  - { target: typescript, out: generated-js, emit: js, runtime: copy }
overrides:
  configured:
    auth:
      bearer: { secret: github-token }
      client-1: { clientId: shop-id, clientSecret: ${version}, scopes: [write] }
      user: { username: $context.variables.name, password: password }
`,
  };
}

function fileOf(path: string): string {
  const text = outputs.flatMap(({ files }) => [...files]).find((file) => file.path === path)?.text;
  if (text === undefined) throw new Error(`There is no ${path}.`);
  return text;
}

function toolsWith(toolset: string, context: Context): readonly Tool[] {
  const manifest: Manifest = JSON.parse(fileOf(`toolsets/${toolset}/toolset.json`));
  return bindTools(toolsOf(manifest), context);
}

test("secrets that toolsetc.yaml assigns to a scheme are sent by the generated tools", async () => {
  const secrets = { "github-token": "gt", "shop-id": clientId, [version]: clientSecret, password: "p" };
  const [first, second, third] = toolsWith("configured", { secrets, variables: { name: "ann" } });
  await first?.execute({});
  await second?.execute({});
  await third?.execute({});
  expect(server.arrivals.map(({ headers }) => headers.authorization)).toEqual(["Bearer gt", "Bearer token-1-for-write", "Bearer gt"]);
});

test("the generated type of `auth` has the needed credentials, and nothing else", () => {
  const text = (toolset: string) => /export type Auth = \{[^}]*\};/.exec(fileOf(`toolsets/${toolset}/toolset.ts`))?.[0];
  expect(text("document")).toBe(`export type Auth = {
  readonly key?: CredentialSource<string> | undefined;
  readonly user?: CredentialSource<BasicCredential> | undefined;
  readonly "client-1"?: CredentialSource<ClientCredentials | string> | undefined;
  readonly person?: CredentialSource<string> | undefined;
  readonly certificate?: CredentialSource<Certificate> | undefined;
};`);
  expect(fileOf("toolsets/configured/index.ts")).toContain(
    `readonly secrets?: SecretSource<"github-token" | "shop-id" | "${version}" | "password"> | undefined;`,
  );
  expect(fileOf("toolsets/defined/index.ts")).toContain(`readonly secrets?: SecretSource<"${version}"> | undefined;`);
  expect(text("defined")).toContain("readonly apiKey?: CredentialSource<string> | undefined;");
});

const use = `
import * as configured from "./generated/toolsets/configured/index.ts";
import * as defined from "./generated/toolsets/defined/index.ts";
import * as document from "./generated/toolsets/document/index.ts";
import { gemini } from "toolsetc/gemini";
import { googleAccessToken } from "@toolsetc/runtime/google";

document.tools({ auth: { key: "k", user: { username: "u", password: "p" }, "client-1": { clientId: "c", clientSecret: "s" }, certificate: "certificate" } });
document.tools({ auth: { key: async ({ variables }) => String(variables?.key), "client-1": () => "token", person: googleAccessToken() } });
document.tools({ auth: { user: async () => ({ username: "u", password: "p" }), key: () => undefined } });
// @ts-expect-error No tool needs it.
document.tools({ auth: { unused: "t" } });
// @ts-expect-error A user has a name and a password.
document.tools({ auth: { user: "u" } });
// @ts-expect-error A key is a text.
document.tools({ auth: { key: { username: "u", password: "p" } } });
// @ts-expect-error The document refers to no secrets.
document.tools({ secrets: {} });
configured.tools({ secrets: { "github-token": "t" } });
configured.tools({ secrets: async (name) => name });
// @ts-expect-error No scheme refers to it.
configured.tools({ secrets: { "gitlab-token": "t" } });
defined.tools({ auth: { apiKey: () => "k" }, environment: "dev", session: { sessionId: "s", turnIndex: 1 } });
// @ts-expect-error The definition's own comes before the document's.
defined.tools({ auth: { key: "k" } });
// @ts-expect-error The members of a session have names.
defined.tools({ session: { session_id: "s" } });

// An adapter takes the same.
gemini(document.allTools, { auth: { key: "k", user: { username: "u", password: "p" }, "client-1": () => "token", certificate: "certificate" } });
// @ts-expect-error No tool needs it.
gemini(document.allTools, { auth: { unused: "t" } });
// @ts-expect-error A user has a name and a password.
gemini(document.allTools, { auth: { user: "u" } });
// @ts-expect-error Nor does one tool alone.
gemini([document.op0], { auth: { unused: "t" } });
gemini([document.op0, ...defined.allTools], { auth: { key: "k", apiKey: "k" } });
const auth: document.Auth = { key: "k" };
gemini(document.allTools, { auth });
`;

test.each(compilers)("the generated types of options reject wrong credentials (%s)", { timeout: 120_000 }, (compiler) => {
  const folder = mkdtempSync(join(tmpdir(), "toolsetc-auth-type-"));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  try {
    for (const { out, files } of outputs) for (const { path, text } of files) write(`${out}/${path}`, text);
    const uses = { "use.ts": use, "use-js.ts": use.replace(/\.\/generated\/(.*)\.ts"/g, './generated-js/$1.js"') };
    for (const [file, text] of Object.entries(uses)) write(file, text);
    const compilerOptions = { noEmit: true, typeRoots: [join(root, "node_modules/@types")] };
    write(
      "tsconfig.json",
      JSON.stringify({ extends: join(root, "tsconfig.json"), compilerOptions, files: Object.keys(uses), include: [] }),
    );
    write("package.json", '{ "type": "module" }');
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
    const tsc = join(root, "node_modules", compiler, "bin/tsc");
    expect(spawnSync(process.execPath, [tsc, "-p", folder], { encoding: "utf8" })).toMatchObject({ stdout: "", status: 0 });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
