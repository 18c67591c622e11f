import { plainData } from "../../contract/plain-data.ts";
import { type Diagnostic, diagnostic, type Outcome } from "../../diagnostic/diagnostic.ts";
import type { Schema, Tool, Toolset } from "../../ir/ir.ts";
import { originOf } from "../../schema/origin-of.ts";
import { isArray, isObject, type Json, type JsonObject } from "../../source/json.ts";
import type { Path } from "../../source/tree.ts";
import { inexpressible, needs31, renamed, visiblePinnedValue } from "./codes.ts";
import { type ExportedVersion, findUnsupportedIn30, openApiSchema } from "./openapi-schema.ts";
import { openApiSecurityScheme } from "./openapi-security-scheme.ts";
import { openApiServers } from "./openapi-servers.ts";
import { inexpressibleIn, openApiOperation } from "./operation.ts";

/** A new document for the tools of a toolset, since the IR does not contain the original. `undefined` if no tool can be expressed. */
export function openApiDocument(toolset: Toolset, address: Json | undefined): Outcome<JsonObject | undefined> {
  const diagnostics: Diagnostic[] = [];
  const details = (tool?: Tool) => ({ toolset: toolset.name, tool: tool?.name });
  const paths = new Map<string, [string, JsonObject][]>();
  const expressed: Tool[] = [];
  for (const tool of toolset.tools) {
    const { binding } = tool;
    if (binding.transport !== "http") continue;
    const reason = inexpressibleIn(binding);
    if (reason !== undefined) {
      diagnostics.push(diagnostic(inexpressible, { tool: tool.name, reason }, tool.origin, details(tool)));
      continue;
    }
    const { operation, visibleValues } = openApiOperation(tool, binding);
    for (const name of visibleValues)
      diagnostics.push(diagnostic(visiblePinnedValue, { tool: tool.name, name }, tool.origin, details(tool)));
    const operations = paths.get(binding.path) ?? [];
    paths.set(binding.path, operations);
    operations.push([binding.method.toLowerCase(), operation]);
    expressed.push(tool);
  }
  if (expressed.length === 0) return { value: undefined, diagnostics };
  diagnostics.push(...renamedIn(expressed, toolset));
  const beyond = firstUnsupportedIn30(expressed, toolset);
  if (beyond !== undefined) {
    const keyword = beyond.path.findLast((step) => typeof step === "string") ?? "";
    const place = originOf(beyond.schema, beyond.path);
    diagnostics.push(diagnostic(needs31, { toolset: toolset.name, keyword: String(keyword) }, place, details()));
  }
  const version = beyond === undefined ? "3.0.3" : "3.1.1";
  const value = {
    openapi: version,
    info: { title: toolset.displayName, ...(toolset.description === "" ? {} : { description: toolset.description }), version: "1" },
    ...serversOf(toolset, address),
    ...tagsOf(toolset),
    paths: Object.fromEntries([...paths].map(([path, operations]) => [path, withSchemas(Object.fromEntries(operations), version)])),
    ...componentsOf(toolset, version),
  };
  return { value, diagnostics };
}

function renamedIn(tools: readonly Tool[], { name: toolset }: Toolset): Diagnostic[] {
  const changed = tools.filter(({ id, localName }) => id !== localName);
  const [first] = changed;
  if (first === undefined) return [];
  return [diagnostic(renamed, { id: first.id, name: first.localName, count: changed.length }, first.origin, { toolset })];
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

/** The output schema without the null for responses without content, which documents do not express in a schema. */
function responseSchema({ output, binding }: Tool): JsonObject {
  if (binding.transport !== "http" || binding.responses.every(({ body }) => body !== "none")) return output.json;
  const withoutNull = (json: Json | undefined): Json => {
    if (!isObject(json)) return {};
    if (json.type === "null" && Object.keys(json).length === 1) return {};
    return isArray(json.anyOf) ? { ...json, anyOf: json.anyOf.map(withoutNull) } : json;
  };
  const { properties } = output.json;
  return isObject(properties) && properties.result !== undefined
    ? { ...output.json, properties: { ...properties, result: withoutNull(properties.result) } }
    : output.json;
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

/** The operations with their schemas in the form of a version. In an operation, `schema` is always a schema, since examples and defaults are inside of schemas. */
function withSchemas(value: Json, version: ExportedVersion): Json {
  if (isArray(value)) return value.map((each) => withSchemas(each, version));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      name === "schema" ? openApiSchema(each ?? {}, version) : withSchemas(each ?? null, version),
    ]),
  );
}
