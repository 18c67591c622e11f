import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { contractOf } from "../../src/contract/contract.ts";
import type { Diagnostic } from "../../src/diagnostic/diagnostic.ts";
import type { Program, Toolset } from "../../src/ir/ir.ts";
import { isArray, isObject, type Json, type JsonObject } from "../../src/source/json/json.ts";
import { cesTarget } from "../../src/targets/ces/ces.ts";
import { findUnsupportedIn30, openApiSchema } from "../../src/targets/ces/openapi-schema.ts";
import { inexpressibleIn } from "../../src/targets/ces/operation.ts";
import { resolvePlaceholders } from "../../src/targets/ces/placeholders.ts";
import { compileTexts } from "../compile-texts.ts";
import { apps } from "../corpus/corpus.ts";
import { example, filesIn } from "../example-project.ts";
import { isLong } from "../long.ts";
import { binding } from "./program.ts";

type Texts = { readonly [path: string]: string };

/** A project, the app that is made of it, and that app compiled again with the project's snapshots, which no app holds. */
async function roundTrip(texts: Texts, environment = "") {
  const { program } = await compileTexts(texts);
  const { value, diagnostics } = cesTarget.emit(program, { app: "app", environment });
  const files: Texts = Object.fromEntries(value.map(({ path, text }) => [path, text]));
  const snapshots = Object.fromEntries(Object.entries(texts).filter(([path]) => path.includes("snapshots/")));
  const again = await compileTexts({ ...files, ...snapshots });
  return { program, files, diagnostics, again };
}

function contracts({ toolsets }: Program): Map<string, JsonObject> {
  // Examples are not written into documents.
  const withoutExamples = (toolset: Toolset) => ({ ...toolset, tools: toolset.tools.map((tool) => ({ ...tool, examples: [] })) });
  return new Map(toolsets.map((toolset) => [toolset.name, asIn30(contractOf(withoutExamples(toolset)))]));
}

/** OpenAPI 3.0 says some things in other words, which mean the same, and holds nothing of the configuration. */
function asIn30<T extends Json>(value: T): T {
  const plain = (each: Json): Json => {
    if (isArray(each)) return each.map(plain);
    if (!isObject(each)) return each;
    const {
      const: only,
      // The configuration names the secrets of the document's security, which is reported as unsupported.
      "x-toolsetc-secrets": _references,
      allOf,
      type,
      items,
      ...rest
    } = Object.fromEntries(Object.entries(each).map(([name, member]) => [name, plain(member ?? null)]));
    const [reference] = isArray(allOf) && allOf.length === 1 ? allOf : [];
    return {
      ...rest,
      ...(isObject(items) && Object.keys(items).length === 0 ? {} : items === undefined ? {} : { items }),
      ...(isObject(reference) && "$ref" in reference ? reference : allOf === undefined ? {} : { allOf }),
      ...(only === undefined ? {} : { enum: [only] }),
      ...(isArray(type) && type.filter((name) => name !== "null").length > 1
        ? { anyOf: type.filter((name) => name !== "null").map((name) => ({ type: type.includes("null") ? [name, "null"] : name })) }
        : type === undefined
          ? {}
          : { type }),
    };
  };
  return plain(value) as T; // It keeps what each value is.
}

/** What the contract of a toolset cannot be the same after. Approval for DELETE is asked for again, and agents are no part of it. */
function isLoss({ code, message }: Diagnostic): boolean {
  if (code === "unsupported-in-ces")
    return !/ignores (the requirement of the user's approval|the security requirements of the document|the wait for the result)/.test(
      message,
    );
  // No contract has it.
  if (code === "field-omitted-in-ces") return false;
  return code !== "agents-omitted-in-ces" && code !== "openapi-3-1-in-ces";
}

/** The toolsets of which nothing was lost have the same contract; it gives their names. */
function expectSame({ program, diagnostics, again }: Awaited<ReturnType<typeof roundTrip>>): string[] {
  const lossy = new Set(diagnostics.filter(isLoss).map(({ toolset }) => toolset));
  const [before, after] = [contracts(program), contracts(again.program)];
  const same = [...before.keys()].filter((name) => !lossy.has(name));
  for (const name of same) expect(after.get(name), name).toEqual(before.get(name));
  return same;
}

test("the app of the example project compiles to the same contracts, except for what is reported as lost", async () => {
  const trip = await roundTrip(filesIn(example), "prod");
  expect(trip.again.findings.filter(({ severity }) => severity === "error")).toEqual([]);
  expect(expectSame(trip).sort()).toEqual(["exchange_rates", "show_on_map", "tickets"]);
  expect(trip.diagnostics.map(({ code, toolset }) => [code, toolset])).toEqual([
    ["standalone-functions-in-ces", "device"],
    ["unsupported-in-ces", "everything"],
    ["fixed-value-in-ces", "weather"],
    ["agents-omitted-in-ces", undefined],
  ]);
  expect(JSON.parse(trip.files["environment.json"] ?? "")).toEqual({
    toolsets: { exchange_rates: { openApiToolset: { url: "https://api.frankfurter.dev/v1" } } },
  });
  // Of the others, only what was said differs.
  const toolOf = (program: Program, name: string) =>
    program.toolsets
      .flatMap((toolset) => toolset.tools.map((tool) => [tool.name, asIn30(tool.input.json), asIn30(tool.output.json)]))
      .find(([each]) => each === name);
  for (const name of ["weather_get_forecast", "device_get_location", "device_pick_contact", "everything_add"])
    expect(toolOf(trip.again.program, name), name).toEqual(toolOf(trip.program, name));
});

describe("the app that the target `ces` writes for a golden case", () => {
  const root = join(import.meta.dirname, "../golden");
  // Two files have schemas of one name, which are not told apart by the same names in one document; a description of the configuration
  // does not say that its operation is deprecated, which the document that is written does; and a closed schema of which inputs and outputs
  // differ gets the suffix of inputs once more.
  const changed = ["documents-in-many-files", "texts-for-models", "openapi-schemas"];
  const cases = readdirSync(root).filter((name) => existsSync(join(root, name, "input")) && !changed.includes(name));
  // One case shows every kind of definition; of the others, a sample.
  const tried = cases.filter((name, index) => isLong || index % 3 === 0 || name === "every-kind");

  test.each(tried)("compiles to the same contracts: %s", async (name) => {
    expectSame(await roundTrip(filesIn(join(root, name, "input"))));
  });
});

describe("the app that the target `ces` writes for an exported app", () => {
  test.each(apps)("compiles to the same contracts: $name", async ({ folder }) => {
    const texts = filesIn(folder);
    const environment = texts["environment.json"];
    const trip = await roundTrip(texts);
    expect(expectSame(trip)).toHaveLength(trip.program.toolsets.length);
    if (environment === undefined || trip.files["environment.json"] === undefined) return;
    // What was in the environment of the toolsets that compile is there again.
    expect(JSON.parse(environment).toolsets ?? {}).toMatchObject(JSON.parse(trip.files["environment.json"]).toolsets ?? {});
  });

  test("has tools in most cases", async () => {
    const programs = await Promise.all(apps.map(async ({ folder }) => (await compileTexts(filesIn(folder))).program));
    expect(programs.flatMap(({ toolsets }) => toolsets).length).toBeGreaterThan(apps.length * 0.75);
  });
});

test("the app of a document with everything that an operation may have compiles to the same contract", async () => {
  const trip = await roundTrip({ "api.yaml": api, "api.openapi.yaml": document });
  expect(trip.diagnostics.filter(isLoss)).toEqual([]);
  expect(expectSame(trip)).toEqual(["api"]);
  const written = JSON.parse(trip.files["toolsets/api/open_api_toolset/open_api_schema.yaml"] ?? "");
  expect(written.openapi).toBe("3.0.3");
  expect(written.paths["/upload"].post.requestBody.content["multipart/form-data"].schema.properties.photo).toEqual({
    type: "string",
    format: "binary",
    description: "As a file.",
  });
  expect(written.paths["/items/{id}"].get.parameters).toContainEqual({
    name: "X-User",
    in: "header",
    "x-ces-session-context": "$context.variables.user",
    schema: { type: "string" },
  });
  expect(written.paths["/items/{id}"].get.responses["200"].content["application/json"].schema).toEqual({
    $ref: "#/components/schemas/Item",
  });
  expect(JSON.stringify(written)).not.toContain("x-toolsetc");
});

test("an operation that only begins its work has its own response in the app", async () => {
  const { "toolsetc.yaml": _configuration, ...texts } = filesIn(join(import.meta.dirname, "../golden/lists-and-waiting/input"));
  const trip = await roundTrip(texts);
  expect(trip.diagnostics.map(({ message }) => message)).toEqual([
    'For one tool of the toolset "shop", CES ignores the wait for the result, and returns the first answer of the service.',
  ]);
  const written = JSON.parse(trip.files["toolsets/shop/open_api_toolset/open_api_schema.yaml"] ?? "");
  expect(written.paths["/exports"].post.responses["202"].content["application/json"].schema).toEqual({
    type: "object",
    properties: { id: { type: "string" } },
  });
  expect(expectSame(trip)).toEqual(["shop"]);
});

test("the app contains the encoding of a member that is named schema", async () => {
  const upload = `openapi: 3.0.3
info: { title: Upload, version: "1" }
servers: [{ url: https://upload.example }]
paths:
  /upload:
    post:
      operationId: upload
      summary: Uploads a schema
      requestBody:
        content:
          multipart/form-data:
            schema: { type: object, properties: { schema: { type: object, properties: { id: { type: string, nullable: true } } } } }
            encoding: { schema: { contentType: application/xml } }
      responses: { "200": { description: It. } }
`;
  const { files } = await roundTrip({ "api.yaml": api, "api.openapi.yaml": upload });
  const written = JSON.parse(files["toolsets/api/open_api_toolset/open_api_schema.yaml"] ?? "");
  const content = written.paths["/upload"].post.requestBody.content["multipart/form-data"];
  expect(content.encoding).toEqual({ schema: { contentType: "application/xml" } });
  expect(content.schema.properties.schema.properties.id).toEqual({ type: "string", nullable: true });
});

test("a function is omitted from the app if a standalone tool has its name", async () => {
  const { files, diagnostics } = await roundTrip({
    "device.yaml":
      "displayName: device\nclientFunctionToolset: { functions: [{ name: get, description: Gets. }, { name: set, description: Sets. }] }\n",
    "own.yaml": "displayName: device_get\nclientFunction: { name: fetch, description: Fetches. }\n",
  });
  expect(Object.keys(files).filter((path) => path.startsWith("tools/"))).toEqual([
    "tools/device_set/device_set.json",
    "tools/device_get/device_get.json",
  ]);
  expect(JSON.parse(files["tools/device_get/device_get.json"] ?? "").clientFunction.name).toBe("fetch");
  expect(diagnostics.flatMap(({ code, message }) => (code === "tool-omitted-in-ces" ? [message] : []))).toEqual([
    'The tool "device_get" is omitted from the app that is written for CES: another tool of the app has the same display name.',
  ]);
});

test("the target `ces` writes standalone tools outside of toolsets", async () => {
  const from = (start: string, end: string) => document.slice(document.indexOf(start), document.indexOf(end));
  const alone = document.replace(from("  /items/{id}:", "  /photo:"), "").replace(from("  /form:", "components:"), "");
  const connection = readFileSync(join(example, "snapshots/tickets.connection.json"), "utf8");
  const trip = await roundTrip({
    "photo.yaml": "displayName: photo\nopenApiTool: { openApiSchema: photo.openapi.yaml, name: photo, description: A photo. }\n",
    "photo.openapi.yaml": alone,
    "assign.yaml":
      "displayName: assign\nconnectorTool: { name: assign, description: Assigns., connection: projects/p/locations/l/connections/c, action: { connectionActionId: AssignTicket } }\n",
    "snapshots/assign.connection.json": connection,
  });
  expect(trip.diagnostics.filter(isLoss)).toEqual([]);
  expect(expectSame(trip).sort()).toEqual(["assign", "photo"]);
  expect(Object.keys(trip.files).sort()).toEqual([
    "app.json",
    "tools/assign/assign.json",
    "tools/photo/open_api_tool/open_api_schema.yaml",
    "tools/photo/photo.json",
  ]);
});

test("the app contains overrides of names and descriptions, and only the selected tools", async () => {
  const config = `
overrides:
  api:
    exclude: [upload]
    tools:
      getItem: { name: find_item, title: Finds, description: Finds one., parameters: { id: { description: Which. } } }
`;
  const { files } = await roundTrip({ "toolsetc.yaml": config, "api.yaml": api, "api.openapi.yaml": document });
  const { paths } = JSON.parse(files["toolsets/api/open_api_toolset/open_api_schema.yaml"] ?? "");
  expect(Object.keys(paths)).not.toContain("/upload");
  expect(paths["/items/{id}"].get).toMatchObject({ operationId: "find_item", summary: "Finds", description: "Finds one." });
  expect(paths["/items/{id}"].get.parameters[0]).toMatchObject({ name: "id", description: "Which." });
});

test("every file of the app is ASCII, and resources with similar names have different folders", async () => {
  const client = (name: string) =>
    `displayName: ${JSON.stringify(name)}\nclientFunction: { name: f${name.length}, description: "\u00e9" }\n`;
  const { files } = await roundTrip({ "a.yaml": client("a b"), "b.yaml": client("a/b") });
  const folders = Object.keys(files).filter((path) => path.startsWith("tools/"));
  expect(new Set(folders.map((path) => path.toLowerCase())).size).toBe(2);
  for (const text of Object.values(files)) expect(text).toMatch(/^[\n\x20-\x7e]*$/);
});

describe("a schema in OpenAPI 3.0", () => {
  test.each<[JsonObject, JsonObject]>([
    [{ $ref: "#/$defs/A" }, { $ref: "#/components/schemas/A" }],
    [
      { $ref: "#/$defs/A", description: "x" },
      { allOf: [{ $ref: "#/components/schemas/A" }], description: "x" },
    ],
    [{ type: ["string", "null"] }, { type: "string", nullable: true }],
    [{ type: ["string", "integer"] }, { anyOf: [{ type: "string" }, { type: "integer" }] }],
    [{ anyOf: [{ $ref: "#/$defs/A" }, { type: "null" }] }, { nullable: true, allOf: [{ $ref: "#/components/schemas/A" }] }],
    [{ $ref: "#/$defs/A", allOf: [{ minLength: 1 }] }, { allOf: [{ $ref: "#/components/schemas/A" }, { minLength: 1 }] }],
    [
      { $ref: "#/$defs/A", type: ["string", "integer"], anyOf: [{ minLength: 1 }, { minimum: 1 }] },
      {
        allOf: [{ $ref: "#/components/schemas/A" }, { anyOf: [{ type: "string" }, { type: "integer" }] }],
        anyOf: [{ minLength: 1 }, { minimum: 1 }],
      },
    ],
    [
      { $ref: "#/$defs/A", type: ["string", "integer"] },
      { allOf: [{ $ref: "#/components/schemas/A" }], anyOf: [{ type: "string" }, { type: "integer" }] },
    ],
    [
      { allOf: [{ minLength: 1 }], anyOf: [{ $ref: "#/$defs/A" }, { type: "null" }] },
      { allOf: [{ minLength: 1 }, { nullable: true, allOf: [{ $ref: "#/components/schemas/A" }] }] },
    ],
    [
      { description: "x", anyOf: [{ type: "string" }, { type: "null" }] },
      { description: "x", nullable: true, type: "string" },
    ],
    [
      { description: "x", anyOf: [{ type: "string", description: "y" }, { type: "null" }] },
      { description: "x", allOf: [{ nullable: true, type: "string", description: "y" }] },
    ],
    // The outer type rejects null.
    [
      { type: "object", required: ["a"], anyOf: [{ required: ["b"] }, { type: "null" }] },
      { type: "object", required: ["a"], allOf: [{ nullable: true, required: ["b"] }] },
    ],
    [
      { type: ["object", "null"], anyOf: [{ required: ["b"] }, { type: "null" }] },
      { type: "object", nullable: true, allOf: [{ nullable: true, required: ["b"] }] },
    ],
    [
      { type: "number", exclusiveMinimum: 1 },
      { type: "number", minimum: 1, exclusiveMinimum: true },
    ],
    [
      { type: "number", exclusiveMinimum: 1, minimum: 1 },
      { type: "number", minimum: 1, exclusiveMinimum: true },
    ],
    [
      { type: "number", exclusiveMaximum: 9, maximum: 9 },
      { type: "number", maximum: 9, exclusiveMaximum: true },
    ],
    [
      { type: "number", exclusiveMaximum: 9, maximum: 5 },
      { type: "number", maximum: 5 },
    ],
    [{ const: 5 }, { enum: [5] }],
    [
      { type: "string", examples: ["a", "b"] },
      { type: "string", example: "a" },
    ],
    [
      { type: "object", properties: { type: { type: "string" } }, additionalProperties: false },
      { type: "object", properties: { type: { type: "string" } }, additionalProperties: false },
    ],
    [
      { type: "array", items: false },
      { type: "array", items: { not: {} } },
    ],
  ])("is written in its keywords: %j", (schema, expected) => {
    expect(findUnsupportedIn30(schema)).toBeUndefined();
    expect(openApiSchema(schema, "3.0.3")).toEqual(expected);
  });

  test.each<[JsonObject, readonly (string | number)[]]>([
    [{ type: "object", patternProperties: { a: {} } }, ["patternProperties"]],
    [{ allOf: [{}, { type: "array", prefixItems: [{}] }] }, ["allOf", 1, "prefixItems"]],
    [{ properties: { a: { type: "null" } } }, ["properties", "a", "type"]],
  ])("is impossible for %j, which needs 3.1", (schema, path) => {
    expect(findUnsupportedIn30(schema)).toEqual(path);
    expect(openApiSchema(schema, "3.1.1")).toEqual(schema);
  });
});

test.each([
  ["", {}],
  ["timeout: 60s\n", { timeout: "60s" }],
  ["executionType: ASYNCHRONOUS\n", { executionType: "ASYNCHRONOUS" }],
  ["executionType: ASYNCHRONOUS\ntimeout: 30s\n", { executionType: "ASYNCHRONOUS", timeout: "30s" }],
])("the app has only the execution settings that differ from the defaults: %j", async (settings, expected) => {
  const { files } = await roundTrip({ "api.yaml": `${api.replace(/^timeout: .*\n/m, "")}${settings}`, "api.openapi.yaml": document });
  const { executionType, timeout } = JSON.parse(files["toolsets/api/api.json"] ?? "");
  expect({ executionType, timeout }).toEqual(expected);
});

test("the app has the environment's value in place of placeholders that CES does not replace", () => {
  const message = {
    mcpToolset: { serverAddress: "$env_var", apiAuthentication: { serviceAccountAuthConfig: { serviceAccount: "$env_var" } } },
  };
  const overlay = {
    mcpToolset: { serverAddress: "https://a/mcp", apiAuthentication: { serviceAccountAuthConfig: { serviceAccount: "a@b" } } },
  };
  expect(resolvePlaceholders(message, overlay)).toEqual({
    message: { mcpToolset: { ...message.mcpToolset, serverAddress: "https://a/mcp" } },
    values: { mcpToolset: { apiAuthentication: { serviceAccountAuthConfig: { serviceAccount: "a@b" } } } },
    isManaged: true,
    unmanaged: [{ field: "mcpToolset.serverAddress", isResolved: true }],
  });
  expect(resolvePlaceholders(message, undefined).unmanaged).toEqual([{ field: "mcpToolset.serverAddress", isResolved: false }]);
});

const api = `
displayName: api
description: An API.
timeout: 5s
openApiToolset: { openApiSchema: api.openapi.yaml, ignoreUnknownFields: true }
`;

const document = `
openapi: 3.0.3
info: { title: API, version: "1" }
servers: [{ url: "https://{region}.example.com", variables: { region: { default: eu, enum: [eu, us] } } }]
tags: [{ name: items, description: Things. }]
security: [{ key: [] }]
paths:
  /items/{id}:
    get:
      operationId: getItem
      tags: [items]
      summary: One item
      description: Gives one item.
      parameters:
        - { name: id, in: path, required: true, schema: { type: integer, minimum: 0, exclusiveMinimum: true } }
        - { name: fields, in: query, style: pipeDelimited, explode: false, description: Which., schema: { type: array, items: { type: string } } }
        - { name: deep, in: query, style: deepObject, explode: true, deprecated: true, schema: { type: object, properties: { a: { type: string } } } }
        - { name: filter, in: query, content: { application/json: { schema: { $ref: "#/components/schemas/Item" } } } }
        - { name: session, in: cookie, schema: { type: string, nullable: true } }
        - { name: X-User, in: header, schema: { type: string }, x-ces-session-context: $context.variables.user }
        - { name: X-Tags, in: header, explode: true, schema: { type: array, items: { type: string } } }
      responses:
        "200": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/Item" } } } }
        "404": { description: None., content: { application/json: { schema: { type: object } } } }
    put:
      operationId: putItem
      parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/Item" } } } }
      responses:
        "200": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/Item" } } } }
        "201": { description: New., content: { application/json: { schema: { type: array, items: { type: string } } } } }
        "204": { description: Nothing. }
    delete:
      operationId: deleteItem
      security: []
      parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
      responses: { "204": { description: Gone. } }
  /upload:
    post:
      operationId: upload
      deprecated: true
      servers: [{ url: https://upload.example.com }]
      requestBody:
        required: true
        content:
          multipart/form-data:
            schema:
              type: object
              required: [photo]
              properties:
                photo: { type: string, format: binary, description: As a file. }
                about: { $ref: "#/components/schemas/Item" }
            encoding: { about: { contentType: application/json, headers: { X-Kind: { schema: { type: string, enum: [item] } } } }, photo: { contentType: "image/png, image/jpeg" } }
      responses: { "200": { description: Its text., content: { text/plain: { schema: { type: string } } } } }
  /photo:
    get:
      operationId: photo
      responses: { "200": { description: It., content: { image/png: { schema: { type: string, format: binary } } } } }
  /form:
    post:
      operationId: form
      requestBody:
        content:
          application/x-www-form-urlencoded:
            schema: { type: object, properties: { tags: { type: array, items: { type: string } } } }
            encoding: { tags: { style: spaceDelimited, explode: false } }
      responses: { default: { description: Any., content: { application/json: { schema: { type: object, additionalProperties: { type: string } } } } } }
  /raw:
    post:
      operationId: raw
      requestBody: { description: What to keep., required: true, content: { application/octet-stream: { schema: { type: string, format: binary } } } }
      responses: { "4XX": { description: Only failures are described. } }
components:
  securitySchemes: { key: { type: apiKey, in: header, name: X-Key } }
  schemas:
    Item:
      type: object
      required: [name]
      properties:
        name: { type: string, maxLength: 10, example: cup }
        price: { type: number, nullable: true }
        parts: { type: array, items: { $ref: "#/components/schemas/Item" } }
        maker: { nullable: true, allOf: [{ $ref: "#/components/schemas/Maker" }] }
        kind: { oneOf: [{ type: string, enum: [a] }, { type: integer }] }
    Maker: { type: object, properties: { name: { type: string } } }
`;

test("the app omits empty values, and its annotations contain no references", async () => {
  const document = `
openapi: 3.1.0
info: { title: A, version: "1" }
servers: [{ url: "https://{region}.example.com", variables: { region: { default: eu } } }]
paths:
  /a:
    servers: [{ url: "https://{tenant}.example.com", variables: { tenant: { default: x } } }]
    post:
      operationId: send
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/Letter" } } } }
      responses: { "204": { description: Sent. } }
components:
  schemas:
    Page: { type: object, properties: { text: { type: string } } }
    Letter:
      type: object
      properties: { page: { type: string, contentMediaType: application/json, contentSchema: { $ref: "#/components/schemas/Page" } } }
      KEYWORD
`;
  const compileAgain = async (keyword: string) => {
    const trip = await roundTrip({
      "mail.yaml": "displayName: mail\nopenApiToolset: { openApiSchema: ./mail.openapi.yaml }\n",
      "mail.openapi.yaml": document.replace("KEYWORD", keyword),
    });
    expect(trip.again.findings).toEqual([]);
    expect(trip.again.program.toolsets[0]?.tools).toHaveLength(1);
    return Object.values(trip.files).join("");
  };
  expect(await compileAgain("")).not.toContain("contentSchema");
  expect(await compileAgain("patternProperties: { ^x-: { type: string } }")).toMatch(
    /"contentSchema": \{\s*"\$ref": "#\/components\/schemas\/Page"/,
  );
});

test("security schemes of OpenAPI 2.0 are written as those of 3.0", async () => {
  const schemes = {
    login: { type: "basic", description: "By name." },
    machine: { type: "oauth2", flow: "application", tokenUrl: "https://a.example/token", scopes: { read: "Reads." } },
    person: { type: "oauth2", flow: "accessCode", authorizationUrl: "https://a.example/ask", tokenUrl: "https://a.example/token" },
    page: { type: "oauth2", flow: "implicit", authorizationUrl: "https://a.example/ask", scopes: {} },
    key: { type: "apiKey", in: "header", name: "x-key" },
  };
  const document = {
    swagger: "2.0",
    info: { title: "A", version: "1" },
    host: "a.example",
    schemes: ["https"],
    security: Object.keys(schemes).map((name) => ({ [name]: [] })),
    securityDefinitions: schemes,
    paths: { "/a": { get: { operationId: "read", responses: { 200: { description: "It." } } } } },
  };
  const { files, again } = await roundTrip({
    "a.yaml": "displayName: a\nopenApiToolset: { openApiSchema: ./a.openapi.json }\n",
    "a.openapi.json": JSON.stringify(document),
  });
  expect(again.findings).toEqual([]);
  const text = Object.entries(files).find(([path]) => path.endsWith("open_api_schema.yaml"))?.[1] ?? "";
  const urls = { authorizationUrl: "https://a.example/ask", tokenUrl: "https://a.example/token" };
  expect(JSON.parse(text).components.securitySchemes).toEqual({
    login: { type: "http", scheme: "basic", description: "By name." },
    machine: { type: "oauth2", flows: { clientCredentials: { tokenUrl: urls.tokenUrl, scopes: { read: "Reads." } } } },
    person: { type: "oauth2", flows: { authorizationCode: { ...urls, scopes: {} } } },
    page: { type: "oauth2", flows: { implicit: { authorizationUrl: urls.authorizationUrl, scopes: {} } } },
    key: schemes.key,
  });
});

test("encodings by position cannot be written before OpenAPI 3.2", () => {
  const body = { required: true, contentType: "multipart/mixed", from: { input: "body" } };
  expect(inexpressibleIn({ ...binding, body: { ...body, encoding: {} } })).toBeUndefined();
  const encoding = [{ contentType: "text/csv", as: null, headers: {} }];
  expect(inexpressibleIn({ ...binding, body: { ...body, encoding } })).toContain("positions instead of names");
});
