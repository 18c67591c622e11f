import { expect, test } from "vitest";
import { compilationTable } from "../../src/cli/build/compilation-table.ts";
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

test("`compile` counts webhooks and callbacks apart from operations", async () => {
  const orders = "displayName: orders\nopenApiToolset: { openApiSchema: ./orders.openapi.yaml, url: https://example.com }\n";
  const compilation = await compileTexts({ "orders.yaml": orders, "orders.openapi.yaml": document });
  expect(compilation.findings).toEqual([]);
  const account = compilationTable(compilation, []);
  expect(account).toMatch(/^orders +openapi +1 +1 +~\d+$/m);
  expect(account).toContain("Not compiled, since the service itself sends their requests: webhooks (2), callbacks (1).");
});

test("`compile` shows a column for operations that are omitted or failed only if there are any, in 80 columns", async () => {
  const toolset = (name: string) =>
    `displayName: ${name}\nopenApiToolset: { openApiSchema: ./${name}.openapi.yaml, url: https://example.com }\n`;
  const texts = { "orders.yaml": toolset("orders"), "orders.openapi.yaml": document };
  const headOf = async (some: Record<string, string>) => {
    const compilation = await compileTexts(some);
    return compilationTable(compilation, compilation.findings).split("\n", 1)[0];
  };
  expect(await headOf(texts)).toBe("toolset  kind     operations  tools  tokens");
  const more = `${document.split("webhooks:", 1)[0]}  /more: { get: { operationId: more, responses: { "200": { description: All. } } } }\n`;
  const config = "overrides: { more: { exclude: [order] } }\n";
  const all = { ...texts, "more.yaml": toolset("more"), "more.openapi.yaml": more, "toolsetc.yaml": config };
  expect(await headOf(all)).toBe("toolset  kind     operations  tools  excluded  tokens");
});

test("`compile` lists inputs that are named differently from their parameters, each once", async () => {
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
  expect(compilationTable(compilation, [])).toContain(
    "\nInputs with another name in the request: X_Currency as X-Currency, page_size_ as page[size].\n",
  );
  expect(compilation.program.toolsets[0]?.account.renamedInputs).toEqual([
    { name: "X-Currency", input: "X_Currency" },
    { name: "page[size]", input: "page_size_" },
  ]);
});
