import {
  type Binding,
  type Connection,
  defineTool,
  defineToolset,
  type HttpBinding,
  type JsonSchema,
  type ParameterBinding,
  type Serialization,
  type SharedSchemaFunction,
  type Tool,
} from "../../src/runtime/index.ts";

export const connection: Connection = {
  kind: "openapi",
  definition: { openApiToolset: {} },
  servers: [],
  securitySchemes: {},
  timeout: 30_000,
  environments: {},
  defaultEnvironment: null,
};

export const http: HttpBinding = {
  transport: "http",
  method: "GET",
  path: "/",
  servers: null,
  parameters: [],
  body: null,
  responses: [{ status: "200", contentType: "application/json", body: "json" }],
  output: "object",
  security: [],
};

/** A tool whose input is not restricted, unless `parts` says so. */
export function makeTool(parts: {
  binding: Binding;
  connection?: Partial<Connection>;
  input?: JsonSchema;
  output?: JsonSchema;
  uses?: readonly SharedSchemaFunction[];
  pick?: readonly string[];
}): Tool<{ readonly [name: string]: unknown }, unknown, "shop_call"> {
  return defineTool({
    toolset: defineToolset({ format: 1, name: "shop", displayName: "Shop", connection: { ...connection, ...parts.connection } }),
    id: "call",
    name: "shop_call",
    title: "",
    description: "Calls the shop.",
    input: { schema: parts.input ?? { type: "object" }, uses: parts.uses ?? [] },
    output: { schema: parts.output ?? { type: "object" }, uses: parts.uses ?? [] },
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
    approval: "none",
    tags: [],
    deprecated: false,
    lazy: false,
    metadata: {},
    trim: { pick: parts.pick ?? [], maxBytes: null },
    binding: parts.binding,
  });
}

/** A parameter with the default style of its place, which takes the input property of its own name. */
export function parameter(
  name: string,
  place: ParameterBinding["in"],
  as: Partial<Extract<Serialization, { style: string }>> = {},
): ParameterBinding {
  const style = place === "query" || place === "cookie" ? "form" : "simple";
  const chosen = as.style ?? style;
  return {
    name,
    in: place,
    from: { input: name },
    required: place === "path",
    as: { style: chosen, explode: as.explode ?? (chosen === "form" || chosen === "deepObject"), allowReserved: as.allowReserved ?? false },
  };
}
