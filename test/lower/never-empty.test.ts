import { describe, expect, test } from "vitest";
import { type Manifest, toolsOf } from "../../src/runtime/manifest.ts";
import { ToolError } from "../../src/runtime/tool-error.ts";
import type { Json } from "../../src/source/json/json.ts";
import { compileTexts } from "../compile-texts.ts";
import { shop } from "./lower-texts.ts";

const text = { type: "string" };

/** What comes of values for the parameter or member `x` of one operation: "invalid" for the schema, "refused" by the call, or the request's address and body. */
async function outcomes(operation: object, values: readonly Json[], components: object = {}, template = "/a/{x}"): Promise<string[]> {
  const paths = { [template]: { post: { operationId: "call", responses: { "204": { description: "Done." } }, ...operation } } };
  const inBody = "requestBody" in operation || !JSON.stringify(operation).includes('"in":"path"');
  const texts = shop(inBody ? { "/a": paths[template] ?? {} } : paths, { components });
  const { outputs } = await compileTexts({ ...texts, "toolsetc.yaml": "targets: [{ target: manifest, out: out }]" });
  const file = outputs.flatMap(({ files }) => files).find(({ path }) => path.endsWith("toolset.json"));
  const [tool] = toolsOf(JSON.parse(file?.text ?? "") as Manifest);
  if (tool === undefined) throw new Error("There is no tool.");
  return Promise.all(
    values.map(async (x) => {
      let sent = "";
      const fetch = async (request: Request) => {
        sent = `${request.url.slice("https://shop.example.com/a".length)} ${await request.text()}`.trim();
        return new Response(null, { status: 204 });
      };
      try {
        await tool.execute({ x }, { fetch });
        return sent;
      } catch (error) {
        if (!(error instanceof ToolError)) throw error;
        return error.code === "invalid-arguments" ? "invalid" : "refused";
      }
    }),
  );
}

const empty: readonly Json[] = ["", [], {}, null, [""], ["", ""], [null]];
const schemas: readonly [string, object][] = [
  ["a text", text],
  ["a nullable text", { ...text, nullable: true }],
  ["an open list of values", { ...text, enum: ["", "a"] }],
  ["a reference to a text", { $ref: "#/components/schemas/Text" }],
  ["a nullable reference", { $ref: "#/components/schemas/Text", nullable: true }],
  ["a list", { type: "array", items: text }],
  ["a list of references", { type: "array", items: { $ref: "#/components/schemas/Text" } }],
  ["a nullable list of nullable texts", { type: "array", nullable: true, items: { ...text, nullable: true } }],
  ["an object", { type: "object", additionalProperties: text }],
  ["an object of members", { type: "object", properties: { a: text } }],
  ["alternatives", { anyOf: [text, { type: "array", items: text }] }],
  ["anything but null", { not: { enum: [null] }, items: text }],
  ["a part of all", { allOf: [{ $ref: "#/components/schemas/Text" }] }],
];
const components = { schemas: { Text: text } };

describe("a value that the schema of a path parameter accepts is not refused by the call", () => {
  const forms = ["simple", "label", "matrix"].flatMap((style) =>
    [true, false].flatMap((explode) => ["/a/{x}", "/a/b{x}"].map((template) => ({ style, explode, template }))),
  );
  test.each(forms)("in the style $style with explode: $explode and the path $template", async ({ style, explode, template }) => {
    for (const [name, schema] of schemas) {
      const found = await outcomes(
        { parameters: [{ name: "x", in: "path", required: true, style, explode, schema }] },
        [...empty, "a", ["a", "b"]],
        components,
        template,
      );
      expect([name, found.filter((each) => each === "refused")]).toEqual([name, []]);
      // And it accepts what can be sent.
      expect([name, found.slice(-2).some((each) => each !== "invalid") || /object/.test(name)]).toEqual([name, true]);
    }
  });

  test("if it is empty and in the style label after other characters", async () => {
    const label = { name: "x", in: "path", required: true, style: "label", schema: text };
    expect(await outcomes({ parameters: [label] }, [""], {}, "/a/b{x}")).toEqual(["/b."]);
  });

  test.each(["text/plain", "application/json"])("if it is sent as %s", async (contentType) => {
    for (const [name, schema] of schemas.slice(0, 5)) {
      const found = await outcomes(
        { parameters: [{ name: "x", in: "path", required: true, content: { [contentType]: { schema } } }] },
        [...empty, "a"],
        components,
      );
      expect([name, found.filter((each) => each === "refused")]).toEqual([name, []]);
      expect([name, found.at(-1)]).toEqual([name, contentType === "text/plain" ? "/a" : "/%22a%22"]);
    }
  });
});

test.each<[string, object]>([
  ["a query", { parameters: [{ name: "x", in: "query", required: true, schema: { type: "array", items: text } }] }],
  [
    "a delimited query",
    {
      parameters: [
        { name: "x", in: "query", required: true, explode: false, style: "pipeDelimited", schema: { type: "array", items: text } },
      ],
    },
  ],
  [
    "a form",
    {
      requestBody: {
        required: true,
        content: {
          "application/x-www-form-urlencoded": {
            schema: { type: "object", required: ["x"], properties: { x: { type: "array", items: text } } },
          },
        },
      },
    },
  ],
  [
    "a multipart body",
    {
      requestBody: {
        required: true,
        content: {
          "multipart/form-data": { schema: { type: "object", required: ["x"], properties: { x: { type: "array", items: text } } } },
        },
      },
    },
  ],
])("the schema of a required list in %s requires an item, since nothing would be sent for none", async (_name, operation) => {
  const [none, one] = await outcomes(operation, [[], ["a"]]);
  expect([none, one === "invalid"]).toEqual(["invalid", false]);
  const optional = JSON.parse(
    JSON.stringify(operation)
      .replace('"required":true,"s', '"s')
      .replace('"required":true,"explode', '"explode')
      .replace('"required":["x"],', ""),
  );
  expect((await outcomes(optional, [[]]))[0]).not.toBe("invalid");
});

test("the schema of a list in JSON, or of a text in a query, accepts an empty value", async () => {
  const list = { type: "array", items: text };
  const body = {
    requestBody: {
      required: true,
      content: { "application/json": { schema: { type: "object", required: ["x"], properties: { x: list } } } },
    },
  };
  expect(await outcomes(body, [[]])).toEqual(['{"x":[]}']);
  const query = { parameters: [{ name: "x", in: "query", required: true, content: { "application/json": { schema: list } } }] };
  expect(await outcomes(query, [[]])).toEqual(["?x=%5B%5D"]);
  expect(await outcomes({ parameters: [{ name: "x", in: "query", required: true, schema: text }] }, [""])).toEqual(["?x="]);
});

test("the schema of a path parameter that refuses an empty text anyway is not changed", async () => {
  const names = ["a", "b", "c", "d"];
  const written = [
    { ...text, pattern: "^x" },
    { ...text, format: "uuid" },
    { ...text, enum: ["a"] },
    { ...text, minLength: 2 },
  ];
  const parameters = names.map((name, index) => ({ name, in: "path", required: true, schema: written[index] }));
  const { program } = await compileTexts(shop({ "/{a}/{b}/{c}/{d}": { get: { operationId: "call", parameters, responses: {} } } }));
  expect(program.toolsets[0]?.tools[0]?.input.json.properties).toEqual(
    Object.fromEntries(names.map((name, index) => [name, written[index]])),
  );
});

test("a member of a form that is named `length` does not hide the encodings of the others", async () => {
  const properties = { x: { type: "array", items: text }, length: { type: "array", items: text } };
  const encoding = { x: { contentType: "application/json" }, length: { contentType: "application/json" } };
  const content = { "application/x-www-form-urlencoded": { schema: { type: "object", required: ["x"], properties }, encoding } };
  // As JSON, an empty array is not empty.
  expect(await outcomes({ requestBody: { required: true, content } }, [[]])).toEqual(["x=%5B%5D"]);
});
