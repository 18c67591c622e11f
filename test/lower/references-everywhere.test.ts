import SwaggerParser from "@apidevtools/swagger-parser";
import { describe, expect, test } from "vitest";
import { openApi2 } from "../../src/document/openapi/check/shapes/openapi-2.ts";
import { openApi3 } from "../../src/document/openapi/check/shapes/openapi-3.ts";
import type { ObjectShape, Shape } from "../../src/document/openapi/check/shapes/shape.ts";
import { shapeAt } from "../../src/document/openapi/check/shapes/shape-at.ts";
import { isArray, isObject, type Json, type JsonObject } from "../../src/source/json/json.ts";
import type { Path } from "../../src/source/tree.ts";
import { compileTexts } from "../compile-texts.ts";
import { changeAt, pathsIn } from "../fuzz/project.ts";
import { isLong } from "../long.ts";

// Documents in many files put a `$ref` wherever they are cut. However one is cut, its tools are those of the document that it was cut from, which
// is also what `swagger-parser` puts together again.

const item: JsonObject = {
  type: "object",
  title: "Item",
  description: "A thing.",
  properties: {
    id: { type: "string", format: "uuid", minLength: 1, readOnly: true },
    kind: { type: "string", enum: ["a", "b"] },
    size: { type: "integer", minimum: 1 },
    tags: { type: "array", items: { type: "string" }, maxItems: 5, uniqueItems: true },
  },
  required: ["kind"],
  externalDocs: { url: "https://example.com/item" },
  xml: { name: "item", attribute: false },
};

const document3: JsonObject = {
  openapi: "3.0.3",
  info: {
    title: "Goods",
    description: "All of them.",
    version: "1",
    contact: { name: "A", url: "https://example.com", email: "a@example.com" },
    license: { name: "MIT", url: "https://example.com/licence" },
  },
  servers: [{ url: "https://{region}.example.com", variables: { region: { default: "eu", enum: ["eu", "us"], description: "Where." } } }],
  tags: [{ name: "goods", description: "Goods.", externalDocs: { url: "https://example.com" } }],
  externalDocs: { url: "https://example.com", description: "More." },
  security: [{ login: ["read"] }, { key: [] }],
  paths: {
    "/goods/{id}": {
      summary: "One thing.",
      servers: [{ url: "https://one.example.com" }],
      parameters: [{ name: "id", in: "path", required: true, style: "simple", schema: { type: "string" } }],
      get: {
        operationId: "find",
        summary: "Finds.",
        description: "Finds one.",
        tags: ["goods"],
        deprecated: false,
        parameters: [
          { name: "q", in: "query", style: "pipeDelimited", explode: false, schema: { type: "array", items: { type: "integer" } } },
          { name: "filter", in: "query", content: { "application/json": { schema: { $ref: "#/components/schemas/Item" } } } },
        ],
        responses: {
          200: {
            description: "ok",
            headers: { "X-Next": { description: "The next.", schema: { type: "string" } } },
            content: {
              "application/json": {
                schema: { $ref: "#/components/schemas/Item" },
                examples: { one: { summary: "One.", value: { kind: "a" } } },
              },
            },
            links: { next: { operationId: "add", parameters: { id: "$response.body#/id" }, server: { url: "https://example.com" } } },
          },
          default: { $ref: "#/components/responses/Failed" },
        },
        callbacks: { done: { "{$request.query.q}": { post: { responses: { 204: { description: "ok" } } } } } },
      },
      post: {
        operationId: "add",
        externalDocs: { url: "https://example.com/add" },
        security: [{ key: [] }],
        servers: [{ url: "https://two.example.com" }],
        requestBody: {
          description: "What.",
          required: true,
          content: {
            "multipart/form-data": {
              schema: {
                type: "object",
                properties: { file: { type: "string", format: "binary" }, meta: { $ref: "#/components/schemas/Either" } },
                required: ["file"],
              },
              encoding: { file: { contentType: "image/png", headers: { "X-A": { schema: { type: "string" } } } } },
            },
          },
        },
        responses: { 201: { description: "made" } },
      },
    },
  },
  components: {
    schemas: {
      Item: item,
      Other: {
        type: "object",
        properties: { kind: { type: "string" }, items: { type: "array", items: { $ref: "#/components/schemas/Item" } } },
      },
      Either: {
        oneOf: [{ $ref: "#/components/schemas/Item" }, { $ref: "#/components/schemas/Other" }],
        discriminator: { propertyName: "kind", mapping: { a: "Item", o: "Other" } },
      },
    },
    responses: { Failed: { description: "failed", content: { "text/plain": { schema: { type: "string" } } } } },
    securitySchemes: {
      key: { type: "apiKey", in: "header", name: "X-Key", description: "A key." },
      login: { type: "oauth2", flows: { clientCredentials: { tokenUrl: "https://example.com/token", scopes: { read: "Reads." } } } },
    },
  },
};

const document2: JsonObject = {
  swagger: "2.0",
  info: { title: "Goods", version: "1", description: "All of them." },
  host: "example.com",
  basePath: "/v1",
  schemes: ["https"],
  consumes: ["application/json"],
  produces: ["application/json"],
  security: [{ login: ["read"] }],
  tags: [{ name: "goods", description: "Goods." }],
  paths: {
    "/goods": {
      get: {
        operationId: "find",
        tags: ["goods"],
        parameters: [
          { name: "q", in: "query", type: "array", items: { type: "string", enum: ["a", "b"] }, collectionFormat: "pipes", maxItems: 3 },
          { name: "n", in: "query", type: "integer", minimum: 1, required: true },
        ],
        responses: { 200: { description: "ok", schema: { $ref: "#/definitions/Item" }, headers: { "X-Next": { type: "string" } } } },
      },
      post: {
        operationId: "add",
        consumes: ["application/x-www-form-urlencoded"],
        parameters: [{ name: "f", in: "formData", type: "string", required: true }],
        responses: { 201: { description: "made" } },
      },
    },
  },
  definitions: { Item: { type: "object", properties: { kind: { type: "string" } }, required: ["kind"] } },
  securityDefinitions: {
    login: { type: "oauth2", flow: "application", tokenUrl: "https://example.com/token", scopes: { read: "Reads." } },
  },
};

const documents: readonly (readonly [string, JsonObject, ObjectShape])[] = [
  ["OpenAPI 3.0", document3, openApi3("3.0")],
  ["OpenAPI 3.2", { ...document3, openapi: "3.2.0" }, openApi3("3.2")],
  ["Swagger 2.0", document2, openApi2()],
];

describe.each(documents)("a `$ref` in a document of %s that replaces a part", (_version, document, shape) => {
  const places = placesIn(document, shape);

  test("at one place makes the same tools", async () => {
    expect(places.length).toBeGreaterThan(60);
    const whole = await toolsOf({ "goods.json": document });
    for (const path of places.filter((_path, index) => isLong || index % 4 === 0)) {
      const name = path.join("/");
      const part = {
        "goods.json": changeAt(document, path, () => ({ $ref: "part.json#/in/it" })),
        "part.json": { in: { it: outside(valueAt(document, path)) } },
      };
      const { outputs, codes } = await toolsOf(part);
      expect(outputs, name).toEqual(whole.outputs);
      expect(
        codes.filter((code) => !whole.codes.includes(code)),
        name,
      ).toEqual(["misplaced-reference"]);
      expect(await putTogether(part), name).toEqual(await putTogether({ "goods.json": document }));
    }
  }, 120_000);

  test("at all places makes the same tools", async () => {
    const whole = await toolsOf({ "goods.json": document });
    const files = cut(document, shape);
    expect(Object.keys(files).length).toBeGreaterThan(25);
    const { outputs, codes } = await toolsOf(files);
    expect(outputs).toEqual(whole.outputs);
    expect([...new Set(codes)].sort()).toEqual([...new Set(["misplaced-reference", ...whole.codes])].sort());
    expect(await putTogether(files)).toEqual(await putTogether({ "goods.json": document }));
  });
});

/** The places where the standard has no reference and a value that is no data. */
function placesIn(document: JsonObject, shape: ObjectShape): Path[] {
  return pathsIn(document).filter((path) => isPlace(shapeAt(shape, path), path, shape));
}

function isPlace(shape: Shape | undefined, path: Path, root: ObjectShape): boolean {
  if (shape === undefined || shape.kind === "any" || path[0] === "openapi" || path[0] === "swagger" || path.at(-1) === "$ref") return false;
  // What stands under `examples` is data, and a file that it names is not read.
  if (path.includes("examples") || (shape.kind === "map" && shape.of.kind === "any")) return false;
  return !(shape.kind === "object" && shape.reference !== "none") && shapeAt(root, path.slice(0, -1)) !== undefined;
}

/** Every object, map and list where no reference may stand, in a file of its own. */
function cut(document: JsonObject, shape: ObjectShape): { readonly [path: string]: Json } {
  const files: { [path: string]: Json } = {};
  function cutAt(value: Json, path: Path): Json {
    if (isArray(value))
      return apart(
        value.map((each, index) => cutAt(each, [...path, index])),
        path,
      );
    if (!isObject(value)) return value;
    const members = Object.entries(value).map(([name, each]): [string, Json] => [name, cutAt(each, [...path, name])]);
    return apart(Object.fromEntries(members), path);
  }
  function apart(value: Json, path: Path): Json {
    if (path.length === 0 || !isPlace(shapeAt(shape, path), path, shape)) return value;
    const name = `${Object.keys(files).length}.json`;
    files[name] = outside(value);
    return { $ref: name };
  }
  return { "goods.json": cutAt(document, []), ...files };
}

/** A value in another file, from where references into the document name it. */
function outside(value: Json): Json {
  return JSON.parse(JSON.stringify(value).replaceAll('"$ref":"#/', '"$ref":"goods.json#/')) as Json; // What was JSON is JSON.
}

function valueAt(document: JsonObject, path: Path): Json {
  return path.reduce<Json>((value, step) => (value as { readonly [step: string | number]: Json })[step] ?? null, document);
}

async function toolsOf(files: { readonly [path: string]: Json }) {
  const written = Object.fromEntries(Object.entries(files).map(([path, data]) => [path, JSON.stringify(data, null, 2)]));
  const { outputs, findings } = await compileTexts(written, {
    input: { kind: "openapi", path: "goods.json", include: [], exclude: [] },
    targets: ["manifest", "typescript"],
  });
  // Which file an operation was read from is all that differs.
  const texts = outputs.flatMap((output) =>
    output.files.map(({ path, text }) => [path, text.replace(/^(\/\/ Generated .* from ).*\n/, "$1\n")]),
  );
  return { outputs: texts, codes: findings.map(({ code }) => code) };
}

/** The document as `swagger-parser` reads it. */
async function putTogether(files: { readonly [path: string]: Json }): Promise<unknown> {
  const file = {
    order: 1,
    canRead: true,
    read: ({ url }: { url: string }) => JSON.stringify(files[url.slice(url.lastIndexOf("/") + 1)]),
  };
  // It knows no 3.2, which is 3.1 to who only follows references.
  const document = files["goods.json"];
  const root = isObject(document) && document.openapi === "3.2.0" ? { ...document, openapi: "3.1.2" } : document;
  const parsed = await SwaggerParser.dereference("/nowhere/goods.json", structuredClone(root) as never, {
    resolve: { file, http: false },
  });
  return JSON.parse(JSON.stringify(parsed));
}
