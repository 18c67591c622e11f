import { describe, expect, test } from "vitest";
import { check, said, strayPlaces } from "./documents.ts";

const head = "openapi: 3.1.0\ninfo: { title: T, version: '1' }\n";

interface Case {
  readonly name: string;
  readonly text: string;
  readonly files?: { readonly [path: string]: string };
  readonly says: readonly string[];
  /** The operations that are left. */
  readonly leaves: readonly string[];
}

const cases: Case[] = [
  {
    name: "nothing wrong",
    text: `${head}paths: { /a: { get: { responses: { '200': { description: ok } } } } }`,
    says: [],
    leaves: ["GET /a"],
  },
  {
    name: "an error that no call needs costs nothing",
    text: "openapi: 3.0.0\ninfo: { title: T, version: 1.0, licence: MIT }\npaths: { /a: { get: { tags: [1], responses: { 4xx: {} } } } }",
    says: [
      "coerced-value @ #/info/version",
      "unknown-field @ #/info/licence (key)",
      "coerced-value @ #/paths/~1a/get/tags/0",
      "invalid-status @ #/paths/~1a/get/responses/4xx (key)",
      "missing-field @ #/paths/~1a/get/responses/4xx",
    ],
    leaves: ["GET /a"],
  },
  {
    name: "what stands beside a reference has no effect, but may repeat what the target says",
    text: `openapi: 3.0.3
info: { title: T, version: '1' }
components: { schemas: { Name: { type: string, maxLength: 9 } } }
paths:
  /a:
    get:
      parameters: [{ name: q, in: query, schema: { $ref: '#/components/schemas/Name', type: string, maxLength: 5, minLength: 1 } }]
      responses: { '200': { description: ok } }`,
    says: [
      "ignored-sibling @ #/paths/~1a/get/parameters/0/schema/maxLength (key)",
      "ignored-sibling @ #/paths/~1a/get/parameters/0/schema/minLength (key)",
    ],
    leaves: ["GET /a"],
  },
  {
    name: "an error that a call needs costs its operation",
    text: `${head}paths: { /a: { get: { parameters: [{ name: q, in: qeury, schema: {} }] }, post: {} } }`,
    says: ["wrong-choice @ #/paths/~1a/get/parameters/0/in", "refused-operation @ #/paths/~1a/get (key)"],
    leaves: ["POST /a"],
  },
  {
    name: "an invalid shared parameter costs the operations that use it",
    text: `${head}paths: { /a: { get: { parameters: [{ $ref: '#/components/parameters/P' }] }, put: {} } }\ncomponents: { parameters: { P: { in: query, schema: {} } } }`,
    says: ["missing-field @ #/components/parameters/P", "refused-operation @ #/paths/~1a/get (key)"],
    leaves: ["PUT /a"],
  },
  {
    name: "an operation with an invalid response is kept",
    text: `${head}paths: { /a: { get: { responses: { '200': { $ref: '#/components/responses/Gnoe' } } } } }\ncomponents: { responses: { Gone: { description: gone } } }`,
    says: ["dangling-reference @ #/paths/~1a/get/responses/200/$ref"],
    leaves: ["GET /a"],
  },
  {
    name: "placeholders and path parameters",
    text: `${head}paths:\n  /a/{id}: { get: { parameters: [{ name: di, in: path, required: true, schema: {} }] } }\n  /b/{id}: { parameters: [{ name: id, in: path, schema: {} }], get: {} }`,
    says: [
      "optional-path-parameter @ #/paths/~1b~1{id}/parameters/0",
      "unused-path-parameter @ #/paths/~1a~1{id}/get/parameters/0/name",
      "missing-path-parameter @ #/paths/~1a~1{id}/get (key)",
    ],
    leaves: ["GET /a/{id}", "GET /b/{id}"],
  },
  {
    name: "names that must differ",
    text: `${head}paths:\n  /a/{x}: { get: { operationId: same, parameters: [{ name: x, in: path, required: true, schema: {} }] } }\n  /a/{y}: { get: { operationId: same, parameters: [{ name: y, in: path, required: true, schema: {} }, { name: q, in: query, schema: {} }, { name: q, in: query, schema: {} }] } }\ntags: [{ name: t }, { name: t }]`,
    says: [
      "duplicate-path @ #/paths/~1a~1{y} (key)",
      "duplicate-operation-id @ #/paths/~1a~1{y}/get/operationId",
      "duplicate-parameter @ #/paths/~1a~1{y}/get/parameters/2/name",
      "duplicate-tag @ #/tags/1/name",
    ],
    leaves: ["GET /a/{x}", "GET /a/{y}"],
  },
  {
    name: "Swagger 2.0 forbids no paths that differ only in their parameters",
    text: `swagger: '2.0'\ninfo: { title: t, version: '1' }\npaths:\n${["x", "y"].map((name) => `  /a/{${name}}: { get: { parameters: [{ name: ${name}, in: path, required: true, type: string }], responses: { '200': { description: d } } } }\n`).join("")}`,
    says: ["similar-path @ #/paths/~1a~1{y} (key)"],
    leaves: ["GET /a/{x}", "GET /a/{y}"],
  },
  {
    name: "paths that differ only in their parameters, without a method in both",
    text: `${head}paths:\n  /a/{x}: { get: { parameters: [{ name: x, in: path, required: true, schema: {} }] } }\n  /a/{y}: { put: { parameters: [{ name: y, in: path, required: true, schema: {} }] } }`,
    says: ["similar-path @ #/paths/~1a~1{y} (key)"],
    leaves: ["GET /a/{x}", "PUT /a/{y}"],
  },
  {
    name: "what an operation of an older version needs, and status codes",
    text: "openapi: 3.0.0\ninfo: { title: T, version: '1' }\npaths: { /a: { get: {}, put: { responses: {} }, post: { responses: { '888': { description: x }, default: { description: x } } } } }",
    says: [
      "missing-field @ #/paths/~1a/get",
      "no-responses @ #/paths/~1a/put/responses",
      "invalid-status @ #/paths/~1a/post/responses/888 (key)",
    ],
    leaves: ["GET /a", "PUT /a", "POST /a"],
  },
  {
    name: "tuples of Swagger 2.0",
    text: "swagger: '2.0'\ninfo: { title: T, version: '1' }\npaths: {}\ndefinitions: { A: { type: array, items: [{ type: string }, { type: [string, 'null'] }] } }",
    says: [],
    leaves: [],
  },
  {
    name: "references that lead in a ring",
    text: `${head}paths: {}\ncomponents: { schemas: { A: { $ref: '#/components/schemas/B' }, B: { $ref: '#/components/schemas/A' }, C: { $ref: '#/components/schemas/A' }, Tree: { properties: { next: { $ref: '#/components/schemas/Tree' } } } } }`,
    says: ["reference-cycle @ #/components/schemas/A/$ref"],
    leaves: [],
  },
  {
    name: "references of the wrong kind, to nowhere, and to elsewhere",
    text: `${head}paths: { /a: { get: { parameters: [{ $ref: '#/components/schemas/S' }] }, put: { requestBody: { $ref: 'https://example.com/b.yaml' } }, post: { requestBody: { $ref: '#/paths/~1a%2Fb' } } } }\ncomponents: { schemas: { S: { type: string } } }`,
    says: [
      "wrong-reference @ #/paths/~1a/get/parameters/0/$ref",
      "remote-reference @ #/paths/~1a/put/requestBody/$ref",
      "dangling-reference @ #/paths/~1a/post/requestBody/$ref",
      "refused-operation @ #/paths/~1a/get (key)",
      "refused-operation @ #/paths/~1a/put (key)",
      "refused-operation @ #/paths/~1a/post (key)",
    ],
    leaves: [],
  },
  {
    name: "members of the prototype are no members",
    text: `${head}paths: { /a: { get: { requestBody: { $ref: '#/components/__proto__/x' } } } }\ncomponents: { schemas: { S: { $ref: '#/constructor/prototype' } } }`,
    says: [
      "dangling-reference @ #/paths/~1a/get/requestBody/$ref",
      "dangling-reference @ #/components/schemas/S/$ref",
      "refused-operation @ #/paths/~1a/get (key)",
    ],
    leaves: [],
  },
  {
    name: "files, relative to the one that refers",
    text: `${head}paths: { /a: { $ref: 'paths/a.yaml#/item' }, /b: { $ref: absent.yaml } }`,
    files: {
      "paths/a.yaml":
        "item: { get: { parameters: [{ $ref: '../shared.yaml#/limit' }], responses: { '200': { descripton: x, content: { application/json: { schema: { $ref: '../api.yaml#/info' } } } } } } }",
      "shared.yaml": "limit: { name: limit, in: query, schema: { type: intger } }",
    },
    says: [
      "missing-field @ paths/a.yaml#/item/get/responses/200",
      "unknown-field @ paths/a.yaml#/item/get/responses/200/descripton (key)",
      "wrong-choice @ shared.yaml#/limit/schema/type",
      "wrong-reference @ paths/a.yaml#/item/get/responses/200/content/application~1json/schema/$ref",
      "refused-operation @ paths/a.yaml#/item/get (key)",
    ],
    leaves: [],
  },
  {
    name: "what is beside a reference",
    text: "openapi: 3.0.3\ninfo: { title: T, version: '1' }\npaths: { /a: { $ref: '#/paths/~1b', get: { responses: { default: { description: here } } } }, /b: { get: { responses: { default: { description: there } } } } }\ncomponents: { schemas: { A: { $ref: '#/components/schemas/B', description: fine, nullable: true }, B: { type: object } } }",
    says: ["nullable-beside-reference @ #/components/schemas/A/nullable (key)", "overlapping-path-item @ #/paths/~1a/get (key)"],
    leaves: ["GET /a", "GET /b"],
  },
  {
    name: "Swagger 2.0 bodies",
    text: "swagger: '2.0'\ninfo: { title: T, version: '1' }\npaths: { /a: { post: { parameters: [{ name: b, in: body, schema: {} }, { name: f, in: formData, type: file }], responses: { default: { description: x } } }, put: { parameters: [{ name: f, in: formData, type: file }], responses: { default: { description: x } } } } }",
    says: [
      "body-conflict @ #/paths/~1a/post/parameters/1",
      "refused-operation @ #/paths/~1a/post (key)",
      "file-without-form @ #/paths/~1a/put/parameters/0",
    ],
    leaves: ["PUT /a"],
  },
  {
    name: "queries of 3.2",
    text: "openapi: 3.2.0\ninfo: { title: T, version: '1' }\npaths: { /a: { query: { parameters: [{ $ref: '#/components/parameters/Q' }, { name: q, in: query, schema: {} }] }, additionalOperations: { COPY: {}, GET: {} } } }\ncomponents: { parameters: { Q: { name: all, in: querystring, content: { application/x-www-form-urlencoded: {} } } } }",
    says: [
      "invalid-name @ #/paths/~1a/additionalOperations/GET (key)",
      "query-conflict @ #/components/parameters/Q",
      "refused-operation @ #/paths/~1a/query (key)",
    ],
    leaves: ["COPY /a"],
  },
  {
    name: "security",
    text: `${head}paths: { /a: { get: { security: [{ keyy: [] }, {}] } } }\ncomponents: { securitySchemes: { key: { type: apiKey, in: header, scheme: x } } }`,
    says: [
      "missing-field @ #/components/securitySchemes/key",
      "useless-field @ #/components/securitySchemes/key/scheme (key)",
      "unknown-security-scheme @ #/paths/~1a/get/security/0/keyy (key)",
    ],
    leaves: ["GET /a"],
  },
  {
    name: "servers",
    text: `${head}paths: {}\nservers: [{ url: 'https://{host}/{v}', variables: { v: { default: v3, enum: [v1, v2] } } }, { url: $env_var }, { url: /relative }]`,
    says: ["undefined-server-variable @ #/servers/0/url", "default-not-in-enum @ #/servers/0/variables/v/default"],
    leaves: [],
  },
  {
    name: "tags of 3.2",
    text: "openapi: 3.2.0\ninfo: { title: T, version: '1' }\npaths: {}\ntags: [{ name: a, parent: b }, { name: b, parent: a }, { name: c, parent: d }]",
    says: ["tag-cycle @ #/tags/0/parent", "unknown-parent-tag @ #/tags/2/parent"],
    leaves: [],
  },
  {
    name: "links and discriminators",
    text: `${head}paths: { /a: { get: { operationId: a, responses: { '200': { description: x, links: { l: { operationId: b }, m: { operationRef: '#/paths/~1b/get' } } } } } } }\ncomponents: { schemas: { S: { properties: { kind: {} }, required: [kid], discriminator: { propertyName: type, mapping: { s: '#/components/schemas/T' } } } } }`,
    says: [
      "undefined-required-property @ #/components/schemas/S/required/0",
      "unknown-discriminator @ #/components/schemas/S/discriminator/propertyName",
      "dangling-link @ #/paths/~1a/get/responses/200/links/m/operationRef",
      "dangling-link @ #/components/schemas/S/discriminator/mapping/s",
      "unknown-linked-operation @ #/paths/~1a/get/responses/200/links/l/operationId",
    ],
    leaves: ["GET /a"],
  },
  {
    name: "discriminators of alternatives",
    text: `${head}paths: {}
components:
  schemas:
    Wrong:
      oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }]
      discriminator: { propertyName: type, mapping: { a: Cat, b: Dogs, c: "#/components/schemas/Fish" } }
    Right:
      anyOf: [{ allOf: [{ $ref: "#/components/schemas/Cat" }] }, { $ref: "#/components/schemas/More" }]
      discriminator: { propertyName: kind, mapping: { a: Cat, b: "#/components/schemas/Dog", c: Puppy } }
    Open: { oneOf: [{ additionalProperties: true }, { $ref: "#/components/schemas/Cat" }], discriminator: { propertyName: type, mapping: { a: Fish } } }
    Any: { oneOf: [{ type: object }], discriminator: { propertyName: type } }
    More: { oneOf: [{ $ref: "#/components/schemas/Dog" }, { $ref: "#/components/schemas/Fish" }] }
    Pet: { properties: { kind: {} } }
    Cat: { allOf: [{ $ref: "#/components/schemas/Pet" }, { properties: { lives: {} } }] }
    Dog: { allOf: [{ $ref: "#/components/schemas/Pet" }] }
    Puppy: { allOf: [{ $ref: "#/components/schemas/Dog" }, { properties: { age: {} } }] }
    Fish: { allOf: [{ $ref: "#/components/schemas/Pet" }, { properties: { depth: {} } }] }
`,
    says: [
      "unknown-discriminator @ #/components/schemas/Wrong/discriminator/propertyName",
      "unknown-mapping @ #/components/schemas/Wrong/discriminator/mapping/b",
      "unknown-mapping @ #/components/schemas/Wrong/discriminator/mapping/c",
    ],
    leaves: [],
  },
  {
    name: "names that another schema of the same object describes",
    text: `${head}paths: {}
components:
  schemas:
    Sender: { properties: { nickname: {} }, allOf: [{ properties: { deep: {} } }, { anyOf: [{ properties: { either: {} } }, {}] }] }
    Mail:
      properties: { subject: {} }
      allOf:
        - { $ref: '#/components/schemas/Sender' }
        - { properties: { from: {} }, required: [nickname, deep, either, subject, nikname], discriminator: { propertyName: deep } }
        - allOf: [{ properties: { to: {} }, required: [nickname, subject, from, too] }]
    Shape:
      properties: { kind: {} }
      oneOf:
        - { properties: { side: {} }, required: [kind, radius] }
        - { properties: { radius: {} }, required: [kind, radius] }
    Itself: { allOf: [{ $ref: '#/components/schemas/Itself' }, { properties: { a: {} }, required: [a, b] }] }
    Open: { allOf: [{ additionalProperties: { type: string } }, { properties: { a: {} }, required: [a, b] }] }
    Member: { properties: { allOf: { properties: { a: {} }, required: [b] }, b: {} } }`,
    says: [
      "undefined-required-property @ #/components/schemas/Mail/allOf/1/required/4",
      "undefined-required-property @ #/components/schemas/Mail/allOf/2/allOf/0/required/3",
      "undefined-required-property @ #/components/schemas/Shape/oneOf/0/required/1",
      "undefined-required-property @ #/components/schemas/Itself/allOf/1/required/1",
      "undefined-required-property @ #/components/schemas/Member/properties/allOf/required/0",
    ],
    leaves: [],
  },
  {
    name: "values of later dialects keep their operation; an unknown type in a list does not",
    text: "openapi: 3.0.0\ninfo: { title: T, version: '1' }\npaths: { /a: { get: { parameters: [{ name: p, in: query, schema: { type: [string, 'null'] } }, { name: q, in: query, schema: { type: number, exclusiveMinimum: 0 } }], responses: { default: { description: d } } }, put: { parameters: [{ name: q, in: query, schema: { type: [string, nul] } }], responses: { default: { description: d } } } } }",
    says: [
      "later-value @ #/paths/~1a/get/parameters/0/schema/type",
      "later-value @ #/paths/~1a/get/parameters/1/schema/exclusiveMinimum",
      "later-value @ #/paths/~1a/put/parameters/0/schema/type",
      "wrong-choice @ #/paths/~1a/put/parameters/0/schema/type/1",
      "refused-operation @ #/paths/~1a/put (key)",
    ],
    leaves: ["GET /a"],
  },
  {
    name: "exclusive limits as flags, also written as numbers, and as limits of their own",
    text: "openapi: 3.0.0\ninfo: { title: T, version: '1' }\npaths: {}\ncomponents: { schemas: { A: { minimum: 5, exclusiveMinimum: 1 }, B: { exclusiveMaximum: 1 }, C: { minimum: 5, exclusiveMinimum: 4 }, D: { minimum: 5, exclusiveMinimum: true }, E: { exclusiveMinimum: many } } }",
    says: [
      "coerced-value @ #/components/schemas/A/exclusiveMinimum",
      "later-value @ #/components/schemas/B/exclusiveMaximum",
      "later-value @ #/components/schemas/C/exclusiveMinimum",
      "wrong-type @ #/components/schemas/E/exclusiveMinimum",
    ],
    leaves: [],
  },
  {
    name: "exclusive limits of parameters of Swagger 2.0",
    text: "swagger: '2.0'\ninfo: { title: t, version: '1' }\npaths: { /a: { get: { parameters: [{ name: n, in: query, type: integer, exclusiveMinimum: 3 }], responses: { '200': { description: d } } } } }",
    says: ["later-value @ #/paths/~1a/get/parameters/0/exclusiveMinimum"],
    leaves: ["GET /a"],
  },
  {
    name: "schemas of an older dialect",
    text: "openapi: 3.0.0\ninfo: { title: T, version: '1' }\npaths: {}\ncomponents: { schemas: { A: { type: array, const: [] }, B: { type: string, requried: [] }, C: { type: [string, 'null'] }, 'D E': { readOnly: true, writeOnly: true } } }",
    says: [
      "array-without-items @ #/components/schemas/A/type",
      "later-keyword @ #/components/schemas/A/const (key)",
      "unknown-field @ #/components/schemas/B/requried (key)",
      "later-value @ #/components/schemas/C/type",
      "invalid-name @ #/components/schemas/D E (key)",
      "exclusive-fields @ #/components/schemas/D E/writeOnly (key)",
    ],
    leaves: [],
  },
  {
    name: "a member that each extension of a base describes",
    text: `${head}paths: {}
components:
  schemas:
    Page: { properties: { next: {} }, required: [next, items] }
    Pets: { allOf: [{ $ref: '#/components/schemas/Page' }, { properties: { items: {} } }] }
    Orders: { allOf: [{ $ref: '#/components/schemas/Page' }, { properties: { items: {} } }] }
    Part: { properties: { next: {} }, required: [next, items] }
    Whole: { allOf: [{ $ref: '#/components/schemas/Part' }, { properties: { items: {} } }] }
    List: { items: { $ref: '#/components/schemas/Part' } }`,
    says: ["undefined-required-property @ #/components/schemas/Part/required/1"],
    leaves: [],
  },
  {
    name: "a list of required members, or a repetition, as one",
    text: `${head}paths: {}\ncomponents: { schemas: { A: { properties: { result: {} }, required: [queue, producers, resul] }, B: { required: [a, b, a, b, a] } } }`,
    says: [
      "duplicate-item @ #/components/schemas/B/required/2",
      "undefined-required-property @ #/components/schemas/A/required/2",
      "undefined-required-property @ #/components/schemas/A/required/0",
    ],
    leaves: [],
  },
  {
    name: "keywords and schemas of later versions in Swagger 2.0",
    text: "swagger: '2.0'\ninfo: { title: t, version: '1' }\npaths: { /a: { get: { parameters: [{ name: n, in: query, schema: { type: string } }], responses: { '200': { description: d, schema: { oneOf: [{ type: string }, { type: integer }] } } } } } }",
    says: ["useless-field @ #/paths/~1a/get/parameters/0/schema (key)", "later-keyword @ #/paths/~1a/get/responses/200/schema/oneOf (key)"],
    leaves: ["GET /a"],
  },
  {
    name: "what has no meaning for a parameter of Swagger 2.0 costs no operation",
    text: `swagger: '2.0'
info: { title: t, version: '1' }
paths:
  /a:
    get:
      parameters: [{ name: n, in: query, type: string, schema: { $ref: '#/definitions/Gone' } }, { name: m, in: query, type: string, schema: { type: 7 } }]
      responses: { '200': { description: d } }
    post:
      parameters: [{ name: b, in: body, type: object, items: 7, schema: { type: object } }]
      responses: { '200': { description: d } }
    put:
      parameters: [{ name: b, in: body, schema: { $ref: '#/definitions/Gone' } }]
      responses: { '200': { description: d } }`,
    says: [
      "useless-field @ #/paths/~1a/get/parameters/0/schema (key)",
      "useless-field @ #/paths/~1a/get/parameters/1/schema (key)",
      "useless-field @ #/paths/~1a/post/parameters/0/type (key)",
      "useless-field @ #/paths/~1a/post/parameters/0/items (key)",
      "dangling-reference @ #/paths/~1a/put/parameters/0/schema/$ref",
      "refused-operation @ #/paths/~1a/put (key)",
    ],
    leaves: ["GET /a", "POST /a"],
  },
  {
    name: "schemas of the newer dialect",
    text: `${head}jsonSchemaDialect: https://example.com/dialect\npaths: {}\ncomponents: { schemas: { A: { type: string, nullable: true, requird: [a], myOwn: 1 }, B: { required: [a, a] }, C: 5 } }`,
    says: [
      "unknown-dialect @ #/jsonSchemaDialect",
      "unknown-keyword @ #/components/schemas/A/requird (key)",
      "duplicate-item @ #/components/schemas/B/required/1",
      "wrong-type @ #/components/schemas/C",
    ],
    leaves: [],
  },
  {
    name: "a reference where none may stand",
    text: `${head}paths: { $ref: paths.yaml }\nservers: [{ $ref: '#/x-s' }]\nx-s: { url: 'https://a.example', description: 1 }`,
    files: {
      "paths.yaml": "/a: { get: { $ref: 'op.yaml#/a' }, put: { $ref: 'op.yaml#/gone' } }",
      "op.yaml": "a: { tags: { $ref: '#/b' } }\nb: [c]",
    },
    says: [
      "coerced-value @ #/x-s/description",
      "dangling-reference @ paths.yaml#/~1a/put/$ref",
      "misplaced-reference @ #/paths/$ref",
      "misplaced-reference @ #/servers/0/$ref",
      "misplaced-reference @ op.yaml#/a/tags/$ref",
      "misplaced-reference @ paths.yaml#/~1a/get/$ref",
      "refused-operation @ paths.yaml#/~1a/put (key)",
    ],
    leaves: ["GET /a"],
  },
  {
    name: "references where none may stand that never end",
    text: `${head}paths: { /a: { get: { $ref: '#/paths/~1a/put' }, put: { $ref: '#/paths/~1a/get' }, post: { tags: { $ref: '#/paths/~1a/post' } } }, /b: { get: {} } }`,
    says: [
      "misplaced-reference @ #/paths/~1a/get/$ref",
      "refused-operation @ #/paths/~1a/put (key)",
      "refused-operation @ #/paths/~1a/put (key)",
      "unfollowed-reference @ #/paths/~1a/put/$ref",
      "wrong-reference @ #/paths/~1a/post/tags/$ref",
    ],
    leaves: ["POST /a", "GET /b"],
  },
  {
    name: "ranges of status codes are read in each version and notation, and reported once where they are not allowed",
    text: "swagger: '2.0'\ninfo: { title: T, version: '1' }\npaths: { /a: { get: { responses: { 2XX: { description: ok }, 4xx: {}, 600: {} } } } }",
    says: [
      "invalid-status @ #/paths/~1a/get/responses/2XX (key)",
      "invalid-status @ #/paths/~1a/get/responses/4xx (key)",
      "invalid-status @ #/paths/~1a/get/responses/600 (key)",
      "missing-field @ #/paths/~1a/get/responses/4xx",
    ],
    leaves: ["GET /a"],
  },
  { name: "no version", text: "opneapi: 3.1.0", says: ["not-openapi @ #/opneapi (key)"], leaves: [] },
  { name: "an unknown version", text: "openapi: 4.0.0", says: ["unsupported-openapi-version @ #/openapi"], leaves: [] },
  { name: "an empty description", text: head, says: ["missing-one-of @ #"], leaves: [] },
];

describe("the check of an OpenAPI document", () => {
  test.each(cases)("reports the right places, and omits the right operations: $name", ({ text, files, says, leaves }) => {
    const { value, diagnostics } = check(text, files);
    expect([...said(diagnostics)].sort()).toEqual([...says].sort());
    expect((value?.operations ?? []).map(({ key }) => key)).toEqual(leaves);
    expect(strayPlaces(diagnostics)).toEqual([]);
  });

  test("suggests the name that was most likely meant", () => {
    const { diagnostics } = check(
      `${head}paths: { /a: { get: { paramters: [], responses: { '200': { $ref: '#/components/responses/Gnoe' } } } } }\ncomponents: { responses: { Gone: { description: gone } } }`,
    );
    expect(diagnostics.map(({ message }) => message)).toEqual([
      'The field "paramters" is unknown. Did you mean "parameters"?',
      'The reference "#/components/responses/Gnoe" has no target: there is no "Gnoe". Did you mean "Gone"?',
    ]);
  });

  test("says how a response is read whose key is no status code", () => {
    const messages = (version: string) =>
      check(
        `${version}\ninfo: { title: T, version: '1' }\npaths: { /a: { get: { responses: { 2XX: &d { description: d }, 4xx: *d, 60: *d } } } }`,
      ).diagnostics.map(({ message }) => message);
    const ignored = 'The key "60" is not a status code, so the response is ignored.';
    expect(messages("openapi: 3.0.0")).toEqual(['The key "4xx" is read as the range "4XX".', ignored]);
    expect(messages("swagger: '2.0'")).toEqual([
      'OpenAPI 2.0 does not allow the range "2XX" as the key of a response. The range is read nevertheless.',
      'OpenAPI 2.0 does not allow the range "4xx" as the key of a response. The range is read nevertheless.',
      ignored,
    ]);
  });

  test("names all references of a circle", () => {
    const { diagnostics } = check(
      `${head}paths: {}\ncomponents: { schemas: { A: { $ref: '#/components/schemas/B' }, B: { $ref: '#/components/schemas/A' } } }`,
    );
    expect(diagnostics[0]?.message).toContain("#/components/schemas/A -> #/components/schemas/B -> #/components/schemas/A");
  });
});
