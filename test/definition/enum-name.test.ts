import { expect, test } from "vitest";
import { compileTexts } from "../compile-texts.ts";

const openApiSchema = {
  openapi: "3.1.0",
  info: { title: "Shop", version: "1" },
  servers: [{ url: "https://shop.example.com" }],
  paths: { "/items": { get: { operationId: "list", responses: { 200: { description: "They." } } } } },
};
const apiKeyConfig = { keyName: "k", apiKeySecretVersion: "projects/p/secrets/s/versions/1", requestLocation: 2 };

test("a member of an enum in a definition means the same as its number", async () => {
  const definition = { displayName: "shop", executionType: 2, openApiToolset: { openApiSchema, apiAuthentication: { apiKeyConfig } } };
  const { program, findings } = await compileTexts({ "shop.json": JSON.stringify(definition) });
  expect(findings).toEqual([]);
  expect(program.toolsets[0]?.endpoint).toMatchObject({
    timeout: 60_000,
    definition: {
      executionType: "ASYNCHRONOUS",
      openApiToolset: { apiAuthentication: { apiKeyConfig: { requestLocation: "QUERY_STRING" } } },
    },
  });
});

test("types in a client function's schema may be written as numbers", async () => {
  const parameters = { type: 5, properties: { size: { type: 2, enum: ["1", "2"] }, names: { type: 6, items: { type: 1 } } } };
  const { program, findings } = await compileTexts({ "pick.json": JSON.stringify({ clientFunction: { name: "pick", parameters } }) });
  expect(findings).toEqual([]);
  expect(program.toolsets[0]?.tools[0]?.input.json).toMatchObject({
    properties: { size: { type: "integer", enum: [1, 2] }, names: { type: "array", items: { type: "string" } } },
  });
});
