import type { Tool, Toolset } from "./definition/compiled/authored.ts";
import type { Binding, Endpoint } from "./runtime/binding.ts";

export type DefinitionKind = Endpoint["kind"];

/** The documents that `pull` saves for services: `snapshots/<toolset>.<snapshot>.json`. */
export type Snapshot = "tools" | "connection";

/** The properties of a kind of definition. */
export interface KindEntry {
  /** The member of a Toolset with this kind. */
  readonly toolset: keyof Toolset;
  /** The member of a standalone Tool with this kind; `undefined` if no standalone tool of the kind compiles. */
  readonly tool: keyof Tool | undefined;
  /** A regular expression for the common prefix of misspelt names of the member. */
  readonly misspeltPattern: string;
  /** The fields of the member that configure the endpoint. All other fields of the member define tools. */
  readonly endpointFields: readonly string[];
  /** The field of the member with an array of tools. An error in one item does not affect the others. */
  readonly list: string | undefined;
  /** The field, in the member of the definition, that contains an OpenAPI document or its path; `undefined` for a kind without a document. */
  readonly document: "openApiSchema" | undefined;
  readonly snapshot: Snapshot | undefined;
  /** The transport of the tools of this kind. */
  readonly transport: Binding["transport"];
  /** The function that executes calls, and its module in the run-time library without file extension. `isCore`: the index of the library exports it, too. */
  readonly entry: { readonly name: string; readonly module: string; readonly isCore: boolean };
}

/** The kinds that compile. All other code that depends on the kind is an exhaustive `switch` or table. */
export const kinds: { readonly [kind in DefinitionKind]: KindEntry } = {
  openapi: {
    toolset: "openApiToolset",
    tool: "openApiTool",
    misspeltPattern: "open_?api",
    endpointFields: ["url", "apiAuthentication", "serviceDirectoryConfig", "tlsConfig", "ignoreUnknownFields"],
    list: undefined,
    document: "openApiSchema",
    snapshot: undefined,
    transport: "http",
    entry: { name: "http", module: "http/http", isCore: true },
  },
  mcp: {
    toolset: "mcpToolset",
    tool: undefined,
    misspeltPattern: "mcp_?",
    endpointFields: ["serverAddress", "stdio", "apiAuthentication", "customHeaders", "serviceDirectoryConfig", "tlsConfig"],
    list: "toolOverrides",
    document: undefined,
    snapshot: "tools",
    transport: "mcp",
    entry: { name: "mcp", module: "mcp/mcp", isCore: false },
  },
  connector: {
    toolset: "connectorToolset",
    tool: "connectorTool",
    misspeltPattern: "connector_?",
    endpointFields: ["connection", "authConfig"],
    list: "connectorActions",
    document: undefined,
    snapshot: "connection",
    transport: "connector",
    entry: { name: "connector", module: "connector/connector", isCore: false },
  },
  client: {
    toolset: "clientFunctionToolset",
    tool: "clientFunction",
    misspeltPattern: "client_?f",
    endpointFields: [],
    list: "functions",
    document: undefined,
    snapshot: undefined,
    transport: "client",
    entry: { name: "client", module: "client", isCore: true },
  },
};

/** The kind of each member of a resource, for the kinds that compile. */
export const kindOfMember: { readonly [resource in "toolset" | "tool"]: ReadonlyMap<string, DefinitionKind> } = {
  toolset: membersOf("toolset"),
  tool: membersOf("tool"),
};

/** The members of tools that are checked but do not compile. */
export const otherTools: readonly (keyof Tool)[] = [
  "mcpTool",
  "pythonFunction",
  "googleSearchTool",
  "dataStoreTool",
  "fileSearchTool",
  "systemTool",
  "agentTool",
  "widgetTool",
  "remoteAgentTool",
];

function membersOf(resource: "toolset" | "tool"): ReadonlyMap<string, DefinitionKind> {
  const entries = Object.entries(kinds) as [DefinitionKind, KindEntry][]; // The table has no other keys.
  return new Map(
    entries.flatMap(([kind, entry]) => {
      const member = entry[resource];
      return member === undefined ? [] : [[member, kind]];
    }),
  );
}
