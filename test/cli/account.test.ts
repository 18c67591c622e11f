import { expect, test } from "vitest";
import { compilationTable } from "../../src/cli/compilation-table.ts";
import { toolsetTokens } from "../../src/targets/tool-tokens.ts";
import { compileTexts } from "../compile-texts.ts";

const document = `openapi: 3.1.0
info: { title: Orders, version: "1" }
paths:
  /orders:
    post:
      operationId: order
      responses: { "201": { description: Made. } }
      callbacks:
        paid: { "{$request.body#/url}": { post: { responses: { "200": { description: Known. } } } } }
webhooks:
  sent: { post: { responses: { "200": { description: Known. } } } }
  lost: { post: { responses: { "200": { description: Known. } } } }
`;

test("webhooks and callbacks are counted apart from operations", async () => {
  const orders = "displayName: orders\nopenApiToolset: { openApiSchema: ./orders.openapi.yaml, url: https://example.com }\n";
  const compilation = await compileTexts({ "orders.yaml": orders, "orders.openapi.yaml": document });
  expect(compilation.findings).toEqual([]);
  const account = compilationTable(compilation, [], toolsetTokens);
  expect(account).toMatch(/^orders +openapi +1 +1 +0 +0 +0 +~\d+$/m);
  expect(account).toContain("No tools, since the service makes these calls: 2 of webhooks, 1 of callbacks.");
});

test("inputs that have another name than their parameter are listed, each once", async () => {
  const parameters = ["X-Currency", "page[size]", "q"].map((name) => ({
    name,
    in: name.startsWith("X") ? "header" : "query",
    schema: { type: "string" },
  }));
  const responses = { 204: { description: "Done." } };
  const paths = { "/a": { get: { operationId: "a", parameters, responses }, delete: { operationId: "b", parameters, responses } } };
  const compilation = await compileTexts({
    "orders.yaml": "displayName: orders\nopenApiToolset: { openApiSchema: ./orders.json, url: https://example.com }\n",
    "orders.json": JSON.stringify({ openapi: "3.1.0", info: { title: "Orders", version: "1" }, paths }),
  });
  expect(compilationTable(compilation, [], toolsetTokens)).toContain(
    "\nInputs whose name in the request differs: X_Currency as X-Currency, page_size_ as page[size].\n",
  );
  expect(compilation.program.toolsets[0]?.account.renamedInputs).toEqual([
    { name: "X-Currency", input: "X_Currency" },
    { name: "page[size]", input: "page_size_" },
  ]);
});
