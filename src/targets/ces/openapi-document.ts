import { plainData } from "../../contract/plain-data.ts";
import { type Diagnostic, diagnostic, type Outcome } from "../../diagnostic/diagnostic.ts";
import type { Schema, Tool, Toolset } from "../../ir/ir.ts";
import type { HttpBinding } from "../../runtime/binding.ts";
import { originOf } from "../../schema/origin-of.ts";
import { isArray, isObject, type Json, type JsonObject } from "../../source/json/json.ts";
import type { Path } from "../../source/tree.ts";
import { fixedValueInCes, openapi31InCes, renamedInCes, toolOmittedInCes } from "./codes.ts";
import { type ExportedVersion, findUnsupportedIn30, openApiSchema } from "./openapi-schema.ts";
import { openApiServers } from "./openapi-servers.ts";
import { answerSchema, inexpressibleIn, openApiOperation } from "./operation.ts";

/**
 * Builds an OpenAPI document from the tools of a toolset, since the IR does not contain the original document. The value is `undefined` if
 * OpenAPI can express none of the tools.
 */
export function openApiDocument(toolset: Toolset, address: Json | undefined): Outcome<JsonObject | undefined> {
  const { value: expressed, diagnostics: inexpressible } = expressibleTools(toolset);
  if (expressed.length === 0) return { value: undefined, diagnostics: inexpressible };
  const diagnostics: Diagnostic[] = [...inexpressible];
  const tools = expressed.map(({ tool }) => tool);
  const beyond = firstUnsupportedIn30(tools, toolset);
  const version = beyond === undefined ? "3.0.3" : "3.1.1";
  const paths = new Map<string, [string, JsonObject][]>();
  for (const { tool, binding } of expressed) {
    const { operation, visibleValues } = openApiOperation(tool, binding, (schema) => openApiSchema(schema, version));
    for (const name of visibleValues)
      diagnostics.push(diagnostic(fixedValueInCes, { tool: tool.name, name }, tool.origin, { toolset: toolset.name, tool: tool.name }));
    const operations = paths.get(binding.path) ?? [];
    paths.set(binding.path, operations);
    operations.push([binding.method.toLowerCase(), operation]);
  }
  diagnostics.push(...renamedIn(tools, toolset));
  if (beyond !== undefined) {
    const keyword = beyond.path.findLast((step) => typeof step === "string") ?? "";
    const place = originOf(beyond.schema, beyond.path);
    diagnostics.push(diagnostic(openapi31InCes, { toolset: toolset.name, keyword: String(keyword) }, place, { toolset: toolset.name }));
  }
  const value = {
    openapi: version,
    info: { title: toolset.displayName, ...(toolset.description === "" ? {} : { description: toolset.description }), version: "1" },
    ...serversOf(toolset, address),
    ...tagsOf(toolset),
    paths: Object.fromEntries([...paths].map(([path, operations]) => [path, Object.fromEntries(operations)])),
    ...componentsOf(toolset, version),
  };
  return { value, diagnostics };
}

interface ExpressibleTool {
  readonly tool: Tool;
  readonly binding: HttpBinding;
}

function expressibleTools(toolset: Toolset): Outcome<readonly ExpressibleTool[]> {
  const value: ExpressibleTool[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const tool of toolset.tools) {
    const { binding, name } = tool;
    if (binding.transport !== "http") continue;
    const reason = inexpressibleIn(binding);
    if (reason === undefined) value.push({ tool, binding });
    else diagnostics.push(diagnostic(toolOmittedInCes, { kind: "tool", name, reason }, tool.origin, { toolset: toolset.name, tool: name }));
  }
  return { value, diagnostics };
}

function renamedIn(tools: readonly Tool[], { name: toolset }: Toolset): Diagnostic[] {
  const changed = tools.filter(({ id, localName }) => id !== localName);
  const [first] = changed;
  if (first === undefined) return [];
  return [diagnostic(renamedInCes, { id: first.id, name: first.localName, count: changed.length }, first.origin, { toolset })];
}

function firstUnsupportedIn30(tools: readonly Tool[], { schemas }: Toolset): { schema: Schema; path: Path } | undefined {
  const all = [...tools.flatMap((tool) => [[tool.input, tool.input.json] as const, [tool.output, responseSchema(tool)] as const])];
  const shared = [...schemas.values()].map((schema) => [schema, schema.json] as const);
  for (const [schema, json] of [...all, ...shared]) {
    const path = findUnsupportedIn30(json);
    if (path !== undefined) return { schema, path };
  }
  return undefined;
}

/**
 * The output schema without the alternative `null`, which stands for responses without content. A document declares these responses without
 * a schema.
 */
function responseSchema(tool: Tool): JsonObject {
  const { binding } = tool;
  const output = answerSchema(tool);
  if (binding.transport !== "http" || binding.responses.every(({ body }) => body !== "none")) return output;
  const withoutNull = (json: Json | undefined): Json => {
    if (!isObject(json)) return {};
    if (json.type === "null" && Object.keys(json).length === 1) return {};
    return isArray(json.anyOf) ? { ...json, anyOf: json.anyOf.map(withoutNull) } : json;
  };
  const { properties } = output;
  return isObject(properties) && properties.result !== undefined
    ? { ...output, properties: { ...properties, result: withoutNull(properties.result) } }
    : output;
}

/** The servers of the document. The first is `$env_var` if CES inserts the address when the app is imported. */
function serversOf({ endpoint }: Toolset, address: Json | undefined): JsonObject {
  const servers = [...(address === undefined ? [] : [{ url: address }]), ...openApiServers(endpoint.servers)];
  return servers.length === 0 ? {} : { servers };
}

function tagsOf({ groups }: Toolset): JsonObject {
  if (groups.length === 0) return {};
  return { tags: groups.map(({ name, description }): JsonObject => ({ name, ...(description === "" ? {} : { description }) })) };
}

function componentsOf({ schemas, endpoint }: Toolset, version: ExportedVersion): JsonObject {
  const written = [...schemas].map(([name, { json }]): [string, Json] => [name, openApiSchema(json, version)]);
  const securitySchemes = plainData(endpoint.securitySchemes);
  const components = {
    ...(written.length === 0 ? {} : { schemas: Object.fromEntries(written) }),
    ...(isObject(securitySchemes) && Object.keys(securitySchemes).length > 0
      ? {
          securitySchemes: Object.fromEntries(
            Object.entries(securitySchemes).map(([name, scheme]) => [name, openApiSecurityScheme(scheme)]),
          ),
        }
      : {}),
  };
  return Object.keys(components).length === 0 ? {} : { components };
}

/** OAuth flows whose names differ between OpenAPI 2.0 and 3.0. */
const flowNames: ReadonlyMap<string, string> = new Map([
  ["application", "clientCredentials"],
  ["accessCode", "authorizationCode"],
]);

/** A security scheme in the form of OpenAPI 3.0, without the references to secrets from the configuration. */
function openApiSecurityScheme(scheme: Json | undefined): Json {
  if (!isObject(scheme)) return scheme ?? {};
  const { "x-toolsetc-secrets": _references, ...rest } = scheme;
  if (rest.type === "basic") return { ...rest, type: "http", scheme: "basic" };
  return rest.type === "oauth2" && typeof rest.flow === "string" ? withFlows(rest, rest.flow) : rest;
}

function withFlows(scheme: JsonObject, name: string): JsonObject {
  const { flow: _flow, authorizationUrl, tokenUrl, scopes = {}, ...rest } = scheme;
  const flow = { ...(authorizationUrl === undefined ? {} : { authorizationUrl }), ...(tokenUrl === undefined ? {} : { tokenUrl }), scopes };
  return { ...rest, flows: { [flowNames.get(name) ?? name]: flow } };
}
