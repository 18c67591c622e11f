import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import type { Context, Endpoint, HttpDefinition, Tool } from "../../src/runtime/index.ts";
import { http } from "../../src/runtime/index.ts";
import { type Manifest, toolsOf } from "../../src/runtime/manifest.ts";
import { mcp } from "../../src/runtime/mcp/mcp.ts";
import * as partsModule from "../../src/runtime/parts.ts";
import { keywordPartNames } from "../../src/runtime/schema/keyword-parts.ts";
import { composeTool } from "../../src/runtime/tool/define-tool.ts";
import type { ToolDefinition } from "../../src/runtime/tool/tool.ts";
import { defineToolset } from "../../src/runtime/toolset.ts";
import type { PartName } from "../../src/targets/typescript/part-name.ts";
import { partsForToolset } from "../../src/targets/typescript/parts.ts";
import { compileTexts } from "../compile-texts.ts";
import { neededParts, usingToolset } from "../needed-parts.ts";
import { createAuthority } from "../runtime/certificate-authority.ts";
import { endpoint } from "../runtime/fixture.ts";

const library = { ...partsModule };
const names = Object.keys(library).filter((name): name is PartName => name !== "allParts");

const openApi = (document: object, settings: object = {}) => ({
  openApiToolset: { openApiSchema: JSON.stringify({ openapi: "3.2.0", info: { title: "T", version: "1" }, ...document }), ...settings },
});
const answer = (contentType = "application/json") => ({
  responses: { 200: { description: "", content: { [contentType]: { schema: {} } } } },
});
const parameter = (name: string, place: string, others: object = {}) => ({ name, in: place, schema: { type: "string" }, ...others });
const get = (parameters: readonly object[], others: object = {}) => ({ get: { parameters, ...answer(), ...others } });
const post = (contentType: string) => ({
  post: { requestBody: { content: { [contentType]: { schema: { type: "object", properties: { a: { type: "string" } } } } } }, ...answer() },
});
const { certificate } = createAuthority("127.0.0.1");
const servers = [{ url: "https://shop.example" }];

/** A schema with keywords of each part. */
const schemas = {
  references: { type: "array", items: { $ref: "#/components/schemas/Tree" } },
  constants: { enum: ["a"] },
  intersections: { allOf: [{ type: "string" }] },
  unions: { anyOf: [{ type: "string" }, { type: "integer" }] },
  numbers: { type: "integer", minimum: 1 },
  strings: { type: "string", minLength: 1 },
  formats: { type: "string", format: "date" },
  arrays: { type: "array", items: { type: "string" } },
  rareKeywords: { not: { type: "null" } },
  examples: { type: "string", default: "a" },
};

/** Toolsets that together need all parts. */
const project = {
  "toolsetc.yaml":
    "targets: [{ target: typescript, out: generated }]\nenvironments: { dev: dev.json }\noverrides: { orders: { tools: { plain: { output: { pick: [a] } } } } }",
  "dev.json": { toolsets: { defined: { openApiToolset: { url: "https://shop.example" } } } },
  "orders.json": {
    displayName: "orders",
    ...openApi({
      servers,
      components: {
        securitySchemes: { token: { type: "http", scheme: "bearer" } },
        schemas: { Tree: { type: "object", properties: { a: { type: "string" } } } },
      },
      paths: {
        "/plain": get([], { operationId: "plain" }),
        "/query": get([parameter("page", "query")]),
        "/header": get([parameter("x-a", "header")]),
        "/cookie": get([parameter("a", "cookie")]),
        "/style": get([parameter("a", "query", { style: "pipeDelimited", explode: false, schema: { type: "array", items: {} } })]),
        "/content": get([{ name: "a", in: "query", content: { "application/json": { schema: {} } } }]),
        "/context": get([parameter("a", "query", { "x-ces-session-context": "$context.variables.a" })], {
          security: [{ token: [] }],
        }),
        "/events": get([], answer("text/event-stream")),
        "/keywords": get(
          Object.entries(schemas).map(([name, schema]) => parameter(name, "query", { schema })),
          {},
        ),
        "/json": post("application/json"),
        "/form": post("application/x-www-form-urlencoded"),
        "/multipart": post("multipart/form-data"),
        "/other": post("text/plain"),
        "/key": { post: { parameters: [parameter("Idempotency-Key", "header")], ...answer() } },
        "/wait": get([], { responses: { ...answer().responses, 202: { description: "" } } }),
        "/list": {
          get: {
            parameters: [parameter("cursor", "query")],
            responses: {
              200: {
                description: "",
                content: {
                  "application/json": {
                    schema: {
                      type: "object",
                      properties: { items: { type: "array", items: {} }, next_cursor: { type: "string" } },
                    },
                  },
                },
              },
            },
          },
        },
        "/cursor": {
          post: {
            requestBody: {
              content: { "application/json": { schema: { type: "object", properties: { page_token: { type: "string" } } } } },
            },
            ...answer(),
          },
        },
      },
    }),
  },
  "notes.json": { displayName: "notes", mcpToolset: { serverAddress: "https://notes.example/mcp" } },
  "snapshots/notes.tools.json": {
    tools: [{ name: "export", inputSchema: { type: "object" }, execution: { taskSupport: "required" } }],
  },
  "basic.json": {
    displayName: "basic",
    ...openApi({
      servers: [{ url: "https://{region}.shop.example", variables: { region: { default: "eu" } } }],
      components: { securitySchemes: { user: { type: "http", scheme: "basic" } } },
      paths: { "/a": get([], { security: [{ user: [] }] }) },
    }),
  },
  "defined.json": {
    displayName: "defined",
    ...openApi(
      { paths: { "/a": get([]) } },
      {
        url: "$env_var",
        apiAuthentication: {
          oauthConfig: {
            oauthGrantType: "CLIENT_CREDENTIAL",
            clientId: "a",
            clientSecretVersion: "projects/p/secrets/s/versions/1",
            tokenEndpoint: "https://a.example",
          },
        },
        serviceDirectoryConfig: { service: "projects/p/locations/l/namespaces/n/services/s" },
        tlsConfig: { caCerts: [{ displayName: "a", cert: certificate }] },
      },
    ),
  },
};

/** The tools of each toolset, and the texts of its modules. */
const toolsets: { readonly name: string; readonly tools: readonly Tool[]; readonly text: string }[] = [];

beforeAll(async () => {
  const texts = Object.entries(project).map(([path, file]) => [path, typeof file === "string" ? file : JSON.stringify(file)]);
  await compileAll(Object.fromEntries(texts));
  for (const name of ["parameters.yaml", "swagger-2.yaml"]) {
    const document = readFileSync(join(import.meta.dirname, "../corpus/openapi", name), "utf8");
    const definition = JSON.stringify({ displayName: "all", openApiToolset: { openApiSchema: document } });
    await compileAll({ "all.json": definition, "toolsetc.yaml": "targets: [{ target: typescript, out: generated }]" });
  }
});

async function compileAll(files: { readonly [path: string]: string }): Promise<void> {
  const { outputs, findings } = await compileTexts(files);
  expect(findings.filter(({ severity }) => severity === "error")).toEqual([]);
  const written = outputs.flatMap((output) => output.files);
  for (const { path, text } of written.filter((file) => file.path.endsWith("/toolset.json"))) {
    const folder = path.slice(0, -"toolset.json".length);
    const modules = written.filter((file) => file.path.startsWith(folder) && file.path.endsWith(".ts"));
    const tools = toolsOf(JSON.parse(text) as Manifest, { mcp }); // The compiler wrote it.
    toolsets.push({ name: folder, tools, text: modules.map((file) => file.text).join("\n") });
  }
}

const needed = (tools: readonly Tool[]) => new Set([...partsForToolset(usingToolset(tools)), ...tools.flatMap(neededParts)]);

test.each(names)("the part %s of the run-time library is needed by some tools, and not by all", (name) => {
  expect(new Set(toolsets.map(({ tools }) => needed(tools).has(name)))).toEqual(new Set([true, false]));
});

test("each module imports the parts of the run-time library that its tools need, and no others", () => {
  expect(toolsets.length).toBe(6);
  for (const { name, tools, text } of toolsets) {
    const imported = [...text.matchAll(/import \{([^}]*)\} from "@toolsetc\/runtime\/parts"/g)].flatMap(([, list = ""]) =>
      list.split(",").map((each) => each.trim().replace(/ as .*/, "")),
    );
    expect(new Set(imported.filter((each) => each !== "")), name).toEqual(needed(tools));
  }
});

test("`allParts` contains each part of the run-time library", () => {
  expect(Object.keys(library.allParts).sort()).toEqual([...new Set(names.flatMap((name) => Object.keys(library[name])))].sort());
});

/** What a tool without a part lacks: the tool fails, except without the next page of a list, without repetitions of a POST, and without a further sentence in an error. */
interface Lack {
  readonly mcp?: ToolDefinition["mcp"];
  readonly http?: Partial<HttpDefinition>;
  readonly endpoint?: Partial<Endpoint>;
  readonly pick?: readonly string[];
  readonly context?: Context;
  readonly contentType?: string;
  readonly input?: { readonly [keyword: string]: unknown };
}

const body = (contentType: string): Lack => ({ http: { body: { contentType, members: ["a"] } } });
const styled = { style: "pipeDelimited", explode: false, allowReserved: false } as const;
const secured: Lack = {
  http: { security: [{ a: [] }] },
};
const defined = (members: object): Lack => ({ endpoint: { definition: { openApiToolset: members } } });
const auth = { auth: { a: "x" } };

const lacking: { readonly [Name in Exclude<PartName, "nextPage" | "pages" | "idempotencyKey" | "missingCredentials" | "examples">]: Lack } =
  {
    environments: defined({ url: "$env_var" }),
    serverVariables: { endpoint: { servers: [{ url: "https://{a}.example", description: "", variables: {} }] } },
    serviceDirectory: defined({ serviceDirectoryConfig: { service: "s" } }),
    certificates: defined({ tlsConfig: {} }),
    credentials: secured,
    otherSchemes: { ...secured, endpoint: { securitySchemes: { a: { type: "apiKey", in: "query", name: "a" } } }, context: auth },
    secretReferences: {
      ...secured,
      endpoint: { securitySchemes: { a: { type: "openIdConnect", "x-toolsetc-secrets": { secret: "s" } } } },
    },
    definedScheme: defined({ apiAuthentication: {} }),
    basic: { ...secured, endpoint: { securitySchemes: { a: { type: "basic" } } }, context: auth },
    oauthClient: { ...secured, endpoint: { securitySchemes: { a: { type: "oauth2", flow: "application" } } }, context: auth },
    contextValues: { http: { query: [{ name: "a", from: { context: "$context.variables.a" } }] } },
    query: { http: { query: ["a"] } },
    headers: { http: { headers: ["a"] } },
    cookies: { http: { cookies: ["a"] } },
    styles: { http: { query: [{ name: "a", as: styled }] } },
    content: { http: { query: [{ name: "a", as: { contentType: "application/json" } }] } },
    jsonBody: body("application/json"),
    formBody: body("application/x-www-form-urlencoded"),
    multipartBody: body("multipart/form-data"),
    otherBody: body("text/plain"),
    sequences: { http: { responses: [{ status: "200", contentType: "text/event-stream", body: "sequence" }] } },
    waiting: {
      http: { waiting: { style: "repeat", header: null, operation: null, state: null, pending: [], failed: [], seconds: null } },
    },
    tasks: { mcp: { tool: "a", waiting: { style: "task", seconds: null } } },
    pick: { pick: ["a"] },
    advice: { context: { fetch: () => Promise.reject(new TypeError("fetch failed")) } },
    references: { input: { properties: { a: { $ref: "#/$defs/A" } }, $defs: { A: { type: "string" } } } },
    constants: { input: { properties: { a: { const: "x" } } } },
    intersections: { input: { properties: { a: { allOf: [{ type: "string" }] } } } },
    unions: { input: { properties: { a: { oneOf: [{ type: "string" }] } } } },
    numbers: { input: { properties: { b: { minimum: 1 } } } },
    strings: { input: { properties: { a: { pattern: "x" } } } },
    stringFormats: { input: { properties: { a: { format: "date" } } } },
    arrays: { input: { properties: { c: { items: {} } } } },
    rareKeywords: { input: { minProperties: 1 } },
  };

describe("a tool whose module lacks a part of the library throws, with the name of the part or the keyword", () => {
  test.each(Object.entries(lacking))("if the part is %s", async (name, lack) => {
    const [slot = ""] = Object.keys(library[name as PartName]); // The table has no other keys.
    const connection = { ...endpoint, servers: [{ url: "https://shop.example", description: "", variables: {} }], ...lack.endpoint };
    const others = names.filter((each) => !Object.hasOwn(library[each], slot)).map((each) => library[each]);
    const tool = composeTool<unknown, unknown, "t", "none">({
      toolset: defineToolset({ format: 2, name: "shop", displayName: "", connection, transport: lack.mcp ? mcp : http, uses: others }),
      id: "t",
      name: "t",
      description: "",
      input: { type: "object", ...lack.input },
      output: {},
      ...(lack.pick === undefined ? {} : { trim: { pick: lack.pick, maxBytes: null } }),
      ...(lack.mcp ? { mcp: lack.mcp } : { http: { method: "POST", path: "/", ...lack.http } }),
    });
    const fetch = async () => new Response("{}", { headers: { "content-type": "application/json" } });
    await expect(
      tool.execute({ a: "x", b: 1, c: [] }, { fetch, resolveService: () => "https://a.example", ...lack.context }),
    ).rejects.toThrow(keywordPartNames.some((each) => each === slot) ? /needs the part for "[$\w]+"/ : `needs the part "${slot}"`);
  });
});

test.each([
  [{ type: "string" }, false],
  [{ type: ["integer", "null"] }, false],
  [{ type: "array", items: { type: "string" } }, true],
  [{ type: ["string", "object"] }, true],
  [{ enum: ["a"] }, true],
])("a path parameter needs styles if it may be more than one word: %j", async (schema, isNeeded) => {
  const connection = { ...endpoint, servers: [{ url: "https://shop.example", description: "", variables: {} }] };
  const definition = { id: "t", name: "t", description: "", input: { type: "object", properties: { a: schema } }, output: {} };
  const annotations = { readOnly: true };
  const toolset = defineToolset({ format: 2, name: "shop", displayName: "", connection, transport: http });
  const tool = composeTool({ ...definition, toolset, annotations, http: { method: "GET", path: "/{a}" } });
  expect(neededParts(tool).includes("styles")).toBe(isNeeded);
});

test("a module for another version of the library throws when it is loaded", () => {
  const definition = { name: "shop", displayName: "", connection: endpoint, transport: http };
  expect(() => defineToolset({ ...definition, format: 1 as unknown as 2 })).toThrow(
    'Toolset "shop" was compiled for another version of the run-time library. Compile it again',
  );
});
