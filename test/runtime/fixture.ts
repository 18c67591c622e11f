import { connector } from "../../src/runtime/connector/connector.ts";
import {
  type Binding,
  client,
  defineTool,
  defineToolset,
  type Endpoint,
  type HttpBinding,
  http as httpTransport,
  type ParameterBinding,
  type SchemaSource,
  type Serialization,
  type Tool,
} from "../../src/runtime/index.ts";
import { mcp } from "../../src/runtime/mcp/mcp.ts";
import { allParts } from "../../src/runtime/parts.ts";
import { compactHttp } from "../../src/targets/compact-binding.ts";

export const endpoint: Endpoint = {
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
  pages: null,
  waiting: null,
};

const transports = { http: httpTransport, mcp, connector, client };

/** A tool whose input is not restricted, unless `parts` says so. */
export function makeTool(parts: {
  binding: Binding;
  endpoint?: Partial<Endpoint>;
  input?: SchemaSource;
  output?: SchemaSource;
  pick?: readonly string[];
}): Tool<{ readonly [name: string]: unknown }, unknown, "shop_call"> {
  const { binding } = parts;
  return defineTool({
    toolset: defineToolset({
      format: 2,
      uses: [allParts],
      name: "shop",
      displayName: "Shop",
      connection: { ...endpoint, ...parts.endpoint },
      transport: transports[binding.transport],
    }),
    id: "call",
    name: "shop_call",
    description: "Calls the shop.",
    input: parts.input ?? { type: "object" },
    output: parts.output ?? { type: "object" },
    ...(parts.pick === undefined ? {} : { trim: { pick: parts.pick, maxBytes: null } }),
    ...(binding.transport === "http" ? { http: compactHttp(binding) } : {}),
    ...(binding.transport === "mcp" ? { mcp: binding } : {}),
    ...(binding.transport === "connector" ? { connector: binding } : {}),
    ...(binding.transport === "client" ? { client: binding } : {}),
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
