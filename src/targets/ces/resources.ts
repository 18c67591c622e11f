import { plainData } from "../../contract/plain-data.ts";
import { type Diagnostic, diagnostic, type Outcome } from "../../diagnostic/diagnostic.ts";
import type { Schema, Tool, Toolset } from "../../ir/ir.ts";
import type { ConnectorBinding } from "../../runtime/binding.ts";
import { closure } from "../../schema/closure.ts";
import { originOf } from "../../schema/origin-of.ts";
import { isObject, type JsonObject } from "../../source/json/json.ts";
import { compareText } from "../../source/text/compare.ts";
import { isTrivialSchema } from "../trivial-schema.ts";
import { cesSchema } from "./ces-schema.ts";
import { keywordOmittedInCes, standaloneFunctionsInCes, toolOmittedInCes } from "./codes.ts";
import { openApiDocument } from "./openapi-document.ts";

/** A resource of a CES app: its Protocol Buffers message as JSON, and the OpenAPI document that the message points to. */
export interface CesResource {
  readonly collection: "tools" | "toolsets";
  readonly displayName: string;
  readonly message: JsonObject;
  readonly document: { readonly field: "openApiToolset" | "openApiTool"; readonly value: JsonObject } | undefined;
}

/**
 * The resources that a toolset becomes: one for each client function, or a single one for a toolset of any other kind. If CES cannot import
 * the toolset, the result is empty.
 */
export function resourcesOf(toolset: Toolset): Outcome<CesResource[]> {
  switch (toolset.endpoint.kind) {
    case "openapi":
      return openApi(toolset);
    case "mcp":
      return mcp(toolset);
    case "connector":
      return connector(toolset);
    case "client":
      return clientFunctions(toolset);
  }
}

function openApi(toolset: Toolset): Outcome<CesResource[]> {
  const { resource, displayName, description, tools } = toolset;
  const field = resource === "toolset" ? "openApiToolset" : "openApiTool";
  const shared = sharedOf(toolset, field);
  const document = openApiDocument(toolset, shared.url);
  if (document.value === undefined) return { value: [], diagnostics: document.diagnostics };
  const [tool] = tools;
  const isAlone = resource === "tool" && tool !== undefined;
  // For the placeholder `$env_var`, the resource needs no `url`: the document contains the placeholder, and `environment.json` the address.
  const { url, ...rest } = shared;
  const member = {
    ...(isAlone ? { name: tool.localName, ...(tool.description === "" ? {} : { description: tool.description }) } : {}),
    ...(url === "$env_var" ? rest : shared),
  };
  const message = {
    displayName,
    ...(description === "" || isAlone ? {} : { description }),
    [field]: member,
    ...executionOf(toolset),
  };
  const collection = resource === "toolset" ? "toolsets" : "tools";
  return { value: [{ collection, displayName, message, document: { field, value: document.value } }], diagnostics: document.diagnostics };
}

/**
 * Creates an MCP toolset. Every description is written as an override: the IR does not record which descriptions come from the definition,
 * and without an override, the server could change a reviewed description.
 */
function mcp(toolset: Toolset): Outcome<CesResource[]> {
  const { name, displayName, description, tools, origin } = toolset;
  if (sharedOf(toolset, "mcpToolset")["stdio"] !== undefined) {
    const reason = "its MCP server is a local program, and CES calls servers only over HTTP";
    return { value: [], diagnostics: [diagnostic(toolOmittedInCes, { kind: "toolset", name, reason }, origin, { toolset: name })] };
  }
  const toolOverrides = tools.map(({ id, localName, description: text }): JsonObject => {
    const isRenamed = localName !== id && localName !== id.replace(/[^A-Za-z0-9_]/g, "_");
    return { tool: id, ...(isRenamed ? { nameOverride: localName } : {}), ...(text === "" ? {} : { descriptionOverride: text }) };
  });
  const message = {
    displayName,
    ...(description === "" ? {} : { description }),
    mcpToolset: { ...sharedOf(toolset, "mcpToolset"), toolOverrides },
    ...executionOf(toolset),
  };
  return { value: [{ collection: "toolsets", displayName, message, document: undefined }], diagnostics: [] };
}

function connector(toolset: Toolset): Outcome<CesResource[]> {
  const { resource, displayName, description, tools } = toolset;
  const actions = tools.flatMap(({ binding }) => (binding.transport === "connector" ? [actionOf(binding)] : []));
  const [tool] = tools;
  const [action] = actions;
  const isAlone = resource === "tool" && tool !== undefined && action !== undefined;
  const message = isAlone
    ? {
        displayName,
        connectorTool: {
          name: tool.localName,
          ...(tool.description === "" ? {} : { description: tool.description }),
          ...sharedOf(toolset, "connectorTool"),
          action,
        },
        ...executionOf(toolset),
      }
    : {
        displayName,
        ...(description === "" ? {} : { description }),
        connectorToolset: { ...sharedOf(toolset, "connectorToolset"), connectorActions: actions },
        ...executionOf(toolset),
      };
  return { value: [{ collection: isAlone ? "tools" : "toolsets", displayName, message, document: undefined }], diagnostics: [] };
}

function actionOf({ operation, target, inputFields, outputFields }: ConnectorBinding): JsonObject {
  return {
    ...(operation === "action"
      ? { connectionActionId: target }
      : { entityOperation: { entityId: target, operation: operation.toUpperCase() } }),
    ...(inputFields.length === 0 ? {} : { inputFields }),
    ...(outputFields.length === 0 ? {} : { outputFields }),
  };
}

function clientFunctions(toolset: Toolset): Outcome<CesResource[]> {
  const { resource, name, tools, origin } = toolset;
  const diagnostics: Diagnostic[] = [];
  if (resource === "toolset")
    diagnostics.push(diagnostic(standaloneFunctionsInCes, { toolset: name, count: tools.length }, origin, { toolset: name }));
  const value = tools.map((tool): CesResource => {
    const parameters = convertedSchema(tool, tool.input, toolset);
    const response = convertedSchema(tool, tool.output, toolset);
    diagnostics.push(...parameters.diagnostics, ...response.diagnostics);
    const clientFunction = {
      name: tool.name,
      ...(tool.description === "" ? {} : { description: tool.description }),
      ...(parameters.value === undefined ? {} : { parameters: parameters.value }),
      ...(response.value === undefined ? {} : { response: response.value }),
    };
    const displayName = resource === "tool" ? toolset.displayName : tool.name;
    const message = { displayName, clientFunction, ...executionOf(toolset) };
    return { collection: "tools", displayName, message, document: undefined };
  });
  return { value, diagnostics };
}

/**
 * Converts a schema to the message `Schema` of CES. The value is `undefined` for a schema without constraints, such as the input of a
 * function without parameters.
 */
function convertedSchema(tool: Tool, schema: Schema, { name, schemas }: Toolset): Outcome<JsonObject | undefined> {
  const { json } = schema;
  if (isTrivialSchema(json)) return { value: undefined, diagnostics: [] };
  const definitions = [...closure(schemas, [json])]
    .sort(compareText)
    .map((key): [string, JsonObject] => [key, schemas.get(key)?.json ?? {}]);
  const converted = cesSchema(json, new Map(definitions));
  const reported = new Set<string>();
  const diagnostics = converted.unsupported.flatMap((path) => {
    const keyword = String(path.findLast((step) => typeof step === "string") ?? "");
    if (reported.has(keyword)) return [];
    reported.add(keyword);
    return diagnostic(keywordOmittedInCes, { tool: tool.name, keyword }, originOf(schema, path), { toolset: name, tool: tool.name });
  });
  return { value: converted.schema, diagnostics };
}

/** The fields under `member` in the definition of the toolset, such as those of `mcpToolset`. */
function sharedOf({ endpoint }: Toolset, member: string): JsonObject {
  const shared = plainData(endpoint.definition);
  const fields = isObject(shared) && Object.hasOwn(shared, member) ? shared[member] : undefined;
  return isObject(fields) ? fields : {};
}

/** The execution settings that differ from the defaults. The default timeout is 30 seconds, or 60 seconds for an asynchronous toolset. */
function executionOf({ endpoint: { timeout, kind, definition } }: Toolset): JsonObject {
  const isAsynchronous = definition["executionType"] === "ASYNCHRONOUS";
  const isStandard = timeout === (isAsynchronous ? 60_000 : 30_000) || (kind === "client" && timeout === 0);
  return {
    ...(isAsynchronous ? { executionType: "ASYNCHRONOUS" } : {}),
    ...(isStandard ? {} : { timeout: `${timeout / 1000}s` }),
  };
}
