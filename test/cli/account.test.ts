import { expect, test } from "vitest";
import { accountOf } from "../../src/cli/print.ts";
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
  const account = accountOf(compilation);
  expect(account).toMatch(/^orders +openapi +1 +1 +0 +0 +0$/m);
  expect(account).toContain("No tools, since the service makes these calls: 2 of webhooks, 1 of callbacks.");
});
