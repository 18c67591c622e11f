import { plainData } from "../contract/plain-data.ts";
import type { Tool, Toolset } from "../ir/ir.ts";
import { isObject, itemsIn, type Json, member, namedEntries } from "../source/json/json.ts";
import { shellWord } from "../source/text/shell-word.ts";

/** The address that calls are sent to in an environment. */
export interface CallAddress {
  /** The name of the environment; `undefined` if the address is the same in all environments. */
  readonly environment: string | undefined;
  /** A URL without credentials and query, or a description of the called service or program; `undefined` if the address is unknown. */
  readonly address: string | undefined;
}

/** The addresses, by environment, that the calls of a toolset or of one of its tools are sent to. */
export function hostsOf({ endpoint }: Toolset, tool?: Tool): CallAddress[] {
  const { environments, kind } = endpoint;
  const written = writtenAddress(endpoint, tool);
  const [owner = ""] = Object.keys(endpoint.definition);
  const field = addressFields[kind];
  if (field === undefined) return [{ environment: undefined, address: "the application itself" }];
  const hosts = namedEntries(plainData(environments)).map(([environment, overlay]): CallAddress => {
    const value = member(member(overlay, owner), field);
    return { environment, address: addressOf(value ?? written, kind) };
  });
  const [first] = hosts;
  const isSame = hosts.every(({ address }) => address === first?.address);
  if (first === undefined) return [{ environment: undefined, address: addressOf(written, kind) }];
  return isSame ? [{ environment: undefined, address: first.address }] : hosts;
}

const addressFields: { readonly [kind in Toolset["endpoint"]["kind"]]: string | undefined } = {
  openapi: "url",
  mcp: "serverAddress",
  connector: "connection",
  client: undefined,
};

/** The address in the definition, else the URL of the first server in the document. */
function writtenAddress({ definition, servers, kind }: Toolset["endpoint"], tool: Tool | undefined): Json | undefined {
  const [own] = namedEntries(plainData(definition)).map(([, body]) => body);
  const stdio = member(own, "stdio");
  if (stdio !== undefined) return stdio;
  const field = addressFields[kind];
  const defined = field === undefined ? undefined : member(own, field);
  if (defined !== undefined && defined !== "") return defined;
  const [server] = (tool?.binding.transport === "http" ? tool.binding.servers : null) ?? servers;
  return server?.url.replace(/\{([^{}]*)\}/g, (place, name: string) =>
    Object.hasOwn(server.variables, name) ? (server.variables[name]?.default ?? place) : place,
  );
}

function addressOf(value: Json | undefined, kind: Toolset["endpoint"]["kind"]): string | undefined {
  if (isObject(value)) return `a program on this computer: ${itemsIn(member(value, "command")).map(String).map(shellWord).join(" ")}`;
  if (typeof value !== "string" || value.includes("$env_var")) return undefined;
  if (kind === "connector") {
    const [, project, location, name] = /^projects\/([^/]+)\/locations\/([^/]+)\/connections\/([^/]+)$/.exec(value) ?? [];
    return name === undefined ? value : `the connection ${name} of the project ${project} in ${location}`;
  }
  return value.replace(/^([A-Za-z][\w+.-]*:\/\/)[^/?#]*@/, "$1").replace(/[?#].*$/s, "");
}
