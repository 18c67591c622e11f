import { expect, test } from "vitest";
import { compileTexts } from "../../compile-texts.ts";

interface Case {
  readonly name: string;
  /** A Parameter Object, in which `name` and `in` come first. */
  readonly parameter: string;
  /** What it is read as: the line that the fix writes, `undefined` where there is none. */
  readonly fixed: string | undefined;
  /** The schema of the tool's input; `undefined` where the operation is lost. */
  readonly input: object | undefined;
}

const text = { type: "string" };

function input(schema: object, required: readonly string[] = []): object {
  return { type: "object", properties: { q: schema }, required, additionalProperties: false };
}

const cases: readonly Case[] = [
  {
    name: "a text for true",
    parameter: 'required: "true", schema: { type: string }',
    fixed: "required: true, schema: { type: string }",
    input: input(text, ["q"]),
  },
  {
    name: "False",
    parameter: "required: 'False', schema: { type: string }",
    fixed: "required: false, schema: { type: string }",
    input: input(text),
  },
  {
    name: "a word of YAML 1.1",
    parameter: "required: yes, schema: { type: string }",
    fixed: "required: true, schema: { type: string }",
    input: input(text, ["q"]),
  },
  {
    name: "1",
    parameter: "required: 1, schema: { type: string }",
    fixed: "required: true, schema: { type: string }",
    input: input(text, ["q"]),
  },
  { name: "another word", parameter: "required: maybe, schema: { type: string }", fixed: undefined, input: undefined },
  {
    name: "a number in quotes",
    parameter: 'schema: { type: integer, maximum: "10" }',
    fixed: "schema: { type: integer, maximum: 10 }",
    input: input({ type: "integer", maximum: 10 }),
  },
  {
    name: "a fraction",
    parameter: 'schema: { type: number, minimum: "-1.5" }',
    fixed: "schema: { type: number, minimum: -1.5 }",
    input: input({ type: "number", minimum: -1.5 }),
  },
  // A bound that is rounded refuses nothing that matters, which the conversion says.
  {
    name: "digits that no number holds",
    parameter: 'schema: { type: integer, maximum: "12345678901234567890" }',
    fixed: undefined,
    input: input({ type: "integer", maximum: 12345678901234567000 }),
  },
  { name: "a fraction for a count", parameter: 'schema: { type: string, maxLength: "1.5" }', fixed: undefined, input: input(text) },
  {
    name: "a schema that is a word",
    parameter: 'schema: { type: object, additionalProperties: "false" }',
    fixed: "schema: { type: object, additionalProperties: false }",
    input: input({ type: "object", additionalProperties: false }),
  },
  {
    name: "a number for a text",
    parameter: "description: 1.50, schema: { type: string }",
    fixed: 'description: "1.50", schema: { type: string }',
    input: input({ description: "1.50", ...text }),
  },
  { name: "null for a schema", parameter: "schema: null", fixed: "schema: {}", input: input({}) },
  { name: "nothing for a schema", parameter: "schema:", fixed: undefined, input: input({}) },
  {
    name: "null for the schema of a member",
    parameter: "schema: { type: object, properties: { a: null } }",
    fixed: "schema: { type: object, properties: { a: {} } }",
    input: input({ type: "object", properties: { a: {} } }),
  },
  {
    name: "null for the schema of items",
    parameter: "schema: { type: array, items: null }",
    fixed: "schema: { type: array, items: {} }",
    input: input({ type: "array", items: {} }),
  },
  // As schemas that accept anything, these would reject what the author accepts.
  { name: "null below not", parameter: "schema: { type: string, not: null }", fixed: undefined, input: undefined },
  { name: "null as an alternative", parameter: "schema: { oneOf: [{ type: string }, null] }", fixed: undefined, input: undefined },
  { name: "null as one of any", parameter: "schema: { anyOf: [{ type: string }, null] }", fixed: undefined, input: undefined },
  {
    name: "a type in another case",
    parameter: "schema: { type: String }",
    fixed: "schema: { type: string }",
    input: input(text),
  },
  {
    name: "a format in place of a type",
    parameter: "schema: { type: date }",
    fixed: "schema: { type: string }",
    input: input(text),
  },
  {
    name: "the types of a programming language",
    parameter: "schema: { type: object, properties: { a: { type: int }, b: { type: float }, c: { type: BOOL } } }",
    fixed: undefined,
    input: input({ type: "object", properties: { a: { type: "integer" }, b: { type: "number" }, c: { type: "boolean" } } }),
  },
  { name: "a name that is no type", parameter: "schema: { type: Pet }", fixed: undefined, input: undefined },
  // What is sent for it depends on the media type.
  { name: "a file of 2.0", parameter: "schema: { type: file }", fixed: undefined, input: undefined },
  {
    name: "the style of a path for one value",
    parameter: "style: simple, schema: { type: string }",
    fixed: "style: form, schema: { type: string }",
    input: input(text),
  },
  {
    name: "the style of a path for a list that is not exploded",
    parameter: "style: simple, explode: false, schema: { type: array, items: { type: string } }",
    fixed: "style: form, explode: false, schema: { type: array, items: { type: string } }",
    input: input({ type: "array", items: text }),
  },
  // It could be one parameter or one for each item.
  {
    name: "the style of a path for a list",
    parameter: "style: simple, schema: { type: array, items: { type: string } }",
    fixed: undefined,
    input: undefined,
  },
  { name: "a list with nothing in it", parameter: "schema: { type: string, enum: }", fixed: undefined, input: input(text) },
];

test.each(cases)("a value of the wrong type in an OpenAPI document is coerced: $name", async ({ parameter, fixed, input: expected }) => {
  const line = (its: string) => `          - { name: q, in: query, ${its} }`;
  const document = [
    "openapi: 3.0.3",
    "info: { title: Shop, version: '1' }",
    "paths:",
    "  /a:",
    "    get:",
    "        operationId: find",
    "        responses: { 200: { description: ok } }",
    "        parameters:",
    line(parameter),
    "",
  ].join("\n");
  const read = async (text: string) => {
    const { program, findings } = await compileTexts(
      { "shop.yaml": text },
      { input: { kind: "openapi", path: "shop.yaml", include: [], exclude: [] } },
    );
    return { findings, input: program.toolsets[0]?.tools[0]?.input.json };
  };
  const { findings, input: json } = await read(document);
  expect(json).toEqual(expected);
  // Of several, each is a fix of its own.
  const fixes = findings.length > 1 ? [] : findings.flatMap((finding) => finding.fixes);
  const edited = fixes.map(({ mark: { start, end }, text }) => {
    const lines = document.split("\n");
    const at = lines[start.line - 1] ?? "";
    lines[start.line - 1] = at.slice(0, start.column - 1) + text + at.slice(end.column - 1);
    return lines.join("\n");
  });
  expect(edited).toEqual(fixed === undefined ? [] : [document.replace(line(parameter), line(fixed))]);
  for (const each of edited) expect(await read(each)).toMatchObject({ findings: [], input: expected });
});

test("a security scheme in other letter case, and a style for queries in a path, are coerced", async () => {
  const document = {
    openapi: "3.0.3",
    servers: [{ url: "https://shop.example.com" }],
    info: { title: "Shop", version: "1" },
    components: { securitySchemes: { key: { type: "apikey", in: "Header", name: "X-Key" } } },
    security: [{ key: [] }],
    paths: {
      "/a/{id}": {
        get: {
          operationId: "find",
          parameters: [{ name: "id", in: "path", required: true, style: "form", schema: { type: "string" } }],
          responses: { 200: { description: "It." } },
        },
      },
    },
  };
  const input = { kind: "openapi", path: "shop.json", include: [], exclude: [] } as const;
  const { program, findings } = await compileTexts({ "shop.json": JSON.stringify(document) }, { input });
  expect(findings.map(({ code, message }) => [code, message])).toEqual([
    ["coerced-value", 'The value "apikey" is read as "apiKey".'],
    ["coerced-value", 'The value "Header" is read as "header".'],
    ["coerced-value", 'The value "form" is read as "simple".'],
  ]);
  const [toolset] = program.toolsets;
  expect(toolset?.endpoint.securitySchemes).toEqual({ key: { type: "apiKey", in: "header", name: "X-Key" } });
  expect(toolset?.tools[0]?.binding).toMatchObject({ parameters: [{ name: "id", as: { style: "simple", explode: false } }] });
});

test("a version in an OpenAPI document may lack its quotes or its last part", async () => {
  for (const version of ["swagger: 2.0", "openapi: 3.0", "openapi: 3.1", "openapi: '3.2'"]) {
    const { program } = await compileTexts(
      {
        "shop.yaml": `${version}\ninfo: { title: Shop, version: 1.0 }\npaths: { /a: { get: { responses: { 200: { description: ok } } } } }`,
      },
      { input: { kind: "openapi", path: "shop.yaml", include: [], exclude: [] } },
    );
    expect(
      program.toolsets.map(({ tools }) => tools.length),
      version,
    ).toEqual([1]);
  }
});

test.each(["3.0.3", "3.1.0", "3.2.0", "2.0"])(
  "null in place of a schema of OpenAPI %s accepts anything, and omits no tool",
  async (version) => {
    const older = version === "2.0";
    const ok = older ? { description: "It.", schema: null } : { description: "It.", content: { "application/json": { schema: null } } };
    const reference = { $ref: older ? "#/definitions/Item" : "#/components/schemas/Item" };
    const body = older
      ? { parameters: [{ name: "item", in: "body", schema: reference }] }
      : { requestBody: { content: { "application/json": { schema: { type: "object", properties: { item: reference } } } } } };
    const document = {
      ...(older ? { swagger: version, host: "shop.example.com", definitions: { Item: null } } : { openapi: version }),
      ...(older ? {} : { servers: [{ url: "https://shop.example.com" }], components: { schemas: { Item: null } } }),
      info: { title: "Shop", version: "1" },
      paths: { "/a": { post: { operationId: "add", ...body, responses: { 200: ok } } } },
    };
    const input = { kind: "openapi", path: "shop.json", include: [], exclude: [] } as const;
    const { program, findings } = await compileTexts({ "shop.json": JSON.stringify(document) }, { input });
    expect(findings.map(({ code, severity, message }) => [code, severity, message])).toEqual(
      [1, 2].map(() => ["coerced-value", "warning", "The value null is read as {}."]),
    );
    const [tool] = program.toolsets[0]?.tools ?? [];
    expect(tool?.input.json).toMatchObject({ properties: { [older ? "body" : "item"]: { $ref: "#/$defs/Item" } } });
    expect(program.toolsets[0]?.schemas.get("Item")?.json).toEqual({});
    expect(tool?.output.json.properties).toEqual({ result: {} });
  },
);
