import { cloudPlatform } from "../auth/scheme.ts";
import type { ConnectorBinding, HttpBinding, ParameterBinding, Serialization } from "../binding.ts";
import type { Call } from "../call.ts";
import { definedMember } from "../environment/defined-member.ts";
import { missingEnvironment } from "../environment/environments.ts";
import { credentials, jsonBody, query } from "../parts.ts";
import { unsentError } from "../tool-error.ts";
import { endUserHeaders } from "./end-user.ts";

/** The address of the Integration Connectors REST API v2. `baseUrl` in the context replaces it. */
const apiAddress = "https://connectors.googleapis.com";

/** The name in `auth` of the access token for the API. */
const scheme = "google";

/** Converts a connector call to an HTTP call, as the API's discovery document describes it. */
export function toHttpCall(call: Call<ConnectorBinding>): Call<HttpBinding> {
  const { endpoint } = call.toolset;
  return {
    ...call,
    parts: { ...call.parts, ...credentials, ...query, ...jsonBody },
    toolset: { ...call.toolset, endpoint: { ...endpoint, securitySchemes: { [scheme]: { type: "oauth2" } } } },
    binding: {
      transport: "http",
      servers: [{ url: apiAddress, description: "", variables: {} }],
      responses: [{ status: "2XX", contentType: "application/json", body: "json" }],
      output: "object",
      pages: null,
      waiting: null,
      security: [{ [scheme]: [cloudPlatform] }],
      ...requestOf(call),
    },
  };
}

function requestOf(call: Call<ConnectorBinding>): Pick<HttpBinding, "method" | "path" | "parameters" | "body"> {
  const { operation, target } = call.binding;
  const connection = `/v2/${connectionName(call)}`;
  const headers = endUserHeaders(call);
  const name = fixed("target", "path", target);
  const config = headers === undefined ? [] : [fixed("executionConfig.headers", "query", headers)];
  const entities = { path: `${connection}/entityTypes/{target}/entities`, parameters: [name, ...config] };
  const entity = { path: `${entities.path}/{entityId}`, parameters: [name, given("entityId", "path", "entityId"), ...config] };
  switch (operation) {
    case "list":
      return { method: "GET", path: entities.path, parameters: [name, ...listParameters(call), ...config], body: null };
    case "get":
      return { method: "GET", ...entity, body: null };
    case "delete":
      return { method: "DELETE", ...entity, body: null };
    case "create":
      return { method: "POST", ...entities, body: membersBody({ fields: call.input["fields"] }) };
    case "update":
      return { method: "PATCH", ...entity, body: membersBody({ fields: call.input["fields"] }) };
    case "action": {
      const body = membersBody({ parameters: call.input, ...(headers === undefined ? {} : { executionConfig: { headers } }) });
      return { method: "POST", path: `${connection}/actions/{target}:execute`, parameters: [name], body };
    }
  }
}

function connectionName(call: Call<ConnectorBinding>): string {
  const [member = ""] = Object.keys(call.toolset.endpoint.definition);
  const name = definedMember(call, [member, "connection"]);
  if (typeof name !== "string") throw missingEnvironment([member, "connection"], call);
  if (/^projects\/[\w.:-]+\/locations\/[\w-]+\/connections\/[\w-]+$/.test(name)) return name;
  throw unsentError(
    "unsupported-request",
    `The connection of toolset "${call.toolset.name}" must have the form projects/<project>/locations/<location>/connections/<connection>.`,
    call.tool,
    { toolset: call.toolset.name },
  );
}

/**
 * The HTTP parameters of the operation `list`. The input `sortBy` is one string, such as `CreatedAt desc, Id`; the API has two repeated
 * parameters, for the fields and for their orders.
 */
function listParameters({ input }: Call<ConnectorBinding>): ParameterBinding[] {
  const sorted = typeof input["sortBy"] === "string" ? input["sortBy"].split(",").flatMap(sortField) : [];
  const isOrdered = sorted.some(({ order }) => order !== undefined);
  const fields = sorted.map(({ field }) => field);
  const orders = isOrdered ? sorted.map(({ order = "ASC" }) => order) : [];
  return [
    given("conditions", "query", "filter"),
    fixed("sortBy", "query", fields),
    fixed("sortOrder", "query", orders),
    given("pageSize", "query", "pageSize"),
    given("pageToken", "query", "pageToken"),
  ];
}

function sortField(text: string): { readonly field: string; readonly order: string | undefined }[] {
  const trimmed = text.trim();
  const [, order] = /\s(asc|desc)$/i.exec(trimmed) ?? [];
  const field = order === undefined ? trimmed : trimmed.slice(0, -order.length).trimEnd();
  return field === "" ? [] : [{ field, order: order?.toUpperCase() }];
}

function given(name: string, location: "path" | "query", input: string): ParameterBinding {
  return { name, in: location, from: { input }, required: location === "path", as: styleOf(location) };
}

function fixed(name: string, location: "path" | "query", value: unknown): ParameterBinding {
  return { name, in: location, from: { value }, required: false, as: styleOf(location) };
}

function styleOf(location: "path" | "query"): Serialization {
  return { style: location === "path" ? "simple" : "form", explode: location === "query", allowReserved: false };
}

function membersBody(value: { readonly [member: string]: unknown }): HttpBinding["body"] {
  const members = Object.entries(value).map(([name, each]) => ({ name, from: { value: each } }));
  return { required: true, contentType: "application/json", from: { members }, encoding: {} };
}
