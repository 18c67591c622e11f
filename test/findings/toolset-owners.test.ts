import { expect, test } from "vitest";
import { formatJson } from "../../src/findings/formats/format-json.ts";
import { toolsetOwners } from "../../src/findings/toolset-owners.ts";
import { compileTexts } from "../compile-texts.ts";

const document = (reference: string) => `openapi: 3.0.3
info: { title: A, version: "1" }
servers: [{ url: https://a.example }]
paths:
  /it: { get: { operationId: it, responses: { "200": { description: It., content: { application/json: { schema: { $ref: "${reference}" } } } } } } }
`;
const definition = (name: string, file: string) => `displayName: ${name}\nopenApiToolset: { openApiSchema: ${file} }\n`;

/** Whose each error is, by code and file. */
async function ownersOf(texts: { readonly [path: string]: string }): Promise<Record<string, readonly (string | undefined)[]>> {
  const { project, definitions, program, diagnostics } = await compileTexts(texts);
  const owners = toolsetOwners(project, definitions.accepted, program);
  return Object.fromEntries(
    diagnostics
      .filter(({ severity }) => severity !== "note")
      .map((found) => [
        `${found.code} in ${found.place.tree.source.path}`,
        owners
          .of(found)
          .map(({ names: [name] }) => name)
          .sort(),
      ]),
  );
}

test("a file of the project concerns all toolsets whose documents refer to it", async () => {
  const texts = {
    "one.yaml": definition("one", "one.openapi.yaml"),
    "one.openapi.yaml": document("shared.yaml#/Pet"),
    "two.yaml": `displayName: two\nopenApiToolset:\n  openApiSchema: |\n${document("shared.yaml#/Pet").replace(/^/gm, "    ")}\n`,
    "three.yaml": definition("three", "three.openapi.yaml"),
    "three.openapi.yaml": document("own.yaml#/Pet"),
    "shared.yaml": "Pet: { $ref: deep.yaml#/Pet }\n",
    "deep.yaml": "Pet: { type: objct }\n",
    "own.yaml": "Pet: { type: [\n",
  };
  const found = await ownersOf(texts);
  const of = (file: string) => Object.entries(found).flatMap(([key, names]) => (key.endsWith(` in ${file}`) ? [names] : []));
  expect(of("deep.yaml").length).toBeGreaterThan(0);
  for (const names of of("deep.yaml")) expect(names).toEqual(["one", "two"]);
  expect(of("own.yaml")).toEqual([["three"]]);
});

test("a place in the configuration or an environment concerns the toolset that it names, else the project", async () => {
  const found = await ownersOf({
    "one.yaml": definition("one", "one.openapi.yaml"),
    "one.openapi.yaml": document("#/paths"),
    "toolsetc.yaml":
      "overrides: { one: { tools: { nothing: { title: x } } }, nobody: { include: [x] } }\nenvironments: { dev: dev.json }\n",
    "dev.json": '{ "toolsets": { "one": { "openApiToolset": { "ulr": "https://x.example" } }, "nobody": {} } }',
  });
  expect(found).toMatchObject({
    "unknown-override in toolsetc.yaml": [],
    "unknown-tool-override in toolsetc.yaml": ["one"],
    "unknown-environment-field in dev.json": ["one"],
    "unknown-environment-entry in dev.json": [],
  });
});

test("a definition that cannot be read is named after its file", async () => {
  const { project, definitions, program } = await compileTexts({ "one.yaml": "displayName: other\nmcpToolset: [" });
  expect(toolsetOwners(project, definitions.accepted, program).all).toMatchObject([
    { names: ["one"], isNamed: false, resource: "toolset", toolset: undefined },
  ]);
});

test("a finding in a document of several toolsets concerns them all", async () => {
  const api =
    'openapi: 3.1.0\ninfo: { title: T, version: "1" }\nservers: [{ url: https://a.example }]\npaths: { /a: { get: { operationId: a, responses: { "99": { description: It. } } } } }\n';
  const toolset = (name: string) => `displayName: ${name}\nopenApiToolset: { openApiSchema: ./api.yaml }\n`;
  const texts = { "toolsetc.yaml": "targets: []\n", "api.yaml": api, "b.yaml": toolset("depot"), "a.yaml": toolset("yard") };
  const shared = await compileTexts(texts);
  expect(shared.findings.map(({ code, toolsets }) => [code, toolsets])).toEqual([["invalid-status", ["depot", "yard"]]]);
  const json = JSON.parse(formatJson(shared.findings, { toolsets: 2, tools: 2, operations: 2, files: 0 }));
  expect(json.diagnostics[0]).toMatchObject({ toolset: null, toolsets: ["depot", "yard"] });
  const part = await compileTexts(texts, { scope: { toolsets: ["yard"], named: [], beside: "nothing" } });
  expect(part.findings.map(({ toolsets }) => toolsets)).toEqual([["yard"]]);
});
