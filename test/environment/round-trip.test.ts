import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ExportOptions, environmentText, exportEnvironment } from "../../src/environment/export.ts";
import { importEnvironment } from "../../src/environment/import.ts";
import { resolve } from "../../src/environment/resolve.ts";
import { formatText } from "../../src/findings/formats/format-text.ts";
import { applyEdits } from "../../src/source/edit.ts";
import { findingsFrom } from "../findings-from.ts";
import { documentWith, onePlaceholder, shop, toolset, urlOf } from "./cases.ts";
import { loadTexts, summaryOf } from "./loaded.ts";

const everything = { environment: undefined, set: new Map<string, string>() };
const exporting: ExportOptions = { extensions: false, environment: undefined, environmentFile: undefined };

type Texts = Record<string, string>;

async function exported(texts: Texts, options: Partial<ExportOptions> = {}) {
  const { project, definitions } = await loadTexts(texts, { kind: "project" }, [options.environmentFile ?? "environment.json"]);
  const { value, diagnostics } = exportEnvironment(definitions, project, { ...exporting, ...options });
  const environments = [...value.environmentFiles].map(([path, file]) => [path, environmentText(file)]);
  return {
    texts: { ...texts, ...Object.fromEntries(applyEdits(value.edits)), ...Object.fromEntries(environments) } as Texts,
    files: value.environmentFiles,
    diagnostics,
    summary: summaryOf(diagnostics),
    left: value.left?.map(({ field, reason }) => `${field}: ${reason}`),
  };
}

async function imported(texts: Texts, environment?: string) {
  const { project, definitions } = await loadTexts(texts);
  const { value, diagnostics } = importEnvironment(definitions, project, { ...everything, environment });
  return {
    texts: { ...texts, ...Object.fromEntries(applyEdits(value)) } as Texts,
    summary: summaryOf(diagnostics),
    messages: diagnostics.map(({ message }) => message),
  };
}

const without = (texts: Texts, path: string): Texts => Object.fromEntries(Object.entries(texts).filter(([name]) => name !== path));

describe("`export`", () => {
  test("changes only the characters of the value, and import restores them", async () => {
    const document = documentWith("servers:   # where\n  - url:  'https://shop.example.com/v1'  # the live one\n");
    const texts = shop(undefined, document);
    const after = await exported(texts);
    expect(after.texts["shop.openapi.yaml"]).toBe(document.replace("'https://shop.example.com/v1'", "'$env_var'"));
    expect(after.texts["environment.json"]).toBe(`${JSON.stringify(urlOf("https://shop.example.com/v1"), null, 2)}\n`);
    const before = await imported(after.texts);
    expect(before.summary).toEqual([]);
    expect(without(before.texts, "environment.json")).toEqual(texts);
  });

  test("reports which values it leaves in definitions, and why", async () => {
    const oauth = `    oauthConfig: { oauthGrantType: CLIENT_CREDENTIAL, clientId: depot, clientSecretVersion: projects/p/secrets/s/versions/1, tokenEndpoint: "https://login.example.com/token" }\n`;
    const gate = `displayName: gate\nmcpToolset:\n  serverAddress: https://gate.example.com/mcp\n  apiAuthentication:\n${oauth}`;
    const document = `${documentWith("servers:\n  - url: https://shop.example.com\n")}  /far:\n    servers: [{ url: "https://far.example.com" }]\n    get: { operationId: far, responses: {} }\n`;
    const texts = { ...shop(undefined, document), "gate.yaml": gate };
    const extension = "toolsets.gate.mcpToolset.serverAddress: CES does not replace `$env_var` in this field; --extensions exports it";
    const unmanaged = "toolsets.gate.mcpToolset.apiAuthentication.oauthConfig.clientId: an environment cannot have a value for this field";
    const server = "toolsets.shop.openApiToolset.url: an environment has no value for the `servers` of a path or an operation";
    expect((await exported(texts)).left).toEqual([extension, unmanaged, server]);
    expect((await exported(texts, { extensions: true })).left).toEqual([unmanaged, server]);
  });

  test("leaves two values in place if both would have the same entry", async () => {
    const definition = (name: string) => `${toolset("shop", "shop.openapi.yaml")}  url: https://${name}.example.com\n`;
    const texts = { "one.yaml": definition("one"), "shop.openapi.yaml": onePlaceholder, "two.yaml": definition("two") };
    const { diagnostics, files, texts: after } = await exported(texts);
    expect(diagnostics.map(({ message }) => message)).toEqual([
      'The value of the field "toolsets.shop.openApiToolset.url" is not exported to the environment file: another resource of the same name has a different value.',
    ]);
    expect(files.get("environment.json")).toEqual(urlOf("https://one.example.com"));
    expect(after["two.yaml"]).toBe(definition("two"));
  });

  test("exports the other values of a file if one value cannot be restored", async () => {
    const definition = `${toolset("shop")}  url: https://shop.example.com\n  apiAuthentication:\n    apiKeyConfig: { keyName: &name X-Key, apiKeySecretVersion: projects/p/secrets/s/versions/1, requestLocation: HEADER }\ndescription: *name\n`;
    const texts = { "shop.yaml": definition, "shop.openapi.yaml": documentWith("servers: [{ url: https://a.example.com }]\n") };
    const { texts: after, summary } = await exported(texts);
    expect(summary).toEqual(["warning not-exported shop.yaml:6"]);
    expect(after["shop.yaml"]).toBe(
      definition.replace("https://shop.example.com", "$env_var").replace("projects/p/secrets/s/versions/1", "$env_var"),
    );
  });

  test("keeps the content and the order of the environment", async () => {
    const texts = {
      ...shop(undefined, documentWith("servers: [{ url: https://a.example.com }]\n")),
      "environment.json": `{"toolsets":{"zebra":{"openApiToolset":{"url":"https://z.example.com"}},"shop":{"x":1}},"app":{}}`,
    };
    const { files } = await exported(texts);
    expect(JSON.stringify(files.get("environment.json"))).toBe(
      `{"toolsets":{"zebra":{"openApiToolset":{"url":"https://z.example.com"}},"shop":{"x":1,"openApiToolset":{"url":"https://a.example.com"}}},"app":{}}`,
    );
  });

  test("does not change an environment that already contains the values", async () => {
    const texts = {
      ...shop(undefined, documentWith("servers: [{ url: https://a.example.com }]\n")),
      "environment.json": `{"toolsets":{"shop":{"openApiToolset":{"url":"https://a.example.com"}}}}`,
    };
    const { files, texts: after } = await exported(texts);
    expect([...files.keys()]).toEqual([]);
    expect(after["shop.openapi.yaml"]).toContain("$env_var");
  });

  const staying: [string, string, RegExp][] = [
    ["several servers", "servers:\n  - url: https://a.example.com\n  - url: https://b.example.com\n", /has 2 servers/],
    ["a relative server", "servers:\n  - url: /v1\n", /does not start with http/],
    [
      "server variables",
      "servers:\n  - url: https://{region}.example.com\n    variables: { region: { default: eu } }\n",
      /has server variables/,
    ],
  ];
  test.each(staying)("leaves %s in place and reports it", async (_, servers, reason) => {
    const texts = shop(undefined, documentWith(servers));
    const after = await exported(texts);
    expect(after.texts).toEqual(texts);
    expect(after.diagnostics.map(({ code }) => code)).toEqual(
      servers.includes("b.example") ? ["not-exported", "not-exported"] : ["not-exported"],
    );
    expect(after.diagnostics[0]?.message).toMatch(reason);
  });

  test("leaves a value in place that an alias repeats elsewhere", async () => {
    const texts = shop(undefined, documentWith("x-live: &live https://a.example.com\nservers:\n  - url: *live\n"));
    const after = await exported(texts);
    expect(after.texts).toEqual(texts);
    expect(after.summary).toEqual(["warning not-exported shop.openapi.yaml:3"]);
    // An anchor that nothing refers to does no harm.
    const alone = await exported(shop(undefined, documentWith("servers:\n  - url: &live https://a.example.com\n")));
    expect(alone.texts["shop.openapi.yaml"]).toContain("url: &live $env_var\n");
  });

  test("leaves a value in place if the environment has two entries for its toolset", async () => {
    const texts = {
      "folder.yaml": toolset("shop"),
      "shop.openapi.yaml": documentWith("servers: [{ url: https://a.example.com }]\n"),
      "environment.json": `{ "toolsets": { "shop": { "displayName": "s" }, "folder": { "displayName": "s" } } }`,
    };
    const after = await exported(texts);
    expect(after.texts).toEqual(texts);
    expect(after.diagnostics[0]?.message).toContain('"environment.json" has two entries for this resource');
  });

  test("leaves a value in place if a key with an anchor stands before it", async () => {
    const texts = shop(undefined, documentWith("&live https://a.example.com: 1\nservers:\n  - url: *live\n"));
    expect((await exported(texts)).texts).toEqual(texts);
  });

  test("does not show a password that it leaves in place", async () => {
    const { project, definitions } = await loadTexts(
      shop(undefined, documentWith("servers:\n  - url: https://me:hunter2@a.example.com/v1\n")),
    );
    const { diagnostics } = exportEnvironment(definitions, project, exporting);
    const text = formatText(findingsFrom(diagnostics));
    expect(text).toContain("4 |   - url: https://**********@a.example.com/v1\n");
    expect(text).not.toContain("hunter2");
  });

  test("exports fields that CES does not manage only on request", async () => {
    const texts = { "m.yaml": "displayName: m\nmcpToolset:\n  serverAddress: https://m.example.com/mcp\n" };
    expect((await exported(texts)).texts).toEqual(texts);
    const after = await exported(texts, { extensions: true });
    expect(after.texts["m.yaml"]).toBe("displayName: m\nmcpToolset:\n  serverAddress: $env_var\n");
    expect((await imported(after.texts)).texts["m.yaml"]).toBe(texts["m.yaml"]);
  });

  test("refuses several environments without a default", async () => {
    const texts = {
      ...shop({}, documentWith("servers: [{ url: https://a.example.com }]\n")),
      "toolsetc.yaml": "environments: { dev: dev.json, prod: prod.json }\n",
      "dev.json": "{}",
      "prod.json": "{}",
    };
    expect((await exported(texts)).summary).toEqual(["error environment-not-chosen --env:1"]);
    expect([...(await exported(texts, { environment: "prod" })).files.keys()]).toEqual(["prod.json"]);
    expect([...(await exported(texts, { environmentFile: "other.json" })).files.keys()]).toEqual(["other.json"]);
  });

  test("writes the value of a shared document once, and `import` restores it", async () => {
    const texts = {
      "a.yaml": toolset("a", "d.yaml"),
      "b.yaml": toolset("b", "d.yaml"),
      "d.yaml": documentWith("servers: [{ url: https://a.example.com }]\n"),
    };
    const after = await exported(texts);
    expect(Object.keys((after.files.get("environment.json")?.toolsets ?? {}) as object)).toEqual(["a", "b"]);
    expect((await imported(after.texts)).texts["d.yaml"]).toBe(texts["d.yaml"]);
  });
});

describe("`import`", () => {
  test("refuses two values for one place, which are fine at run time", async () => {
    const texts = {
      "a.yaml": toolset("a", "d.yaml"),
      "b.yaml": toolset("b", "d.yaml"),
      "d.yaml": onePlaceholder,
      "environment.json": JSON.stringify({
        toolsets: { a: { openApiToolset: { url: "https://a.example.com" } }, b: { openApiToolset: { url: "https://b.example.com" } } },
      }),
    };
    const { project, definitions } = await loadTexts(texts);
    expect(resolve(definitions, project, everything)).toMatchObject({
      value: [{ definition: { name: "a" } }, { definition: { name: "b" } }],
      diagnostics: [],
    });
    const after = await imported(texts);
    expect(after.texts).toEqual(texts);
    expect(after.summary).toEqual(["error conflicting-values d.yaml:4"]);
  });

  test("writes the values of the selected environment", async () => {
    const texts = {
      ...shop(undefined),
      "toolsetc.yaml": "environments: { dev: dev.json, prod: prod.json }\n",
      "dev.json": JSON.stringify(urlOf("https://dev.example.com")),
      "prod.json": JSON.stringify(urlOf("https://example.com")),
    };
    expect((await imported(texts)).summary).toEqual(["error environment-not-chosen --env:1"]);
    expect((await imported(texts, "prod")).texts["shop.openapi.yaml"]).toBe(onePlaceholder.replace("$env_var", "https://example.com"));
  });

  test("leaves a placeholder without a value, and reports it", async () => {
    const after = await imported(shop({}));
    expect(after.summary).toEqual(["error unresolved-placeholder shop.openapi.yaml:4"]);
    expect(after.texts).toEqual(shop({}));
  });

  const swagger = (members: string) => `swagger: "2.0"\ninfo: { title: Shop, version: "1" }\n${members}paths: {}\n`;
  const addresses: [string, string, string, string][] = [
    [
      "fits",
      "host: $env_var\nbasePath: /v1\nschemes: [https]\n",
      "https://a.example.com:8443/v1",
      "host: a.example.com:8443\nbasePath: /v1\nschemes: [https]\n",
    ],
    ["has another path", "host: $env_var\nbasePath: /v1\n", "https://a.example.com/v2/", "host: a.example.com\nbasePath: /v2/\n"],
    ["has no path", "host: $env_var\nbasePath: /v1\n", "https://a.example.com", "host: a.example.com\nbasePath: /\n"],
    ["has another scheme", "host: $env_var\nschemes:\n  - https\n", "http://a.example.com", "host: a.example.com\nschemes:\n  - http\n"],
  ];
  test.each(addresses)("writes an address that %s into the members of Swagger 2.0", async (_, members, url, expected) => {
    expect((await imported(shop(urlOf(url), swagger(members)))).texts["shop.openapi.yaml"]).toBe(swagger(expected));
  });

  test.each([
    ["host: $env_var\n", "https://a.example.com/v1"],
    ["host: $env_var\n", "http://a.example.com"],
    ["host: $env_var\nschemes: [http, https]\n", "http://a.example.com"],
  ])("refuses an address that the members cannot express: %j", async (members, url) => {
    expect((await imported(shop(urlOf(url), swagger(members)))).summary).toEqual(["error inexpressible-url shop.openapi.yaml:3"]);
  });
});

describe("`import` after `export` restores the same bytes", () => {
  const host = fc.stringMatching(/^[a-z][a-z0-9-]{0,10}[a-z0-9](\.[a-z]{2,5}){1,2}(:[1-9][0-9]{1,3})?$/);
  const path = fc.stringMatching(/^(\/[A-Za-z0-9._~%=&'()+,;@-]{0,8}){0,3}$/).map((text) => text.replaceAll("%", "%25"));
  const quote = fc.constantFrom<(text: string) => string>(
    (text) => text,
    (text) => JSON.stringify(text),
    (text) => `'${text.replaceAll("'", "''")}'`,
    (text) => JSON.stringify(text).replaceAll("=", "\\u003d").replaceAll("'", "\\u0027"),
    (text) => JSON.stringify(text).replaceAll("/", "\\/"),
    (text) => `>-\n      ${text}`,
    (text) => `&here ${JSON.stringify(text)}`,
  );
  const ends = fc.constantFrom("\n", "\r\n");

  test("of OpenAPI 3 in any spelling, alone or in a block scalar", async () => {
    await fc.assert(
      fc.asyncProperty(host, path, quote, ends, fc.boolean(), async (name, rest, quoted, end, isInline) => {
        const document = documentWith(`servers:\n  - url: ${quoted(`https://${name}${rest}`)}\n`).replaceAll("\n", end);
        const inline = `displayName: shop${end}openApiToolset:${end}  openApiSchema: |${end}${document.replace(/^(?=[^\r\n])/gm, "    ")}`;
        const texts: Texts = isInline ? { "shop.yaml": inline } : shop(undefined, document);
        const { project } = await loadTexts(texts);
        fc.pre(project.resources.length === 1);
        const after = await exported(texts);
        const before = await imported(after.texts);
        expect(without(before.texts, "environment.json")).toEqual(texts);
      }),
      { numRuns: 300 },
    );
  });

  test("of Swagger 2.0", async () => {
    const base = fc.option(fc.stringMatching(/^\/[a-z0-9/]{0,8}$/), { nil: undefined });
    const schemes = fc.option(fc.subarray(["http", "https"], { minLength: 1 }), { nil: undefined });
    await fc.assert(
      fc.asyncProperty(host, base, schemes, quote, async (name, basePath, listed, quoted) => {
        const members = `host: ${quoted(name)}\n${basePath === undefined ? "" : `basePath: ${basePath}\n`}${listed === undefined ? "" : `schemes: [${listed.join(", ")}]\n`}`;
        const texts = shop(undefined, `swagger: "2.0"\ninfo: { title: Shop, version: "1" }\n${members}paths: {}\n`);
        const after = await exported(texts);
        expect(without((await imported(after.texts)).texts, "environment.json")).toEqual(texts);
      }),
      { numRuns: 200 },
    );
  });

  test("of documents whose values are mostly exported", async () => {
    let count = 0;
    for (const spelled of ["https://a.example.com", `"https://a.example.com/x=1"`, `'https://a.example.com'`]) {
      const after = await exported(shop(undefined, documentWith(`servers:\n  - url: ${spelled}\n`)));
      count += after.diagnostics.length === 0 ? 1 : 0;
    }
    expect(count).toBe(3);
  });
});
