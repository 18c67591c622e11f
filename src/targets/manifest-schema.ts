import { kinds } from "../kinds.ts";
import type { Binding } from "../runtime/binding.ts";
import type { JsonSchema } from "../source/json.ts";

const text = { type: "string" } as const;
const texts = { type: "array", items: text } as const;
const anything = { type: "object" } as const;

/** An object that has all of these members and no others. */
function exactly(properties: { readonly [name: string]: JsonSchema }, optional: readonly string[] = []): JsonSchema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: "object", properties, required, additionalProperties: false };
}

function listOf(items: JsonSchema): JsonSchema {
  return { type: "array", items };
}

function tableOf(values: JsonSchema): JsonSchema {
  return { type: "object", additionalProperties: values };
}

function or(...alternatives: readonly JsonSchema[]): JsonSchema {
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
    name: text,
    displayName: text,
    description: text,
    kind: { enum: Object.keys(kinds) },
    definition: { ...anything, description: "The authored message in camelCase. Where environments differ it has `$env_var`." },
    servers: listOf(definition("Server")),
    securitySchemes: { ...tableOf(anything), description: "OpenAPI's Security Scheme Objects, by name." },
    timeout: { type: "number", minimum: 0, description: "Milliseconds." },
    schemas: { ...tableOf(anything), description: "The schemas that tools share." },
    tools: listOf(definition("Tool")),
    groups: listOf(exactly({ name: text, description: text, tools: texts })),
    environments: { ...tableOf(anything), description: "The values of the definition's placeholders, in its shape, by environment." },
    defaultEnvironment: { type: ["string", "null"] },
  }),
  $defs: {
    Tool: exactly(
      {
        id: { ...text, description: "The source's own name: an operationId or `GET /path`, an MCP tool's name." },
        name: { ...text, pattern: "^[A-Za-z_][A-Za-z0-9_]{0,63}$", description: "What the model sees." },
        localName: text,
        title: text,
        description: text,
        input: anything,
        output: anything,
        annotations: exactly({
          readOnly: { type: "boolean" },
          destructive: { type: "boolean" },
          idempotent: { type: "boolean" },
          openWorld: { type: "boolean" },
        }),
        approval: { enum: ["required", "none"] },
        tags: texts,
        deprecated: { type: "boolean" },
        lazy: { type: "boolean", description: "Offered to the model only on demand, where a runtime can." },
        metadata: anything,
        examples: { ...listOf(anything), description: "Inputs that `input` accepts. Absent: none." },
        trim: exactly({ pick: texts, maxBytes: { type: ["integer", "null"] } }),
        binding: or(...Object.values(kinds).map(({ transport }) => definition(bindingName(transport)))),
      },
      ["examples"],
    ),
    Server: exactly({
      url: text,
      description: text,
      variables: tableOf(exactly({ default: text, enum: texts })),
    }),
    HttpBinding: exactly({
      transport: { const: "http" },
      method: text,
      path: text,
      servers: or(listOf(definition("Server")), nothing),
      parameters: listOf(
        exactly({
          name: text,
          in: { enum: ["path", "query", "header", "cookie", "querystring"] },
          from: definition("ValueSource"),
          required: { type: "boolean" },
          as: definition("Serialization"),
        }),
      ),
      body: or(definition("Body"), nothing),
      responses: listOf(
        exactly({
          status: text,
          contentType: { type: ["string", "null"] },
          body: { enum: ["json", "text", "binary", "sequence", "event-data", "event-text", "none"] },
        }),
      ),
      output: { enum: ["object", "result"], description: "`result`: the answer is wrapped as `{ result }`." },
      security: { ...listOf(tableOf(texts)), description: "Alternatives, each naming schemes that are needed together." },
    }),
    Body: exactly({
      required: { type: "boolean" },
      contentType: text,
      from: or(exactly({ input: text }), exactly({ members: listOf(exactly({ name: text, from: definition("ValueSource") })) })),
      encoding: {
        ...or(tableOf(definition("Encoding")), listOf(definition("Encoding"))),
        description: "By member, or by position: then the last one is that of all further parts.",
      },
    }),
    Encoding: exactly({ contentType: { type: ["string", "null"] }, as: or(definition("Serialization"), nothing), headers: tableOf(text) }),
    ValueSource: {
      ...or(exactly({ input: text }), exactly({ value: {} }), exactly({ context: text })),
      description: "A property of the input, a value of the definition, or a `$context` value of the session.",
    },
    Serialization: or(
      exactly({
        style: { enum: ["simple", "label", "matrix", "form", "spaceDelimited", "pipeDelimited", "deepObject", "cookie", "tabDelimited"] },
        explode: { type: "boolean" },
        allowReserved: { type: "boolean" },
      }),
      exactly({ contentType: text }),
      exactly({ contentType: text, encoding: tableOf(definition("Encoding")) }),
    ),
    McpBinding: exactly(
      {
        transport: { const: "mcp" },
        tool: text,
        structured: { type: "boolean" },
        output: { enum: ["object", "result"] },
        destructive: { type: "boolean" },
        digest: {
          type: ["string", "null"],
          description: "The SHA-256 of what the server said of the tool when its list was saved. Absent or null: unknown.",
        },
      },
      // Manifests of version 0.1.0 have none.
      ["digest"],
    ),
    ConnectorBinding: exactly({
      transport: { const: "connector" },
      operation: { enum: ["list", "get", "create", "update", "delete", "action"] },
      target: text,
      inputFields: texts,
      outputFields: texts,
    }),
    ClientBinding: exactly({ transport: { const: "client" }, function: text }),
  } satisfies { readonly [name in BindingName]: JsonSchema } & { readonly [name: string]: JsonSchema },
};
