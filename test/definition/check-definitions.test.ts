import { describe, expect, test } from "vitest";
import { checkDefinitions } from "../../src/definition/check-definitions.ts";
import { isInvalidAt } from "../../src/definition/is-invalid-at.ts";
import { fieldAt, items } from "../../src/definition/node.ts";
import { parseTree } from "../../src/source/parse-tree.ts";

function check(
  value: unknown,
  { resource = "toolset", today = "2026-01-01" }: { readonly resource?: "toolset" | "tool"; readonly today?: string } = {},
) {
  const tree = parseTree({ path: "a.json", text: JSON.stringify(value) });
  const { value: checked, diagnostics } = checkDefinitions([{ resource, tree, path: [], fallbackName: "a", app: undefined }], { today });
  const said = diagnostics.map(({ code, place }) => `${code} ${"path" in place ? place.path.join(".") : ""}`);
  return { ...checked, said };
}

/** Of `example.com`, signed by itself, valid until 2036-11-18. */
const certificate = [
  "MIIBgTCCASegAwIBAgIUX0rBOTC/iLXDU9v7TiTCbLt9yqYwCgYIKoZIzj0EAwIwFjEUMBIGA1UEAwwLZXhhbXBsZS5jb20wHhcNMjYxMTIxMDQ0MTUyWhcNMzYxMTE4MD",
  "Q0MTUyWjAWMRQwEgYDVQQDDAtleGFtcGxlLmNvbTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABNWGLRVo76MYlwiahbeLQK+dPXz0sA2cXK+KQ9GU1viCqfrSu87rKv8A",
  "uwO0/ix+P3pOG6NQZciSiFSP/1eGPA2jUzBRMB0GA1UdDgQWBBRzS5z6Nu5NIqbY5EvKooVSQwc1pDAfBgNVHSMEGDAWgBRzS5z6Nu5NIqbY5EvKooVSQwc1pDAPBgNVHR",
  "MBAf8EBTADAQH/MAoGCCqGSM49BAMCA0gAMEUCICbX0SCZp2YgFiaGZjx1RDtMoo/UKARMHuSU+mgTSRUDAiEAuI4l4bjpDvxd/zIydm+5TFb/oqhKlL8/xKQjxfGUFv0=",
].join("");

function trusting(cert: string) {
  return { mcpToolset: { serverAddress: "https://example.com/mcp", tlsConfig: { caCerts: [{ displayName: "own", cert }] } } };
}

describe("a certificate in a definition", () => {
  test("has no finding if it is valid, in any alphabet of Base64", () => {
    expect(check(trusting(certificate)).said).toEqual([]);
    const inUrlAlphabet = certificate.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
    expect(check(trusting(inUrlAlphabet)).said).toEqual([]);
    // The documentation has it: the service then trusts what it trusts anyway.
    expect(check(trusting("")).said).toEqual([]);
  });

  test.each([
    ["one that has expired", certificate, "2036-11-19", "expired-certificate"],
    ["PEM", `-----BEGIN CERTIFICATE-----\n${certificate}\n-----END CERTIFICATE-----\n`, "2026-01-01", "pem-certificate"],
    ["PEM in base64", btoa("-----BEGIN CERTIFICATE-----\n"), "2026-01-01", "pem-certificate"],
    ["something else in base64", btoa("hello"), "2026-01-01", "not-a-certificate"],
    ["a certificate that was cut off", certificate.slice(0, 400), "2026-01-01", "not-a-certificate"],
    ["no base64", "!", "2026-01-01", "malformed-value"],
  ])("is reported and omitted, and the toolset stays: %s", (_name, cert, today, code) => {
    const { said, accepted } = check(trusting(cert), { today });
    expect(said).toEqual([`${code} mcpToolset.tlsConfig.caCerts.0.cert`]);
    expect(accepted).toHaveLength(1);
  });
});

test("members of enums may be written as numbers, as in proto3 JSON", () => {
  const apiKeyConfig = { keyName: "k", apiKeySecretVersion: "projects/p/secrets/s/versions/1", requestLocation: 2 };
  const openApiToolset = { openApiSchema: "openapi: 3.1.0", apiAuthentication: { apiKeyConfig } };
  expect(check({ executionType: 2, openApiToolset }).said).toEqual([]);
  expect(check({ executionType: 3, openApiToolset }).said).toContain("wrong-type executionType");
  const clientFunction = { name: "f", parameters: { type: 5, properties: { n: { type: 2, enum: ["1"] } } } };
  expect(check({ clientFunction }, { resource: "tool" }).said).toEqual([]);
});

describe("the placeholder $env_var", () => {
  test("may stand in a managed field", () => {
    const authentications = [
      { apiKeyConfig: { keyName: "$env_var", apiKeySecretVersion: "$env_var", requestLocation: "HEADER" } },
      { oauthConfig: { oauthGrantType: "CLIENT_CREDENTIAL", clientId: "a", clientSecretVersion: "$env_var", tokenEndpoint: "$env_var" } },
      { serviceAccountAuthConfig: { serviceAccount: "$env_var" } },
    ];
    for (const apiAuthentication of authentications) {
      expect(
        check({ mcpToolset: { serverAddress: "$env_var", apiAuthentication, serviceDirectoryConfig: { service: "$env_var" } } }).said,
      ).toEqual([]);
    }
    expect(check({ connectorToolset: { connection: "$env_var", connectorActions: [] } }).said).toEqual([]);
  });

  test("may not stand in another field", () => {
    expect(check({ mcpToolset: { serverAddress: "$env_var" }, timeout: "$env_var" }).said).toEqual(["malformed-value timeout"]);
    expect(check({ mcpToolset: { serverAddress: "$env_var/mcp" } }).said).toEqual(["malformed-value mcpToolset.serverAddress"]);
  });
});

describe("a field name in a definition, in both spellings of proto3 JSON,", () => {
  const toolset = {
    display_name: "orders",
    open_api_toolset: {
      open_api_schema: "orders.yaml",
      api_authentication: {
        api_key_config: { key_name: "X-Key", api_key_secret_version: "projects/a/secrets/b/versions/1", request_location: "HEADER" },
      },
      ignore_unknown_fields: true,
    },
    execution_type: "ASYNCHRONOUS",
    timeout: "1.5s",
    create_time: { seconds: "1700000000", nanos: 5 },
  };

  test("is read in snake_case", () => {
    const { said, accepted } = check(toolset);
    expect(said).toEqual([]);
    expect(accepted.map(({ name, member, body }) => [name, member, body.path])).toEqual([
      ["orders", "openApiToolset", ["open_api_toolset"]],
    ]);
  });

  test("has its findings at the author's spelling", () => {
    const broken = {
      ...toolset,
      open_api_toolset: {
        ...toolset.open_api_toolset,
        api_authentication: { api_key_config: { key_name: "X-Key", api_key_secret_version: "my-key", request_location: "HEAD" } },
      },
    };
    expect(check(broken).said).toEqual([
      "malformed-value open_api_toolset.api_authentication.api_key_config.api_key_secret_version",
      "wrong-choice open_api_toolset.api_authentication.api_key_config.request_location",
    ]);
  });

  test("is not converted if it is a key of a map", () => {
    const parameters = { type: "OBJECT", properties: { first_name: { type: "STRING", min_items: "3" }, display_name: { type: "STRING" } } };
    expect(check({ clientFunction: { name: "a", parameters } }, { resource: "tool" }).said).toEqual([]);
    expect(
      check({ mcpToolset: { serverAddress: "https://example.com/mcp", customHeaders: { x_a: "$context.variables.a" } } }).said,
    ).toEqual([]);
  });

  test("may have the value null, which means an absent field or a default", () => {
    expect(check({ mcpToolset: { serverAddress: "https://example.com/mcp", apiAuthentication: null }, openApiToolset: null }).said).toEqual(
      [],
    );
    expect(
      check(
        { clientFunction: { name: "a", parameters: { type: "OBJECT", properties: { b: { type: "STRING", default: null } } } } },
        { resource: "tool" },
      ).said,
    ).toEqual([]);
    expect(check({ clientFunction: { name: null } }, { resource: "tool" }).said).toEqual(["missing-field clientFunction"]);
  });
});

describe("an invalid value in a definition", () => {
  test("omits nothing if its field is unknown", () => {
    const { accepted, said } = check({ mcpToolset: { serverAddress: "https://example.com/mcp", "a/b": 1 }, newField: {} });
    expect(said).toEqual(["unknown-field newField", "unknown-field mcpToolset.a/b"].sort((a, b) => said.indexOf(a) - said.indexOf(b)));
    expect(accepted.map(({ unknownFields }) => [...unknownFields].sort())).toEqual([["/mcpToolset/a~1b", "/newField"]]);
  });

  test("omits only the function that contains it", () => {
    const { accepted, said } = check({
      clientFunctionToolset: { functions: [{ name: "a" }, { description: "b" }, { name: "c", parameters: { type: "string" } }] },
    });
    expect(said).toEqual([
      "missing-field clientFunctionToolset.functions.1",
      "wrong-choice clientFunctionToolset.functions.2.parameters.type",
    ]);
    expect(accepted.map(({ invalidPaths }) => invalidPaths)).toEqual([
      [
        ["clientFunctionToolset", "functions", 1],
        ["clientFunctionToolset", "functions", 2, "parameters", "type"],
      ],
    ]);
  });

  test("is known by its path if it is a function's", () => {
    const [definition] = check({ clientFunctionToolset: { functions: [{ name: "a" }, { name: "b", description: 1 }] } }).accepted;
    const listed = items(fieldAt(definition?.body, ["functions"]));
    expect(listed.map(({ path }) => definition && isInvalidAt(definition, path))).toEqual([false, true]);
  });

  test("omits a tool if it is the name in its body", () => {
    const tool = (name: unknown) => check({ clientFunction: { name, description: "Shows a map." } }, { resource: "tool" });
    expect(tool("show_map").accepted).toHaveLength(1);
    expect(tool(7)).toMatchObject({ accepted: [], said: ["wrong-type clientFunction.name"] });
  });

  test("omits nothing if the field is only for output", () => {
    expect(
      check({ mcpToolset: { serverAddress: "https://example.com/mcp" }, createTime: "x", etag: 1, toolFakeConfig: { codeBlock: {} } })
        .accepted,
    ).toHaveLength(1);
  });

  test("omits the toolset if calls depend on the field", () => {
    expect(
      check({ mcpToolset: { serverAddress: "https://example.com/mcp", apiAuthentication: { bearerTokenConfig: { token: "abc" } } } })
        .accepted,
    ).toEqual([]);
    expect(check({ openApiToolset: { openApiSchema: 3 } }).accepted).toEqual([]);
    expect(check({ openApiToolset: {} }).said).toEqual(["missing-field openApiToolset"]);
    expect(check([]).said).toEqual(["wrong-type "]);
  });
});

describe("a kind of tool that does not compile", () => {
  test.each([
    { dataStoreTool: { name: "a", engineSource: { dataStoreSources: [{ dataStore: { name: "$env_var", engineType: "CHAT_ENGINE" } }] } } },
    { pythonFunction: { name: "a", pythonCode: "def a():\n  return f'${x} {{y}} <z>'" } },
    { googleSearchTool: { name: "a", contextUrls: ["https://example.com"], promptConfig: { textPrompt: "{{x}}" } } },
    { fileSearchTool: { name: "a", corpusType: "USER_OWNED", fileCorpus: "projects/p/locations/l/ragCorpora/1" } },
    { systemTool: { name: "end_session" } },
    { agentTool: { name: "a", agent: "projects/p/locations/l/agents/a" } },
    { widgetTool: { name: "a", widgetType: "PRODUCT_CAROUSEL", parameters: { type: "OBJECT" }, uiConfig: { any: [1] } } },
    { mcpTool: { name: "a", serverAddress: "https://example.com/mcp", state: "ACTIVE" } },
    {
      remoteAgentTool: {
        name: "a",
        description: "b",
        agentCard: {
          ...{ name: "a", description: "b", version: "1" },
          supportedInterfaces: [{ url: "https://example.com/a2a", protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
          skills: [{ id: "a", name: "a", description: "b", tags: [] }],
        },
      },
    },
  ])("has no findings: %j", (tool) => {
    const { said, accepted, others } = check(tool, { resource: "tool" });
    expect(said).toEqual([]);
    expect(accepted).toEqual([]);
    expect(others.map(({ member }) => [member])).toEqual([Object.keys(tool)]);
  });
});

test("names such as `__proto__` may stand in a definition", () => {
  const tree = parseTree({
    path: "a.json",
    text: '{ "clientFunction": { "name": "a", "parameters": { "type": "OBJECT", "properties": { "__proto__": { "type": "STRING" }, "constructor": { "type": "WRONG" } } } }, "__proto__": {} }',
  });
  const { diagnostics } = checkDefinitions([{ resource: "tool", tree, path: [], fallbackName: "a", app: undefined }], { today: undefined });
  expect(diagnostics.map(({ code, place }) => [code, "path" in place ? place.path.join(".") : ""])).toEqual(
    expect.arrayContaining([
      ["unknown-field", "__proto__"],
      ["wrong-choice", "clientFunction.parameters.properties.constructor.type"],
    ]),
  );
  expect(diagnostics).toHaveLength(2);
});

// Whatever looks back at each letter would take longer than a test may.
test("a long text that is nearly valid is checked in linear time", () => {
  const long = 200_000;
  const texts = [
    "${".repeat(long),
    `a@${".a".repeat(long)}@`,
    `${"=".repeat(long)}x`,
    `${" ".repeat(long)}!`,
    "{{ ".repeat(long),
    "<a".repeat(long),
  ];
  for (const each of texts) {
    check({ mcpToolset: { serverAddress: each, apiAuthentication: { serviceAccountAuthConfig: { serviceAccount: each } } } });
    check(trusting(each));
  }
});
