import { expect, test } from "vitest";
import { readCredentials } from "../src/cli/calls/credentials.ts";
import { readVariables } from "../src/host/variables.ts";
import { type Manifest, toolsOf } from "../src/runtime/manifest.ts";
import type { Json, JsonObject } from "../src/source/json/json.ts";
import { parseTree } from "../src/source/parse-tree.ts";
import type { Path } from "../src/source/tree.ts";
import { compileTexts } from "./compile-texts.ts";
import { filesIn } from "./example-project.ts";
import { changeAt, type FuzzedProject, fromEntries, pathsIn, textsOf } from "./fuzz/project.ts";
import { isLong } from "./long.ts";

// A name that every object inherits is found in a plain object where nobody wrote it. Each of them is put into the place of every text and every
// key that a project has: nothing may fail, and nothing that was inherited may come out.

const names = Object.getOwnPropertyNames(Object.prototype);

/** The two that look names up in what they read; each run of all eight would take a second. */
const targets = ["manifest", "ces"];

const configuration: Json = {
  targets: targets.map((target) => ({ target, out: `out/${target}` })),
  environments: { dev: "dev.json", prod: "prod.json" },
  defaultEnvironment: "dev",
  naming: "toolset_operation",
  overrides: {
    api: {
      include: ["tag:goods", "GET /goods/{id}", "method:POST"],
      approval: { required: ["method:DELETE"] },
      auth: { key: { secret: "key" } },
      tools: { find: { name: "search", parameters: { q: { description: "What." } }, output: { pick: ["id"] } } },
    },
  },
  rules: { "unknown-field": "warning" },
};

const item: Json = {
  type: "object",
  properties: { id: { type: "string", format: "uuid", pattern: "^a$" }, kind: { enum: ["a", "b"] } },
  required: ["id"],
  discriminator: { propertyName: "kind", mapping: { a: "#/components/schemas/Item" } },
};

function document3(openapi: string): Json {
  const own: JsonObject =
    openapi < "3.2" ? {} : { additionalOperations: { COPY: { operationId: "copy", responses: { 200: { description: "ok" } } } } };
  return {
    openapi,
    info: { title: "Goods", version: "1" },
    servers: [{ url: "https://{region}.example.com", variables: { region: { default: "eu", enum: ["eu", "us"] } } }],
    tags: [{ name: "goods" }],
    security: [{ key: [] }, { login: ["read"] }, { plain: [] }],
    paths: {
      "/goods/{id}": {
        parameters: [{ name: "id", in: "path", required: true, style: "simple", schema: { type: "string" } }],
        get: {
          operationId: "find",
          tags: ["goods"],
          parameters: [
            { name: "q", in: "query", style: "form", schema: { type: "array", items: { type: "integer", format: "int32" } } },
            { name: "h", in: "header", style: "simple", schema: { type: "string" } },
            { name: "c", in: "cookie", style: "form", schema: { type: "string" }, "x-ces-session-context": "$context.session_id" },
          ],
          responses: { 200: { description: "ok", content: { "application/json": { schema: { $ref: "#/components/schemas/Item" } } } } },
        },
        post: {
          operationId: "add",
          requestBody: {
            content: {
              "multipart/form-data": {
                schema: { type: "object", properties: { file: { type: "string", format: "binary" } } },
                encoding: { file: { contentType: "image/png", style: "form" } },
              },
            },
          },
          responses: { default: { description: "ok", links: { next: { operationId: "find" } } } },
        },
        ...own,
      },
    },
    components: {
      schemas: { Item: item },
      securitySchemes: {
        key: { type: "apiKey", in: "header", name: "X-Key" },
        plain: { type: "http", scheme: "basic" },
        login: { type: "oauth2", flows: { clientCredentials: { tokenUrl: "https://example.com/token", scopes: { read: "Reads." } } } },
      },
    },
  };
}

const document2: Json = {
  swagger: "2.0",
  info: { title: "Goods", version: "1" },
  host: "example.com",
  schemes: ["https"],
  consumes: ["application/json"],
  security: [{ login: ["read"] }, { key: [] }],
  paths: {
    "/goods": {
      get: {
        operationId: "find",
        parameters: [
          { name: "q", in: "query", type: "array", items: { type: "string", format: "date" }, collectionFormat: "pipes" },
          { name: "f", in: "formData", type: "file" },
        ],
        responses: { 200: { description: "ok", schema: { $ref: "#/definitions/Item" } } },
      },
    },
  },
  definitions: { Item: { type: "object", discriminator: "kind", properties: { kind: { type: "string" } }, required: ["kind"] } },
  securityDefinitions: {
    key: { type: "apiKey", in: "query", name: "key" },
    login: { type: "oauth2", flow: "application", tokenUrl: "https://example.com/token", scopes: { read: "Reads." } },
  },
};

const definition: Json = {
  displayName: "api",
  executionType: "SYNCHRONOUS",
  openApiToolset: {
    openApiSchema: "api.json",
    url: "$env_var",
    apiAuthentication: {
      apiKeyConfig: { keyName: "k", apiKeySecretVersion: "projects/p/secrets/s/versions/1", requestLocation: "HEADER" },
    },
  },
};

const environment: Json = { toolsets: { api: { openApiToolset: { url: "https://example.com" } } } };

function projectOf(document: Json): FuzzedProject["files"] {
  return {
    "toolsetc.yaml": configuration,
    "api.yaml": definition,
    "api.json": document,
    "dev.json": environment,
    "prod.json": environment,
  };
}

/** Connectors, snapshots and client functions. */
const everyKind = Object.fromEntries(
  Object.entries(filesIn(`${import.meta.dirname}/golden/every-kind/input`)).map(([path, text]) => [
    path,
    path === "toolsetc.yaml"
      ? { targets: targets.map((target) => ({ target, out: `out/${target}` })) }
      : (parseTree({ path, text }).data ?? text),
  ]),
);

const projects: readonly (readonly [string, FuzzedProject["files"], readonly string[]])[] = [
  [
    "OpenAPI 3.0, its definition, configuration and environment",
    projectOf(document3("3.0.3")),
    // OpenAPI 3.2 has the same places.
    [...(isLong ? ["api.json"] : []), "api.yaml", "toolsetc.yaml", "dev.json"],
  ],
  ["OpenAPI 3.2", projectOf(document3("3.2.0")), ["api.json"]],
  ["Swagger 2.0", projectOf(document2), ["api.json"]],
  ["snapshots and every kind of definition", everyKind, Object.keys(everyKind)],
];

test.each(projects)(
  "names that every object inherits may stand at each place in %s",
  async (_title, files, changed) => {
    for (const path of changed) {
      for (const [index, each] of placesIn(files[path] ?? null).entries()) {
        // A place that finds one of the inherited functions finds all. Of these each place gets one by turn.
        const tried = ["__proto__", "constructor", names[index % names.length] ?? ""];
        for (const name of isLong ? tried : tried.slice(index % 3, (index % 3) + 1)) {
          const data =
            each.part === "value" ? changeAt(files[path] ?? null, each.path, () => name) : renamed(files[path] ?? null, each.path, name);
          const project: FuzzedProject = { from: path, files: { ...files, [path]: data }, input: { kind: "project" } };
          const place = `${path} ${each.path.join("/")} (${each.part}) = ${name}`;
          const { outputs } = await compileTexts(textsOf(project)).catch((error: unknown) => {
            throw new Error(`${place} made the compiler fail`, { cause: error });
          });
          const texts = outputs.flatMap((output) => output.files.map(({ text }) => text));
          expect(
            texts.filter((text) => text.includes("native code")),
            place,
          ).toEqual([]);
        }
      }
    }
  },
  600_000,
);

interface Place {
  readonly path: Path;
  readonly part: "key" | "value";
}

/** Every text, and every key. By default one of those that are the same member of the same member. */
function placesIn(data: Json): readonly Place[] {
  const at = (path: Path) => path.reduce<Json | undefined>((value, step) => (value as JsonObject)[step], data);
  const all = pathsIn(data).flatMap((path): Place[] => [
    ...(typeof path.at(-1) === "string" ? [{ path, part: "key" as const }] : []),
    ...(typeof at(path) === "string" ? [{ path, part: "value" as const }] : []),
  ]);
  return isLong ? all : [...new Map(all.map((place) => [kindOf(place), place])).values()];
}

function kindOf({ path, part }: Place): string {
  return JSON.stringify([part, path.slice(-2).map((step) => (typeof step === "number" ? "item" : step))]);
}

function renamed(data: Json, path: Path, name: string): Json {
  return changeAt(data, path.slice(0, -1), (holder) =>
    fromEntries(Object.entries(holder as JsonObject).map(([key, value]) => [key === path.at(-1) ? name : key, value])),
  );
}

test.each(names)("the name %s, which every object inherits, is no environment variable and no transport that is there", (name) => {
  expect(() => readVariables([`token=env:${name}`], process.env)).toThrow(`the environment variable "${name}" is not set`);
  expect(() => readCredentials({ secret: [`token=env:${name}`] }, process.env)).toThrow(`the environment variable "${name}" has no value`);
  const manifest = { formatVersion: "1.0", kind: name, name: "api", schemas: {}, tools: [] } as unknown as Manifest; // As a file may have it that nobody has checked.
  expect(() => toolsOf(manifest)).toThrow("needs a transport");
});
