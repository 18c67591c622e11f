import { expect, test } from "vitest";
import { compileTexts } from "../compile-texts.ts";

async function unused(schemas: object): Promise<string[]> {
  const content = { "application/json": { schema: { $ref: "#/components/schemas/Pet" } } };
  const get = { operationId: "list_pets", description: "Lists pets.", responses: { 200: { description: "Pets.", content } } };
  const servers = [{ url: "https://pets.example.com" }];
  const document = {
    openapi: "3.0.3",
    info: { title: "Pets", version: "1" },
    servers,
    paths: { "/pets": { get } },
    components: { schemas },
  };
  const { findings } = await compileTexts({
    "pets.json": JSON.stringify({ displayName: "pets", openApiToolset: { openApiSchema: "pets.openapi.json" } }),
    "pets.openapi.json": JSON.stringify(document),
    "toolsetc.yaml": "rules: { unused-schema: warning }\n",
  });
  return findings.flatMap(({ code, message }) => (code === "unused-schema" ? [/"(.*?)"/.exec(message)?.[1] ?? ""] : []));
}

const Pet = { type: "object", properties: { name: { type: "string" } } };

test("a schema without a reference to it is reported as unused, and a subtype is not", async () => {
  const Cat = { allOf: [{ $ref: "#/components/schemas/Pet" }], properties: { age: { type: "number" } } };
  expect(await unused({ Pet, Cat, Dog: { type: "object" } })).toEqual(["Dog"]);
});

test("a schema is used by a mapping of a discriminator, and by a reference with escapes", async () => {
  const discriminator = { propertyName: "name", mapping: { cat: "Cat", dog: "#/components/schemas/Big~1Dog" } };
  expect(await unused({ Pet: { ...Pet, discriminator }, Cat: Pet, "Big/Dog": Pet, Bird: Pet })).toEqual(["Bird"]);
});
