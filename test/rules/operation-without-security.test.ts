import { expect, test } from "vitest";
import { compile } from "../../src/compile.ts";
import { createHost } from "../../src/host/disk.ts";
import { compileTexts, optionsOf } from "../compile-texts.ts";
import { corpus, hasCorpus } from "../corpus/corpus.ts";

const ok = { "200": { description: "It." } };
const securitySchemes = { key: { type: "apiKey", in: "header", name: "X-Key" } };

/** The operations `a` to `d`, of which the first ones, `open` in number, have an empty `security`. */
function document(open: number, more: object = {}): string {
  const operation = (operationId: string, index: number) => ({ operationId, ...(index < open && { security: [] }), responses: ok });
  const paths = Object.fromEntries(["a", "b", "c", "d"].map((id, index) => [`/${id}`, { get: operation(id, index) }]));
  const info = { title: "Notes", version: "1" };
  const servers = [{ url: "https://notes.example.com" }];
  return JSON.stringify({ openapi: "3.0.3", info, servers, security: [{ key: [] }], components: { securitySchemes }, paths, ...more });
}

const definition = "displayName: notes\nopenApiToolset: { openApiSchema: notes.openapi.json }\n";

async function found(files: { readonly [path: string]: string }) {
  const { findings } = await compileTexts({ "notes.yaml": definition, ...files });
  return findings.filter(({ code }) => code === "operation-without-security");
}

test("a document whose operations mostly remove its own security is reported once, at the first", async () => {
  const findings = await found({ "notes.openapi.json": document(3) });
  expect(findings.map(({ message, severity }) => [severity, message])).toEqual([
    [
      "warning",
      'The document requires "key", but 3 of its 4 operations have an empty "security", such as "a": their calls send no credential.',
    ],
  ]);
  expect(findings[0]?.pointer).toBe("/paths/~1a/get/security");
});

test.each([
  ["half of the operations, as of a service with public pages", { "notes.openapi.json": document(2) }],
  ["a document that requires nothing", { "notes.openapi.json": document(3, { security: [] }) }],
  ["a document whose credential is optional", { "notes.openapi.json": document(3, { security: [{ key: [] }, {}] }) }],
  [
    "a credential of the definition",
    {
      "notes.openapi.json": document(3),
      "notes.yaml": `${definition.replace(" }", ", apiAuthentication: { bearerTokenConfig: { token: $context.variables.t } } }")}`,
    },
  ],
  [
    "a credential of toolsetc.yaml",
    { "notes.openapi.json": document(3), "toolsetc.yaml": "overrides: { notes: { auth: { key: { secret: k } } } }\n" },
  ],
  [
    "a selection without these operations",
    { "notes.openapi.json": document(3), "toolsetc.yaml": "overrides: { notes: { include: [d] } }\n" },
  ],
])("an operation without security is not reported in %s", async (_what, files) => {
  expect(await found(files)).toEqual([]);
});

// The two documents of the corpus that require a credential and have operations with an empty `security`. Notion's service requires the
// credential for all operations. ReadMe's four are public.
test.skipIf(!hasCorpus).each([
  ["notion.json", ["/paths/~1v1~1users~1{user_id}/get/security"]],
  ["readme-api-3.1.json", []],
])("operations without security are reported in %s", async (path, pointers) => {
  const compilation = await compile(
    createHost(corpus("openapi")),
    optionsOf({ input: { kind: "openapi", path, include: [], exclude: [] } }),
  );
  const findings = compilation.ungrouped.filter(({ code }) => code === "operation-without-security");
  expect(findings.map(({ pointer }) => pointer)).toEqual(pointers);
});
