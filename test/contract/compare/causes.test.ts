import { expect, test } from "vitest";
import type { Change } from "../../../src/contract/changes/change.ts";
import type { JsonObject } from "../../../src/source/json/json.ts";
import { changesBetween, shopWith, type Texts } from "./compare.ts";

interface Shop {
  readonly status?: string;
  readonly security?: string;
  readonly parameters?: string;
  readonly body?: string;
  readonly result?: string;
  readonly schemas?: string;
}

/** A shop with two tools that return the shared schema `Order`. */
function shop({
  status = "[new]",
  security = "[files]",
  parameters = "",
  body = "",
  result = "{ $ref: '#/components/schemas/Order' }",
  schemas = "",
}: Shop): Texts {
  const operation = (
    name: string,
  ) => `{ operationId: ${name}, summary: Gets it., security: [{ login: ${security} }], parameters: [${parameters}], ${body}
    responses: { "200": { description: It., content: { application/json: { schema: ${result} } } } } }`;
  return shopWith(`paths:
  /one: { post: ${operation("one")} }
  /two: { post: ${operation("two")} }
components:
  securitySchemes: { login: { type: oauth2, flows: { clientCredentials: { tokenUrl: https://shop.example/token, scopes: { files: Files., all: All., more: More. } } } } }
  schemas:
    Order: { type: object, properties: { status: { enum: ${status} }, last: { type: object, properties: { status: { enum: ${status} } } } } }
${schemas}`);
}

/** The changes that are not compatible. */
async function changes(before: Shop, after: Shop): Promise<readonly Change[]> {
  return (await changesBetween(shop(before), shop(after))).filter(({ grade }) => grade !== "compatible");
}

test("a new value of a shared schema is reported once, with all places", async () => {
  const found = await changes({}, { status: "[new, paid]" });
  expect(found.map(({ message }) => message)).toEqual(['"Order/status" got "paid": 2 tools.']);
  expect(found[0]).toMatchObject({
    tool: undefined,
    from: { enum: ["new"] },
    to: { enum: ["new", "paid"] },
    schema: { name: "Order", path: ["properties", "status"] },
    uses: [
      { tool: "shop_one", pointer: "/output/status" },
      { tool: "shop_two", pointer: "/output/status" },
    ],
  });
});

test("changed scopes of a credential are reported with their names", async () => {
  expect((await changes({}, { security: "[all]" })).map(({ message }) => message)).toEqual([
    'The credentials changed, "login" needs "all" in place of "files": 2 tools.',
  ]);
  expect((await changes({}, { security: "[files, more]" })).map(({ message }) => message)).toEqual([
    'The credentials changed, "login" needs "more" too: 2 tools.',
  ]);
});

const image = (others: string) =>
  `requestBody: { required: ${others}, content: { application/json: { schema: { type: object, properties: { image: { type: string } } } } } },`;

test("a member that moved from the body to the query is reported as moved", async () => {
  const found = await changes({ body: image("true") }, { parameters: "{ name: image, in: query, schema: { type: string } }" });
  expect(found.map(({ kind, message }) => `${kind}: ${message}`)).toContain(
    'changed-request: "image" moved from the member "image" of the body to the query parameter "image": 2 tools.',
  );
});

const limit = (explode: boolean, type: string) =>
  `{ name: limit, in: query, explode: ${explode}, schema: { type: ${type}, items: { type: string } } }`;

test("a changed style of lists is no change for an argument that is no list", async () => {
  const breaks = (found: readonly Change[]) => found.filter(({ grade }) => grade === "breaking").map(({ kind }) => kind);
  expect(breaks(await changes({ parameters: limit(false, "string") }, { parameters: limit(true, "string") }))).toEqual([]);
  expect(breaks(await changes({ parameters: limit(false, "array") }, { parameters: limit(true, "array") }))).toEqual(["changed-request"]);
});

const form = (schema: string, encoding = "") =>
  `requestBody: { required: true, content: { application/x-www-form-urlencoded: { encoding: { ${encoding} }, schema: ${schema} } } },`;

test("a changed style of a form's member is no change if former calls have no value that it affects", async () => {
  const breaks = async (before: string, after: string) =>
    (await changes({ body: before }, { body: after })).filter(({ grade }) => grade === "breaking").map(({ kind }) => kind);
  const deep = (...names: readonly string[]) => names.map((name) => `${name}: { style: deepObject, explode: true }`).join();
  const [text, list] = ["{ type: string }", "{ type: array, items: { type: string } }"];
  const one = (name: string) => `{ type: object, properties: { name: ${name} } }`;
  const two = (name: string, others: string) => `{ type: object, properties: { name: ${name}, data: ${others} } }`;
  expect(await breaks(form(one(text)), form(two(text, "{ type: object }"), deep("data")))).toEqual([]);
  expect(await breaks(form(one(text)), form(one(`{ anyOf: [${text}, { enum: [""] }] }`), deep("name")))).toEqual([]);
  expect(await breaks(form(one(list)), form(one(list), deep("name")))).toEqual(["changed-request"]);
  expect(await breaks(form(one(list), "name: { explode: true }"), form(two(list, text), "name: { explode: false }"))).toEqual([
    "changed-request",
  ]);
});

test("a changed alternative is reported by the name of its shared schema", async () => {
  const item = (type: string) => `{ type: object, required: [id], properties: { id: { type: ${type} } } }`;
  const events = (type: string) => ({
    parameters: "",
    result:
      "{ type: object, properties: { event: { anyOf: [{ $ref: '#/components/schemas/Made' }, { $ref: '#/components/schemas/Sent' }] } } }",
    schemas: `    Made: ${item(type)}\n    Sent: ${item("string")}\n`,
  });
  const found = await changes(events("string"), events("integer"));
  expect(found.map(({ message }) => message)).toEqual(['"Made/id" was string and is integer now: 2 tools.']);
});

test("a schema that replaces another one is reported once, without the members of the other one", async () => {
  const members = (...names: string[]) =>
    `{ type: object, properties: { ${names.map((name) => `${name}: { type: string }`).join(", ")} } }`;
  const schemas = `    Full: ${members("id", "name", "size")}\n    Mini: ${members("id")}\n`;
  const ofKind = (kind: string): Shop => ({
    result: `{ type: object, properties: { file: { $ref: '#/components/schemas/${kind}' } } }`,
    schemas,
  });
  const found = await changes(ofKind("Full"), ofKind("Mini"));
  expect(found.filter(({ grade }) => grade === "breaking")).toMatchObject([
    {
      message: '"file" has another schema now, which does not describe "name", "size": 2 tools.',
      pointer: "/output/file",
      from: { $ref: "#/$defs/Full" },
      to: { $ref: "#/$defs/Mini" },
    },
  ]);
  const whole = await changes(
    { ...ofKind("Full"), result: "{ $ref: '#/components/schemas/Full' }" },
    { ...ofKind("Full"), result: "{ $ref: '#/components/schemas/Mini' }" },
  );
  expect(whole.filter(({ grade }) => grade === "breaking").map(({ message }) => message)).toEqual([
    'The result has another schema now, which does not describe "name", "size": 2 tools.',
  ]);
});

test("an object that no longer allows undescribed members is reported as that", async () => {
  const body = (others: string) =>
    `requestBody: { required: true, content: { application/json: { schema: { type: object, properties: { field: { type: object, properties: { name: { type: string } }${others} } } } } } },`;
  const found = await changes({ body: body("") }, { body: body(", additionalProperties: false") });
  expect(found.map(({ message }) => message)).toEqual(['"field" no longer accepts members that it does not describe: 2 tools.']);
  expect(found[0]).toMatchObject({ kind: "narrowed-input", from: { additionalProperties: null }, to: { additionalProperties: false } });
});

test("the name of an HTTP scheme in other letter case is no change", async () => {
  const texts = (scheme: string): Texts => {
    const former = shop({});
    const document = String(former["shop.openapi.yaml"]).replace(
      /login: \{ type: oauth2, .*$/m,
      `login: { type: http, scheme: ${scheme} } }`,
    );
    return { ...former, "shop.openapi.yaml": document.replaceAll("{ login: [files] }", "{ login: [] }") };
  };
  const breaks = async (former: string, next: string) =>
    (await changesBetween(texts(former), texts(next))).filter(({ grade }) => grade === "breaking");
  expect(await breaks("Bearer", "bearer")).toEqual([]);
  expect(await breaks("bearer", "basic")).toMatchObject([
    { kind: "changed-security", from: { scheme: "bearer" }, to: { scheme: "basic" } },
  ]);
});

test("a new optional body is compatible", async () => {
  expect((await changes({}, { body: image("false") })).filter(({ grade }) => grade === "breaking")).toEqual([]);
});

test("a new required body breaks programs, and no model if each member is optional", async () => {
  const withUse = (texts: Texts, use: string): Texts => ({ ...texts, "toolsetc.yaml": `breaking: ${use}\n` });
  const breaks = async (body: string, use: string) =>
    (await changesBetween(withUse(shop({}), use), withUse(shop({ body }), use))).flatMap(({ kind, grade }) =>
      grade === "breaking" ? [kind] : [],
    );
  expect(await breaks(image("true"), "model")).toEqual([]);
  expect(await breaks(image("true"), "typed")).toEqual(["changed-request"]);
  const required = image("true").replace("{ type: object,", "{ type: object, required: [image],");
  expect(await breaks(required, "model")).toEqual(["narrowed-input"]);
});

test("a result that was always null and may be more now is a new value", async () => {
  const found = await changes({ result: '{ type: "null" }' }, {});
  expect(found.find(({ pointer }) => pointer === "/output")).toMatchObject({
    kind: "new-result-value",
    grade: "model-visible",
    message: "The result was null and is object now: 2 tools.",
  });
  const broken = await changes({ result: '{ type: ["null", string] }' }, {});
  expect(broken.find(({ pointer }) => pointer === "/output")).toMatchObject({ kind: "widened-output" });
});

test("a pattern that cannot be compared is one finding with both patterns", async () => {
  const scopes = (pattern: string) => `{ name: scopes, in: query, schema: { type: string, pattern: '${pattern}' } }`;
  const found = await changes({ parameters: scopes("([a|b])(,\\1)*") }, { parameters: scopes("([a|b|c])(,\\1)*") });
  expect(found).toMatchObject([
    {
      kind: "undecided-schema",
      grade: "breaking",
      message:
        '"scopes" has another limit ("pattern" was "([a|b])(,\\\\1)*" and is "([a|b|c])(,\\\\1)*"), and it is not known whether all former values are still accepted: 2 tools.',
      from: { pattern: "([a|b])(,\\1)*" },
      to: { pattern: "([a|b|c])(,\\1)*" },
    },
  ]);
});

test("an array in place of an object is reported once", async () => {
  const list = "{ type: array, items: { $ref: '#/components/schemas/Order' } }";
  const broken = (found: readonly Change[]) => found.filter(({ grade }) => grade === "breaking").map(({ message }) => message);
  expect(broken(await changes({}, { result: list }))).toEqual(['The result was object and is array now, in the member "result": 2 tools.']);
  expect(broken(await changes({ result: list }, {}))).toEqual([
    'The result was array and is object now, no longer in the member "result": 2 tools.',
  ]);
});

test("an accepted change is accepted only for the tools that had it", async () => {
  const client = (names: readonly string[], parameters: JsonObject): Texts => ({
    "desk.yaml": `displayName: desk\nclientFunctionToolset:\n  functions:\n${names.map((name) => `    - ${JSON.stringify({ name, description: "It.", parameters })}\n`).join("")}`,
  });
  const [text, number] = [
    { type: "OBJECT", properties: { a: { type: "STRING" } } },
    { type: "OBJECT", properties: { a: { type: "NUMBER" } } },
  ];
  const fingerprints = async (names: readonly string[]) =>
    (await changesBetween(client(names, text), client(names, number))).flatMap(({ grade, fingerprint }) =>
      grade === "breaking" ? [fingerprint] : [],
    );
  const [one, two] = [await fingerprints(["x", "y"]), await fingerprints(["x", "y", "z"])];
  expect(one).toHaveLength(1);
  expect(two).toHaveLength(1);
  expect(one).not.toEqual(two);
});
