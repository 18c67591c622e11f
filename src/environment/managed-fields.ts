import type { ValueFormat } from "./value-format.ts";

/** A type of resource that an environment may have values for. */
export type ResourceType = "app" | "tool" | "toolset";

/** The member of an environment that contains the values of each resource type. */
export const environmentKey: { readonly [resourceType in ResourceType]: string } = { app: "app", tool: "tools", toolset: "toolsets" };

/** The names of fields in camelCase, relative to the resource. `*` stands for every index of an array. */
export type FieldPath = readonly string[];

/** A field whose value may differ by environment. */
export interface ManagedField {
  readonly resourceType: ResourceType;
  /** The protobuf message and its field as in the documentation of CES: `OpenApiToolset.url`. */
  readonly name: string;
  readonly path: FieldPath;
  readonly format: ValueFormat;
  /**
   * Why the field is managed: the documentation of CES lists it, it was observed in an export of CES, or toolsetc adds it as an extension.
   * CES does not replace the placeholder of an extension, so `export` includes extensions only on request.
   */
  readonly source: "documented" | "observed" | "extension";
}

interface Row {
  readonly message: string;
  readonly field: string;
  readonly format: ValueFormat;
  readonly source: ManagedField["source"];
}

const project = ["projects"];
const location = [...project, "locations"];
const secretVersion = { collections: [...project, "secrets", "versions"] };
const connection = { collections: [...location, "connections"] };
const dataStore = { collections: [...location, "collections", "dataStores"] };
const engine = { collections: [...location, "collections", "engines"] };
const ragCorpus = { collections: [...location, "ragCorpora"] };

const rows: readonly Row[] = [
  // https://docs.cloud.google.com/customer-engagement-ai/conversational-agents/ps/export lists the documented fields except
  // `OpenApiTool.url`.
  { message: "ApiKeyConfig", field: "keyName", format: "name", source: "documented" },
  { message: "ApiKeyConfig", field: "apiKeySecretVersion", format: secretVersion, source: "documented" },
  { message: "AudioRecordingConfig", field: "gcsBucket", format: "bucket", source: "documented" },
  { message: "BoostSpecs", field: "dataStores.*", format: dataStore, source: "documented" },
  { message: "ConnectorTool", field: "connection", format: connection, source: "documented" },
  { message: "DataStore", field: "name", format: dataStore, source: "documented" },
  { message: "EngineSource", field: "engine", format: engine, source: "documented" },
  { message: "FileSearchTool", field: "fileCorpus", format: ragCorpus, source: "documented" },
  { message: "OAuthConfig", field: "clientSecretVersion", format: secretVersion, source: "documented" },
  { message: "OAuthConfig", field: "tokenEndpoint", format: "url", source: "documented" },
  { message: "OpenApiToolset", field: "url", format: "server-url", source: "documented" },
  // The comment on this field in open_api_tool.proto documents it.
  { message: "OpenApiTool", field: "url", format: "server-url", source: "documented" },
  { message: "ServiceAccountAuthConfig", field: "serviceAccount", format: "email", source: "documented" },
  { message: "RagResource", field: "ragCorpus", format: ragCorpus, source: "documented" },

  { message: "RedactionConfig", field: "inspectTemplate", format: "name", source: "observed" },
  { message: "RedactionConfig", field: "deidentifyTemplate", format: "name", source: "observed" },
  { message: "BigQueryExportSettings", field: "project", format: "name", source: "observed" },
  { message: "BigQueryExportSettings", field: "dataset", format: "name", source: "observed" },
  {
    message: "ServiceDirectoryConfig",
    field: "service",
    format: { collections: [...location, "namespaces", "services"] },
    source: "observed",
  },

  { message: "McpToolset", field: "serverAddress", format: "url", source: "extension" },
  { message: "ConnectorToolset", field: "connection", format: connection, source: "extension" },
];

/** The paths at which each protobuf message occurs in each type of resource. */
const places: { readonly [message: string]: { readonly [resourceType in ResourceType]?: readonly string[] } } = {
  ApiKeyConfig: withAuthentication("apiKeyConfig"),
  OAuthConfig: withAuthentication("oauthConfig"),
  ServiceAccountAuthConfig: withAuthentication("serviceAccountAuthConfig"),
  ServiceDirectoryConfig: {
    toolset: ["openApiToolset.serviceDirectoryConfig", "mcpToolset.serviceDirectoryConfig"],
    tool: ["openApiTool.serviceDirectoryConfig", "mcpTool.serviceDirectoryConfig", "pythonFunction.serviceDirectoryConfig"],
  },
  OpenApiToolset: { toolset: ["openApiToolset"] },
  McpToolset: { toolset: ["mcpToolset"] },
  ConnectorToolset: { toolset: ["connectorToolset"] },
  OpenApiTool: { tool: ["openApiTool"] },
  ConnectorTool: { tool: ["connectorTool"] },
  FileSearchTool: { tool: ["fileSearchTool"] },
  DataStore: { tool: ["dataStoreTool.dataStoreSource.dataStore", "dataStoreTool.engineSource.dataStoreSources.*.dataStore"] },
  EngineSource: { tool: ["dataStoreTool.engineSource"] },
  BoostSpecs: { tool: ["dataStoreTool.boostSpecs.*"] },
  // The documentation names this message, but the published schema of tools does not contain it yet.
  RagResource: { tool: ["vertexAiRagRetrievalTool.ragResources.*"] },
  AudioRecordingConfig: { app: ["loggingSettings.audioRecordingConfig"] },
  RedactionConfig: { app: ["loggingSettings.redactionConfig"] },
  BigQueryExportSettings: { app: ["loggingSettings.bigqueryExportSettings"] },
};

function withAuthentication(kind: string): { readonly toolset: readonly string[]; readonly tool: readonly string[] } {
  return {
    toolset: [`openApiToolset.apiAuthentication.${kind}`, `mcpToolset.apiAuthentication.${kind}`],
    tool: [`openApiTool.apiAuthentication.${kind}`, `mcpTool.apiAuthentication.${kind}`],
  };
}

const resourceTypes: readonly ResourceType[] = ["app", "tool", "toolset"];

/** All managed fields, one for each path. */
export const managedFields: readonly ManagedField[] = rows.flatMap(({ message, field, format, source }) =>
  resourceTypes.flatMap((resourceType) =>
    (places[message]?.[resourceType] ?? []).map((place) => ({
      resourceType,
      name: `${message}.${field.replace(".*", "")}`,
      path: [...place.split("."), ...field.split(".")],
      format,
      source,
    })),
  ),
);

/** Fields whose value often differs by environment, although an environment cannot have a value for them. */
export const unmanagedFields: readonly Pick<ManagedField, "resourceType" | "path">[] = resourceTypes.flatMap((resourceType) =>
  (places["OAuthConfig"]?.[resourceType] ?? []).map((place) => ({ resourceType, path: [...place.split("."), "clientId"] })),
);

/** Formats a path in the spelling of `--set` flags and messages: `dataStoreTool.engineSource.dataStoreSources[0].dataStore.name`. */
export function fieldText(path: readonly (string | number)[]): string {
  return path.map((step, index) => (typeof step === "number" ? `[${step}]` : index === 0 ? step : `.${step}`)).join("");
}

/** Whether a concrete path, with array indices as numbers, matches the path of a managed field. */
export function isManagedBy(field: ManagedField, path: readonly (string | number)[]): boolean {
  return (
    field.path.length === path.length &&
    field.path.every((step, index) => (step === "*" ? typeof path[index] === "number" : step === path[index]))
  );
}
