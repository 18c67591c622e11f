import type { Tool, Toolset } from "./definition/compiled/authored.ts";
import type { Binding, Endpoint } from "./runtime/binding.ts";

export type DefinitionKind = Endpoint["kind"];

/** The kinds of documents that `pull` saves, in the files `snapshots/<toolset>.<snapshot>.json`. */
export type Snapshot = "tools" | "connection";

/** What the compiler needs to know about a kind of definition. */
export interface KindEntry {
  /** The member that a Toolset of this kind has, such as `mcpToolset`. */
  readonly toolset: keyof Toolset;
  /** The member that a standalone Tool of this kind has; `undefined` if standalone Tools of this kind do not compile. */
  readonly tool: keyof Tool | undefined;
  /** A regular expression for the start of misspelt names of the member. */
  readonly misspeltPattern: string;
  /** The fields of the member that configure the endpoint. The other fields define tools. */
  readonly endpointFields: readonly string[];
  /**
   * The field of the member that contains an array of tools; `undefined` if there is no such field. An error in one item does not affect
   * the other items.
   */
  readonly list: string | undefined;
  /** The field of the member that contains an OpenAPI document or its path; `undefined` for a kind without an OpenAPI document. */
  readonly document: "openApiSchema" | undefined;
  readonly snapshot: Snapshot | undefined;
  /** The transport of the tools of this kind. */
  readonly transport: Binding["transport"];
  /**
   * The function of the run-time library that executes calls, and the entry of its package that exports it; `index` is the core, which every
   * tool needs.
   */
  readonly transportEntry: { readonly name: string; readonly entry: string };
}

/**
 * The kinds that compile. Other code that depends on the kind is an exhaustive `switch` or table, but for the files that CONTRIBUTING.md
 * lists.
 */
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
    transportEntry: { name: "http", entry: "index" },
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
    transportEntry: { name: "mcp", entry: "mcp" },
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
    transportEntry: { name: "connector", entry: "connector" },
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
    transportEntry: { name: "client", entry: "index" },
  },
};

/** For Toolsets and Tools, the kind that each member stands for. Members of kinds that do not compile are not included. */
export const kindOfMember: { readonly [resource in "toolset" | "tool"]: ReadonlyMap<string, DefinitionKind> } = {
  toolset: membersOf("toolset"),
  tool: membersOf("tool"),
};

/** The members of standalone Tools of the kinds that are checked but do not compile. */
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
