import { describe, expect, test } from "vitest";
import { codesOf, lowerTexts, toolOf } from "./lower-texts.ts";

const mcp = (definition: string, tools?: unknown) => ({
  "shop.yaml": `displayName: shop\nmcpToolset:\n  serverAddress: https://shop.example.com/mcp\n${definition}`,
  ...(tools === undefined ? {} : { "snapshots/shop.tools.json": JSON.stringify({ tools }) }),
});

test("an MCP server without a snapshot is an error that names the command to run", async () => {
  const { lowering, program } = await lowerTexts(mcp(""));
  expect(lowering.map(({ code, message }) => [code, message])).toEqual([
    [
      "missing-snapshot",
      'The definition "shop" has no snapshot of its tools, the file "snapshots/shop.tools.json". Run `toolsetc pull shop`.',
    ],
  ]);
  expect(program.toolsets).toEqual([]);
});

test("unknown fields of a definition are counted, and are not part of the output", async () => {
  const { program } = await lowerTexts(mcp('  "a/b": 1\nnew_field: {}\n', [{ name: "count", inputSchema: { type: "object" } }]));
  const [toolset] = program.toolsets;
  expect([...(toolset?.account.unknownFields ?? [])].sort()).toEqual(["/mcpToolset/a~1b", "/new_field"]);
  expect(Object.keys(toolset?.endpoint.definition.mcpToolset ?? {})).toEqual(["serverAddress"]);
});

test("the tools of an MCP server's snapshot get the overrides and the fixed values of the definition", async () => {
  const item = (type: string) => ({ type: "object", properties: { item: { $ref: "#/$defs/Item" } }, $defs: { Item: { type } } });
  const tools = [
    { name: "find-goods", description: "Finds.", inputSchema: item("string"), annotations: { readOnlyHint: true, title: "Find" } },
    { name: "buy", inputSchema: item("integer"), outputSchema: item("boolean"), annotations: { destructiveHint: true } },
    { name: "count", inputSchema: { type: "object" }, outputSchema: { type: "integer" } },
  ];
  const overrides = `  toolOverrides:
    - { tool: find-goods, nameOverride: search, descriptionOverride: Searches. }
    - { tool: count, snapshot: { description: Counts., inputSchema: { type: OBJECT, properties: { n: { type: INTEGER } } } } }
    - { tool: buyy }
`;
  const lowered = await lowerTexts(mcp(overrides, tools));
  const find = toolOf(lowered, "find-goods");
  const buy = toolOf(lowered, "buy");
  const count = toolOf(lowered, "count");
  expect(find).toMatchObject({
    name: "shop_search",
    title: "Find",
    description: "Searches.",
    approval: "none",
    annotations: { readOnly: true, destructive: false },
    binding: {
      transport: "mcp",
      tool: "find-goods",
      structured: false,
      output: "result",
      destructive: false,
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    },
  });
  expect(find.output.json).toEqual({ type: "object", properties: { result: {} }, required: ["result"] });
  expect(buy).toMatchObject({ approval: "required", annotations: { destructive: true, openWorld: true }, binding: { structured: true } });
  expect(count.description).toBe("Counts.");
  expect(count.input.json).toMatchObject({ type: "object", properties: { n: { type: "integer" } }, required: [] });
  expect(count.output.json).toMatchObject({ properties: { result: { type: "integer" } }, required: ["result"] });
  // Each tool's `#/$defs/Item` is its own.
  const schemas = lowered.program.toolsets[0]?.schemas;
  expect([...(schemas?.values() ?? [])].map(({ json }) => json.type).sort()).toEqual(["boolean", "integer", "string"]);
  expect(lowered.lowering.map(({ code, message }) => [code, message])).toContainEqual([
    "unknown-mcp-tool",
    'The server has no tool "buyy". Did you mean "buy"?',
  ]);
  expect(Object.keys(lowered.program.toolsets[0]?.endpoint.definition.mcpToolset ?? {})).toEqual(["serverAddress"]);
});

describe("a tool that an MCP server executes only as a task", () => {
  const tools = [
    { name: "find", inputSchema: { type: "object" } },
    { name: "export", inputSchema: { type: "object" }, execution: { taskSupport: "required" } },
  ];
  const waiting = (wait: string) => lowerTexts({ ...mcp("", tools), "toolsetc.yaml": `overrides: { shop: { tools: ${wait} } }\n` });

  test("becomes a tool whose result may be a handle, and whose argument may be one", async () => {
    const lowered = await lowerTexts(mcp("", tools));
    expect(lowered.lowering).toEqual([]);
    expect(lowered.program.toolsets[0]?.account).toMatchObject({ operations: 2, tools: 2, excluded: 0 });
    expect(toolOf(lowered, "find")).toMatchObject({ binding: { waiting: null }, input: { json: { properties: {} } } });
    expect(toolOf(lowered, "export")).toMatchObject({
      binding: { waiting: { style: "task", seconds: null } },
      input: { json: { properties: { _waiting: { type: "string" } } } },
      output: { json: { anyOf: [{ required: ["result"] }, { required: ["_waiting"] }] } },
    });
  });

  test("waits as long as an override says, and the override is reported for other tools", async () => {
    const lowered = await waiting('{ export: { wait: { seconds: 5 } }, find: { wait: { seconds: 5 } }, "*": { wait: false } }');
    expect(toolOf(lowered, "export").binding).toMatchObject({ waiting: { style: "task", seconds: 5 } });
    expect(toolOf(lowered, "find").binding).toMatchObject({ waiting: null });
    expect(lowered.lowering.map(({ code, message }) => [code, message])).toEqual([
      ["unused-override", 'The override "wait" is ignored, because the server answers with the result of the tool.'],
    ]);
  });

  test("waits for its task though an override says `wait: false`", async () => {
    const lowered = await waiting("{ export: { wait: false } }");
    expect(toolOf(lowered, "export").binding).toMatchObject({ waiting: { style: "task", seconds: null } });
    expect(lowered.lowering.map(({ message }) => message)).toEqual([
      'The override "wait" is ignored, because the server executes the tool only as a task, whose result a call waits for.',
    ]);
  });
});

const connection = {
  entityTypes: [
    {
      entity: "Ticket",
      operations: ["LIST", "GET", "CREATE", "UPDATE"],
      fields: [
        { field: "Id", dataType: "DATA_TYPE_INTEGER", readonly: true },
        { field: "Subject", dataType: "DATA_TYPE_VARCHAR", nullable: false },
        { field: "Body", dataType: "DATA_TYPE_CLOB" },
      ],
    },
  ],
  actions: [
    {
      action: "Assign",
      displayName: "Assign a ticket",
      inputParameters: [{ parameter: "TicketId", dataType: "DATA_TYPE_INTEGER", nullable: false }],
      resultMetadata: [{ field: "Ok", dataType: "DATA_TYPE_BOOLEAN" }],
    },
  ],
};
const connector = (actions: readonly string[]) => ({
  "crm.yaml": `displayName: crm\nconnectorToolset:\n  connection: projects/p/locations/l/connections/c\n  connectorActions:\n${actions.map((action) => `    - ${action}\n`).join("")}`,
  "snapshots/crm.connection.json": JSON.stringify(connection),
});
const entity = (operation: string, more = "") => `{ entityOperation: { entityId: Ticket, operation: ${operation} }${more} }`;

test("operations of an entity and an action of a connector become tools", async () => {
  const lowered = await lowerTexts(
    connector([
      entity("LIST"),
      entity("GET", ", outputFields: [Id, Subject]"),
      entity("CREATE", ", inputFields: [Subject]"),
      entity("UPDATE"),
      "{ connectionActionId: Assign }",
    ]),
  );
  expect(lowered.lowering).toEqual([]);
  const [toolset] = lowered.program.toolsets;
  expect(toolset?.tools.map(({ name }) => name)).toEqual([
    "crm_list_Ticket",
    "crm_get_Ticket",
    "crm_create_Ticket",
    "crm_update_Ticket",
    "crm_Assign",
  ]);
  const inputs = toolset?.tools.map(({ input }) => Object.keys(input.json.properties ?? {}));
  expect(inputs).toEqual([["filter", "sortBy", "pageSize", "pageToken"], ["entityId"], ["fields"], ["entityId", "fields"], ["TicketId"]]);
  expect(toolOf(lowered, "create_Ticket").input.json.properties).toMatchObject({
    fields: { properties: { Subject: { type: "string" } }, required: ["Subject"], additionalProperties: false },
  });
  expect(toolOf(lowered, "update_Ticket").input.json.properties).toMatchObject({
    fields: { properties: { Subject: {}, Body: {} }, required: [] },
  });
  expect(Object.keys(toolOf(lowered, "get_Ticket").output.json.properties ?? {})).toEqual(["Id", "Subject"]);
  expect(toolOf(lowered, "get_Ticket").binding).toEqual({
    transport: "connector",
    operation: "get",
    target: "Ticket",
    inputFields: [],
    outputFields: ["Id", "Subject"],
  });
  expect(toolOf(lowered, "Assign")).toMatchObject({
    title: "Assign a ticket",
    description: "Assign a ticket",
    binding: { operation: "action", target: "Assign" },
  });
  expect(toolset?.endpoint.definition).toEqual({ connectorToolset: { connection: "projects/p/locations/l/connections/c" } });
});

test("an operation of a connector that the connection does not have is an error", async () => {
  const { lowering, program } = await lowerTexts(
    connector([
      entity("DELETE"),
      entity("GET", ", outputFields: [Subjekt]"),
      "{ entityOperation: { entityId: Tickets, operation: GET } }",
      "{ connectionActionId: Asign }",
      entity("LIST"),
      entity("LIST"),
    ]),
  );
  expect(lowering.map(({ code, message }) => [code, /Did you mean "(.*)"/.exec(message)?.[1]])).toEqual([
    ["unsupported-entity-operation", undefined],
    ["unknown-connector-item", "Ticket"],
    ["unknown-connector-item", "Assign"],
    ["duplicate-connector-action", undefined],
    ["unknown-connector-field", "Subject"],
  ]);
  expect(program.toolsets[0]?.account).toMatchObject({ operations: 6, tools: 1, failed: 5 });
});

test("client functions become tools, in a toolset or as definitions of their own", async () => {
  const lowered = await lowerTexts({
    "device.yaml": `displayName: device
timeout: 2.5s
clientFunctionToolset:
  functions:
    - { name: locate, description: Where it is., response: { type: OBJECT, properties: { lat: { type: NUMBER } }, required: [lat] } }
    - { name: beep, parameters: { type: OBJECT, properties: { times: { type: INTEGER }, next: { ref: "#/defs/Next" } }, defs: { Next: { type: STRING } } }, response: { type: STRING } }
    - { name: bad, parameters: { type: STRING } }
    - { name: beep }
`,
    "scan.yaml": "clientFunction: { name: scan_code }\nexecutionType: ASYNCHRONOUS\n",
  });
  expect(codesOf(lowered.lowering).sort()).toEqual(["duplicate-function", "input-not-object"]);
  expect(toolOf(lowered, "locate")).toMatchObject({
    name: "device_locate",
    input: { json: { type: "object", properties: {}, required: [], additionalProperties: false } },
    output: { json: { type: "object", required: ["lat"] } },
  });
  expect(toolOf(lowered, "beep").input.json.properties).toMatchObject({
    times: { type: "integer" },
    next: { $ref: expect.stringMatching(/^#\/\$defs\/Next/) },
  });
  expect(toolOf(lowered, "beep").output.json).toMatchObject({ properties: { result: { type: "string" } } });
  expect(toolOf(lowered, "scan_code")).toMatchObject({ name: "scan_code", binding: { transport: "client", function: "scan_code" } });
  expect(lowered.program.toolsets.map(({ resource, name, endpoint: { timeout } }) => [resource, name, timeout])).toEqual([
    ["toolset", "device", 2500],
    ["tool", "scan_code", 60_000],
  ]);
});

test("a timeout is at most as long as a timer can wait", async () => {
  const { program } = await lowerTexts({ "scan.yaml": "clientFunction: { name: scan_code }\ntimeout: 2592000s\n" });
  expect(program.toolsets[0]?.endpoint.timeout).toBe(2_147_483_647);
});

test("an `openApiTool` becomes the tool of one operation", async () => {
  const document = (ids: readonly string[]) =>
    JSON.stringify({
      openapi: "3.0.0",
      info: { title: "T", version: "1" },
      paths: Object.fromEntries(
        ids.map((operationId) => [`/${operationId}`, { get: { operationId, responses: { "200": { description: "" } } } }]),
      ),
    });
  const tool = (more: string) => `openApiTool:\n  openApiSchema: api.json\n${more}`;
  const one = await lowerTexts({ "look.yaml": tool("  name: look_up\n  description: Looks.\n"), "api.json": document(["find"]) });
  expect(toolOf(one, "find")).toMatchObject({ name: "look_up", description: "Looks." });
  const chosen = await lowerTexts({ "look.yaml": tool("  name: find\n"), "api.json": document(["get", "find"]) });
  expect(chosen.program.toolsets[0]?.tools.map(({ id }) => id)).toEqual(["find"]);
  const several = await lowerTexts({ "look.yaml": tool("  name: nothing\n"), "api.json": document(["get", "find"]) });
  expect(codesOf(several.lowering)).toEqual(["several-operations"]);
  expect(several.lowering[0]?.message).toContain('"get", "find"');
});

test("agents of an app get all, some or none of its tools", async () => {
  const document = JSON.stringify({
    openapi: "3.0.0",
    info: { title: "T", version: "1" },
    paths: Object.fromEntries(
      ["a/1", "b"].map((operationId) => [`/${operationId}`, { get: { operationId, responses: { "200": { description: "" } } } }]),
    ),
  });
  const lowered = await lowerTexts({
    "app.json": JSON.stringify({ displayName: "App" }),
    "toolsets/api/api.json": JSON.stringify({
      displayName: "api",
      openApiToolset: { openApiSchema: "toolsets/api/open_api_toolset/open_api_schema.yaml" },
    }),
    "toolsets/api/open_api_toolset/open_api_schema.yaml": document,
    "tools/api/api.json": JSON.stringify({ clientFunction: { name: "api" }, displayName: "api" }),
    "tools/py/py.json": JSON.stringify({ pythonFunction: { name: "py" }, displayName: "py" }),
    "agents/all/all.json": JSON.stringify({ displayName: "All", tools: ["end_session", "py", "api"], toolsets: [{ toolset: "api" }] }),
    "agents/some/some.json": JSON.stringify({ displayName: "Some", toolsets: [{ toolset: "api", toolIds: ["b", "a/2"] }] }),
    "agents/none/none.json": JSON.stringify({
      displayName: "None",
      tools: ["pyy"],
      toolsets: [{ toolset: "api", toolIds: [] }, { toolset: "apii" }],
    }),
  });
  const groups = new Map(lowered.program.agents.map(({ name, tools }) => [name, tools]));
  expect(groups.get("All")).toEqual(["api", "api_a_1", "api_b"]);
  expect(groups.get("Some")).toEqual(["api_b"]);
  expect(groups.get("None")).toEqual([]);
  const errors = lowered.lowering
    .filter(({ severity }) => severity === "error")
    .map(({ code, message }) => [code, /Did you mean "(.*)"/.exec(message)?.[1]]);
  expect(errors.sort()).toEqual([
    ["unknown-agent-tool", "py"],
    ["unknown-agent-toolset", "api"],
    ["unknown-tool-id", "a/1"],
  ]);
  expect(lowered.program.toolsets.map(({ resource, name }) => [resource, name])).toEqual(
    expect.arrayContaining([
      ["toolset", "api"],
      ["tool", expect.stringMatching(/^api_/)],
    ]),
  );
});

test("an invalid client function becomes no tool, and the others do", async () => {
  const functions = `displayName: page
clientFunctionToolset:
  functions:
    - { name: show, description: Shows. }
    - { description: Nameless. }
`;
  const client = await lowerTexts({ "page.yaml": functions });
  expect(client.program.toolsets[0]?.tools.map(({ id }) => id)).toEqual(["show"]);
  expect(client.program.toolsets[0]?.account).toMatchObject({ operations: 2, tools: 1, failed: 1 });
  expect(codesOf(client.diagnostics)).toEqual(["missing-field"]);

  const tools = ["find", "buy"].map((name) => ({ name, inputSchema: { type: "object" } }));
  const server = await lowerTexts(mcp("  toolOverrides:\n    - { tool: buy, nameOverride: 1 }\n    - { nameOverride: none }\n", tools));
  expect(server.program.toolsets[0]?.tools.map(({ id }) => id)).toEqual(["find"]);
  expect(codesOf(server.diagnostics).sort()).toEqual(["missing-field", "wrong-type"]);
});

test("shared schemas of two texts in one snapshot have different names", async () => {
  const action = (name: string, type: string) => {
    const schema = { type: "object", properties: { item: { $ref: "#/$defs/Item" } }, $defs: { Item: { type } } };
    return { action: name, inputSchemaAsString: JSON.stringify(schema) };
  };
  const lowered = await lowerTexts({
    ...connector(["{ connectionActionId: Weigh }", "{ connectionActionId: Name }"]),
    "snapshots/crm.connection.json": JSON.stringify({ actions: [action("Weigh", "number"), action("Name", "string")] }),
  });
  expect(lowered.diagnostics).toEqual([]);
  const typeOf = (id: string) => {
    const { item } = toolOf(lowered, id).input.json.properties as { item: { $ref: string } };
    return lowered.program.toolsets[0]?.schemas.get(item.$ref.slice("#/$defs/".length))?.json.type;
  };
  expect([typeOf("Weigh"), typeOf("Name")]).toEqual(["number", "string"]);
});

test("shared schemas of two dialects in one MCP toolset have different names", async () => {
  const item = { type: "object", properties: { item: { $ref: "#/$defs/orderItem" } }, $defs: { orderItem: { type: "string" } } };
  const tools = [
    { name: "one", inputSchema: item },
    { name: "two", inputSchema: { type: "object" } },
  ];
  const pin = "{ type: OBJECT, properties: { item: { ref: '#/defs/order-item' } }, defs: { order-item: { type: INTEGER } } }";
  const lowered = await lowerTexts(mcp(`  toolOverrides: [{ tool: two, snapshot: { inputSchema: ${pin} } }]\n`, tools));
  const schemas = lowered.program.toolsets[0]?.schemas;
  const typeOf = (tool: string) => {
    const { $ref } = (toolOf(lowered, tool).input.json as { properties: { item: { $ref: string } } }).properties.item;
    return schemas?.get($ref.slice("#/$defs/".length))?.json.type;
  };
  expect([typeOf("one"), typeOf("two")]).toEqual(["string", "integer"]);
});

test("a snapshot of a connector may come from the connection of any environment", async () => {
  const connection = (name: string) => `projects/example/locations/europe-west1/connections/${name}`;
  const texts = (value: string) => ({
    "orders.yaml": `displayName: orders
connectorToolset:
  connection: ${value}
  connectorActions: [{ entityOperation: { entityId: Order, operation: LIST } }]
`,
    "snapshots/orders.connection.json": JSON.stringify({
      connection: connection("orders-test"),
      entityTypes: [{ entity: "Order", operations: ["LIST"], fields: [{ field: "Status", dataType: "DATA_TYPE_VARCHAR" }] }],
    }),
    "environment.json": JSON.stringify({ toolsets: { orders: { connectorToolset: { connection: connection("orders") } } } }),
  });
  expect(codesOf((await lowerTexts(texts(connection("orders")))).lowering)).toContain("snapshot-of-other-connection");
  expect(codesOf((await lowerTexts(texts("$env_var"))).lowering)).not.toContain("snapshot-of-other-connection");
});

test("asynchronous Python functions are recognized as fakes", async () => {
  const { lowering } = await lowerTexts({
    "scan.yaml": `displayName: scan
clientFunctionToolset: { functions: [{ name: scan_code, description: Scans. }] }
toolFakeConfig:
  codeBlock:
    pythonCode: |
      async def fake_scan_code(tool, input, callback_context):
        return {}
`,
  });
  expect(lowering).toEqual([]);
});
