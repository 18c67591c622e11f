import { expect, test } from "vitest";
import { compileTexts } from "../compile-texts.ts";

test.each([
  ["a variable of the path that no parameter describes", "/v{version}/pets", "", false],
  ["the identifier of what the path names before it", "/keys/{sid}", "sid", false],
  ["the same with an extension", "/keys/{sid}.json", "sid", false],
  ["a code of what the path names before it", "/keys/{code}", "code", false],
  ["the name that is shown", "/pets/{friendly_name}", "friendly_name", false],
  ["an everyday word", "/keys/{phone}", "phone", false],
  ["a word that nothing explains", "/keys/{mode}", "mode", true],
])("a required parameter of a path is reported if nothing explains it: %s", async (_title, path, name, isFound) => {
  const parameters = name === "" ? "" : `parameters: [{ name: ${name}, in: path, required: true, schema: { type: string } }], `;
  const document = `openapi: 3.0.3
info: { title: A, version: "1" }
servers: [{ url: "https://a.example.com" }]
paths:
  ${path}:
    get: { operationId: read_one, description: Reads one of the keys., ${parameters}responses: { "200": { description: It } } }
`;
  const { allFindings } = await compileTexts(
    { "a.yaml": document },
    { input: { kind: "openapi", path: "a.yaml", include: [], exclude: [] } },
  );
  expect(allFindings.map(({ code }) => code).includes("unexplained-parameter")).toBe(isFound);
});

test.each([
  ["a list, of which the tool says what it is", "{ type: array, items: {} }", false],
  ["an object, of whose members nothing is said", "{ type: object }", true],
])("a body that is one argument is reported if nothing explains it: %s", async (_title, schema, isFound) => {
  const document = `openapi: 3.0.3
info: { title: A, version: "1" }
servers: [{ url: "https://a.example.com" }]
paths:
  /deletions:
    post:
      operationId: remove_many
      description: Removes the documents with these identifiers.
      requestBody: { required: true, content: { application/json: { schema: ${schema} } } }
      responses: { "200": { description: It } }
`;
  const { allFindings } = await compileTexts(
    { "a.yaml": document },
    { input: { kind: "openapi", path: "a.yaml", include: [], exclude: [] } },
  );
  expect(allFindings.map(({ code }) => code).includes("unexplained-parameter")).toBe(isFound);
});
