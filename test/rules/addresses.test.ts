import { expect, test } from "vitest";
import type { CompileOptions } from "../../src/settings.ts";
import { compileTexts } from "../compile-texts.ts";

const paths = { "/pets": { get: { operationId: "list_pets", responses: { "200": { description: "The pets." } } } } };
const secure = [{ url: "https://pets.example.com" }];

async function insecureHosts(texts: { readonly [path: string]: string }): Promise<string[]> {
  const { findings } = await compileTexts(texts);
  return findings.flatMap(({ code, message }) => (code === "insecure-server" ? [/"(.*?)"/.exec(message)?.[1] ?? ""] : []));
}

function withDocument(members: object, definition: object = {}): { readonly [path: string]: string } {
  const document = { openapi: "3.0.3", info: { title: "Pets", version: "1" }, paths, ...members };
  return {
    "pets.json": JSON.stringify({ displayName: "pets", openApiToolset: { openApiSchema: "pets.openapi.json", ...definition } }),
    "pets.openapi.json": JSON.stringify(document),
  };
}

test("the servers of a document are checked, as its calls are sent there", async () => {
  const operation = { ...paths["/pets"].get, servers: [{ url: "http://operation.example.com" }, { url: "http://second.example.com" }] };
  const insecure = { servers: [{ url: "http://path.example.com" }], get: operation };
  const document = { servers: [{ url: "http://root.example.com" }, { url: "http://other.example.com" }], paths: { "/pets": insecure } };
  expect((await insecureHosts(withDocument(document))).sort()).toEqual(["operation.example.com", "path.example.com", "root.example.com"]);
});

test("a URL in the definition replaces the servers of the document", async () => {
  const servers = [{ url: "http://root.example.com" }];
  expect(await insecureHosts(withDocument({ servers }, { url: "https://pets.example.com" }))).toEqual([]);
  expect(await insecureHosts(withDocument({ servers }, { url: "http://own.example.com" }))).toEqual(["own.example.com"]);
});

test("links in a document inside a definition are not checked as addresses of calls", async () => {
  const info = { title: "Pets", version: "1", contact: { url: "http://shop.example.com" } };
  const openApiSchema = { openapi: "3.0.3", info, externalDocs: { url: "http://docs.example.com" }, servers: secure, paths };
  const definition = JSON.stringify({ displayName: "pets", openApiToolset: { openApiSchema } });
  expect(await insecureHosts({ "pets.json": definition })).toEqual([]);
  expect(await insecureHosts({ "pets.json": definition.replace("https://pets", "http://pets") })).toEqual(["pets.example.com"]);
});

test("the address under `sources` is checked, by whichever name of the toolset it is configured", async () => {
  const definition = { displayName: "Pet store", openApiToolset: { openApiSchema: "pets.openapi.json" } };
  const files = { ...withDocument({ servers: secure }), "pets.json": JSON.stringify(definition) };
  for (const name of ["Pet store", "pets"]) {
    const config = `sources: { ${name}: "http://source.example.com/openapi.json" }\n`;
    expect(await insecureHosts({ ...files, "toolsetc.yaml": config }), name).toEqual(["source.example.com"]);
  }
});

test("the token endpoint of a security scheme is checked, but not the description of the scheme", async () => {
  const flows = { clientCredentials: { tokenUrl: "http://token.example.com/token", scopes: {} } };
  const securitySchemes = { oauth: { type: "oauth2", description: "See http://docs.example.com/login.", flows } };
  const document = { servers: secure, components: { securitySchemes }, security: [{ oauth: [] }] };
  expect(await insecureHosts(withDocument(document))).toEqual(["token.example.com"]);
});

const environments = "environments: { dev: dev.json, production: production.json }\n";

function withEnvironments(urls: { readonly dev: string; readonly production: string }, config = "", servers = [{ url: "$env_var" }]) {
  const values = (url: string) => JSON.stringify({ toolsets: { pets: { openApiToolset: { url } } } });
  return {
    ...withDocument({ servers }),
    "toolsetc.yaml": environments + config,
    "dev.json": values(urls.dev),
    "production.json": values(urls.production),
  };
}

test("the addresses of the environments are checked, in their files, where the document has a placeholder", async () => {
  const addresses = { dev: "http://localhost:8080", production: "http://pets.example.com" };
  const { findings } = await compileTexts(withEnvironments(addresses, "rules: { private-address: error }\n"));
  expect(findings.map(({ code, mark, pointer, toolsets }) => [code, mark.file, pointer, ...toolsets])).toEqual([
    ["insecure-server", "production.json", "/toolsets/pets/openApiToolset/url", "pets"],
  ]);
});

test("the token endpoint of an environment is checked", async () => {
  const oauthConfig = {
    oauthGrantType: "CLIENT_CREDENTIAL",
    clientId: "pets",
    clientSecretVersion: "projects/p/secrets/s/versions/1",
    tokenEndpoint: "$env_var",
  };
  const entry = { openApiToolset: { apiAuthentication: { oauthConfig: { tokenEndpoint: "http://token.example.com" } } } };
  const files = { ...withDocument({ servers: secure }, { apiAuthentication: { oauthConfig } }) };
  expect(await insecureHosts({ ...files, "environment.json": JSON.stringify({ toolsets: { pets: entry } }) })).toEqual([
    "token.example.com",
  ]);
});

test("only the chosen environment is checked, with the values of flags", async () => {
  const files = withEnvironments({ dev: "https://dev.example.com", production: "http://pets.example.com" });
  const codes = async (options: CompileOptions) => (await compileTexts(files, options)).findings.map(({ code }) => code);
  expect(await codes({ environment: "dev" })).toEqual([]);
  const set = new Map([["toolsets.pets.openApiToolset.url", "http://pets.example.com"]]);
  expect(await codes({ environment: "dev", set })).toEqual(["insecure-server"]);
});

test("an assertion about servers is about the addresses of the environments, not about the placeholder", async () => {
  const assertions = "assertions: [{ name: own-hosts, each: server, must: { scheme: https, host: { matches: example.com } } }]\n";
  const secureAddresses = { dev: "https://dev.example.com", production: "https://pets.example.com" };
  expect((await compileTexts(withEnvironments(secureAddresses, assertions))).findings).toEqual([]);
  const { findings } = await compileTexts(withEnvironments({ ...secureAddresses, production: "https://pets.example.org" }, assertions));
  expect(findings.map(({ code, mark }) => [code, mark.file])).toEqual([["own-hosts", "production.json"]]);
});

test("the placeholder is no address in OpenAPI 2.0 either", async () => {
  const document = { swagger: "2.0", info: { title: "Pets", version: "1" }, host: "$env_var", schemes: ["http"], paths };
  const files = {
    ...withEnvironments({ dev: "http://dev.example.com/v1", production: "https://pets.example.com/v1" }),
    "pets.openapi.json": JSON.stringify(document),
  };
  expect(await insecureHosts(files)).toEqual(["dev.example.com"]);
});
