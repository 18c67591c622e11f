import { expect, test } from "vitest";
import { compileTexts } from "./compile-texts.ts";

const document = `openapi: 3.0.3
info: { title: Pets, version: "1" }
servers: [{ url: https://pets.example.com }]
paths:
  /pets/{id}:
    get: { operationId: get_pet, responses: { "200": { description: It. } }, parameters: [{ $ref: "#/components/parameters/Id" }] }
  /pets/{name}:
    delete: { operationId: delete_pet, parameters: [{ name: name, in: path, required: true, schema: { type: strng } }], responses: { "204": { description: Gone. } } }
  /owners:
    get: { operationId: list_owners, responses: { "200": { $ref: "#/components/responses/Owners" } } }
components:
  parameters:
    Id: { name: id, in: path, required: true, schema: { type: string } }
  responses:
    Owners: { description: Them., content: { application/json: { schema: { type: aray } } } }
`;

function findings(exclude: string) {
  return compileTexts({
    "pets.yaml": "displayName: pets\nopenApiToolset:\n  openApiSchema: pets.openapi.yaml\n",
    "pets.openapi.yaml": document,
    "toolsetc.yaml": `overrides:\n  pets: { exclude: [${exclude}] }\n`,
  }).then((compiled) => compiled.findings.map(({ code, mark }) => `${code} ${mark.file}:${mark.start.line}`));
}

test("a finding about all operations is reported if none is excluded", async () => {
  const found = await findings("get_pet");
  expect(found).toContain("similar-path pets.openapi.yaml:7");
  expect(found.some((each) => each.endsWith("yaml:8"))).toBe(true);
  expect(found.some((each) => each.endsWith("yaml:15"))).toBe(true);
});

test("an excluded operation has no findings, nor has its path or what only it refers to", async () => {
  expect(await findings("delete_pet, list_owners")).toEqual([]);
});

test("an `openApiTool` has no findings about other operations of its document", async () => {
  const { findings, program } = await compileTexts({
    "get_pet.yaml": "displayName: get_pet\nopenApiTool:\n  name: get_pet\n  openApiSchema: pets.openapi.yaml\n",
    "pets.openapi.yaml": document,
  });
  expect(program.toolsets.flatMap(({ tools }) => tools.map(({ id }) => id))).toEqual(["get_pet"]);
  expect(findings.map(({ code, mark }) => `${code} ${mark.file}:${mark.start.line}`)).toEqual([]);
});

test("a security scheme is not reported as unused, since security requirements name it", async () => {
  const scheme = "  securitySchemes:\n    key: { type: apiKey, in: header, name: X-Key, flows: {} }\n";
  const { findings } = await compileTexts({
    "pets.yaml": "displayName: pets\nopenApiToolset:\n  openApiSchema: pets.openapi.yaml\n",
    "pets.openapi.yaml": `${document}${scheme}security: [{ key: [] }]\n`,
    "toolsetc.yaml": "overrides:\n  pets: { exclude: [delete_pet, list_owners] }\n",
  });
  expect(findings.map(({ code, mark }) => `${code} ${mark.text.trim()}`)).toEqual([`useless-field ${scheme.split("\n")[1]?.trim()}`]);
});
