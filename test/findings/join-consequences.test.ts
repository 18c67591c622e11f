import { expect, test } from "vitest";
import { findingsOf } from "../../src/findings/findings-of.ts";
import { compileTexts } from "../compile-texts.ts";

const operation = (name: string) => `
  /${name}:
    get:
      operationId: ${name}
      summary: Get ${name}
      parameters: [{ $ref: "#/components/parameters/page" }]
      responses: { "200": { description: It. } }`;

/** A project with a document whose operations need a parameter that is in no part of a request. */
function project(names: readonly string[], { configuration = "", comment = "" } = {}) {
  return {
    "toolsetc.yaml": `targets: []\n${configuration}`,
    "shop.yaml": "displayName: shop\nopenApiToolset: { openApiSchema: ./api.yaml }\n",
    "api.yaml": `openapi: 3.1.0
info: { title: T, version: "1" }
servers: [{ url: https://a.example }]
paths:${names.map(operation).join("")}
components:
  parameters:
    page:
      name: page
      description: The page.
      ${comment}
      in: body
      schema: { type: integer }
`,
  };
}

async function findings(names: readonly string[], settings: Parameters<typeof project>[1] = {}) {
  return findingsOf(await compileTexts(project(names, settings))).findings.map(({ code, severity, mark, related }) => ({
    found: `${severity} ${code} ${mark.text.trim()}`,
    notes: related.map(({ message, mark: { text } }) => `${message} ${text.trim()}`),
  }));
}

const omitted = (path: string) =>
  `The operation "GET /${path}" is omitted, because a part of the document that the operation needs is invalid.`;

test("an operation that is omitted is a note of what omits it", async () => {
  expect(await findings(["a"])).toEqual([{ found: "error wrong-choice in: body", notes: [`${omitted("a")} get:`] }]);
});

test("of many operations that one value omits, the first is named and each is shown", async () => {
  expect(await findings(["a", "b", "c"])).toEqual([
    {
      found: "error wrong-choice in: body",
      notes: [`${omitted("a")} The same applies at 2 other places. get:`, "The same applies here. get:", "The same applies here. get:"],
    },
  ]);
});

test.each([
  ["a comment hides", { comment: "# toolsetc-ignore wrong-choice: the vendor knows" }],
  ["the configuration turns off", { configuration: "rules: { wrong-choice: off }\n" }],
])("an operation is reported by itself if %s its cause", async (_, hidden) => {
  const expected = { found: "error refused-operation get:", notes: ["The error is here. in: body"] };
  expect(await findings(["a"], hidden)).toEqual([expected]);
});

test("an operation is reported by itself if its cause is only a warning", async () => {
  const [cause, consequence] = (await findings(["a"], { configuration: "rules: { wrong-choice: warning }\n" })).sort((a, b) =>
    b.found.localeCompare(a.found),
  );
  expect(cause).toEqual({ found: "warning wrong-choice in: body", notes: [] });
  expect(consequence).toEqual({ found: "error refused-operation get:", notes: ["The error is here. in: body"] });
});

test("an operation that is omitted is a note of the error at the place, not of a warning there", async () => {
  const compilation = await compileTexts({
    "toolsetc.yaml": "targets: []\n",
    "shop.yaml": "displayName: shop\nopenApiToolset: { openApiSchema: ./api.yaml }\n",
    "api.yaml": `openapi: 3.1.0
info: { title: T, version: "1" }
servers: [{ url: https://a.example }]
paths:
  /a/{id}:
    get:
      operationId: a
      summary: Get it
      parameters: [{ name: id, in: path, required: maybe, schema: { type: string } }]
      responses: { "200": { description: It. } }
`,
  });
  expect(findingsOf(compilation).findings.map(({ code, related }) => [code, related.length])).toEqual([
    ["optional-path-parameter", 0],
    ["wrong-type", 1],
  ]);
});

test("where findings are not joined, as in editors, an operation that is omitted has a note about its cause", async () => {
  const { ungrouped } = findingsOf(await compileTexts(project(["a"])));
  const notes = ungrouped.map(({ code, related }) => [code, ...related.map(({ message, mark }) => `${message} ${mark.text.trim()}`)]);
  expect(notes).toEqual([["refused-operation", "The error is here. in: body"], ["wrong-choice"]]);
});
