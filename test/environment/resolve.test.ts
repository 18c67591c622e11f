import { describe, expect, test } from "vitest";
import { environmentMatrix, formatMatrix } from "../../src/environment/matrix.ts";
import { resolve } from "../../src/environment/resolve.ts";
import type { Selection } from "../../src/environment/selection.ts";
import { documentWith, onePlaceholder, shop, toolset, urlOf } from "./cases.ts";
import { loadTexts, summaryOf } from "./loaded.ts";

const everything: Selection = { environment: undefined, set: new Map() };

async function resolved(texts: Record<string, string>, selection: Selection = everything) {
  const { project, definitions } = await loadTexts(texts);
  const { value, diagnostics } = resolve(definitions, project, selection);
  return {
    names: value.map(({ definition }) => definition.name),
    overlays: value.map(({ environments }) => Object.fromEntries(environments)),
    defaults: value.map(({ defaultEnvironment }) => defaultEnvironment),
    summary: summaryOf(diagnostics),
    messages: diagnostics.map(({ message }) => message),
    diagnostics,
  };
}

describe("a placeholder in a document", () => {
  test("is replaced by the environment, with the structure of the definition", async () => {
    const { overlays, defaults, summary } = await resolved(shop(urlOf("https://shop.example.com/v1")));
    expect(overlays).toEqual([{ default: { openApiToolset: { url: "https://shop.example.com/v1" } } }]);
    expect(defaults).toEqual(["default"]);
    expect(summary).toEqual([]);
  });

  test("without a value is an error at its line, and the toolset is omitted while others compile", async () => {
    const { names, summary, messages } = await resolved({
      ...shop(undefined),
      "other.yaml": toolset("other"),
      "other.openapi.yaml": documentWith("servers: [{ url: https://o.example.com }]\n"),
    });
    expect(names).toEqual(["other"]);
    expect(summary).toEqual(["error unresolved-placeholder shop.openapi.yaml:4"]);
    expect(messages).toEqual([
      `The field "toolsets.shop.openApiToolset.url" is "$env_var", but no environment has a value for this field.`,
    ]);
  });

  test("in a block scalar of the definition is found in its outer line", async () => {
    const inline = `displayName: shop\nopenApiToolset:\n  openApiSchema: |\n${onePlaceholder.replace(/^(?=.)/gm, "    ")}`;
    expect((await resolved({ "shop.yaml": inline })).summary).toEqual(["error unresolved-placeholder shop.yaml:7"]);
  });

  test("in `host` of Swagger 2.0 has a whole address as its value", async () => {
    const swagger = `swagger: "2.0"\ninfo: { title: Shop, version: "1" }\nhost: $env_var\nbasePath: /v1\npaths: {}\n`;
    const { overlays } = await resolved(shop(urlOf("https://shop.example.com/v1"), swagger));
    expect(overlays).toEqual([{ default: { openApiToolset: { url: "https://shop.example.com/v1" } } }]);
    expect((await resolved(shop(undefined, swagger))).summary).toEqual(["error unresolved-placeholder shop.openapi.yaml:3"]);
  });

  const serverCases: [string, string, string[], string[]][] = [
    ["two placeholders", "servers:\n  - url: $env_var\n  - url: $env_var\n", ["error several-placeholders shop.openapi.yaml:5"], []],
    [
      "a literal beside it",
      "servers:\n  - url: https://a.example.com\n  - url: $env_var\n",
      ["warning placeholder-beside-servers shop.openapi.yaml:4"],
      ["shop"],
    ],
    [
      "a part of a text",
      "servers:\n  - url: https://$env_var/v1\n",
      ["error partial-placeholder shop.openapi.yaml:4", "warning unused-environment-value environment.json:5"],
      [],
    ],
  ];
  test.each(serverCases)("is replaced or refused in the document's servers: %s", async (_, servers, summary, names) => {
    const actual = await resolved(shop(urlOf("https://shop.example.com"), documentWith(servers)));
    expect(actual.summary).toEqual(summary);
    expect(actual.names).toEqual(names);
  });

  test("is refused in servers below those of the document", async () => {
    const document = onePlaceholder
      .replace("  /items:\n", "  /items:\n    servers:\n      - url: $env_var\n")
      .replace("      operationId", "      servers: [{ url: $env_var }]\n      operationId");
    const { summary, names } = await resolved(shop(urlOf("https://shop.example.com"), document));
    expect(summary).toEqual([
      "error placeholder-below-document shop.openapi.yaml:8",
      "error placeholder-below-document shop.openapi.yaml:10",
    ]);
    expect(names).toEqual([]);
  });

  test("is refused in servers below those of the document, behind references and in additional operations", async () => {
    const document = `openapi: 3.2.0
info: { title: Shop, version: "1" }
servers: [{ url: https://shop.example.com }]
paths:
  /items:
    additionalOperations:
      LINK: { operationId: linkItem, servers: [{ url: $env_var }], responses: { "200": { description: Linked } } }
  /orders: { $ref: "#/components/pathItems/Orders" }
  /more: { $ref: more.yaml#/More }
components:
  pathItems:
    Orders: { servers: [{ url: $env_var }], get: { operationId: listOrders, responses: { "200": { description: Orders } } } }
`;
    const more = "More:\n  $ref: '#/Other'\nOther:\n  servers: [{ url: $env_var }]\n";
    const { summary, names } = await resolved({ ...shop(urlOf("https://shop.example.com"), document), "more.yaml": more });
    expect(summary).toEqual([
      "error placeholder-below-document shop.openapi.yaml:7",
      "error placeholder-below-document shop.openapi.yaml:12",
      "error placeholder-below-document more.yaml:4",
    ]);
    expect(names).toEqual([]);
  });

  test("in the document is ignored if the definition has a `url`", async () => {
    const texts = { ...shop(undefined), "shop.yaml": `${toolset("shop")}  url: https://shop.example.com\n` };
    expect(await resolved(texts)).toMatchObject({ names: ["shop"], summary: [], overlays: [{}] });
  });
});

describe("a value of an environment", () => {
  const values: [unknown, string, RegExp?][] = [
    ["", "error empty-environment-value"],
    ["$env_var", "error placeholder-as-value"],
    ["https://a.example.com/$env_var", "error placeholder-as-value"],
    ["/v1", "error invalid-environment-address", /does not start with http/],
    ["ftp://a.example.com", "error invalid-environment-address", /does not start with http/],
    ["https://", "error invalid-environment-address", /no host/],
    ["https:///v1", "error invalid-environment-address", /no host/],
    ["https://user:hunter2@a.example.com", "error invalid-environment-address", /user name or a password/],
    ["https://a.example.com/#x", "error invalid-environment-address", /fragment/],
    ["https://a.example.com?key=1", "error invalid-environment-address", /query/],
    ["https:\\\\a.example.com", "error invalid-environment-address", /backslash/],
    ["https://a.example.com/ v1", "error invalid-environment-address", /white space/],
    ["https://a.example.com:99999", "error invalid-environment-address", /host or port/],
    ["https://{region}.example.com", "warning variables-in-environment-address"],
  ];
  test.each(values)("is accepted or refused for an address: %j", async (value, expected, message) => {
    const { summary, messages, names, diagnostics } = await resolved(shop(urlOf(value)));
    expect(summary).toEqual([`${expected} environment.json:5`]);
    if (message) expect(messages[0]).toMatch(message);
    expect(messages.join()).not.toContain("hunter2");
    expect(names).toEqual(expected.startsWith("error") ? [] : ["shop"]);
    expect(diagnostics[0]?.related.length).toBe(1);
  });

  test("is checked against the format of its field", async () => {
    const key = (value: string) => ({
      "shop.yaml": `${toolset("shop")}  apiAuthentication:\n    apiKeyConfig:\n      keyName: X-Key\n      apiKeySecretVersion: $env_var\n      requestLocation: HEADER\n`,
      "shop.openapi.yaml": documentWith(""),
      "environment.json": JSON.stringify({
        toolsets: { shop: { openApiToolset: { apiAuthentication: { apiKeyConfig: { apiKeySecretVersion: value } } } } },
      }),
    });
    expect((await resolved(key("hunter2"))).messages).toEqual([
      `The value of the field "toolsets.shop.openApiToolset.apiAuthentication.apiKeyConfig.apiKeySecretVersion" in the environment "default" is not of the form projects/…/secrets/…/versions/….`,
    ]);
    expect((await resolved(key("projects/p/secrets/s/versions/latest"))).summary).toEqual([]);
  });
});

test("a definition with an array of more items than a function can have arguments is resolved", async () => {
  const wide = JSON.stringify({ displayName: "shop", openApiToolset: { openApiSchema: "a.json" }, labels: Array(300_000).fill(1) });
  const { summary } = await resolved({ "shop.json": wide, "a.json": JSON.stringify({ openapi: "3.0.3", paths: {} }) });
  expect(summary).toEqual([]);
});

test("thousands of placeholders in one resource are resolved in linear time", async () => {
  const all = (value: string) => ({ dataStoreTool: { boostSpecs: [{ dataStores: Array(20_000).fill(value) }] } });
  const { diagnostics } = await resolved({
    "faq.json": JSON.stringify({ displayName: "faq", ...all("$env_var") }),
    "environment.json": JSON.stringify({ tools: { faq: all("projects/p/locations/l/collections/c/dataStores/d") } }),
  });
  expect(diagnostics).toEqual([]);
});

describe("several environments", () => {
  const config = "environments:\n  dev: environments/dev.json\n  prod: environments/prod.json\ndefaultEnvironment: dev\n";
  const texts = (dev: unknown, prod: unknown) => ({
    ...shop(undefined),
    "toolsetc.yaml": config,
    "environments/dev.json": JSON.stringify(dev),
    "environments/prod.json": JSON.stringify(prod),
  });

  test("are in one build, and a missing value is reported with its environment", async () => {
    const both = await resolved(texts(urlOf("https://dev.example.com"), urlOf("https://example.com")));
    expect(both.overlays).toEqual([
      { dev: { openApiToolset: { url: "https://dev.example.com" } }, prod: { openApiToolset: { url: "https://example.com" } } },
    ]);
    expect(both.defaults).toEqual(["dev"]);
    const one = await resolved(texts(urlOf("https://dev.example.com"), {}));
    expect(one.names).toEqual([]);
    expect(one.messages).toEqual([
      `The field "toolsets.shop.openApiToolset.url" is "$env_var", but the environment "prod" does not have a value for this field.`,
    ]);
  });

  test.each(["dev", "environments/dev.json", "./environments/dev.json"])("are narrowed to one by the flag %s", async (environment) => {
    const { overlays, summary } = await resolved(texts(urlOf("https://dev.example.com"), {}), { ...everything, environment });
    expect(overlays).toEqual([{ dev: { openApiToolset: { url: "https://dev.example.com" } } }]);
    expect(summary).toEqual([]);
  });

  test.each([
    ["deploy/environment.json", "default"],
    ["staging-environment.json", "staging-environment"],
  ])("may include a file outside of the configuration: %s is named %s", async (path, name) => {
    const files = { ...texts(urlOf("https://dev.example.com"), {}), [path]: JSON.stringify(urlOf("https://other.example.com")) };
    const { project, definitions } = await loadTexts(files, { kind: "project" }, [path]);
    expect(environmentMatrix(definitions, project, { ...everything, environment: path }).environments).toEqual([name]);
  });

  test("report an unknown name with the nearest one", async () => {
    const { messages } = await resolved(texts(urlOf("https://dev.example.com"), {}), { ...everything, environment: "prdo" });
    expect(messages[0]).toBe(`There is no environment or environment file "prdo". Did you mean "prod"?`);
  });

  test("are shown as a table of their missing values", async () => {
    const { project, definitions } = await loadTexts(texts(urlOf("https://dev.example.com"), urlOf("x")));
    expect(formatMatrix(environmentMatrix(definitions, project, everything))).toBe(
      "resource       field               dev  prod\ntoolsets.shop  openApiToolset.url  ok   INVALID\n",
    );
  });

  test("have no missing values for a file that is absent or invalid, and nothing compiles without it", async () => {
    const absent: Record<string, string> = texts(urlOf("https://dev.example.com"), {});
    delete absent["environments/prod.json"];
    expect(await resolved(absent)).toMatchObject({ names: [], summary: [] });
    expect(await resolved({ ...absent, "environments/prod.json": "{" })).toMatchObject({ names: [], summary: [] });
  });
});

describe("a value that a flag gives", () => {
  const set = (path: string, value = "https://set.example.com"): Selection => ({ environment: undefined, set: new Map([[path, value]]) });

  test("may be for a part of the project that is not loaded", async () => {
    const texts = { "a/shop.yaml": toolset("shop"), "a/shop.openapi.yaml": onePlaceholder, "b/far.yaml": toolset("far") };
    const { project, definitions } = await loadTexts(texts, { kind: "folder", path: "b" });
    expect(resolve(definitions, project, set("toolsets.shop.openApiToolset.url")).diagnostics).toEqual([]);
  });

  test("replaces that of the environment, and needs none", async () => {
    const overlays = [{ default: { openApiToolset: { url: "https://set.example.com" } } }];
    expect(await resolved(shop(urlOf("https://shop.example.com")), set("toolsets.shop.openApiToolset.url"))).toMatchObject({
      overlays,
      summary: [],
    });
    expect(await resolved(shop(undefined), set("toolsets.shop.openApiToolset.url"))).toMatchObject({ overlays, summary: [] });
  });

  test.each([
    ["toolsets.shp.openApiToolset.url", `There is no resource "toolsets.shp". Did you mean "toolsets.shop"?`],
    [
      "toolsets.shop.openApiToolset.ulr",
      `The resource "toolsets.shop" has no field "openApiToolset.ulr" that an environment can set. Did you mean "openApiToolset.url"?`,
    ],
  ])("is refused for the path %s", async (path, message) => {
    const { messages } = await resolved(shop(urlOf("https://shop.example.com")), set(path));
    expect(messages).toEqual([message]);
  });

  test("is reported at the flag if it is invalid", async () => {
    expect((await resolved(shop(undefined), set("toolsets.shop.openApiToolset.url", "x"))).summary).toEqual([
      "error invalid-environment-address --set:1",
    ]);
  });

  test("may be for a toolset with dots in its name", async () => {
    const texts = { "a.b.yaml": `displayName: a.b\nopenApiToolset:\n  openApiSchema: d.yaml\n`, "d.yaml": onePlaceholder };
    expect((await resolved(texts, set("toolsets.a.b.openApiToolset.url"))).names).toEqual(["a.b"]);
  });
});

describe("an unused value of an environment", () => {
  test("is reported by its name, field or value, with the nearest one", async () => {
    const environment = {
      toolsets: {
        shpo: { openApiToolset: { url: "https://a.example.com" } },
        shop: { openApiToolset: { url: "https://a.example.com", ulr: "x" } },
      },
    };
    const { messages, names } = await resolved(shop(environment, documentWith("servers: [{ url: https://b.example.com }]\n")));
    expect(messages).toEqual([
      `The entry "shpo" under "toolsets" matches no resource, so its values are not used. Did you mean "shop"?`,
      `The field "toolsets.shop.openApiToolset.url" does not contain "$env_var", so this value is not used.`,
      `The resource "toolsets.shop" has no field "openApiToolset.ulr" that an environment can set, so this value is not used. Did you mean "openApiToolset.url"?`,
    ]);
    expect(names).toEqual(["shop"]);
  });

  test("that no environment can give for a placeholder is an error", async () => {
    const texts = {
      ...shop(urlOf("https://a.example.com")),
      "shop.yaml": `${toolset("shop")}  apiAuthentication:\n    oauthConfig:\n      oauthGrantType: CLIENT_CREDENTIAL\n      clientId: $env_var\n      clientSecretVersion: projects/p/secrets/s/versions/1\n      tokenEndpoint: https://t.example.com\n`,
    };
    expect((await resolved(texts)).summary).toEqual(["error unmanaged-placeholder shop.yaml:7"]);
  });
});

describe("the name of a toolset in an environment", () => {
  const app = (toolsets: unknown) => ({
    "app.yaml": "displayName: App\n",
    "toolsets/My_Shop/My_Shop.yaml":
      "displayName: My Shop\nopenApiToolset:\n  openApiSchema: toolsets/My_Shop/open_api_toolset/open_api_schema.yaml\n",
    "toolsets/My_Shop/open_api_toolset/open_api_schema.yaml": onePlaceholder,
    "environment.json": JSON.stringify({ toolsets }, null, 1),
  });
  const entry = (url: string) => ({ openApiToolset: { url } });

  test.each([["My Shop"], ["My_Shop"]])("may be its display name or its folder: %s", async (name) => {
    expect((await resolved(app({ [name]: entry("https://a.example.com") }))).overlays).toEqual([
      { default: entry("https://a.example.com") },
    ]);
  });

  test("may have an entry by display name and one by folder if they are equal, else that is an error", async () => {
    const differing = await resolved(app({ "My Shop": entry("https://a.example.com"), My_Shop: entry("https://b.example.com") }));
    expect(differing.summary).toEqual(["error ambiguous-environment-entry environment.json:8"]);
    expect(differing.names).toEqual([]);
    expect((await resolved(app({ "My Shop": entry("https://a.example.com"), My_Shop: entry("https://a.example.com") }))).summary).toEqual(
      [],
    );
  });

  test("may be `__proto__` or `constructor`", async () => {
    const texts = {
      "a.yaml": `displayName: constructor\nopenApiToolset:\n  openApiSchema: d.yaml\n`,
      "d.yaml": onePlaceholder,
      "environment.json": `{ "toolsets": { "__proto__": { "openApiToolset": { "url": "https://a.example.com" } } } }`,
    };
    expect((await resolved(texts)).summary).toEqual([
      "error unresolved-placeholder d.yaml:4",
      "warning unknown-environment-entry environment.json:1",
    ]);
  });
});
