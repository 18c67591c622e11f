import { expect, test } from "vitest";
import { resolveUri } from "../../../src/document/openapi/references.ts";
import { check, read } from "./documents.ts";

// The limits are the tests' own: without bounds, these take minutes to years.

test("pointers through references that lead back into themselves are resolved in bounded time", () => {
  const again = { $ref: "#/components/schemas/A/y" };
  const schema = { $id: "https://example.com/a", ...again, components: { schemas: { A: again } } };
  const tree = read(JSON.stringify({ openapi: "3.1.0", components: { schemas: { A: schema } } }), "api.json");
  for (let count = 0; count < 1_000; count++)
    expect(resolveUri("#/components/schemas/A/y", { tree, path: ["components", "schemas", "A"] }, () => undefined).kind).toBe("dangling");
});

test("references in many schemas with identifiers are resolved in bounded time", () => {
  const schemas = Array.from({ length: 20_000 }, (_, index) => [
    `S${index}`,
    { $id: `https://example.com/s${index}`, $ref: "#/$defs/B", $defs: { B: {} } },
  ]);
  const paths = { "/a": { get: { responses: { "200": { description: "Done." } } } } };
  const document = { openapi: "3.1.0", info: { title: "Shop", version: "1" }, paths, components: { schemas: Object.fromEntries(schemas) } };
  expect(check(JSON.stringify(document)).diagnostics).toEqual([]);
});

test("chains of references and of tags are followed in bounded time", () => {
  const names = Array.from({ length: 45_000 }, (_, index) => `N${index}`);
  const responses = Object.fromEntries(
    names.map((name, index) => [name, { $ref: `#/components/responses/${names[index + 1] ?? "Last"}` }]),
  );
  const tags = names.map((name, index) => (index === 0 ? { name } : { name, parent: names[index - 1] }));
  const document = {
    openapi: "3.2.0",
    info: { title: "Shop", version: "1" },
    paths: {},
    tags,
    components: { responses: { ...responses, Last: { description: "Done." } } },
  };
  expect(check(JSON.stringify(document)).diagnostics).toEqual([]);
});
