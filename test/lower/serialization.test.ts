import { expect, test } from "vitest";
import { lowerTexts } from "./lower-texts.ts";

async function codesOf(operation: object): Promise<string[]> {
  const document = {
    openapi: "3.1.1",
    info: { title: "Shop", version: "1" },
    servers: [{ url: "https://shop.example.com" }],
    paths: { "/a": { post: { operationId: "send", responses: { 204: { description: "Done." } }, ...operation } } },
    components: { schemas: { Name: { type: "string" }, Names: { type: "array", items: { $ref: "#/components/schemas/Name" } } } },
  };
  const input = { kind: "openapi", path: "shop.json", include: [], exclude: [] } as const;
  const { lowering } = await lowerTexts({ "shop.json": JSON.stringify(document) }, input);
  return lowering.map(({ code, place }) => `${code} ${"path" in place ? place.path.slice(3).join("/") : ""}`);
}

const strings = { type: "array", items: { type: "string" } };
const parameter = (rest: object) => ({ parameters: [{ name: "names", in: "query", explode: false, schema: strings, ...rest }] });
const body = (mediaType: string, encoding: object, schema: object = strings) => ({
  requestBody: { content: { [mediaType]: { schema: { type: "object", properties: { names: schema } }, encoding: { names: encoding } } } },
});

test.each<[string, object, string[]]>([
  ["pipes in a query", parameter({ style: "pipeDelimited" }), ["ambiguous-delimiter parameters/0"]],
  ["spaces in a query", parameter({ style: "spaceDelimited" }), ["ambiguous-delimiter parameters/0"]],
  [
    "items that are a shared schema",
    parameter({ style: "pipeDelimited", schema: { $ref: "#/components/schemas/Names" } }),
    ["ambiguous-delimiter parameters/0"],
  ],
  [
    "a choice that contains the delimiter",
    parameter({ style: "pipeDelimited", schema: { type: "array", items: { enum: ["a|b", "c"] } } }),
    ["ambiguous-delimiter parameters/0"],
  ],
  ["commas in a header", parameter({ in: "header" }), ["ambiguous-delimiter parameters/0"]],
  ["commas in a part", body("multipart/form-data", { explode: false }), ["ambiguous-delimiter requestBody/content/multipart/form-data"]],
  // A comma in an item is percent-encoded here, and the delimiter is not.
  ["commas in a query", parameter({}), []],
  ["commas in a form", body("application/x-www-form-urlencoded", { explode: false }), []],
  ["repeated names", parameter({ style: "pipeDelimited", explode: true }), []],
  ["numbers", parameter({ style: "pipeDelimited", schema: { type: "array", items: { type: "integer" } } }), []],
  ["a choice without the delimiter", parameter({ style: "pipeDelimited", schema: { type: "array", items: { enum: ["a", "b"] } } }), []],
  [
    "items with a pattern",
    parameter({ style: "pipeDelimited", schema: { type: "array", items: { type: "string", pattern: "^[a-z]$" } } }),
    [],
  ],
  [
    "a part's header without a value",
    body("multipart/form-data", { headers: { "X-Album": { schema: { type: "string" } } } }),
    ["omitted-part-header requestBody/content/multipart/form-data/encoding/names/headers/X-Album/schema"],
  ],
  ["a part's header with one value", body("multipart/form-data", { headers: { "X-Album": { schema: { const: "a" } } } }), []],
  [
    "a header of a member of a form, which has no parts",
    body("application/x-www-form-urlencoded", { headers: { "X-Album": { schema: { type: "string" } } } }),
    [],
  ],
])("a parameter is reported if its serialization loses something, else not: %s", async (_name, operation, expected) => {
  expect(await codesOf(operation)).toEqual(expected);
});
