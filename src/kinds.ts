import type { Tool, Toolset } from "./definition/compiled/authored.ts";
import type { Binding, Connection } from "./runtime/binding.ts";

export type DefinitionKind = Connection["kind"];

/** What is saved of things that live elsewhere: `snapshots/<toolset>.<snapshot>.json`. */
export type Snapshot = "tools" | "connection";

/** What the compiler knows of a kind of definition. */
export interface KindEntry {
  /** The member of a Toolset that makes it one of this kind. */
  readonly toolset: keyof Toolset;
  /** The same of a Tool that stands alone; `undefined` where none compiles. */
  readonly tool: keyof Tool | undefined;
  /** What such a member begins with, as a regular expression, by which one that is misspelt is found. */
  readonly misspeltPattern: string;
  /** The fields of that member that say how the service is reached. From the others its tools are made. */
  readonly connectionFields: readonly string[];
  /** The list among these, each item of which stands for a tool: what is wrong with one costs no other. */
  readonly list: string | undefined;
  /** The field of that member that holds or names an OpenAPI document. */
  readonly document: "openApiSchema" | undefined;
  readonly snapshot: Snapshot | undefined;
  /** How its tools are bound. */
  readonly transport: Binding["transport"];
  /** What carries out its calls, and the file of the run-time library that exports it, without ending. `isCore`: the library's index does too. */
  readonly entry: { readonly name: string; readonly module: string; readonly isCore: boolean };
}

/** The kinds that compile. All else that depends on the kind is a `switch`, or a table by kind, which the type checker knows is complete. */
export const kinds: { readonly [kind in DefinitionKind]: KindEntry } = {
  openapi: {
    toolset: "openApiToolset",
    tool: "openApiTool",
    misspeltPattern: "open_?api",
    connectionFields: ["url", "apiAuthentication", "serviceDirectoryConfig", "tlsConfig", "ignoreUnknownFields"],
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
    connectionFields: ["serverAddress", "stdio", "apiAuthentication", "customHeaders", "serviceDirectoryConfig", "tlsConfig"],
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
    connectionFields: ["connection", "authConfig"],
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
    connectionFields: [],
    list: "functions",
    document: undefined,
    snapshot: undefined,
    transport: "client",
    entry: { name: "client", module: "client", isCore: true },
  },
};

/** The kind that each member of a resource stands for, of those that compile. */
export const kindOfMember: { readonly [resource in "toolset" | "tool"]: ReadonlyMap<string, DefinitionKind> } = {
  toolset: membersOf("toolset"),
  tool: membersOf("tool"),
};

/** The members of tools that are read and checked, and do not compile. */
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
