import { describe, expect, test } from "vitest";
import { semverStep } from "../../../src/contract/changes/change.ts";
import { compareAll } from "../../../src/contract/compare/compare-contracts.ts";
import { createTextComparer } from "../../../src/contract/compare/compare-texts.ts";
import { changesBetween, contractsIn, type Texts } from "./compare.ts";

const shop = `openapi: 3.1.0
info: { title: Shop, version: "1" }
servers: [{ url: https://shop.example }]
security: [{ key: [] }]
paths:
  /orders/{id}:
    get:
      operationId: get_order
      summary: Gets an order.
      description: Gets one order by its number.
      parameters:
        - { name: id, in: path, required: true, schema: { type: string } }
        - { name: fields, in: query, explode: false, description: Which fields to return., schema: { type: array, items: { type: string } } }
        - { name: limit, in: query, schema: { type: integer, maximum: 100 } }
      responses:
        "200": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/Order" } } } }
    delete:
      operationId: delete_order
      summary: Deletes an order.
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses: { "204": { description: Done. } }
components:
  securitySchemes: { key: { type: apiKey, in: header, name: X-Key }, token: { type: http, scheme: bearer } }
  schemas:
    Order:
      type: object
      required: [id, status]
      properties:
        id: { type: string, description: The number. }
        status: { type: string, enum: [open, closed] }
        parent: { $ref: "#/components/schemas/Order" }
        note: { type: string }
`;
const definition = "displayName: shop\nopenApiToolset: { openApiSchema: shop.openapi.yaml }\n";
const project = (document: string, others: Texts = {}): Texts => ({ "shop.yaml": definition, "shop.openapi.yaml": document, ...others });
const config = (text: string): Texts => ({ "toolsetc.yaml": text });

/** What changes; the kinds of the changes, each with its place. */
type Case = readonly [what: string, after: Texts, changes: readonly string[]];

const cases: readonly Case[] = [
  ["nothing", project(shop), []],
  ["a tool is gone", project(shop.replace(/ {4}delete:.*?(?=components:)/s, "")), ["breaking removed-tool "]],
  [
    "a tool is new",
    project(shop.replace("components:", "  /new: { get: { operationId: new, responses: { '204': { description: It. } } } }\ncomponents:")),
    ["compatible added-tool "],
  ],
  [
    "a tool has another name",
    project(shop, config("overrides: { shop: { tools: { get_order: { name: read_order } } } }")),
    ["breaking renamed-tool /name"],
  ],
  ["a description", project(shop.replace("one order", "an order")), ["model-visible changed-text /description"]],
  [
    "a summary, which is the title and the description",
    project(shop.replace("Deletes an order.", "Removes an order.")),
    ["model-visible changed-text /description"],
  ],
  ["a description of a parameter", project(shop.replace("Which fields", "What")), ["model-visible changed-text /input/fields/description"]],
  [
    "a description in a shared schema",
    project(shop.replace("The number.", "Its number.")),
    ["model-visible changed-text /output/id/description"],
  ],
  ["a narrower bound", project(shop.replace("maximum: 100", "maximum: 50")), ["breaking narrowed-input /input/limit"]],
  ["a wider bound", project(shop.replace("maximum: 100", "maximum: 500")), ["compatible widened-input /input"]],
  [
    "a parameter that is required now",
    project(shop.replace("name: limit, in: query", "name: limit, required: true, in: query")),
    ["breaking narrowed-input /input/limit", "compatible other-change /binding/parameters/2/required"],
  ],
  ["a parameter that is gone", project(shop.replace(/ +- \{ name: limit.*\n/, "")), ["breaking narrowed-input /input/limit"]],
  [
    "a parameter that is new",
    project(shop.replace(/( +)- \{ name: limit/, "$1- { name: page, in: query, schema: { type: integer } }\n$&")),
    [
      "compatible other-change /binding/parameters/2/from/input",
      "compatible widened-input /input",
      "model-visible changed-text /input/page/properties",
    ],
  ],
  [
    "a parameter that is written otherwise",
    project(shop.replace("explode: false", "explode: true")),
    ["breaking changed-request /binding/query fields"],
  ],
  [
    "the name of a path parameter alone",
    project(shop.replaceAll("/orders/{id}", "/orders/{order}").replaceAll("name: id, in: path", "name: order, in: path")),
    ["breaking changed-request /binding/path 1"],
  ],
  ["another path", project(shop.replaceAll("/orders/{id}", "/v2/orders/{id}")), ["breaking changed-request /binding/path"]],
  [
    "a value that results may have",
    project(shop.replace("enum: [open, closed]", "enum: [open, closed, lost]")),
    ["model-visible new-result-value /output/status"],
  ],
  [
    "a value that results no longer have",
    project(shop.replace("enum: [open, closed]", "enum: [open]")),
    ["compatible narrowed-output /output"],
  ],
  [
    "a member that may be missing",
    project(shop.replace("required: [id, status]", "required: [id]")),
    ["breaking widened-output /output/status"],
  ],
  ["a member that is described no longer", project(shop.replace(/ +note: .*\n/, "")), ["breaking widened-output /output/note"]],
  ["another host", project(shop.replace("shop.example", "shop.example.org")), ["breaking changed-server /servers"]],
  [
    "one more host",
    project(
      shop
        .replace("servers: [", "servers: [{ url: https://shop.example }, ")
        .replace("https://shop.example }]", "https://eu.shop.example }]"),
    ),
    ["compatible other-change /servers"],
  ],
  [
    "another scheme",
    project(shop.replace("- key: []", "").replace("security: [{ key: [] }]", "security: [{ token: [] }]")),
    [
      "breaking changed-security /binding/security",
      "compatible other-change /securitySchemes/key",
      "compatible other-change /securitySchemes/token",
    ],
  ],
  [
    "a scheme that is enough too",
    project(shop.replace("security: [{ key: [] }]", "security: [{ key: [] }, { token: [] }]")),
    ["compatible other-change /binding/security", "compatible other-change /securitySchemes/token"],
  ],
  ["the key in another header", project(shop.replace("X-Key", "X-Api-Key")), ["breaking changed-security /securitySchemes/key"]],
  [
    "approval",
    project(shop, config("overrides: { shop: { approval: { required: [get_order] } } }")),
    ["breaking changed-approval /approval"],
  ],
  [
    "a hint that says less of a tool",
    project(shop, config("overrides: { shop: { tools: { get_order: { annotations: { readOnly: false } } } } }")),
    ["notable cautious-hint /annotations/readOnly"],
  ],
  [
    "a hint of a closed world",
    project(shop, config("overrides: { shop: { tools: { get_order: { annotations: { openWorld: false } } } } }")),
    ["notable cautious-hint /annotations/openWorld"],
  ],
  [
    "the execution type",
    { ...project(shop), "shop.yaml": `${definition}executionType: ASYNCHRONOUS\n` },
    ["breaking changed-request /definition/executionType", "compatible other-change /timeout"],
  ],
  [
    "credentials of the definition",
    {
      ...project(shop),
      "shop.yaml": definition.replace(" }", ", apiAuthentication: { bearerTokenConfig: { token: $context.variables.token } } }"),
    },
    [
      "breaking changed-security /definition/openApiToolset/apiAuthentication",
      "compatible other-change /binding/security",
      "compatible other-change /securitySchemes/key",
    ],
  ],
  [
    "the toolset is gone",
    { "other.yaml": "displayName: other\nclientFunctionToolset: { functions: [{ name: f, description: Does it. }] }\n" },
    ["compatible added-tool ", "breaking removed-tool "],
  ],
];

describe("the comparison of two contracts reports", () => {
  test.each(cases)("what has changed: %s", async (_what, after, expected) => {
    const changes = await changesBetween(project(shop), after);
    const shown = changes.map(({ grade, kind, pointer }) => `${grade} ${kind} ${pointer}`);
    expect([...new Set(shown)].sort()).toEqual([...expected].sort());
  });

  // A schema that is written otherwise, as a tool of another team writes it.
  test.each<[string, (document: string) => string]>([
    [
      "inline for a reference",
      (text) =>
        text.replace(
          'parent: { $ref: "#/components/schemas/Order" }',
          "parent: { type: object, required: [id, status], properties: { id: { type: string, description: The number. }, status: { type: string, enum: [open, closed] }, parent: { $ref: '#/components/schemas/Order' }, note: { type: string } } }",
        ),
    ],
    [
      "another name of a shared schema",
      (text) => text.replaceAll("schemas/Order", "schemas/Purchase").replace("    Order:", "    Purchase:"),
    ],
    [
      "alternatives for a list of values",
      (text) => text.replace("type: string, enum: [open, closed]", "anyOf: [{ const: closed }, { const: open }]"),
    ],
    ["parts for a whole", (text) => text.replace("note: { type: string }", "note: { allOf: [{ type: string }, {}] }")],
  ])("no change for %s", async (_what, change) => {
    expect(change(shop)).not.toBe(shop);
    expect(await changesBetween(project(shop), project(change(shop)))).toEqual([]);
  });
});

test("an OAuth 2 scheme that offers another scope is compatible, and one that offers fewer breaks calls", async () => {
  const offering = (scopes: string, address = "https://shop.example/token") =>
    project(
      shop
        .replace(
          "token: { type: http, scheme: bearer }",
          `token: { type: oauth2, flows: { clientCredentials: { tokenUrl: "${address}", scopes: { ${scopes} } } } }`,
        )
        .replace("security: [{ key: [] }]", "security: [{ token: [read] }]"),
    );
  const changes = async (...[before, after]: Parameters<typeof changesBetween>) =>
    (await changesBetween(before, after)).map(({ grade, message }) => `${grade}: ${message}`);
  const former = offering("read: Reads., list: Lists.");
  const scheme = 'of the security scheme "token" of "shop" was';
  const described = 'The description of the scope "read" of the security scheme "token" of "shop" changed.';
  expect(await changes(former, offering("read: Reads all., list: Lists., write: Writes."))).toEqual([
    `compatible: ${described}`,
    `compatible: "flows/clientCredentials/scopes/write" ${scheme} nothing and is "Writes.".`,
  ]);
  // However long the texts are, none is cut before they differ.
  const long = "Reads all that the shop has. ".repeat(9);
  const texts = { before: `${long}Now.`, after: `${long}Later.` };
  expect(await changesBetween(offering(`read: ${texts.before}`), offering(`read: ${texts.after}`))).toMatchObject([
    { message: described, texts },
  ]);
  expect(await changes(former, offering("read: Reads."))).toEqual([
    `breaking: "flows/clientCredentials/scopes/list" ${scheme} "Lists." and is nothing.`,
  ]);
  expect(await changes(former, offering("read: Reads., list: Lists.", "https://shop.example/v1/token"))).toEqual([
    `breaking: "flows/clientCredentials/tokenUrl" ${scheme} "https://shop.example/token" and is "https://shop.example/v1/token".`,
  ]);
});

test.each(["__proto__", "constructor"])("a new security scheme may have the inherited name %s", async (name) => {
  const scheme = (text: string) => text.replace("securitySchemes: {", `securitySchemes: { ${name}: { type: http, scheme: bearer }, `);
  const after = scheme(shop).replace("security: [{ key: [] }]", `security: [{ key: [] }, { ${name}: [] }]`);
  const changes = await changesBetween(project(shop), project(after));
  const schemes = changes.filter(({ pointer }) => pointer.startsWith("/securitySchemes"));
  expect(schemes.map(({ grade, message }) => `${grade}: ${message}`)).toEqual([
    `compatible: The security scheme "${name}" of "shop" was added.`,
  ]);
});

test("texts in more alternatives than a function can have arguments are compared", () => {
  const schema = (description: string) => ({ anyOf: [...Array.from({ length: 200_000 }, () => true), { description }] });
  const [former, next] = ["before", "after"].map((text) => ({ schema: schema(text), shared: new Map() }) as const);
  expect(createTextComparer(new Set())(former!, next!).changes).toEqual([
    { path: [], keyword: "description", before: ["before"], after: ["after"] },
  ]);
});

/** A document with an export that is begun, and read at a path, and a list of exports. */
function exporting(begun: string, state: string, more = ""): Texts {
  const text = (name: string) => `${name}: { type: string }`;
  return project(`openapi: 3.1.0
info: { title: Shop, version: "1" }
servers: [{ url: https://shop.example }]
paths:
  /exports:
    post:
      operationId: start
      responses: { "202": { description: Begun., content: { application/json: { schema: { type: object, properties: { ${begun} } } } } } }
    get:
      operationId: list
      parameters: [{ name: cursor, in: query, schema: { type: string } }${more}]
      responses: { "200": { description: All., content: { application/json: { schema: { type: object, properties: {
        data: { type: array, items: { type: string } }, next_cursor: { type: [string, "null"] } } } } } } }
  /exports/{id}:
    get:
      operationId: read
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses: { "200": { description: The export., content: { application/json: { schema: { type: object, properties: {
        ${text("id")}, status: { type: string, enum: [${state}] } } } } } } }
`);
}

const plainWork = exporting("ref: { type: string }", "pending, done");
const waitedWork = exporting("id: { type: string }", "pending, done");

const pagesOff = "overrides: { shop: { tools: { list: { pages: false } } } }";

test.each([
  ["typed", "breaking"],
  ["strict", "breaking"],
  ["model", "compatible"],
])("a list that no longer has `pages` is for the use %s a change that is %s", async (use, grade) => {
  const changes = await changesBetween(waitedWork, { ...waitedWork, ...config(`breaking: ${use}\n${pagesOff}`) });
  expect(changes.map((change) => [change.kind, change.grade, change.pointer])).toEqual([["removed-pages", grade, "/binding/pages"]]);
});

test.each<[string, Texts, Texts, RegExp | undefined]>([
  ["begins to wait", plainWork, waitedWork, /A call of "shop_start" waits for its result/],
  ["waits no longer", waitedWork, plainWork, /A call of "shop_start" no longer waits/],
  [
    "waits for other states",
    waitedWork,
    exporting("id: { type: string }", "queued, done"),
    /"shop_start" waits for its result in another way/,
  ],
  ["has pages now", { ...waitedWork, ...config(pagesOff) }, waitedWork, undefined],
  [
    "waits for other states, and has another argument",
    waitedWork,
    exporting("id: { type: string }", "queued, done", ", { name: kind, in: query, schema: { type: string } }"),
    /"shop_start" waits for its result in another way/,
  ],
])("the change of a tool that %s is compatible, or none", async (_what, before, after, message) => {
  const flow = (await changesBetween(before, after)).filter(({ pointer }) => /^\/binding\/(?:waiting|pages)$/.test(pointer));
  expect(flow.map(({ kind, grade }) => [kind, grade])).toEqual(message === undefined ? [] : [["other-change", "compatible"]]);
  if (message !== undefined) expect(flow[0]?.message).toMatch(message);
});

function tasks(taskSupport: string, wait = ""): Texts {
  return {
    "shop.yaml": "displayName: shop\nmcpToolset: { serverAddress: https://shop.example/mcp }\n",
    "snapshots/shop.tools.json": JSON.stringify({
      tools: [{ name: "start", inputSchema: { type: "object" }, execution: { taskSupport } }],
    }),
    ...config(wait),
  };
}

test.each([
  ["begins to be executed as a task", tasks("forbidden"), tasks("required"), ["breaking changed-request /binding/task"]],
  ["is no longer executed as a task", tasks("required"), tasks("optional"), ["breaking changed-request /binding/task"]],
  [
    "waits longer for its task",
    tasks("required"),
    tasks("required", "overrides: { shop: { tools: { start: { wait: { seconds: 90 } } } } }"),
    ["compatible other-change /binding/waiting"],
  ],
])("the change of a tool of an MCP server that %s is graded", async (_what, before, after, expected) => {
  const changes = (await changesBetween(before, after)).filter(({ pointer }) => pointer.startsWith("/binding/"));
  expect(changes.map(({ grade, kind, pointer }) => `${grade} ${kind} ${pointer}`)).toEqual(expected);
});

test("another first server breaks calls, and other changes of servers do not, as calls use the first", async () => {
  const [one, two] = ["{ url: https://shop.example }", "{ url: https://two.example }"];
  const listing = (...servers: readonly string[]) => project(shop.replace(`servers: [${one}]`, `servers: [${servers.join(", ")}]`));
  const grades = async (...[before, after]: Parameters<typeof changesBetween>) =>
    (await changesBetween(before, after)).map(({ grade, pointer }) => `${grade} ${pointer}`);
  expect(await grades(listing(one!), listing(one!, two!))).toEqual(["compatible /servers"]);
  expect(await grades(listing(one!, two!), listing(two!, one!))).toEqual(["breaking /servers"]);
  expect(await grades(listing(one!, two!), listing(one!))).toEqual(["compatible /servers"]);
});

test("a part of the address that moves between server and paths changes no call", async () => {
  const at = (server: string, path: string) => project(shop.replace("https://shop.example", server).replaceAll(/^ {2}\//gm, `  ${path}/`));
  const breaks = async (before: Texts, after: Texts) =>
    (await changesBetween(before, after)).filter(({ grade }) => grade === "breaking").map(({ pointer }) => pointer);
  const [one, two] = ["https://shop.example", "https://two.example"];
  expect(await breaks(at(`${one}/v2`, ""), at(one, "/v2"))).toEqual([]);
  expect(await breaks(at(one, "/v2"), at(`${one}/v2/`, ""))).toEqual([]);
  expect(await breaks(at(`${one}/v2`, ""), at(two, "/v2"))).toEqual(["/servers"]);
  expect(await breaks(at(`${one}/v2`, ""), at(one, "/v3"))).toContain("/binding/path");
  expect(await breaks(at(`${one}/v2`, ""), at(one, "/v3"))).toContain("/servers");
  const respelled = (texts: Texts) => ({
    ...texts,
    "shop.openapi.yaml": String(texts["shop.openapi.yaml"]).replaceAll(/(operationId: \w+)_order/g, "$1/order"),
  });
  expect(await breaks(at(`${one}/v2`, ""), respelled(at(one, "/v2")))).toEqual([]);
  // Calls that give the variable a value would go to the default address.
  const variable = '"https://{region}.example", variables: { region: { default: shop } }';
  expect(await breaks(at(variable, ""), at(one, ""))).toEqual(["/servers"]);
  expect(await breaks(at(variable.replace("example", "example/v2"), ""), at(variable, "/v2"))).toEqual([]);
  expect(await breaks(at(`${one}/v2`, ""), respelled(at(`${one}/v3`, "")))).toEqual(["/servers"]);
  const elsewhere = (texts: Texts) => ({ ...texts, "shop.yaml": definition.replace("{ ", "{ url: https://own.example, ") });
  expect(await breaks(elsewhere(at(`${one}/v2`, "")), elsewhere(at(one, "/v2")))).toContain("/binding/path");
});

test("the server of an operation is the same with other texts, or with a variable that has the former value", async () => {
  const upload = (server: string) =>
    project(shop.replace("operationId: delete_order", `servers: [${server}]\n      operationId: delete_order`));
  const breaks = async (former: string, next: string) =>
    (await changesBetween(upload(former), upload(next))).filter(({ grade }) => grade === "breaking").map(({ pointer }) => pointer);
  const plain = "{ url: https://up.example, description: Files }";
  const ofRegion = (region: string, named = "region") =>
    `{ url: "https://{${named}}.example", variables: { ${named}: { default: ${region}, description: Where. } } }`;
  expect(await breaks(plain, "{ url: https://up.example, description: Files. }")).toEqual([]);
  expect(await breaks(plain, `${plain}, { url: https://eu.example }`)).toEqual([]);
  expect(await breaks(plain, ofRegion("up"))).toEqual([]);
  expect(await breaks(plain, ofRegion("eu"))).toEqual(["/binding/servers"]);
  expect(await breaks(ofRegion("up"), plain)).toEqual(["/binding/servers"]);
  expect(await breaks(ofRegion("up"), ofRegion("up", "place"))).toEqual(["/binding/servers"]);
});

describe("an address that depends on the environment", () => {
  const inEnvironments = (definition: string, urls: readonly string[], chosen = ""): Texts => ({
    "shop.yaml": definition,
    "shop.openapi.yaml": shop,
    "toolsetc.yaml": `environments: { ${urls.map((_url, index) => `e${index}: e${index}.json`).join(", ")} }\n${chosen}`,
    ...Object.fromEntries(
      urls.map((url, index) => [`e${index}.json`, JSON.stringify({ toolsets: { shop: { openApiToolset: { url } } } })]),
    ),
  });
  const written = (url: string): Texts => ({ ...project(shop), "shop.yaml": definition.replace(" }", `, url: "${url}" }`) });
  const placeholder = definition.replace(" }", ", url: $env_var }");
  const [first, second] = ["https://shop.example", "https://test.shop.example"];
  const gradesOf = async (before: Texts, after: Texts) => [...new Set((await changesBetween(before, after)).map(({ grade }) => grade))];

  test.each<[string, Texts, Texts, string[]]>([
    ["is the same as the one that was written", written(first), inEnvironments(placeholder, [first]), ["compatible"]],
    ["is the same as the document's", project(shop), inEnvironments(placeholder, [first]), ["compatible"]],
    [
      "is the same in the default environment",
      written(first),
      inEnvironments(placeholder, [second, first], "defaultEnvironment: e1\n"),
      ["compatible"],
    ],
    [
      "is another one in some environment, none of which is the default",
      written(first),
      inEnvironments(placeholder, [second, first]),
      ["breaking"],
    ],
    ["is another one", written(first), inEnvironments(placeholder, [second]), ["breaking"]],
    ["is written now", inEnvironments(placeholder, [first]), written(first), ["compatible"]],
    ["is written now, and another one", inEnvironments(placeholder, [first]), written(second), ["breaking"]],
    // The values of environments are no part of what a toolset promises.
    ["has another value", inEnvironments(placeholder, [first]), inEnvironments(placeholder, [second]), []],
  ])("%s", async (_what, before, after, grades) => {
    expect(await gradesOf(before, after)).toEqual(grades);
  });

  test("that the definition begins to give in place of the document is one change, which names both", async () => {
    const changes = await changesBetween(project(shop), written(second));
    expect(changes.map(({ pointer, message }) => [pointer, message])).toEqual([
      ["/definition/openApiToolset/url", `"openApiToolset.url" of "shop" was ["${first}"] and is "${second}".`],
    ]);
  });

  test("of a base whose environments are unknown, as in a lock, is breaking", async () => {
    const [before, after] = [await contractsIn(inEnvironments(placeholder, [first])), await contractsIn(written(first))];
    const grades = compareAll({ ...before, overlays: new Map() }, after).map(({ grade }) => grade);
    expect(grades).toContain("breaking");
  });

  test("of an MCP server is compared like that of a service", async () => {
    const served = (address: string, others: Texts = {}): Texts => ({
      "shop.yaml": `displayName: shop\nmcpToolset: { serverAddress: ${address} }\n`,
      "snapshots/shop.tools.json": '{ "formatVersion": "1.0", "tools": [{ "name": "find", "inputSchema": { "type": "object" } }] }',
      ...others,
    });
    const environment = (address: string): Texts => ({
      "toolsetc.yaml": "environments: { prod: prod.json }\n",
      "prod.json": JSON.stringify({ toolsets: { shop: { mcpToolset: { serverAddress: address } } } }),
    });
    expect(await gradesOf(served(first), served("$env_var", environment(first)))).toEqual(["compatible"]);
    expect(await gradesOf(served(first), served("$env_var", environment(second)))).toEqual(["breaking"]);
  });
});

test("a changed text of an MCP server is a change of the tools whose models read it", async () => {
  const served = (description: string, override = ""): Texts => ({
    "shop.yaml": `displayName: shop\nmcpToolset: { serverAddress: https://shop.example/mcp${override} }\n`,
    "snapshots/shop.tools.json": JSON.stringify({
      formatVersion: "1.0",
      tools: [{ name: "find", description, inputSchema: { type: "object" } }],
    }),
  });
  const override = ", toolOverrides: [{ tool: find, descriptionOverride: Finds goods. }]";
  const grades = async (before: Texts, after: Texts) =>
    (await changesBetween(before, after)).map(({ grade, pointer }) => `${grade} ${pointer}`);
  expect(await grades(served("Finds."), served("Finds it."))).toEqual(["model-visible /description"]);
  expect(await grades(served("Finds.", override), served("Finds it.", override))).toEqual(["compatible /binding/digest"]);
});

describe("a comparison that reaches its limit of findings says that it did not look at more", () => {
  const parameters = (schema: string, count = 60) =>
    Array.from(
      { length: count },
      (_each, index) => `        - { name: p${index}, in: query, ${schema.replace("#", String(index))} }\n`,
    ).join("");
  const withParameters = (text: string) => project(shop.replace("      parameters:\n", `      parameters:\n${text}`));

  test("with a break that is accepted separately, so that no unseen break is accepted", async () => {
    const changes = await changesBetween(withParameters(parameters("schema: {}")), withParameters(parameters("schema: { type: integer }")));
    const kinds = changes.map(({ kind }) => kind);
    expect(kinds).toEqual([...Array.from({ length: 50 }, () => "narrowed-input"), "undecided-schema"]);
    expect(changes.at(-1)).toMatchObject({ grade: "breaking", isUndecided: true, pointer: "/input" });
    expect(changes.at(-1)?.message).toBe(
      'The breaks of "shop_get_order" are not all listed, since the comparison of a schema ends after 50 breaks, 2,000 places or 12 levels. Others were not looked at.',
    );
  });

  test("with a changed text if only texts are left", async () => {
    const described = (text: string) => withParameters(parameters(`description: "${text}", schema: { type: integer }`, 130));
    const changes = await changesBetween(described("One #"), described("Two #"));
    expect(changes.at(-1)?.message).toBe(
      'The changed texts of "shop_get_order" are not all listed, since the comparison of a schema ends after 100. Others were not looked at.',
    );
    expect(new Set(changes.map(({ grade }) => grade))).toEqual(new Set(["model-visible"]));
  });

  test("unless it has looked at everything", async () => {
    const changes = await changesBetween(
      withParameters(parameters("schema: {}", 50)),
      withParameters(parameters("schema: { type: integer }", 50)),
    );
    expect(changes.map(({ kind }) => kind)).toEqual(Array.from({ length: 50 }, () => "narrowed-input"));
  });
});

test("a change has the same fingerprint in every run, and a different change has another one", async () => {
  const narrowed = (most: number) => changesBetween(project(shop), project(shop.replace("maximum: 100", `maximum: ${most}`)));
  const [[first], [again], [other]] = [await narrowed(50), await narrowed(50), await narrowed(20)];
  expect(first?.fingerprint).toBe(again?.fingerprint);
  expect(first?.fingerprint).not.toBe(other?.fingerprint);
  expect(first?.message).toBe('"limit" of "shop_get_order" has another limit ("maximum" was 100 and is 50), so that 51 is rejected.');
  expect([first?.from, first?.to, first?.example]).toEqual([{ maximum: 100 }, { maximum: 50 }, 51]);
});

test("the most severe change of a contract decides which number of the version must change", async () => {
  const step = async (change: (text: string) => string) => semverStep(await changesBetween(project(shop), project(change(shop))));
  expect(await step((text) => text)).toBe("none");
  expect(await step((text) => text.replace("maximum: 100", "maximum: 50"))).toBe("major");
  expect(await step((text) => text.replace("maximum: 100", "maximum: 500"))).toBe("minor");
  expect(await step((text) => text.replace("one order", "an order"))).toBe("minor");
  expect(await step((text) => text.replace("operationId: get_order", "operationId: get_order\n      tags: [orders]"))).toBe("patch");
});
