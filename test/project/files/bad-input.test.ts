import { expect, test } from "vitest";
import type { LoadInput } from "../../../src/project/load-input.ts";
import { loadTexts, type Texts } from "../load-texts.ts";

const sound = "openapi: 3.1.0\ninfo: { title: Orders, version: '1' }\npaths: {}\n";

/** A toolset of an exported app, whose definition may name the document of a folder that it had before. */
function exported(name: string, former = name): Texts {
  return {
    [`toolsets/${name}/${name}.yaml`]: `displayName: ${name}\nopenApiToolset:\n  openApiSchema: toolsets/${former}/open_api_toolset/open_api_schema.yaml\n`,
    [`toolsets/${name}/open_api_toolset/open_api_schema.yaml`]: sound,
  };
}

interface Case {
  readonly name: string;
  readonly texts: Texts;
  readonly input?: LoadInput;
  /** `file:line:column code` and the message, in reading order. */
  readonly expected: readonly string[];
  /** How many definitions are accepted all the same. */
  readonly accepted: number;
}

const cases: readonly Case[] = [
  {
    name: "a missing file",
    texts: { "orders.yaml": "displayName: orders\nopenApiToolset:\n  openApiSchema: orders.opneapi.yaml\n", "orders.openapi.yaml": sound },
    expected: ['orders.yaml:3:18 file-not-found: There is no file "orders.opneapi.yaml". Did you mean "orders.openapi.yaml"?'],
    accepted: 1,
  },
  {
    name: "a missing file that lies elsewhere",
    texts: { "orders.yaml": "openApiToolset:\n  openApiSchema: orders.openapi.yaml\n", "api/orders.openapi.yaml": sound },
    expected: ['orders.yaml:2:18 file-not-found: There is no file "orders.openapi.yaml". Did you mean "api/orders.openapi.yaml"?'],
    accepted: 1,
  },
  {
    name: "a file that is written in other capitals",
    texts: {
      "orders.yaml": "openApiToolset:\n  openApiSchema: api/orders.yaml\n",
      "API/Orders.yaml": sound,
      "other/orders.yaml": sound,
    },
    expected: [
      'orders.yaml:2:18 file-not-found: There is no file "api/orders.yaml", because there is no folder "api". Did you mean "API/Orders.yaml"?',
    ],
    accepted: 1,
  },
  {
    name: "the document of a toolset in an exported app, which is never that of another toolset",
    texts: {
      "app.yaml": "displayName: app\n",
      "toolsets/gone/gone.yaml": exported("gone")["toolsets/gone/gone.yaml"] ?? "",
      ...exported("here"),
      ...exported("there"),
      ...exported("moved", "former"),
    },
    expected: [
      'toolsets/gone/gone.yaml:3:18 file-not-found: There is no file "toolsets/gone/open_api_toolset/open_api_schema.yaml", because there is no folder "toolsets/gone/open_api_toolset".',
      'toolsets/moved/moved.yaml:3:18 file-not-found: There is no file "toolsets/former/open_api_toolset/open_api_schema.yaml", because there is no folder "toolsets/former". Did you mean "toolsets/moved/open_api_toolset/open_api_schema.yaml"?',
    ],
    accepted: 4,
  },
  {
    name: "an input that is missing",
    texts: { "orders.yaml": sound },
    input: { kind: "file", path: "order.yaml" },
    expected: ['order.yaml:1:1 file-not-found: There is no file "order.yaml". Did you mean "orders.yaml"?'],
    accepted: 0,
  },
  {
    name: "a folder instead of a file",
    texts: { "orders.yaml": "openApiToolset:\n  openApiSchema: ./api\n", "api/openapi.yaml": sound },
    expected: ['orders.yaml:2:18 not-a-file: The path "./api" is a folder, but a file is required.'],
    accepted: 1,
  },
  {
    name: "a file outside of the project",
    texts: {
      "a/orders.yaml": "openApiToolset:\n  openApiSchema: ../../secret.yaml\n",
      "b.yaml": "openApiToolset: { openApiSchema: /etc/passwd }\n",
      "c.yaml": "openApiToolset: { openApiSchema: 'https://example.com/openapi.yaml' }\n",
    },
    expected: [
      'a/orders.yaml:2:18 outside-project: The path "../../secret.yaml" is outside of this project, so the file is not read.',
      'b.yaml:1:34 outside-project: The path "/etc/passwd" is outside of this project, so the file is not read.',
      'c.yaml:1:34 outside-project: "https://example.com/openapi.yaml" is a URL, and a definition refers to a file. `toolsetc init https://example.com/openapi.yaml` saves the document in the project.',
    ],
    accepted: 3,
  },
  {
    name: "an empty document",
    texts: { "orders.yaml": "openApiToolset:\n  openApiSchema: orders.openapi.yaml\n", "orders.openapi.yaml": "\n" },
    expected: ['orders.yaml:2:18 empty-file: The file "orders.openapi.yaml" is empty.'],
    accepted: 1,
  },
  {
    name: "an empty definition in an app",
    texts: { "app.yaml": "displayName: shop\n", "toolsets/orders/orders.yaml": "" },
    expected: ['toolsets/orders/orders.yaml:1:1 empty-file: The file "toolsets/orders/orders.yaml" is empty.'],
    accepted: 0,
  },
  {
    name: "two documents in one file",
    texts: { "pick.yaml": "clientFunction:\n  name: pick\n---\nclientFunction:\n  name: other\n" },
    expected: ["pick.yaml:3:1 several-documents"],
    accepted: 0,
  },
  {
    name: "duplicate keys",
    texts: { "pick.yaml": "displayName: pick\nclientFunction:\n  name: pick\n  description: A\n  description: B\n" },
    expected: ['pick.yaml:5:3 duplicate-key: The key "description" occurs twice. | pick.yaml:4:3 The first occurrence is here.'],
    accepted: 1,
  },
  {
    name: "text that cannot be read",
    texts: { "pick.yaml": "clientFunction:\n  name: [pick\n" },
    expected: ["pick.yaml:3:1 syntax-error"],
    accepted: 0,
  },
  {
    name: "unknown fields",
    texts: {
      "pick.yaml":
        "clientFunction:\n  name: pick\n  desciption: Picks.\n  parameters:\n    type: OBJECT\n    properties:\n      any: { type: STRING, pattern: x }\n",
    },
    expected: [
      'pick.yaml:3:3 unknown-field: The field "desciption" is unknown. Did you mean "description"?',
      'pick.yaml:7:28 unknown-field: The field "pattern" is unknown.',
    ],
    accepted: 1,
  },
  {
    name: "two members of a oneof",
    texts: {
      "orders.yaml": "mcpToolset:\n  serverAddress: https://example.com/mcp\nopenApiToolset:\n  openApiSchema: orders.openapi.yaml\n",
      "orders.openapi.yaml": sound,
    },
    expected: [
      'orders.yaml:3:1 several-members: The fields "openApiToolset" and "mcpToolset" both define the kind of the toolset, but only one of them is allowed. | orders.yaml:1:1 "mcpToolset" is given here.',
    ],
    accepted: 0,
  },
  {
    name: "two ways to authenticate, and none",
    texts: {
      "a.yaml":
        "mcp_toolset:\n  server_address: https://example.com/mcp\n  api_authentication:\n    service_agent_id_token_auth_config: {}\n    bearer_token_config: { token: $context.variables.t }\n",
      "b.yaml": "mcpToolset:\n  serverAddress: https://example.com/mcp\n  apiAuthentication: {}\n",
    },
    expected: [
      'a.yaml:5:5 several-members: The fields "bearer_token_config" and "service_agent_id_token_auth_config" both define the kind of authentication, but only one of them is allowed. | a.yaml:4:5 "service_agent_id_token_auth_config" is given here.',
      'b.yaml:3:3 no-member: Nothing defines the kind of authentication. One of these fields is required: "apiKeyConfig", "oauthConfig", "serviceAgentIdTokenAuthConfig", "serviceAccountAuthConfig", "bearerTokenConfig".',
    ],
    accepted: 0,
  },
  {
    name: "no kind at all",
    texts: { "app.json": "{}", "toolsets/orders/orders.json": '{\n  "displayName": "orders"\n}' },
    expected: [
      'toolsets/orders/orders.json:1:1 no-member: Nothing defines the kind of the toolset. One of these fields is required: "openApiToolset", "mcpToolset", "connectorToolset", "clientFunctionToolset".',
    ],
    accepted: 0,
  },
  {
    name: "a wrong choice",
    texts: { "pick.yaml": "clientFunction: { name: pick }\nexecutionType: ASYNCRONOUS\n" },
    expected: [
      'pick.yaml:2:16 wrong-choice: The value "ASYNCRONOUS" is not allowed here. Did you mean "ASYNCHRONOUS"? Allowed values: "SYNCHRONOUS", "ASYNCHRONOUS" and "EXECUTION_TYPE_UNSPECIFIED".',
    ],
    accepted: 0,
  },
  {
    name: "one display name twice",
    texts: {
      "a.yaml": "displayName: pick\nclientFunction: { name: pick }\n",
      "b.yaml": "displayName: pick\nclientFunction: { name: pick }\n",
      "c.yaml": "displayName: pick\nmcpToolset: { serverAddress: 'https://example.com/mcp' }\n",
    },
    expected: ['b.yaml:1:14 duplicate-display-name: Another tool is also named "pick". | a.yaml:1:14 The first "pick" is here.'],
    accepted: 2,
  },
  {
    name: "templates that nobody filled in",
    texts: {
      "a.yaml": "displayName: a\nmcpToolset:\n  serverAddress: ${url}/mcp\n  customHeaders:\n    x-a: <VARIABLE>\n",
      "b.yaml":
        "displayName: b\nopenApiToolset:\n  openApiSchema: b.openapi.yaml\n  apiAuthentication:\n    serviceAccountAuthConfig: { serviceAccount: 'x@{{ project }}.iam.gserviceaccount.com' }\n",
      "b.openapi.yaml": sound,
      "c.yaml": "clientFunction:\n  name: pick\n  description: Say ${x} or <NAME>.\n",
    },
    expected: [
      'a.yaml:3:18 unrendered-template: The template "${url}" was not replaced by a value.',
      'a.yaml:5:10 unrendered-template: The template "<VARIABLE>" was not replaced by a value.',
      'b.yaml:5:49 unrendered-template: The template "{{ project }}" was not replaced by a value.',
    ],
    accepted: 1,
  },
  {
    name: "a missing field and values of a wrong form",
    texts: {
      "a.yaml": "clientFunction: { description: Picks. }\n",
      "b.yaml":
        "connectorToolset:\n  connection: crm\n  connectorActions:\n    - connectionActionId: send\n    - entityOperation: { entityId: Ticket }\n",
      "c.yaml": "clientFunction: { name: pick }\ntimeout: 30\ncreateTime: yesterday\n",
      "d.yaml": "mcpToolset:\n  serverAddress: https://example.com/mcp\n  apiAuthentication: { bearerTokenConfig: { token: abc } }\n",
    },
    expected: [
      'a.yaml:1:1 missing-field: The field "name" is missing.',
      'b.yaml:2:15 malformed-value: This value is not a name of a connection. Example: "projects/acme/locations/europe-west1/connections/crm".',
      'b.yaml:5:7 missing-field: The field "operation" is missing.',
      "c.yaml:2:10 wrong-type: This value must be a string, not the number 30.",
      'c.yaml:3:13 malformed-value: This value is not a point in time. Example: "2026-01-31T12:00:00Z".',
      'd.yaml:3:52 malformed-value: This value is not a context variable. Example: "$context.variables.access_token".',
    ],
    accepted: 0,
  },
  {
    name: "one field in both spellings",
    texts: { "pick.yaml": "displayName: pick\ndisplay_name: pick\nclientFunction: { name: pick }\n" },
    expected: [
      'pick.yaml:2:1 duplicate-field: The field "display_name" has the same meaning as "displayName", so only one of them is allowed. | pick.yaml:1:1 "displayName" is given here.',
    ],
    accepted: 0,
  },
  {
    name: "a misspelt kind",
    texts: { "orders.yaml": "displayName: orders\nopenApiToolst:\n  openApiSchema: orders.openapi.yaml\n", "orders.openapi.yaml": sound },
    expected: [
      'orders.yaml:1:1 no-member: Nothing defines the kind of the toolset. One of these fields is required: "openApiToolset", "mcpToolset", "connectorToolset", "clientFunctionToolset".',
      'orders.yaml:2:1 unknown-field: The field "openApiToolst" is unknown. Did you mean "openApiToolset"?',
    ],
    accepted: 0,
  },
  {
    name: "nothing to compile, and a mistake elsewhere",
    texts: { "toolsetc.yaml": "nameing: operation\n", "environment.yaml": "openapi_urls: { a: b }\n" },
    expected: [
      ".:1:1 no-definitions: There is no definition of a toolset or tool in this folder.",
      'toolsetc.yaml:1:1 unknown-field: The field "nameing" is unknown. Did you mean "naming"?',
    ],
    accepted: 0,
  },
  {
    name: "nothing to compile",
    texts: { "readme.yaml": "hello: world\n" },
    expected: [".:1:1 no-definitions: There is no definition of a toolset or tool in this folder."],
    accepted: 0,
  },
  {
    name: "a file that is no definition",
    texts: { "openapi.yaml": sound },
    input: { kind: "file", path: "openapi.yaml" },
    expected: ['openapi.yaml:1:1 no-definitions: There is no definition of a toolset or tool in "openapi.yaml".'],
    accepted: 0,
  },
  {
    name: "a snapshot of no toolset",
    texts: {
      "a.yaml": "displayName: tickets\nmcpToolset: { serverAddress: 'https://example.com/mcp' }\n",
      "snapshots/ticket.tools.json": '{ "tools": [] }',
    },
    expected: [
      'snapshots/ticket.tools.json:1:1 no-such-toolset: This snapshot is not used, because no toolset is named "ticket". Did you mean "tickets"?',
    ],
    accepted: 1,
  },
  {
    name: "references to files that are not there",
    texts: {
      "a.yaml": "openApiToolset: { openApiSchema: api/a.yaml }\n",
      "api/a.yaml":
        "openapi: 3.1.0\ninfo: { title: A, version: '1' }\npaths:\n  /a: { $ref: ./item.yaml }\n  /b: { $ref: itme.yaml }\n  /c: { $ref: '../../c.yaml#/x' }\n",
      "api/item.yaml": "get: { responses: { '200': { $ref: 'answers.yaml#/ok' } } }\n",
    },
    expected: [
      'api/a.yaml:5:15 file-not-found: There is no file "itme.yaml". Did you mean "api/item.yaml"?',
      'api/a.yaml:6:15 outside-project: The path "../../c.yaml" is outside of this project, so the file is not read.',
      'api/item.yaml:1:36 file-not-found: There is no file "answers.yaml".',
    ],
    accepted: 1,
  },
];

test.each(cases)(
  "bad input is reported at its place, and the other files are read: $name",
  async ({ texts, input, expected, accepted }) => {
    const loaded = await loadTexts(texts, input);
    const lines = loaded.findings.map(({ code, message, mark, related }) => {
      const notes = related.map((note) => ` | ${note.mark.file}:${note.mark.start.line}:${note.mark.start.column} ${note.message}`);
      return `${mark.file}:${mark.start.line}:${mark.start.column} ${code}: ${message}${notes.join("")}`;
    });
    // The words of what cannot be read are the parser's, whose own tests hold them.
    expect(lines.map((line) => line.replace(/ (syntax-error|several-documents): .*/, " $1"))).toEqual(expected);
    expect(loaded.accepted).toHaveLength(accepted);
  },
);

test("only the first of many missing files get a suggestion", async () => {
  const numbers = Array.from({ length: 150 }, (_empty, index) => index);
  const schemas = Object.fromEntries(numbers.map((index) => [`S${index}`, { $ref: `./schemas/order-${index}.yml` }]));
  const document = { openapi: "3.0.3", info: { title: "Orders", version: "1" }, paths: {}, components: { schemas } };
  const { diagnostics } = await loadTexts({
    ...Object.fromEntries(numbers.map((index) => [`schemas/order-${index}.yaml`, "type: string\n"])),
    "orders.yaml": "displayName: orders\nopenApiToolset: { openApiSchema: orders.openapi.json }\n",
    "orders.openapi.json": JSON.stringify(document),
  });
  const messages = diagnostics.filter(({ code }) => code === "file-not-found").map(({ message }) => message);
  expect(messages).toHaveLength(150);
  expect(messages[99]).toBe('There is no file "./schemas/order-99.yml". Did you mean "schemas/order-99.yaml"?');
  expect(messages[100]).toBe('There is no file "./schemas/order-100.yml".');
});
