import type { JsonObject } from "../../src/source/json/json.ts";

/** How each schema of a chain refers to the next one. */
export const links: { readonly [kind: string]: (next: JsonObject) => JsonObject } = {
  oneOf: (next) => ({ oneOf: [next, { type: "integer" }] }),
  allOf: (next) => ({ allOf: [next] }),
  "allOf with members": (next) => ({ allOf: [next, { type: "object", properties: { a: { type: "string" } } }] }),
  anyOf: (next) => ({ anyOf: [next, { type: "string" }] }),
  reference: (next) => next,
  not: (next) => ({ not: next }),
  property: (next) => ({ type: "object", properties: { next } }),
  "required property": (next) => ({ type: "object", required: ["next"], properties: { next } }),
  "nullable property": (next) => ({ type: "object", properties: { next: { anyOf: [next, { type: "null" }] } } }),
  items: (next) => ({ type: "array", items: next }),
  "other members": (next) => ({ type: "object", additionalProperties: next }),
};

/** The kinds of links whose schemas all apply to the same value. */
export const inPlace: ReadonlySet<string> = new Set(["reference", "allOf", "allOf with members", "anyOf", "oneOf", "not"]);

/** Where the schemas of a chain are. */
export const forms = ["openapi 3.1", "openapi 3.0", "swagger 2.0", "mcp", "client"] as const;

export interface Chain {
  readonly link: string;
  readonly form: (typeof forms)[number];
  readonly side: "input" | "output";
  readonly length: number;
  /** Whether the last schema refers to the first one. */
  readonly isCycle?: boolean;
}

const bases = {
  "openapi 3.1": "#/components/schemas/",
  "openapi 3.0": "#/components/schemas/",
  "swagger 2.0": "#/definitions/",
  mcp: "#/$defs/",
  client: "#/defs/",
};

/** A project with the toolset `chain`, whose only tool has a chain of schemas, and with the toolset `plain`. */
export function projectWith(chain: Chain): { [path: string]: string } {
  const { form, length, isCycle = false } = chain;
  const to = (index: number) => ({ $ref: `${bases[form]}S${index}` });
  const link = links[chain.link] ?? links["reference"]!;
  const last = { type: "object", properties: { end: { type: "string" }, ...(isCycle ? { again: to(0) } : {}) } };
  const names = Array.from({ length: length + 1 }, (_, index) => index);
  const schemas = Object.fromEntries(names.map((index) => [`S${index}`, index < length ? link(to(index + 1)) : last]));
  return { ...filesOf(chain, to(0), schemas), ...plain };
}

const plain = {
  "plain.yaml": "displayName: plain\nopenApiToolset: { openApiSchema: plain.openapi.yaml }\n",
  "plain.openapi.yaml": `openapi: 3.1.0
info: { title: Plain, version: "1" }
servers: [{ url: https://plain.example.com }]
paths: { /items: { get: { operationId: list_items, summary: Lists the items., responses: { "200": { description: All. } } } } }
`,
};

function filesOf({ form, side }: Chain, first: JsonObject, schemas: JsonObject): { [path: string]: string } {
  const isInput = side === "input";
  const info = { title: "Chain", version: "1" };
  const response = { description: "It." };
  const operation = { operationId: "send", summary: "Sends it." };
  if (form === "mcp") {
    const object = { type: "object", properties: { body: first }, $defs: schemas };
    const tool = { name: "send", description: "Sends it.", inputSchema: isInput ? object : { type: "object" } };
    return {
      "chain.yaml": "displayName: chain\nmcpToolset: { serverAddress: https://chain.example.com/mcp }\n",
      "snapshots/chain.tools.json": JSON.stringify({ tools: [isInput ? tool : { ...tool, outputSchema: object }] }),
    };
  }
  if (form === "client") {
    const schema = { type: "OBJECT", properties: { body: first }, defs: schemas };
    const inCes = JSON.stringify(schema, (key, value) => (key === "type" ? String(value).toUpperCase() : value)).replaceAll(
      '"$ref"',
      '"ref"',
    );
    const member = isInput ? "parameters" : "response";
    return { "chain.json": `{"displayName":"chain","clientFunction":{"name":"send","description":"Sends it.","${member}":${inCes}}}` };
  }
  const content = { "application/json": { schema: first } };
  const document =
    form === "swagger 2.0"
      ? {
          swagger: "2.0",
          info,
          host: "chain.example.com",
          schemes: ["https"],
          consumes: ["application/json"],
          produces: ["application/json"],
          paths: {
            "/a": {
              post: {
                ...operation,
                parameters: isInput ? [{ in: "body", name: "body", schema: first }] : [],
                responses: { 200: isInput ? response : { ...response, schema: first } },
              },
            },
          },
          definitions: schemas,
        }
      : {
          openapi: form === "openapi 3.0" ? "3.0.3" : "3.1.0",
          info,
          servers: [{ url: "https://chain.example.com" }],
          paths: {
            "/a": {
              post: {
                ...operation,
                ...(isInput ? { requestBody: { content } } : {}),
                responses: { 200: isInput ? response : { ...response, content } },
              },
            },
          },
          components: { schemas },
        };
  return {
    "chain.yaml": "displayName: chain\nopenApiToolset: { openApiSchema: chain.openapi.json }\n",
    "chain.openapi.json": JSON.stringify(document),
  };
}
