import { isArray, isObject, type Json, type JsonObject, member } from "../source/json/json.ts";
import { withoutComments } from "../source/json/json-comments.ts";
import { parseTree } from "../source/parse-tree.ts";
import { type ClientServer, Omission, readServer } from "./read-server.ts";

/** The configuration of an MCP client, such as `.mcp.json`. */
export interface ClientConfig {
  readonly servers: readonly ClientServer[];
  /** The servers for which no definition is written, with the reason. */
  readonly omitted: readonly { readonly name: string; readonly reason: string }[];
}

/**
 * Reads the servers in the configuration of an MCP client: `mcpServers` in `.mcp.json` and in the files of Cursor, Claude Desktop and
 * others, or `servers` in the file of VS Code, which may have comments. The values of `env` and `headers` may be secrets, so definitions
 * refer to context variables instead. Returns `undefined` if the text is no such configuration.
 */
export function readClientConfig(text: string): ClientConfig | undefined {
  const tree = parseTree({ path: ".mcp.json", text: withoutComments(text) });
  const entries = tree.problems.length === 0 ? serverEntries(tree.data) : undefined;
  if (entries === undefined) return undefined;
  const servers: ClientServer[] = [];
  const omitted: { name: string; reason: string }[] = [];
  const sources = new Map<string, string>();
  for (const [name, entry] of Object.entries(entries)) {
    try {
      const server = readServer(name, entry, sources);
      servers.push(server);
      for (const { variable, source } of server.variables) sources.set(variable, source);
    } catch (error) {
      if (!(error instanceof Omission)) throw error;
      omitted.push({ name, reason: error.message });
    }
  }
  return { servers, omitted };
}

/** The servers by name in a parsed file; `undefined` if the file is not the configuration of an MCP client. */
function serverEntries(data: Json | undefined): JsonObject | undefined {
  for (const name of ["mcpServers", "servers"]) {
    const entries = member(data, name);
    // In an OpenAPI document, `servers` is an array, so the document is not mistaken for the configuration of an MCP client.
    if (isObject(entries) && !isArray(entries)) return entries;
  }
  return undefined;
}
