import { describe, expect, test } from "vitest";
import { compileTexts } from "../compile-texts.ts";

describe("a value of one environment in a definition", () => {
  const mcp = (address: string, more = "") => `displayName: depot\nmcpToolset:\n  serverAddress: ${address}\n${more}`;
  const oauth = (clientId: string) =>
    `  apiAuthentication:\n    oauthConfig: { oauthGrantType: CLIENT_CREDENTIAL, clientId: ${clientId}, clientSecretVersion: projects/p/secrets/s/versions/1, tokenEndpoint: "https://login.example.com/token" }\n`;
  const connector = (project: string) =>
    `displayName: depot\nconnectorToolset:\n  connection: projects/${project}/locations/eu/connections/sales\n  connectorActions: [{ entityOperation: { entityId: Order, operation: LIST } }]\n`;
  const shop = (server: string) => ({
    "depot.yaml": "displayName: depot\nopenApiToolset: { openApiSchema: depot.openapi.yaml }\n",
    "depot.openapi.yaml": `openapi: 3.0.3\ninfo: { title: A, version: "1" }\nservers: [{ url: "${server}" }, { url: "https://depot.dev.example.com" }]\npaths: { /a: { get: { operationId: a, responses: {} } } }\n`,
  });
  const environments = (...names: string[]) =>
    `environments: { ${names.map((name) => `${name}: environments/${name}.json`).join(", ")} }\n`;

  async function found(texts: Record<string, string>, names = ["dev", "production"], files: Record<string, string> = {}) {
    const empty = Object.fromEntries(names.map((name) => [`environments/${name}.json`, "{}"]));
    const { findings } = await compileTexts({ "toolsetc.yaml": environments(...names), ...empty, ...files, ...texts });
    return findings
      .filter(({ code }) => code === "value-of-other-environment")
      .map(({ message, mark, pointer }) => `${mark.file}#${pointer}: ${message}`);
  }

  const warning = (place: string, other = "dev") => [
    `${place}: This value applies to every environment, but seems to belong to the environment "${other}".`,
  ];

  test.each<[what: string, texts: Record<string, string>, place: string]>([
    ["the address of an MCP server", { "depot.yaml": mcp("https://mcp.dev.example.com/mcp") }, "depot.yaml#/mcpToolset/serverAddress"],
    [
      "the id of a client",
      { "depot.yaml": mcp("https://mcp.example.com/mcp", oauth("depot-dev")) },
      "depot.yaml#/mcpToolset/apiAuthentication/oauthConfig/clientId",
    ],
    ["a connection", { "depot.yaml": connector("depot-dev") }, "depot.yaml#/connectorToolset/connection"],
    ["the first server of a document", shop("https://depot-dev.example.com"), "depot.openapi.yaml#/servers/0/url"],
    [
      "the server of a shared document, once,",
      {
        ...shop("https://depot-dev.example.com"),
        "store.yaml": "displayName: store\nopenApiToolset: { openApiSchema: depot.openapi.yaml }\n",
      },
      "depot.openapi.yaml#/servers/0/url",
    ],
  ])("is reported if it is %s", async (_what, texts, place) => {
    expect(await found(texts)).toEqual(warning(place));
  });

  test("is reported if only one environment has it", async () => {
    const entry = (address: string) => JSON.stringify({ toolsets: { other: { mcpToolset: { serverAddress: address } } } });
    const files = {
      "environments/dev.json": entry("https://blue.example.com/mcp"),
      "environments/production.json": entry("https://green.example.com/mcp"),
    };
    expect(await found({ "depot.yaml": mcp("https://green.example.com/mcp") }, undefined, files)).toEqual(
      warning("depot.yaml#/mcpToolset/serverAddress", "production"),
    );
    expect(await found({ "depot.yaml": mcp("https://red.example.com/mcp") }, undefined, files)).toEqual([]);
    const same = { ...files, "environments/dev.json": files["environments/production.json"] };
    expect(await found({ "depot.yaml": mcp("https://green.example.com/mcp") }, undefined, same)).toEqual([]);
  });

  test.each([
    ["names no stage", mcp("https://mcp.example.com/mcp", oauth("depot"))],
    ["names a stage that no environment has", mcp("https://mcp.staging.example.com/mcp")],
    ["has a stage in its path alone", mcp("https://mcp.example.com/dev/mcp")],
    ["has a top-level domain", mcp("https://depot.dev/mcp")],
    ["is the name of a product", mcp("https://dev.azure.com/depot/mcp")],
    ["is the placeholder", mcp("$env_var")],
  ])("is not reported if it %s", async (_what, definition) => {
    expect(await found({ "depot.yaml": definition })).toEqual([]);
  });

  test("is not reported if all environments are of this stage, or if there is only one", async () => {
    const texts = { "depot.yaml": mcp("https://mcp.dev.example.com/mcp") };
    expect(await found(texts, ["dev"])).toEqual([]);
    expect(await found(texts, ["dev-eu", "dev-us"])).toEqual([]);
  });
});
