import { kinds } from "../kinds.ts";
import type { Binding } from "../runtime/binding.ts";
import type { JsonSchema } from "../source/json/json.ts";

const string = { type: "string" } as const;
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

type BindingName = `${Capitalize<Binding["transport"]>}Binding`;

function bindingName(transport: Binding["transport"]): string {
  return `${transport.charAt(0).toUpperCase()}${transport.slice(1)}Binding`;
}

const nothing = { type: "null" } as const;

/** The JSON Schema of `toolset.json`, which `toolsetc schema manifest` prints. */
export const manifestSchema: JsonSchema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  $id: "https://toolsetc.dev/schemas/manifest.schema.json",
  title: "Manifest of a toolset",
  description:
    "What toolsetc compiled a toolset to, for programs in any language. Schemas are JSON Schema 2020-12; `#/$defs/<name>` in them names a member of `schemas`.",
  ...exactly({
    formatVersion: { type: "string", pattern: "^1[.](0|[1-9][0-9]*)$" },
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
    Tool: exactly(
      {
        id: { ...string, description: "The name in the source: an operationId or `GET /path`, or the name of an MCP tool." },
        name: { ...string, pattern: "^[A-Za-z_][A-Za-z0-9_]{0,63}$", description: "The name that the model sees." },
        localName: string,
        title: string,
        description: string,
        input: anything,
        output: anything,
        annotations: exactly({
          readOnly: { type: "boolean" },
          destructive: { type: ["boolean", "null"], description: "Null: it is unknown what a call destroys, as for a POST request." },
          idempotent: { type: "boolean" },
          openWorld: { type: "boolean" },
        }),
        approval: { enum: ["required", "none"] },
        tags: strings,
        deprecated: { type: "boolean" },
        lazy: { type: "boolean", description: "Whether the tool is loaded only on demand, if the runtime supports that." },
        metadata: anything,
        examples: { ...arrayOf(anything), description: "Inputs that `input` accepts. Absent: none." },
        trim: exactly({ pick: strings, maxBytes: { type: ["integer", "null"] } }),
        binding: anyOf(...Object.values(kinds).map(({ transport }) => definition(bindingName(transport)))),
      },
      ["examples"],
    ),
    Server: exactly({
      url: string,
      description: string,
      variables: mapOf(exactly({ default: string, enum: strings })),
    }),
    HttpBinding: exactly({
      transport: { const: "http" },
      method: string,
      path: string,
      servers: anyOf(arrayOf(definition("Server")), nothing),
      parameters: arrayOf(
        exactly({
          name: string,
          in: { enum: ["path", "query", "header", "cookie", "querystring"] },
          from: definition("ValueSource"),
          required: { type: "boolean" },
          as: definition("Serialization"),
        }),
      ),
      body: anyOf(definition("Body"), nothing),
      responses: arrayOf(
        exactly({
          status: string,
          contentType: { type: ["string", "null"] },
          body: { enum: ["json", "text", "binary", "sequence", "event-data", "event-text", "none"] },
        }),
      ),
      output: { enum: ["object", "result"], description: "`result`: the response is wrapped as `{ result }`." },
      security: { ...arrayOf(mapOf(strings)), description: "Alternatives, each naming schemes that are needed together." },
    }),
    Body: exactly({
      required: { type: "boolean" },
      contentType: string,
      from: anyOf(exactly({ input: string }), exactly({ members: arrayOf(exactly({ name: string, from: definition("ValueSource") })) })),
      encoding: {
        ...anyOf(mapOf(definition("Encoding")), arrayOf(definition("Encoding"))),
        description: "By member, or by position. The last position is also that of all further parts.",
      },
    }),
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
        transport: { const: "mcp" },
        tool: string,
        structured: { type: "boolean" },
        output: { enum: ["object", "result"] },
        destructive: { type: "boolean" },
        digest: {
          type: ["string", "null"],
          description: "The SHA-256 of the tool in the list of the server when the snapshot was saved. Absent or null: unknown.",
        },
      },
      // Manifests that version 0.1.0 of toolsetc wrote have no `digest`, so the member is optional.
      ["digest"],
    ),
    ConnectorBinding: exactly({
      transport: { const: "connector" },
      operation: { enum: ["list", "get", "create", "update", "delete", "action"] },
      target: string,
      inputFields: strings,
      outputFields: strings,
    }),
    ClientBinding: exactly({ transport: { const: "client" }, function: string }),
  } satisfies { readonly [name in BindingName]: JsonSchema } & { readonly [name: string]: JsonSchema },
};
