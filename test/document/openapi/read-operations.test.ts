import { describe, expect, test } from "vitest";
import type { Operation } from "../../../src/document/openapi/read/operation.ts";
import { followReference } from "../../../src/document/openapi/read/references.ts";
import { pointerOf, valueAt } from "../../../src/source/tree.ts";
import { check, read, said } from "./documents.ts";

function operationsOf(text: string, files: { readonly [path: string]: string } = {}): readonly Operation[] {
  const { value, diagnostics } = check(text, files);
  expect(said(diagnostics)).toEqual([]);
  return value?.operations ?? [];
}

describe("an operation of Swagger 2.0", () => {
  const head =
    "swagger: '2.0'\ninfo: { title: T, version: '1' }\nhost: api.example.com\nbasePath: /v1/\nschemes: [https, http]\nconsumes: [application/json]\nproduces: [application/json, text/csv]\n";

  test("has a body and lists of values as in OpenAPI 3", () => {
    const [operation] = operationsOf(
      `${head}paths: { /a: { post: { deprecated: true, parameters: [{ name: b, in: body, required: true, schema: { type: object } }, { name: q, in: query, type: array, items: { type: string }, collectionFormat: pipes }, { name: m, in: query, type: array, items: { type: string }, collectionFormat: multi }, { name: H, in: header, type: array, items: { type: string } }], responses: { '200': { description: x, schema: { type: string } }, '204': { description: none } } } } }`,
    );
    expect(operation?.parameters.map(({ name, as }) => [name, as])).toEqual([
      ["q", { style: "pipeDelimited", explode: false, allowReserved: false }],
      ["m", { style: "form", explode: true, allowReserved: false }],
      ["H", { style: "simple", explode: false, allowReserved: false }],
    ]);
    expect(operation?.requestBody).toMatchObject({ required: true, content: [{ mediaType: "application/json", fields: [] }] });
    expect(pointerOf(operation?.requestBody?.content[0]?.schema?.path ?? [])).toBe("/paths/~1a/post/parameters/0/schema");
    expect(operation?.responses.map(({ status, content }) => [status, content?.map(({ mediaType }) => mediaType)])).toEqual([
      ["200", ["application/json", "text/csv"]],
      ["204", []],
    ]);
    expect(operation?.deprecated).toBe(true);
  });

  test("has its form parameters as the fields of a body", () => {
    const [operation] = operationsOf(
      `${head}paths: { /a: { post: { consumes: [multipart/form-data], parameters: [{ name: f, in: formData, type: file, required: true }, { name: n, in: formData, type: string }], responses: { default: { description: x } } } } }`,
    );
    expect(operation?.parameters).toEqual([]);
    expect(operation?.requestBody?.required).toBe(true);
    const [content] = operation?.requestBody?.content ?? [];
    expect(content).toMatchObject({ mediaType: "multipart/form-data", schema: undefined });
    expect(content?.fields.map(({ name, required, isFile }) => ({ name, required, isFile }))).toEqual([
      { name: "f", required: true, isFile: true },
      { name: "n", required: false, isFile: false },
    ]);
  });

  test("has servers from `host`, `basePath` and `schemes`", () => {
    const { value } = check(`${head}paths: {}\ndefinitions: { A: { type: object }, __proto__: { type: string } }\n`);
    expect(value?.servers.map(({ url }) => url)).toEqual(["https://api.example.com/v1", "http://api.example.com/v1"]);
    expect(value?.dialect).toBe("openapi-2.0");
    expect(value?.schemas.map(([name, { path }]) => [name, pointerOf(path)])).toEqual([
      ["A", "/definitions/A"],
      ["__proto__", "/definitions/__proto__"],
    ]);
  });
});

describe("an operation of OpenAPI 3", () => {
  const head = "openapi: 3.2.0\ninfo: { title: T, version: '1' }\n";

  test("inherits from its path item, and its own parameters replace those", () => {
    const [operation] = operationsOf(
      `${head}paths: { '/a/{id}': { summary: S, servers: [{ url: /two }], parameters: [{ name: id, in: path, required: true, schema: {} }, { name: q, in: query, schema: {}, description: theirs }], get: { parameters: [{ name: q, in: query, schema: {}, description: own }] } } }\nservers: [{ url: /one }]`,
    );
    expect(operation?.parameters.map(({ name, description }) => `${name} ${description}`)).toEqual(["q own", "id "]);
    expect(operation?.servers?.map(({ url }) => url)).toEqual(["/two"]);
    expect(operation?.summary).toBe("S");
  });

  test("has the default styles of its parameters", () => {
    const [operation] = operationsOf(
      `${head}paths: { '/a/{p}': { get: { parameters: [{ name: p, in: path, required: true, schema: {} }, { name: q, in: query, schema: {} }, { name: d, in: query, schema: {}, style: deepObject, explode: true }, { name: c, in: cookie, schema: {}, style: cookie }, { name: j, in: query, content: { application/json: { schema: {} } } }] } } }`,
    );
    expect(operation?.parameters.map(({ as }) => as)).toEqual([
      { style: "simple", explode: false, allowReserved: false },
      { style: "form", explode: true, allowReserved: false },
      { style: "deepObject", explode: true, allowReserved: false },
      { style: "cookie", explode: true, allowReserved: false },
      { contentType: "application/json" },
    ]);
  });

  test("has the parameters that get a value of the session", () => {
    const [operation] = operationsOf(
      `${head}paths: { /a: { get: { parameters: [{ name: X-User, in: header, schema: {}, x-ces-session-context: $context.variables.token }] } } }`,
    );
    expect(operation?.parameters[0]?.sessionContext).toBe("$context.variables.token");
  });

  test("may have the method QUERY or another one, sequences and shared media types", () => {
    const operations = operationsOf(
      `${head}paths: { /a: { query: { requestBody: { content: { application/jsonl: { itemSchema: { type: object } }, application/json: { $ref: '#/components/mediaTypes/M' } } } }, additionalOperations: { COPY: {}, Lock: {} } } }\ncomponents: { mediaTypes: { M: { schema: { type: string } } } }`,
    );
    expect(operations.map(({ key }) => key)).toEqual(["QUERY /a", "COPY /a", "Lock /a"]);
    const [lines, json] = operations[0]?.requestBody?.content ?? [];
    expect(pointerOf(lines?.itemSchema?.path ?? [])).toBe("/paths/~1a/query/requestBody/content/application~1jsonl/itemSchema");
    expect(pointerOf(json?.schema?.path ?? [])).toBe("/components/mediaTypes/M/schema");
  });

  test("has the encodings by position as a list, whose last one is that of all further parts", () => {
    const read = (fields: string) =>
      operationsOf(
        `${head}paths: { /a: { post: { requestBody: { content: { multipart/mixed: { schema: { type: array }, ${fields} } } } } } }`,
      )[0]?.requestBody?.content[0]?.encoding;
    const [json, png] = ["contentType: application/json", "contentType: image/png"];
    expect(read(`prefixEncoding: [{ ${json} }], itemEncoding: { ${png} }`)).toMatchObject([
      { contentType: "application/json" },
      { contentType: "image/png" },
    ]);
    expect(read(`itemEncoding: { ${png} }`)).toMatchObject([{ contentType: "image/png" }]);
    expect(read(`prefixEncoding: [{ ${json} }]`)).toMatchObject([{ contentType: "application/json" }, { contentType: undefined }]);
  });

  test("has encodings of its body without members that encodings may not have", () => {
    const [operation] = operationsOf(
      `${head}paths: { /a: { post: { requestBody: { content: { multipart/form-data: { schema: {}, encoding: { one: { contentType: image/png, headers: { X-Id: { schema: { const: 1 } }, Content-Type: { schema: {} } } }, two: { style: deepObject } } } } } } } }`,
    );
    const written = operation?.requestBody?.content[0]?.encoding;
    const encoding = written instanceof Map ? written : undefined;
    expect(encoding?.get("one")).toMatchObject({ contentType: "image/png", as: undefined });
    expect([...(encoding?.get("one")?.headers.keys() ?? [])]).toEqual(["X-Id"]);
    expect(encoding?.get("two")).toMatchObject({
      contentType: undefined,
      as: { style: "deepObject", explode: false, allowReserved: false },
    });
  });

  test("of a webhook or a callback is counted apart", () => {
    const { value } = check(
      `${head}paths: { /a: { post: { callbacks: { done: { '{$request.body#/url}': { post: {}, put: {} } }, again: { $ref: '#/components/callbacks/C' } } } } }\nwebhooks: { w: { post: {}, get: {} } }\ncomponents: { callbacks: { C: { x: { post: {} } } } }`,
    );
    expect(value).toMatchObject({ operationCount: 1, webhookCount: 2, callbackCount: 3 });
  });

  test("has a response with any content if its reference has no target", () => {
    const { value } = check(`${head}paths: { /a: { get: { responses: { 2xx: { $ref: '#/nowhere' }, default: { description: x } } } } }`);
    expect(value?.operations[0]?.responses.map(({ status, content }) => [status, content])).toEqual([
      ["2XX", undefined],
      ["default", []],
    ]);
  });

  test("cannot be called with an alternative that names an unknown security scheme", () => {
    const { value } = check(
      `${head}paths: { /a: { get: { security: [{ nobody: [] }, { key: [a, b] }] } } }\nsecurity: [{}]\ncomponents: { securitySchemes: { key: { type: http, scheme: bearer } } }`,
    );
    expect(value?.operations[0]?.security).toEqual([new Map([["key", ["a", "b"]]])]);
    expect(value?.security).toEqual([new Map()]);
  });

  test("may name a security scheme by a URI within the document", () => {
    const schemes = "components: { securitySchemes: { key: { type: http, scheme: bearer } } }";
    const local = "'#/components/securitySchemes/key': [a]";
    const { value, diagnostics } = check(
      `${head}paths: {}\nsecurity: [{ ${local} }, { 'b.yaml#/key': [] }, { '#/components': [] }]\n${schemes}`,
      {
        "b.yaml": "key: { type: http, scheme: basic }",
      },
    );
    expect(value?.security).toEqual([new Map([["key", ["a"]]])]);
    expect(said(diagnostics)).toEqual([
      "unknown-security-scheme @ #/security/1/b.yaml#~1key (key)",
      "unknown-security-scheme @ #/security/2/#~1components (key)",
    ]);
    const former = check(`openapi: 3.1.0\ninfo: { title: T, version: '1' }\npaths: {}\nsecurity: [{ ${local} }]\n${schemes}`);
    expect(former.value?.security).toEqual([]);
    expect(said(former.diagnostics)).toEqual(["unknown-security-scheme @ #/security/0/#~1components~1securitySchemes~1key (key)"]);
  });

  test("has header names without regard to case, and other names with it", () => {
    const { value, diagnostics } = check(
      `${head}paths: { /a: { parameters: [{ name: x-one, in: header, schema: {}, description: theirs }], get: { parameters: [{ name: X-One, in: header, schema: {}, description: own }, { name: X-Two, in: header, schema: {} }, { name: x-two, in: header, schema: {} }, { name: q, in: query, schema: {} }, { name: Q, in: query, schema: {} }] } } }`,
    );
    expect(said(diagnostics)).toEqual(["duplicate-parameter @ #/paths/~1a/get/parameters/2/name"]);
    expect(value?.operations[0]?.parameters.map(({ name, description }) => `${name} ${description}`)).toEqual([
      "X-One own",
      "X-Two ",
      "q ",
      "Q ",
    ]);
  });
});

describe("a reference through other references", () => {
  const text = `openapi: 3.1.0
info: { title: T, version: '1' }
paths: {}
components:
  schemas:
    Anchored: { $anchor: here, type: string }
    Outer:
      $id: https://example.com/outer
      $defs: { inner: { $id: inner, type: integer } }
      properties: { a: { $ref: '#/$defs/inner' }, b: { $ref: inner }, c: { $ref: '#/components/schemas/Anchored' } }
    a/b%c: { type: boolean }
    Uses:
      properties:
        a: { $ref: '#here' }
        b: { $ref: 'https://example.com/inner' }
        c: { $ref: '#/components/schemas/a~1b%25c' }
        d: { $ref: '#/components/schemas/%zz' }
        e: { $ref: 'other.yaml' }
        f: { $ref: '' }
`;
  const tree = read(text);
  const other = read("type: 'null'", "other.yaml");

  test.each([
    ["Outer/properties/a", "/components/schemas/Outer/$defs/inner"],
    ["Outer/properties/b", "/components/schemas/Outer/$defs/inner"],
    // Strictly this would be looked up in `Outer`. There is nothing there, so the root of the file is meant.
    ["Outer/properties/c", "/components/schemas/Anchored"],
    ["Uses/properties/a", "/components/schemas/Anchored"],
    ["Uses/properties/b", "/components/schemas/Outer/$defs/inner"],
    ["Uses/properties/c", "/components/schemas/a~1b%c"],
    ["Uses/properties/d", undefined],
    ["Uses/properties/e", ""],
    ["Uses/properties/f", ""],
  ])("leads to the schema: %s", (place, expected) => {
    const path = ["components", "schemas", ...place.split("/")];
    const found = followReference({ tree, path }, (_from, uri) => (uri === "other.yaml" ? other : undefined));
    expect(found && pointerOf(found.path)).toBe(expected);
    if (found !== undefined) expect(found.value).toBe(valueAt(found.tree, found.path));
  });

  test("is resolved in its own document if it uses the document's `$self`", () => {
    const { diagnostics, value } = check(
      "openapi: 3.2.0\n$self: https://example.com/api\ninfo: { title: T, version: '1' }\npaths: { /a: { get: { requestBody: { $ref: 'https://example.com/api#/components/requestBodies/B' } }, put: { requestBody: { $ref: 'api#/components/requestBodies/B' } } } }\ncomponents: { requestBodies: { B: { content: { text/plain: {} } } } }",
    );
    expect(said(diagnostics)).toEqual([]);
    expect(value?.operations.map(({ requestBody }) => requestBody?.content[0]?.mediaType)).toEqual(["text/plain", "text/plain"]);
  });
});

test("leads to an invalid value in a webhook or callback, which is then reported", () => {
  const { value, diagnostics } = check(
    "openapi: 3.1.0\ninfo: { title: T, version: '1' }\npaths: { /a: { $ref: '#/webhooks/w' } }\nwebhooks: { w: { post: { parameters: [{ name: q, in: nowhere, schema: {} }], responses: { '200': { description: x, content: { text/plain: { schema: { type: wrong } } } } } } } }",
  );
  expect(said(diagnostics)).toContain("refused-operation @ #/webhooks/w/post (key)");
  expect(value?.operations).toEqual([]);
  expect([...(value?.invalidPaths.values() ?? [])].flat().map(pointerOf)).toEqual([
    "/webhooks/w/post/parameters/0/in",
    "/webhooks/w/post/responses/200/content/text~1plain/schema/type",
  ]);
});
