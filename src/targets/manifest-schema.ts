import { kinds } from "../kinds.ts";
import type { Binding } from "../runtime/binding.ts";
import type { JsonSchema } from "../source/json/json.ts";

const string = { type: "string" } as const;
const boolean = { type: "boolean" } as const;
const strings = { type: "array", items: string } as const;
const anything = { type: "object" } as const;

/** The schema of objects that have only these properties. All properties are required, except those in `optional`. */
function exactly(properties: { readonly [name: string]: JsonSchema }, optional: readonly string[] = []): JsonSchema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: "object", properties, required, additionalProperties: false };
}

function arrayOf(items: JsonSchema): JsonSchema {
  return { type: "array", items };
}

function mapOf(values: JsonSchema): JsonSchema {
  return { type: "object", additionalProperties: values };
}

function anyOf(...alternatives: readonly JsonSchema[]): JsonSchema {
  return { anyOf: alternatives };
}

function definition(name: string): JsonSchema {
  return { $ref: `#/$defs/${name}` };
}

/** The members of a tool that have its binding: one for each transport, which it is named after. */
type BindingMembers = { readonly [transport in Binding["transport"]]: JsonSchema };

const bindings: BindingMembers = {
  http: definition("HttpBinding"),
  mcp: definition("McpBinding"),
  connector: definition("ConnectorBinding"),
  client: definition("ClientBinding"),
};

const nothing = { type: "null" } as const;
const path = anyOf(strings, nothing);
const seconds = { type: ["number", "null"], description: "How long a call waits. Null: as long as its deadline allows." } as const;
const parameters = { ...arrayOf(definition("Parameter")), default: [] };

/** The JSON Schema of `toolset.json`, which `toolsetc schema manifest` prints. */
export const manifestSchema: JsonSchema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  $id: "https://toolsetc.dev/schemas/manifest.schema.json",
  title: "Manifest of a toolset",
  description:
    "What toolsetc compiled a toolset to, for programs in any language. Schemas are JSON Schema 2020-12; `#/$defs/<name>` in them names a member of `schemas`.",
  ...exactly({
    formatVersion: { type: "string", pattern: "^2[.](0|[1-9][0-9]*)$" },
    resource: { enum: ["toolset", "tool"] },
    name: string,
    displayName: string,
    description: string,
    kind: { enum: Object.keys(kinds) },
    definition: { ...anything, description: "The authored message in camelCase. Values that differ by environment are `$env_var`." },
    servers: arrayOf(definition("Server")),
    securitySchemes: { ...mapOf(anything), description: "OpenAPI's Security Scheme Objects, by name." },
    timeout: { type: "number", minimum: 0, description: "Milliseconds." },
    schemas: { ...mapOf(anything), description: "The schemas that tools share." },
    tools: arrayOf(definition("Tool")),
    groups: arrayOf(exactly({ name: string, description: string, tools: strings })),
    environments: {
      ...mapOf(anything),
      description: "The values of the definition's placeholders, in the structure of the definition, by environment.",
    },
    defaultEnvironment: { type: ["string", "null"] },
  }),
  $defs: {
    Tool: {
      ...exactly(
        {
          id: { ...string, description: "The name in the source: an operationId or `GET /path`, or the name of an MCP tool." },
          name: { ...string, pattern: "^[A-Za-z_][A-Za-z0-9_]{0,63}$", description: "The name that the model sees." },
          localName: string,
          title: { ...string, default: "" },
          description: string,
          input: anything,
          output: anything,
          annotations: exactly(
            {
              readOnly: { ...boolean, default: false },
              destructive: {
                type: ["boolean", "null"],
                description:
                  "Null: it is unknown what a call destroys, as for a POST request. Absent: false for a tool that is read-only, null for others.",
              },
              idempotent: { ...boolean, default: false },
              openWorld: { ...boolean, default: true },
            },
            ["readOnly", "destructive", "idempotent", "openWorld"],
          ),
          approval: { enum: ["required", "none"], default: "none" },
          tags: { ...strings, default: [] },
          deprecated: { ...boolean, default: false },
          lazy: { ...boolean, default: false, description: "Whether the tool is loaded only on demand, if the runtime supports that." },
          metadata: { ...anything, default: {} },
          examples: { ...arrayOf(anything), default: [], description: "Inputs that `input` accepts." },
          trim: { ...exactly({ pick: strings, maxBytes: { type: ["integer", "null"] } }), default: { pick: [], maxBytes: null } },
          ...bindings,
        },
        ["title", "annotations", "approval", "tags", "deprecated", "lazy", "metadata", "examples", "trim", ...Object.keys(bindings)],
      ),
      oneOf: Object.keys(bindings).map((member) => ({ type: "object", properties: { [member]: {} }, required: [member] })),
    },
    Server: exactly({
      url: string,
      description: string,
      variables: mapOf(exactly({ default: string, enum: strings })),
    }),
    HttpBinding: exactly(
      {
        method: string,
        path: string,
        servers: { ...arrayOf(definition("Server")), description: "Absent: the servers of the toolset." },
        pathParameters: {
          ...arrayOf(definition("Parameter")),
          description: "Absent: the names in braces of `path` are parameters with default values.",
        },
        query: parameters,
        headers: parameters,
        cookies: parameters,
        querystring: { ...parameters, description: "The parameter whose value is the whole query." },
        body: { ...definition("Body"), description: "Absent: requests have no body." },
        responses: { ...arrayOf(definition("Response")), default: [{ status: "200", contentType: "application/json" }] },
        output: { enum: ["object", "result"], default: "object", description: "`result`: the response is wrapped as `{ result }`." },
        security: {
          ...arrayOf(mapOf(strings)),
          default: [],
          description: "Alternatives, each naming schemes that are needed together.",
        },
        pages: {
          ...definition("Pages"),
          description: "How the pages of the list that the operation returns follow each other. Absent: no pages are known.",
        },
        waiting: {
          ...definition("Waiting"),
          description: "How a call waits for its result. Absent: the response is the result.",
        },
      },
      [
        "servers",
        "pathParameters",
        "query",
        "headers",
        "cookies",
        "querystring",
        "body",
        "responses",
        "output",
        "security",
        "pages",
        "waiting",
      ],
    ),
    Waiting: exactly({
      style: {
        enum: ["repeat", "header", "operation", "resource"],
        description:
          "What is requested until the operation is done. `repeat`: the operation itself, while its status is 202. `header`: the address in a header of the response. `operation`: another operation. `resource`: the same, with the values for its path in a name or an address that the response has.",
      },
      header: { type: ["string", "null"], description: "The name of the header, in lower case." },
      operation: {
        ...anyOf(
          exactly({
            path: string,
            servers: anyOf(arrayOf(definition("Server")), nothing),
            parameters: arrayOf(
              exactly({ name: string, in: string, from: definition("ValueSource"), required: boolean, as: definition("Serialization") }),
            ),
            responses: arrayOf(exactly({ status: string, contentType: { type: ["string", "null"] }, body: string })),
            output: { enum: ["object", "result"] },
            security: arrayOf(mapOf(strings)),
            id: { ...strings, description: "The path of the value in the response that is the input `_waiting` of this operation." },
          }),
          nothing,
        ),
        description: "The GET operation that returns the state.",
      },
      state: { ...path, description: "The path of the state. Null: only the status 202 says that the operation is not done." },
      pending: { ...arrayOf({}), description: "The states in which the operation is not done." },
      failed: { ...arrayOf({}), description: "The states of an operation that has failed." },
      seconds,
    }),
    Pages: exactly(
      {
        style: {
          enum: ["cursor", "last-item", "offset", "page", "link"],
          description:
            "`cursor`: the value at `next` in the output is passed as `parameter`. `last-item`: the value at `next` in the last item is. `offset`: the number of items so far is. `page`: the number of the page is. `link`: the result or the header `Link` has the address.",
        },
        items: { ...strings, description: "The path of the items in the output." },
        parameter: { ...string, description: "The property of the input that differs from page to page." },
        next: { ...strings, description: "The path of the cursor." },
        first: { type: "integer", description: "The value of `parameter` for the first page." },
        more: { ...strings, description: "The path of a boolean that says whether there is a next page." },
        total: { ...strings, description: "The path of the number of all items." },
        totalPages: { ...strings, description: "The path of the number of all pages." },
        collect: {
          ...exactly({ items: { type: "integer" }, bytes: { type: "integer" }, calls: { type: "integer" }, seconds: { type: "number" } }),
          description: "How far one call follows the pages. Absent: it returns one page.",
        },
      },
      ["parameter", "next", "first", "more", "total", "totalPages", "collect"],
    ),
    Parameter: {
      ...anyOf(
        string,
        exactly(
          {
            name: string,
            from: { ...definition("ValueSource"), description: "Absent: the property of the input with the name of the parameter." },
            required: { ...boolean, description: "Absent: true for a path parameter, false for others." },
            as: {
              ...definition("Serialization"),
              description: "Absent: the style `simple` without `explode` in paths and headers, the style `form` with `explode` elsewhere.",
            },
          },
          ["from", "required", "as"],
        ),
      ),
      description: "A string is the name of a parameter with default values.",
    },
    Response: exactly(
      {
        status: string,
        contentType: { ...string, description: "Absent: the response has no content." },
        body: {
          enum: ["json", "text", "binary", "sequence", "event-data", "event-text", "none"],
          description: "Absent: `json`, or `none` if the response has no content.",
        },
      },
      ["contentType", "body"],
    ),
    Body: exactly(
      {
        contentType: { ...string, default: "application/json" },
        required: { ...boolean, default: false },
        input: { ...string, description: "The property of the input that is the whole body. Absent: the body has `members`." },
        members: {
          ...arrayOf(anyOf(string, exactly({ name: string, from: definition("ValueSource") }))),
          default: [],
          description: "A string is the name of a member, and of the property of the input that is its value.",
        },
        encoding: {
          ...anyOf(mapOf(definition("Encoding")), arrayOf(definition("Encoding"))),
          default: {},
          description: "By member, or by position. The last position is also that of all further parts.",
        },
      },
      ["contentType", "required", "input", "members", "encoding"],
    ),
    Encoding: exactly({
      contentType: { type: ["string", "null"] },
      as: anyOf(definition("Serialization"), nothing),
      headers: mapOf(string),
    }),
    ValueSource: {
      ...anyOf(exactly({ input: string }), exactly({ value: {} }), exactly({ context: string })),
      description: "A property of the input, a value of the definition, or a `$context` value of the session.",
    },
    Serialization: anyOf(
      exactly({
        style: { enum: ["simple", "label", "matrix", "form", "spaceDelimited", "pipeDelimited", "deepObject", "cookie", "tabDelimited"] },
        explode: { type: "boolean" },
        allowReserved: { type: "boolean" },
      }),
      exactly({ contentType: string }),
      exactly({ contentType: string, encoding: mapOf(definition("Encoding")) }),
    ),
    McpBinding: exactly(
      {
        tool: string,
        structured: { ...boolean, default: false },
        output: { enum: ["object", "result"], description: "Absent: `object` for a structured result, `result` for others." },
        destructive: { ...boolean, default: false },
        digest: {
          type: ["string", "null"],
          default: null,
          description: "The SHA-256 of the tool in the list of the server when the snapshot was saved. Null: unknown.",
        },
        waiting: {
          ...exactly({ style: { enum: ["task"] }, seconds }),
          description:
            "How a call waits for its result if the server executes the tool only as a task. Absent: the server answers with it.",
        },
      },
      ["structured", "output", "destructive", "digest", "waiting"],
    ),
    ConnectorBinding: exactly({
      operation: { enum: ["list", "get", "create", "update", "delete", "action"] },
      target: string,
      inputFields: strings,
      outputFields: strings,
    }),
    ClientBinding: exactly({ function: string }),
  },
};
