import { expect, test } from "vitest";
import { documentTree } from "../../src/project/documents/documents.ts";
import { loadAndCheck, loadTexts, textHost } from "./load-texts.ts";

test("a definition is loaded with the document beside it", async () => {
  const { project, accepted, findings } = await loadTexts({
    "orders.yaml": "displayName: orders\nopenApiToolset:\n  openApiSchema: ./orders.openapi.yaml\n",
    "orders.openapi.yaml": "openapi: 3.1.0\ninfo: { title: Orders, version: '1' }\npaths: {}\n",
  });
  expect(findings).toEqual([]);
  expect(accepted.map(({ name, kind, member }) => ({ name, kind, member }))).toEqual([
    { name: "orders", kind: "openapi", member: "openApiToolset" },
  ]);
  expect(accepted.map((definition) => documentTree(definition, project)?.source.path)).toEqual(["orders.openapi.yaml"]);
});

test("a document alone is compiled without a list of other files", async () => {
  const host = textHost({ "api.yaml": "openapi: 3.1.0\ninfo: { title: Orders, version: '1' }\npaths: {}\n" });
  const list = () => Promise.reject(new Error("There may be a million files."));
  const { accepted } = await loadAndCheck({ ...host, list }, { kind: "openapi", path: "api.yaml", include: [], exclude: [] });
  expect(accepted.map(({ name }) => name)).toEqual(["orders"]);
});
