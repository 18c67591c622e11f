import { expect, test } from "vitest";
import type { HttpBinding } from "../../src/runtime/binding.ts";
import { compileTexts } from "../compile-texts.ts";
import { codesOf, lowerTexts, shop, toolOf } from "./lower-texts.ts";

const ok = { "200": { description: "Done." } };
const json = (schema: unknown) => ({ "application/json": { schema } });

async function lowerOperation(operation: object, more: { readonly [member: string]: unknown } = {}, config?: unknown) {
  const { method = "post", path = "/things/{id}", ...rest } = operation as { method?: string; path?: string };
  const lowered = await lowerTexts(shop({ [path]: { [method]: { operationId: "call", responses: ok, ...rest } } }, more, config));
  const tool = toolOf(lowered, "call");
  return {
    ...lowered,
    tool,
    binding: tool.binding as HttpBinding,
    input: tool.input.json as never as { properties: Record<string, object>; required: string[] },
  };
}

const id = { name: "id", in: "path", required: true, schema: { type: "string" } };

test("the members of a body become members of the input beside the parameters", async () => {
  const body = {
    type: "object",
    required: ["title"],
    properties: { title: { type: "string" }, id: { type: "integer" }, at: { type: "string", readOnly: true } },
  };
  const { input, binding, tool } = await lowerOperation({
    parameters: [id, { name: "id", in: "query", schema: { type: "string" } }],
    requestBody: { required: true, content: json(body) },
  });
  expect(Object.keys(input.properties)).toEqual(["id", "id_query", "title", "id_body"]);
  expect(input.required).toEqual(["id", "title"]);
  expect(tool.input.json.additionalProperties).toBe(false);
  expect(binding.body).toMatchObject({
    required: true,
    contentType: "application/json",
    from: {
      members: [
        { name: "title", from: { input: "title" } },
        { name: "id", from: { input: "id_body" } },
      ],
    },
  });
  expect(binding.parameters.map(({ from }) => from)).toEqual([{ input: "id" }, { input: "id_query" }]);
});

test.each([
  ["an optional body with a required member", { required: false }, { type: "object", required: ["a"], properties: { a: {} } }],
  ["alternatives", { required: true }, { type: "object", properties: { a: {} }, oneOf: [{ required: ["a"] }, {}] }],
  ["an open map", { required: true }, { type: "object", properties: { a: {} }, additionalProperties: true }],
  ["a map of schemas", { required: true }, { type: "object", additionalProperties: { type: "string" } }],
  ["an array", { required: true }, { type: "array", items: { type: "string" } }],
  ["a nullable object", { required: true }, { type: "object", nullable: true, properties: { a: {} } }],
  ["a count of members", { required: true }, { type: "object", minProperties: 1, properties: { a: {} } }],
  ["a required member that it does not describe", { required: true }, { type: "object", required: ["b"], properties: { a: {} } }],
])("a body with %s is one argument of its tool", async (_what, settings, schema) => {
  const { input, binding } = await lowerOperation({ parameters: [id], requestBody: { ...settings, content: json(schema) } });
  expect(Object.keys(input.properties)).toEqual(["id", "body"]);
  expect(binding.body?.from).toEqual({ input: "body" });
});

test("closed objects in `allOf` become one object with the members of all", async () => {
  const closed = { type: "object", additionalProperties: false, properties: { a: {} } };
  const schema = { allOf: [closed, { type: "object", properties: { b: {} } }] };
  const { input } = await lowerOperation({ parameters: [id], requestBody: { required: true, content: json(schema) } });
  expect(Object.keys(input.properties)).toEqual(["id", "a", "b"]);
});

test("members of a body are found behind references and in `allOf`, and have their origins", async () => {
  const components = {
    schemas: {
      Base: { type: "object", required: ["a"], properties: { a: { type: "string" } } },
      Full: { allOf: [{ $ref: "#/components/schemas/Base" }, { type: "object", properties: { b: { type: "integer" } } }] },
    },
  };
  const { input, tool } = await lowerOperation(
    { parameters: [id], requestBody: { required: true, content: json({ $ref: "#/components/schemas/Full" }) } },
    { components },
  );
  expect(Object.keys(input.properties)).toEqual(["id", "a", "b"]);
  expect(input.required).toEqual(["id", "a"]);
  const move = tool.input.moves.findLast(({ at }) => at[1] === "b");
  expect(move?.origin.path).toEqual(["components", "schemas", "Full", "allOf", 1, "properties", "b"]);
});

test("a `$ref` in the default value of a member is data", async () => {
  const schema = { type: "object", default: { $ref: "#/$defs/Nowhere" } };
  const { input, program } = await lowerOperation({
    parameters: [id],
    requestBody: { content: json({ type: "object", properties: { schema } }) },
  });
  expect(input.properties.schema).toEqual(schema);
  expect(program.toolsets.flatMap(({ schemas }) => [...schemas.keys()])).toEqual([]);
});

test("with `body: grouped`, every body is one argument of its tool", async () => {
  const requestBody = { required: true, content: json({ type: "object", properties: { a: { type: "string" } } }) };
  const { input } = await lowerOperation({ parameters: [id], requestBody }, {}, { overrides: { shop: { body: "grouped" } } });
  expect(Object.keys(input.properties)).toEqual(["id", "body"]);
});

test("a name that providers refuse is changed for the model, and sent as it was", async () => {
  const parameters = [
    id,
    { name: "filter[name]", in: "query", schema: { type: "string" } },
    { name: "2fa", in: "header", schema: { type: "string" } },
    { name: "x".repeat(80), in: "query", schema: {} },
  ];
  const { input, binding } = await lowerOperation({ method: "get", parameters });
  expect(Object.keys(input.properties).every((name) => /^[A-Za-z_][A-Za-z0-9_]{0,63}$/.test(name))).toBe(true);
  expect(Object.keys(input.properties).slice(0, 3)).toEqual(["id", "filter_name_", "_2fa"]);
  expect(binding.parameters.map(({ name }) => name)).toEqual(parameters.map(({ name }) => name));
});

test("values of the session and fixed values are not part of the input", async () => {
  const parameters = [
    id,
    { name: "X-Token", in: "header", schema: { type: "string" }, "x-ces-session-context": "$context.variables.token" },
    { name: "Accept", in: "header", schema: { type: "string" } },
  ];
  const requestBody = {
    required: true,
    content: json({ type: "object", required: ["owner"], properties: { owner: { type: "string" }, note: { type: "string" } } }),
  };
  const config = {
    overrides: { shop: { tools: { call: { parameters: { owner: { value: "acme" }, note: { description: "What to say." } } } } } },
  };
  const { input, binding } = await lowerOperation({ parameters, requestBody }, {}, config);
  expect(Object.keys(input.properties)).toEqual(["id", "note"]);
  expect(input.properties.note).toMatchObject({ description: "What to say." });
  expect(binding.parameters.map(({ name, from }) => [name, from])).toEqual([
    ["id", { input: "id" }],
    ["X-Token", { context: "$context.variables.token" }],
  ]);
  expect(binding.body?.from).toEqual({
    members: [
      { name: "owner", from: { value: "acme" } },
      { name: "note", from: { input: "note" } },
    ],
  });
});

test("an override of a parameter that does not exist, or of a body that cannot be fixed, is an error", async () => {
  const requestBody = { required: true, content: json({ type: "array", items: {} }) };
  const config = { overrides: { shop: { tools: { call: { parameters: { idd: { value: 1 }, body: { value: 1 } } } } } } };
  const { lowering } = await lowerOperation({ parameters: [id], requestBody }, {}, config);
  expect(codesOf(lowering).sort()).toEqual(["unknown-parameter-override", "unusable-fixed-value"]);
  expect(lowering.find(({ code }) => code === "unknown-parameter-override")?.message).toContain('Did you mean "id"?');
});

test("a file is an object in a multipart body, and a text in JSON", async () => {
  const schema = {
    type: "object",
    properties: {
      file: { type: "string", format: "binary", description: "A picture." },
      files: { type: "array", items: { type: "string", format: "binary" } },
      note: { type: "string" },
    },
  };
  const { input } = await lowerOperation({
    parameters: [id],
    requestBody: { required: true, content: { "multipart/form-data": { schema } } },
  });
  expect(input.properties.file).toMatchObject({ type: "object", required: ["base64"], description: "A picture." });
  expect(input.properties.files).toMatchObject({ items: { type: "object", required: ["base64"] } });
  expect(input.properties.note).toEqual({ type: "string" });
  const whole = await lowerOperation({ parameters: [id], requestBody: { required: true, content: { "application/octet-stream": {} } } });
  expect(whole.input.properties.body).toMatchObject({ type: "object", required: ["base64"] });
  const text = await lowerOperation({
    parameters: [id],
    requestBody: { required: true, content: { "text/plain": { schema: { type: "string" } } } },
  });
  expect(text.input.properties.body).toEqual({ type: "string" });
});

test("parts by position keep their encodings, and raw bytes among them are a file", async () => {
  const post = (content: object) =>
    lowerOperation({ parameters: [id], requestBody: { required: true, content: { "multipart/mixed": content } } }, { openapi: "3.2.0" });
  const schema = { type: "array", prefixItems: [{ type: "object" }], items: { contentMediaType: "image/png" } };
  const listed = await post({ schema, prefixEncoding: [{ contentType: "text/json" }], itemEncoding: { contentType: "image/png" } });
  expect(listed.binding.body).toMatchObject({
    from: { input: "body" },
    encoding: [
      { contentType: "text/json", as: null, headers: {} },
      { contentType: "image/png", as: null, headers: {} },
    ],
  });
  expect(listed.input.properties.body).toMatchObject({ type: "array", items: { type: "object", required: ["base64"] } });
  const sequence = await post({ itemSchema: { type: "integer" } });
  expect(sequence.input.properties.body).toEqual({ type: "array", items: { type: "integer" } });
});

test("the form in a query keeps the encodings of its members", async () => {
  const content = { "application/x-www-form-urlencoded": { schema: { type: "object" }, encoding: { at: { contentType: "text/json" } } } };
  const { binding } = await lowerOperation({ parameters: [id, { name: "all", in: "querystring", content }] }, { openapi: "3.2.0" });
  expect(binding.parameters.at(-1)).toMatchObject({
    in: "querystring",
    as: {
      contentType: "application/x-www-form-urlencoded",
      encoding: { at: { contentType: "text/json", as: null, headers: {} } },
    },
  });
});

test("the tool of a GET operation sends no body", async () => {
  const { binding, lowering } = await lowerOperation({
    method: "get",
    parameters: [id],
    requestBody: { content: json({ type: "object" }) },
  });
  expect(binding.body).toBeNull();
  expect(codesOf(lowering)).toContain("ignored-body");
});

test("a shared body that a GET operation refers to is reported at the reference", async () => {
  const content = json({ type: "object", properties: { a: {} } });
  const text = JSON.stringify({
    openapi: "3.0.3",
    info: { title: "A", version: "1" },
    servers: [{ url: "https://a.example" }],
    components: { requestBodies: { A: { content } } },
    paths: {
      "/a": {
        get: { operationId: "a", requestBody: { $ref: "#/components/requestBodies/A" }, responses: { 204: { description: "It." } } },
      },
    },
  });
  const { allFindings } = await compileTexts({ "a.json": text }, { input: { kind: "openapi", path: "a.json", include: [], exclude: [] } });
  expect(allFindings.filter(({ code }) => code === "ignored-body").map(({ pointer }) => pointer)).toEqual(["/paths/~1a/get/requestBody"]);
});

test.each([
  { type: "object", properties: {} },
  { type: "object", properties: {}, additionalProperties: false },
  { type: "object", additionalProperties: false, description: "Nothing." },
])("the body of a GET operation is not reported if it describes no members: %j", async (schema) => {
  const content = { "application/x-www-form-urlencoded": { schema, encoding: {} } };
  const { binding, lowering } = await lowerOperation({ method: "get", parameters: [id], requestBody: { content } });
  expect(binding.body).toBeNull();
  expect(codesOf(lowering)).not.toContain("ignored-body");
});

test.each([
  [
    "an object",
    { "200": { description: "", content: json({ $ref: "#/components/schemas/Thing" }) } },
    { type: "object", $ref: "#/$defs/Thing" },
    "object",
  ],
  [
    "a list",
    { "200": { description: "", content: json({ type: "array", items: {} }) } },
    { properties: { result: { type: "array" } }, required: ["result"] },
    "result",
  ],
  ["nothing", { "204": { description: "" } }, { properties: { result: { type: "null" } } }, "result"],
  [
    "a 204 that is said to have content",
    { "204": { description: "", content: json({ type: "object" }) } },
    { properties: { result: { type: "null" } } },
    "result",
  ],
  [
    "an object, or a 205 that is said to have one too",
    {
      "200": { description: "", content: json({ $ref: "#/components/schemas/Thing" }) },
      "205": { description: "", content: json({ type: "object" }) },
    },
    { properties: { result: { anyOf: [{ $ref: "#/$defs/Thing" }, { type: "null" }] } } },
    "result",
  ],
  [
    "an object or nothing",
    { "200": { description: "", content: json({ $ref: "#/components/schemas/Thing" }) }, "204": { description: "" } },
    { properties: { result: { anyOf: [{ $ref: "#/$defs/Thing" }, { type: "null" }] } } },
    "result",
  ],
  [
    "two objects",
    {
      "200": { description: "", content: json({ $ref: "#/components/schemas/Thing" }) },
      "201": { description: "", content: json({ type: "object", properties: { b: {} } }) },
    },
    { type: "object", anyOf: [{}, {}] },
    "object",
  ],
  [
    "the same object twice",
    {
      "200": { description: "", content: json({ $ref: "#/components/schemas/Thing" }) },
      "202": { description: "", content: json({ $ref: "#/components/schemas/Thing" }) },
    },
    { $ref: "#/$defs/Thing" },
    "object",
  ],
  [
    "text",
    { "200": { description: "", content: { "text/csv": { schema: { type: "string" } } } } },
    { properties: { result: { type: "string" } } },
    "result",
  ],
  ["bytes", { "200": { description: "", content: { "image/png": {} } } }, { type: "object", required: ["mediaType", "base64"] }, "object"],
  [
    "JSON before XML",
    { "200": { description: "", content: { "application/xml": {}, ...json({ type: "string" }) } } },
    { properties: { result: { type: "string" } } },
    "result",
  ],
  [
    "what `default` says",
    { default: { description: "", content: json({ type: "object", properties: { a: {} } }) } },
    { type: "object", properties: { a: {} } },
    "object",
  ],
  [
    "only the success",
    { "200": { description: "", content: json({ type: "string" }) }, default: { description: "", content: json({ type: "object" }) } },
    { properties: { result: { type: "string" } } },
    "result",
  ],
])("the output schema of a tool whose service answers with %s", async (_what, responses, schema, form) => {
  const { tool, binding } = await lowerOperation(
    { parameters: [id], responses },
    { components: { schemas: { Thing: { type: "object", properties: { a: { type: "string" } } } } } },
  );
  expect(tool.output.json).toMatchObject(schema);
  expect(tool.output.json.type).toBe("object");
  expect(binding.output).toBe(form);
});

test.each<[string, object, readonly string[]]>([
  ["texts", { "text/csv": {}, "image/png": {}, "text/html": {} }, ["text/csv text", "text/html text", "image/png binary"]],
  ["files", { "image/png": {}, "application/pdf": {} }, ["image/png binary", "application/pdf binary"]],
  [
    "sequences",
    { "text/event-stream": {}, "text/plain": {}, "application/jsonl": {} },
    ["text/event-stream sequence", "application/jsonl sequence", "text/plain text"],
  ],
  [
    "JSON",
    { "application/xml": {}, ...json({}), "application/hal+json": {} },
    ["application/json json", "application/hal+json json", "application/xml text"],
  ],
  [
    "forms, which are read as text",
    { "application/x-www-form-urlencoded": {}, "application/xml": {} },
    ["application/x-www-form-urlencoded text", "application/xml text"],
  ],
])("a tool reads all media types of its responses, in an order by the preferred one: %s", async (_what, content, expected) => {
  const { binding } = await lowerOperation({ parameters: [id], responses: { "200": { description: "", content } } });
  expect(binding.responses.map(({ contentType, body }) => `${contentType} ${body}`)).toEqual(expected);
});

const eventSchema = { type: "object", required: ["data"], properties: { event: { type: "string" }, data: { type: "string" } } };
const thingSchema = { $ref: "#/components/schemas/Thing" };
const thing = { $ref: "#/$defs/Thing" };

test.each<[string, string, object, object, string]>([
  ["what the data of each event is", "text/event-stream", { schema: thingSchema }, { type: "array", items: thing }, "event-data"],
  [
    "all events as a list",
    "text/event-stream",
    { schema: { type: "array", items: thingSchema } },
    { type: "array", items: thing },
    "event-data",
  ],
  ["texts", "text/event-stream", { schema: { type: "string" } }, { type: "array", items: { type: "string" } }, "event-text"],
  ["events", "text/event-stream", { schema: eventSchema }, { type: "array", items: eventSchema }, "sequence"],
  [
    "events of 3.2",
    "text/event-stream",
    { itemSchema: eventSchema, schema: thingSchema },
    { type: "array", items: eventSchema },
    "sequence",
  ],
  ["anything", "text/event-stream", {}, { type: "array", items: {} }, "sequence"],
  ["lines", "application/jsonl", { schema: thingSchema }, { type: "array", items: thing }, "sequence"],
  [
    "all lines as a list",
    "application/jsonl",
    { schema: { type: "array", items: thingSchema } },
    { type: "array", items: thing },
    "sequence",
  ],
])("the output of an event sequence whose schema describes %s", async (_what, mediaType, described, schema, body) => {
  const { tool, binding } = await lowerOperation(
    { parameters: [id], responses: { "200": { description: "", content: { [mediaType]: described } } } },
    { openapi: "3.2.0", components: { schemas: { Thing: { type: "object", properties: { a: { type: "string" } } } } } },
  );
  expect(tool.output.json).toMatchObject({ properties: { result: schema } });
  expect(binding.responses.map((each) => each.body)).toEqual([body]);
});

test("the hints, the approval, the title and the description of a tool come from its operation", async () => {
  const paths = {
    "/things": {
      get: { operationId: "list", summary: "List things.", responses: ok },
      put: { operationId: "replace", summary: "Replace.", description: "Replaces all things.", responses: ok },
      delete: { operationId: "clear", responses: ok },
      post: { responses: ok },
    },
  };
  const lowered = await lowerTexts(shop(paths));
  expect(toolOf(lowered, "list")).toMatchObject({
    title: "List things.",
    description: "List things.",
    annotations: { readOnly: true, idempotent: true, openWorld: true },
    approval: "none",
  });
  expect(toolOf(lowered, "replace")).toMatchObject({
    title: "Replace.",
    description: "Replaces all things.",
    annotations: { idempotent: true, destructive: true },
  });
  expect(toolOf(lowered, "clear")).toMatchObject({ annotations: { destructive: true, idempotent: true }, approval: "required" });
  expect(toolOf(lowered, "POST /things")).toMatchObject({ name: "shop_post_things", localName: "post_things" });
});

test("operations whose input refers to a broken shared schema are omitted, which is reported once", async () => {
  const broken = { $ref: "#/components/schemas/Broken" };
  const content = json(broken);
  const paths = {
    "/a": { post: { operationId: "a", requestBody: { required: true, content }, responses: ok } },
    "/b": { post: { operationId: "b", requestBody: { required: true, content }, responses: ok } },
    "/c": { get: { operationId: "c", responses: { "200": { description: "", content } } } },
  };
  const lowered = await lowerTexts(
    shop(paths, { components: { schemas: { Broken: { type: "object", properties: { x: { $ref: "#/components/schemas/Gone" } } } } } }),
  );
  const [toolset] = lowered.program.toolsets;
  expect(toolset?.tools.map((tool) => tool.id)).toEqual(["c"]);
  expect(toolset?.account).toMatchObject({ operations: 3, tools: 1, failed: 2, excluded: 0 });
  expect(toolOf(lowered, "c").output.json).toEqual({ type: "object", properties: { result: {} }, required: ["result"] });
  const said = lowered.lowering.filter(({ code }) => code.startsWith("broken-"));
  expect(said.map(({ code, severity }) => [code, severity])).toEqual([
    ["broken-input-schema", "error"],
    ["broken-output-schema", "warning"],
  ]);
  expect(said[0]?.message).toContain('"a", "b"');
});

test("the security of a tool is the definition's, else the configuration's, else the document's", async () => {
  const more = {
    security: [{ key: [] }],
    components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" }, other: { type: "http", scheme: "basic" } } },
  };
  const paths = {
    "/a": { get: { operationId: "a", responses: ok } },
    "/b": { get: { operationId: "b", security: [], responses: ok } },
    "/c": { get: { operationId: "c", security: [{}, { other: [] }], responses: ok } },
    "/d": { get: { operationId: "d", security: [], servers: [{ url: "https://files.example.com" }], responses: ok } },
  };
  const document = await lowerTexts(shop(paths, more));
  expect((toolOf(document, "a").binding as HttpBinding).security).toEqual([{ key: [] }]);
  expect((toolOf(document, "b").binding as HttpBinding).security).toEqual([]);
  expect((toolOf(document, "c").binding as HttpBinding).security).toEqual([{}, { other: [] }]);
  expect(Object.keys(document.program.toolsets[0]?.endpoint.securitySchemes ?? {})).toEqual(["key", "other"]);

  const configured = await lowerTexts(
    shop(paths, more, { overrides: { shop: { auth: { bearer: { secret: "token" }, kee: { secret: "x" } } } } }),
  );
  expect((toolOf(configured, "a").binding as HttpBinding).security).toEqual([{ bearer: [] }]);
  expect((toolOf(configured, "c").binding as HttpBinding).security).toEqual([{ bearer: [] }, {}]);
  expect((toolOf(configured, "b").binding as HttpBinding).security, "an operation that needs none takes it if it is passed").toEqual([
    { bearer: [] },
    {},
  ]);
  expect((toolOf(configured, "d").binding as HttpBinding).security, "nothing goes to a server of the operation's own").toEqual([]);
  expect(configured.program.toolsets[0]?.endpoint.securitySchemes).toEqual({
    bearer: { type: "http", scheme: "bearer", "x-toolsetc-secrets": { secret: "token" } },
  });
  expect(codesOf(configured.lowering)).toContain("unknown-auth-scheme");

  const files = shop(paths, more);
  const defined = await lowerTexts({
    ...files,
    "shop.yaml": `${files["shop.yaml"]}  api_authentication:\n    bearer_token_config: { token: $context.variables.token }\n`,
  });
  expect((toolOf(defined, "a").binding as HttpBinding).security).toEqual([]);
  expect(defined.program.toolsets[0]?.endpoint.definition).toEqual({
    openApiToolset: { apiAuthentication: { bearerTokenConfig: { token: "$context.variables.token" } } },
  });
});

test("a server that differs by environment becomes the `url` of the definition", async () => {
  const files = shop({ "/a": { get: { operationId: "a", responses: ok } } }, { servers: [{ url: "$env_var" }] });
  const { program } = await lowerTexts({
    ...files,
    "environment.json": JSON.stringify({ toolsets: { shop: { openApiToolset: { url: "https://dev.example.com" } } } }),
  });
  const endpoint = program.toolsets[0]?.endpoint;
  expect(endpoint).toMatchObject({ servers: [], definition: { openApiToolset: { url: "$env_var" } }, timeout: 30_000 });
  expect(Object.values(endpoint?.environments ?? {})).toEqual([{ openApiToolset: { url: "https://dev.example.com" } }]);
});

test("an override `destructive: false` removes the need for approval of a deletion", async () => {
  const paths = { "/a": { delete: { operationId: "clear", responses: { "204": { description: "Done." } } } } };
  const config = { overrides: { shop: { tools: { clear: { annotations: { destructive: false } } } } } };
  expect(toolOf(await lowerTexts(shop(paths)), "clear").approval).toBe("required");
  expect(toolOf(await lowerTexts(shop(paths, {}, config)), "clear").approval).toBe("none");
});

test("conflicting credentials of an alternative in `security` are reported only if no other can be used", async () => {
  const securitySchemes = { token: { type: "http", scheme: "bearer" }, user: { type: "http", scheme: "basic" } };
  const both = { token: [], user: [] };
  const codes = async (...security: object[]) => {
    const paths = { "/a": { get: { operationId: "list", security, responses: { "204": { description: "Done." } } } } };
    return codesOf((await lowerTexts(shop(paths, { components: { securitySchemes } }))).lowering);
  };
  expect(await codes(both)).toContain("clashing-credentials");
  expect(await codes(both, { token: [] })).not.toContain("clashing-credentials");
});

test.each([
  ["post", "chat_delete", "/chat", "required"],
  ["post", "BulkDeleteCatalog", "/catalog", "required"],
  ["post", "bulkdelete", "/catalog", "required"],
  ["put", "setState", "/orders/{id}/cancel", "required"],
  ["patch", "removeUser", "/users", "required"],
  ["post", "tokens.revoke", "/tokens", "required"],
  ["post", "purgeCache", "/cache", "required"],
  ["post", "createCancellation", "/cancellations", "required"],
  ["post", "cancellation.create", "/orders", "required"],
  ["post", "requestErasure", "/subjects", "required"],
  ["post", "request", "/accounts/{id}/deletions", "required"],
  ["post", "deletion_request", "/accounts", "required"],
  ["post", "submit", "/certificates/revocations", "required"],
  ["post", "start", "/cache/purges", "required"],
  ["post", "begin", "/members/removals/{id}", "required"],
  ["post", "post-cancels", "/payments/{id}/cancels", "required"],
  // These only read, put something back, or have the word in a parameter or as part of another word.
  ["get", "listDeleteRequests", "/delete-requests", "none"],
  ["post", "undelete", "/messages/{id}/restore", "none"],
  ["post", "moveDeletedItems", "/items", "none"],
  ["post", "sendMessage", "/messages/{cancel}", "none"],
  ["post", "createDropdown", "/dropdowns", "none"],
  // These change what is known of a loss, or when something ends.
  ["put", "updateCancellationPolicy", "/cancellation-policies/{id}", "none"],
  ["post", "addReason", "/cancellations/{id}/reasons", "none"],
  ["post", "enableDeletionProtection", "/databases/{id}/deletion_protection", "none"],
  ["post", "admin.users.setExpiration", "/users", "none"],
])("by default, the name or path of an operation decides on approval: %s %s %s is %s", async (method, operationId, path, approval) => {
  const paths = { [path]: { [method]: { operationId, responses: { "204": { description: "Done." } } } } };
  const lowered = await lowerTexts(shop(paths));
  expect(toolOf(lowered, operationId).approval).toBe(approval);
});

test("an operation that the document calls consequential needs approval, unless the project says never", async () => {
  const operation = (id: string, extension: object) => ({ operationId: id, ...extension, responses: {} });
  const paths = {
    "/order": {
      post: operation("order", { "x-openai-isConsequential": true }),
      get: operation("read", { "x-openai-isConsequential": true }),
    },
    "/draft": { post: operation("draft", { "x-openai-isConsequential": false }), get: operation("list", {}) },
    "/gone": { delete: operation("clear", { "x-openai-isConsequential": false }) },
  };
  const lowered = await lowerTexts(shop(paths));
  const approvals = ["order", "read", "draft", "list", "clear"].map((id) => toolOf(lowered, id).approval);
  expect(approvals).toEqual(["required", "required", "none", "none", "required"]);
  const never = await lowerTexts(shop(paths, {}, { overrides: { shop: { approval: { never: ["order"] } } } }));
  expect(toolOf(never, "order").approval).toBe("none");
});

test("`approval.never` and annotations have priority over the name", async () => {
  const paths = { "/a": { post: { operationId: "cancelOrder", responses: { "204": { description: "Done." } } } } };
  const approvalWith = async (overrides: object) =>
    toolOf(await lowerTexts(shop(paths, {}, { overrides: { shop: overrides } })), "cancelOrder").approval;
  expect(await approvalWith({})).toBe("required");
  expect(await approvalWith({ approval: { never: ["cancelOrder"] } })).toBe("none");
  expect(await approvalWith({ tools: { cancelOrder: { annotations: { readOnly: true } } } })).toBe("none");
  expect(await approvalWith({ tools: { cancelOrder: { annotations: { destructive: false } } } })).toBe("none");
});

test("the description of a parameter keeps what its schema says of the values", async () => {
  const state = { type: "integer", enum: [0, 1], "x-enumNames": ["Draft", "Published"] };
  const described = { name: "state", in: "query", description: "The state.", schema: state };
  const { input } = await lowerOperation({ parameters: [id, described, { name: "other", in: "query", schema: state }] });
  expect(input.properties).toMatchObject({
    state: { description: "The state.\n\nValues: 0 (Draft), 1 (Published)." },
    other: { description: "Values: 0 (Draft), 1 (Published)." },
  });
});
